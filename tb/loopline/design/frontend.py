"""The top of a design as a SystemVerilog front end (slang) sees it: its ports, its parameters, its clocks.

Nothing is simulated, and a missing submodule does not matter: only what the top's own header needs must be there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from loopline.design import language
from loopline.design.top import literal
from loopline.errors import BadInput, as_named
from loopline.system import defer_interrupts

if TYPE_CHECKING:
    import pyslang
    from pyslang import ast, syntax

    from loopline.design.dut import Dut

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Port:
    """A port of the top module as the source declares it."""

    name: str
    #: input, output or inout; or what it is instead: ref, interface.
    direction: str
    #: None: it could not be read.
    width: int | None
    #: As the front end writes it, if it is not one packed vector.
    unpacked: str
    #: The design gives it a value if it is not driven.
    has_default: bool
    #: file:line
    place: str


@dataclass(frozen=True)
class Top:
    """What the source says about the top module."""

    ports: Mapping[str, Port]
    #: Parameters that may be set, and those that may not.
    parameters: Sequence[str]
    local_parameters: Sequence[str]
    #: Of the ports, those that clock a register somewhere inside.
    clocks: frozenset[str]


@dataclass(frozen=True)
class FrontendResult:
    """What a front end has read."""

    #: None: the module was not found.
    top: Top | None
    #: The names of all modules.
    modules: Sequence[str]
    #: The first thing that the front end cannot read as Verilog. What depends on it may have been read wrongly.
    fault: str = ""


class FrontendFailed(Exception):
    """The front end is missing, or cannot say anything of the design."""


def _careful(what: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """Have a function raise Unreadable for everything that slang stumbles over: the simulator may not."""

    @wraps(what)
    def done(*arguments: _Given.args, **options: _Given.kwargs) -> _Found:
        try:
            with defer_interrupts():
                import pyslang  # noqa: F401
        except ImportError as error:
            message = f"the SystemVerilog front end is not here (pip install pyslang): {error}"
            raise FrontendFailed(message) from None
        try:
            return what(*arguments, **options)
        except BadInput:
            raise
        except Exception as error:
            raise FrontendFailed(f"the SystemVerilog front end has failed: {type(error).__name__}: {error}") from error

    return done


@_careful
def read(dut: Dut, macros: Mapping[str, str]) -> FrontendResult:
    """Read the top of the design. Raise FrontendFailed.

    All files are one compilation unit, as they are to the simulators.
    """
    from pyslang import ast

    found = _elaborate(dut, macros)
    modules = [
        definition.name
        for definition in found.compilation.getDefinitions()
        if isinstance(definition, ast.DefinitionSymbol)
    ]
    return FrontendResult(_top(found.top, found.manager) if found.top else None, modules, found.fault)


@dataclass(frozen=True)
class Elaboration:
    """The design as slang has it. What is found in it lives as long as all of this does."""

    manager: pyslang.SourceManager
    tree: syntax.SyntaxTree
    compilation: ast.Compilation
    top: ast.InstanceSymbol | None
    fault: str


def _elaborate(dut: Dut, macros: Mapping[str, str]) -> Elaboration:
    import pyslang
    from pyslang import ast, parsing, syntax

    preprocessor, options = parsing.PreprocessorOptions(), ast.CompilationOptions()
    preprocessor.predefines = [f"{name}={value}" for name, value in macros.items()]
    preprocessor.undefines = ["__slang__", "__slang_major__", "__slang_minor__"]
    preprocessor.additionalIncludePaths = list(dut.folders)
    options.topModules = {dut.top}
    options.flags |= ast.CompilationFlags.AllowUseBeforeDeclare  # as simulators do
    options.paramOverrides = [f"{name}={literal(value)}" for name, value in dut.values.items()]
    bag = pyslang.Bag([preprocessor, options])
    manager = pyslang.SourceManager()
    tree = syntax.SyntaxTree.fromBuffers([*_texts(dut, manager)], manager, bag)
    faults = [diagnostic for diagnostic in tree.diagnostics if diagnostic.isError()]
    fault = ""
    if faults:
        message = pyslang.DiagnosticEngine(manager).formatMessage(faults[0])
        fault = f"{_place(manager, faults[0].location)}: {message}"
    compilation = ast.Compilation(bag)
    compilation.addSyntaxTree(tree)
    instances = compilation.getRoot().topInstances
    return Elaboration(manager, tree, compilation, instances[0] if instances else None, fault)


def _texts(dut: Dut, manager: pyslang.SourceManager) -> Iterator[pyslang.SourceBuffer]:
    """Yield the sources, with the directives around them that say by which standard they are read."""
    standards = language.standards(dut)
    for file in dut.files:
        if file in standards:
            yield manager.assignText(language.begin(standards[file]))
        yield manager.readSource(str(file))
        if file in standards:
            yield manager.assignText(language.END)


@_careful
def elaborate(dut: Dut, macros: Mapping[str, str]) -> Elaboration:
    """Read a design with all that is in it, not only its ports. Raises FrontendFailed."""
    return _elaborate(dut, macros)


def _place(manager: pyslang.SourceManager, location: pyslang.SourceLocation) -> str:
    at = manager.getFullyExpandedLoc(location)
    return f"{as_named(Path(manager.getFileName(at)))}:{manager.getLineNumber(at)}"


def _top(instance: ast.InstanceSymbol, manager: pyslang.SourceManager) -> Top:
    ports = (_port(port, manager) for port in instance.body.portList)
    parameters = instance.body.parameters
    return Top(
        {port.name: port for port in ports},
        [parameter.name for parameter in parameters if not parameter.isLocalParam],
        [parameter.name for parameter in parameters if parameter.isLocalParam],
        frozenset(_clocks(instance)),
    )


def _port(symbol: ast.Symbol, manager: pyslang.SourceManager) -> Port:
    from pyslang import ast

    place = _place(manager, symbol.location)
    if not isinstance(symbol, (ast.PortSymbol, ast.MultiPortSymbol)):
        return Port(symbol.name, "interface", None, "", False, place)
    directions = {
        ast.ArgumentDirection.In: "input",
        ast.ArgumentDirection.Out: "output",
        ast.ArgumentDirection.InOut: "inout",
        ast.ArgumentDirection.Ref: "ref",
    }
    of = symbol.type
    return Port(
        symbol.name,
        directions[symbol.direction],
        of.bitWidth if of.isIntegral else None,
        "" if of.isIntegral or of.isError else str(of),
        symbol.initializer is not None,
        place,
    )


# --- clocks -----------------------------------------------------------------------------------------------------------


def _clocks(top: ast.InstanceSymbol) -> Iterator[str]:
    """Yield the ports of the top that lead, through ports of instances alone, to the clock of a register."""
    outside = drivers(top)
    for path in clocks(top):
        while path in outside:  # each step leads one instance up
            path = outside[path]
        owner, _, port = path.rpartition(".")
        if owner == top.name:
            yield port


def constants(instance: Any) -> ast.EvalContext:
    """Return the context in which slang computes what is constant in an instance."""
    from pyslang import ast

    return ast.EvalContext(ast.ASTContext(instance.body, ast.LookupLocation.max))


def drivers(top: ast.InstanceSymbol) -> dict[str, str]:
    """Return the full name of the signal behind each port of an instance, if the port has a signal and nothing else."""
    from pyslang import ast

    outside: dict[str, str] = {}

    def note(symbol: object) -> ast.VisitAction:
        if isinstance(symbol, ast.InstanceSymbol):
            for connection in symbol.portConnections:
                driver = _named(connection.expression)
                if driver:
                    outside[f"{symbol.hierarchicalPath}.{connection.port.name}"] = driver
        return _into(symbol)

    _visit(top, note)
    return outside


def clocks(top: ast.InstanceSymbol) -> set[str]:
    """Return the full names of the signals that clock a register."""
    from pyslang import ast

    found: set[str] = set()

    def note(symbol: object) -> ast.VisitAction:
        if isinstance(symbol, ast.ProceduralBlockSymbol):
            found.update(_clocks_of(symbol))
        return _into(symbol)

    _visit(top, note)
    return found


def _into(symbol: object) -> ast.VisitAction:
    """Return whether to visit what is in a symbol: only instances and scopes have a block or an instance in them."""
    from pyslang import ast

    inner = isinstance(symbol, ast.InstanceSymbol) or getattr(symbol, "isScope", False)
    return ast.VisitAction.Advance if inner else ast.VisitAction.Skip


def _clocks_of(block: ast.ProceduralBlockSymbol) -> set[str]:
    """Return the signals at whose edge a block runs and which it does not look at: those that it does are resets."""
    from pyslang import ast

    body = block.body
    if not isinstance(body, ast.TimedStatement):
        return set()
    timing = body.timing
    events = timing.events if isinstance(timing, ast.EventListControl) else [timing]
    edges = {
        _named(event.expr)
        for event in events
        if isinstance(event, ast.SignalEventControl) and event.edge in (ast.EdgeKind.PosEdge, ast.EdgeKind.NegEdge)
    }
    looked_at: set[str] = set()

    def note(node: object) -> ast.VisitAction:
        looked_at.add(_named(node))
        return ast.VisitAction.Advance

    _visit(body.stmt, note)
    return edges - looked_at - {""}


def _visit(node: object, note: Callable[[object], object]) -> None:
    node.visit(note)  # type: ignore[attr-defined]


def _named(expression: object) -> str:
    """Return the full name of the signal; "" for any other expression."""
    from pyslang import ast

    return str(expression.symbol.hierarchicalPath) if isinstance(expression, ast.NamedValueExpression) else ""
