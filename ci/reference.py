"""Tables of the built site that are made from the code: options of commands, names of packages, members of classes.

A page asks for one by a comment in a line of its own:

    <!-- options: verify -->                               the options of a command
    <!-- names: goldenrules.globe -->                      what a package exports
    <!-- members: goldenrules.globe.Position -->           the public members of a class
    <!-- members: goldenrules.globe.Position, own -->      without those that a base class has, too
    <!-- codes: globe.states -->                           fields or codes of a bundled engine: ci/codes.py
    <!-- properties: trax-player -->                       what each property of a bundled design plays
    <!-- words: loopline.games.serial.script -->           the words that the text of a module lists
    <!-- documents -->                                     the JSON files of the commands

(mkdocs-click does not load lazy commands with typer's help, and mkdocstrings makes a heading of each member.)
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any

import codes
from loopline import api
from loopline.cli._app import app
from loopline.contract import game
from typer.main import get_command

from results import schema, tables

COMMENT = re.compile(
    r"^<!-- (options|names|members|codes|properties|words|documents)(?:: ([\w.-]+)(, own)?)? -->$", re.M
)


def expanded(markdown: str) -> str:
    """Return a page with its tables in the place of the comments that ask for them."""
    return COMMENT.sub(lambda found: "\n".join(_MAKE[found[1]](*filter(None, found.groups()[1:]))), markdown)


# --- commands ---------------------------------------------------------------------------------------------------------


def options(name: str) -> Iterator[str]:
    """Yield the table of a command's options. Raise KeyError if there is no such command."""
    command: Any = get_command(app).get_command(None, name)  # type: ignore[attr-defined]
    if command is None:
        raise KeyError(f"expected a command of loopline, got {name!r}")
    context = command.make_context(name, [], resilient_parsing=True)
    yield "| option | | default |"
    yield "|---|---|---|"
    for option in command.get_params(context):
        if option.param_type_name == "option" and option.name != "help":
            names, _ = option.get_help_record(context)
            yield f"| `{_cell(names)}` | {_cell(option.help or '')} | {_default(option)} |"


def _default(option: Any) -> str:
    if isinstance(option.show_default, str):
        return _cell(option.show_default)
    if option.is_flag or option.default in (None, (), "") or not option.show_default:
        return ""
    return f"`{option.default:g}`" if isinstance(option.default, float) else f"`{option.default}`"


# --- Python -----------------------------------------------------------------------------------------------------------


def names(package: str) -> Iterator[str]:
    """Yield the table of what a package exports, in its order. Names without a text of their own share a row."""
    module = importlib.import_module(package)
    about = dict(_about(module))
    for statement in _parsed(module).body:
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith(("goldenrules.", "loopline.")):
            there = _about(importlib.import_module(statement.module or ""))
            about |= {alias.name: there.get(alias.name, "") for alias in statement.names if alias.asname}
    public = {name: text for name, text in about.items() if not name.startswith("_")}
    yield "| name | |"
    yield "|---|---|"
    yield from (f"| `{name}` | {text} |" for name, text in public.items() if text)
    if rest := [f"`{name}`" for name, text in public.items() if not text]:
        yield f"| {', '.join(rest)} | |"


def members(path: str, own: str = "") -> Iterator[str]:
    """Yield the table of a class's public members. `own`: without those that a base class has, too."""
    place, _, name = path.rpartition(".")
    made = getattr(importlib.import_module(place), name)
    rows: dict[str, tuple[str, str]] = {}
    inherited: set[str] = set()
    for base in reversed(made.__mro__):
        module = inspect.getmodule(base)
        if module is None or not module.__name__.startswith(("loopline", "goldenrules")):
            continue
        [body] = (
            node.body for node in _parsed(module).body if isinstance(node, ast.ClassDef) and node.name == base.__name__
        )
        for member, shown, text in _of_class(body, _lines(module)):
            if not member.startswith("_"):
                rows[member] = shown, text or rows.get(member, ("", ""))[1]
        if own and base is not made:
            inherited |= rows.keys()
    yield "| member | |"
    yield "|---|---|"
    yield from (f"| `{shown}` | {text} |" for member, (shown, text) in rows.items() if member not in inherited)


def _of_class(body: Iterable[ast.stmt], lines: list[str]) -> Iterator[tuple[str, str, str]]:
    """Each member of a class: its name, how it is called, and what is said of it."""
    for statement in body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name, name, _comment(statement, lines)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, _called(statement), _told(ast.get_docstring(statement) or "")
                for inner in ast.walk(statement):
                    match inner:
                        case (
                            ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=attribute))
                            | ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)])
                        ) if text := _comment(inner, lines):
                            yield attribute, attribute, text


def _called(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The name of a property, or that of a method with its arguments."""
    if any("property" in ast.unparse(one) for one in function.decorator_list):
        return function.name
    arguments = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)][1:]
    if any(ast.unparse(one) == "staticmethod" for one in function.decorator_list):
        arguments = [argument.arg for argument in function.args.args]
    arguments += [f"{argument.arg}=…" for argument in function.args.kwonlyargs]
    waits = "await " if isinstance(function, ast.AsyncFunctionDef) else ""
    return f"{waits}{function.name}({', '.join(arguments)})"


#: The head of a section, such as `Args:`.
_SECTION = re.compile(r"[A-Z]\w+:\n")


@cache
def _about(module: ModuleType) -> Mapping[str, str]:
    """What is said of each name at the top of a module."""
    lines, said = _lines(module), {}
    for statement in _parsed(module).body:
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                said[name] = _first(ast.get_docstring(statement))
            case ast.Assign(targets=targets):
                said |= {
                    part.id: _comment(statement, lines)
                    for target in targets
                    for part in ast.walk(target)
                    if isinstance(part, ast.Name)
                }
            case ast.AnnAssign(target=ast.Name(id=name)):
                said[name] = _comment(statement, lines)
    return said


def _comment(statement: ast.stmt, lines: list[str]) -> str:
    """The `#:` comment above a statement, as one cell."""
    above: list[str] = []
    at = statement.lineno - 2
    while at >= 0 and lines[at].strip().startswith("#:"):
        above.insert(0, lines[at].strip().removeprefix("#:"))
        at -= 1
    return _cell(" ".join(above))


def _told(docstring: str) -> str:
    """The first paragraph of a function's docstring, its arguments, what it returns and raises, as one cell."""
    words = [_first(docstring)]
    for section, text in re.findall(r"^(Args|Returns|Raises|Yields):\n((?:    .*\n?)*)", docstring, re.M):
        if section in ("Returns", "Yields"):
            words.append(f"{section}: {_cell(text)}")
        else:
            entries = re.findall(r"^    (\w+): (.*(?:\n     .*)*)", text, re.M)
            words += [f"{'Raises ' * (section == 'Raises')}`{name}`: {_cell(about)}" for name, about in entries]
    return " ".join(words)


def _first(docstring: str | None) -> str:
    """Return the summary of a docstring and, unless that is a section, the paragraph after it, as one cell."""
    summary, *rest = (docstring or "").split("\n\n")
    return _cell(" ".join([summary, *rest[: bool(rest and not _SECTION.match(rest[0]))]]))


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


@cache
def _parsed(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


@cache
def _lines(module: ModuleType) -> list[str]:
    return inspect.getsource(module).splitlines()


def of_engine(path: str) -> list[str]:
    """Return a table of fields or codes of a bundled engine. Raise KeyError if there is no such table."""
    game, _, table = path.partition(".")
    [engine] = (engine for engine in codes.ENGINES if engine.codes.parent.name == game)
    return codes.tables(engine)[table]


def properties(name: str) -> Iterator[str]:
    """Yield the table of the properties of a bundled design, in the order in which they are played."""
    yield "| property | |"
    yield "|---|---|"
    for played in game.scripts(api.design_of(name, None)).properties():
        yield f"| `{played.name}` | {_cell(played.about)} |"


def words(path: str) -> Iterator[str]:
    """Yield the table of the words that a module's docstring lists: in each line a word, blanks, and what it means."""
    rows: list[tuple[str, str]] = []
    for line in (importlib.import_module(path).__doc__ or "").splitlines():
        if found := re.match(r" {0,4}(\S+(?: \S+)*) {2,}(\S.*)", line):
            rows.append((found[1], found[2]))
        elif rows and re.match(r" {20}", line):
            word, text = rows.pop()
            rows.append((word, f"{text} {line}"))
    yield "| word | |"
    yield "|---|---|"
    yield from (f"| `{_cell(word)}` | {_cell(text)} |" for word, text in rows)


_MAKE: Mapping[str, Any] = {
    "options": options,
    "names": names,
    "members": members,
    "codes": of_engine,
    "properties": properties,
    "words": words,
    "documents": lambda: tables(schema()).splitlines(),
}
