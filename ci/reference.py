"""Tables of the built site that are made from the code: options of commands, names of packages, members of classes.

A page asks for one by a comment in a line of its own:

    <!-- options: verify -->                               the options of a command
    <!-- keys: description -->                             the keys of a description; player, strobe: those of a part
    <!-- names: goldenrules.globe -->                      what a package exports
    <!-- members: goldenrules.globe.Position -->           the public members of a class
    <!-- members: goldenrules.globe.Position, own -->      without those that a base class has, too
    <!-- arguments: loopline.games.operations.operation -->    the arguments of a function
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
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import codes
from loopline import api
from loopline.cli._app import app
from loopline.contract.game import Subject
from loopline.design import board, dut, plugins
from loopline.tables import Table
from pydantic.fields import FieldInfo
from typer.main import get_command

from results import schema, tables

COMMENT = re.compile(
    r"^<!-- (options|keys|names|members|arguments|codes|properties|words|documents)(?:: ([\w.-]+)(, own)?)? -->$", re.M
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


# --- descriptions -----------------------------------------------------------------------------------------------------

#: Tables of a description whose keys stand in a table of their own.
_APART = ("strobe", "bytes", "vhdl", "known")
#: What a user does not write.
_NOT_WRITTEN = ("path", "out")


def keys(part: str) -> Iterator[str]:
    """Yield the table of the keys of a description: of all designs, of a `player`, or of one of its tables.

    Raises:
        KeyError: A description has no such part.
    """
    yield "| key | default | |"
    yield "|---|---|---|"
    yield from sorted(_of_part(part), key=lambda row: "| required |" not in row)


def _of_part(part: str) -> Iterator[str]:
    if part in ("description", "player"):
        for key, field in dut.Dut.model_fields.items():
            if key not in _NOT_WRITTEN and (key in dut.KEYS_OF_A_PLAYER) == (part == "player"):
                table = _table(key, field)
                if table is None:
                    yield _key(dut.Dut, key, field)
                elif key not in _APART:
                    yield from _rows(table, f"{key}.")
    else:
        table = _table(part, dut.Dut.model_fields[part])
        if table is None:
            raise KeyError(f"expected a table of a description, got {part!r}")
        yield from _rows(table, f"{part}.")


def _rows(table: type[Table], within: str) -> Iterator[str]:
    yield from (_key(table, key, field, within) for key, field in table.model_fields.items())


def _key(table: type[Table], key: str, field: FieldInfo, within: str = "") -> str:
    """Return the row of a key: how it is written, its default, what is said of it."""
    module = inspect.getmodule(table)
    assert module
    [body] = (
        node.body for node in _parsed(module).body if isinstance(node, ast.ClassDef) and node.name == table.__name__
    )
    texts = {name: text for name, _, text in _of_class(body, _lines(module))}
    default = field.get_default(call_default_factory=True)
    if key == "game" and table is dut.Dut:
        shown = f"`{json.dumps(plugins.default_game())}`"
    elif field.is_required():
        shown = "required"
    else:
        shown = "" if default in (None, {}, []) else f"`{json.dumps(default)}`"
    return f"| `{within}{key}` | {shown} | {texts[key]} |"


def _table(key: str, field: FieldInfo) -> type[Table] | None:
    """Return the class of a key that is a table with keys of its own. The board is that of the default game."""
    if key == "board":
        return board.game_of(str(plugins.default_game()), Path()).board
    kinds = (field.annotation, *get_args(field.annotation))
    kinds += tuple(kind for outer in kinds for kind in get_args(outer))
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Table)), None)


# --- Python -----------------------------------------------------------------------------------------------------------


def names(package: str) -> Iterator[str]:
    """Yield the table of what a package exports, in its order. Names without a text of their own share a row."""
    module = importlib.import_module(package)
    about = dict(_about(module))
    for statement in _parsed(module).body:
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith(("goldenrules.", "loopline.")):
            source = _about(importlib.import_module(statement.module or ""))
            about |= {alias.name: source.get(alias.name, "") for alias in statement.names if alias.asname}
    public = {name: text for name, text in about.items() if not name.startswith("_")}
    yield f"| `{package}` | |"
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


def arguments(path: str) -> Iterator[str]:
    """Yield the table of a function's arguments, from its docstring."""
    place, _, name = path.rpartition(".")
    text = inspect.getdoc(getattr(importlib.import_module(place), name)) or ""
    [section] = re.findall(r"^Args:\n((?:    .*\n?)*)", text, re.M)
    yield "| argument | |"
    yield "|---|---|"
    yield from (f"| `{name}` | {_cell(about)} |" for name, about in _ENTRY.findall(section))


def _of_class(body: Iterable[ast.stmt], lines: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield each member of a class: its name, how it is called, and its text."""
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
    """Return the name of a property, or that of a method with its arguments."""
    if any("property" in ast.unparse(decorator) for decorator in function.decorator_list):
        return function.name
    arguments = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)][1:]
    if any(ast.unparse(decorator) == "staticmethod" for decorator in function.decorator_list):
        arguments = [argument.arg for argument in function.args.args]
    arguments += [f"{argument.arg}=…" for argument in function.args.kwonlyargs]
    waits = "await " if isinstance(function, ast.AsyncFunctionDef) else ""
    return f"{waits}{function.name}({', '.join(arguments)})"


#: The head of a section, such as `Args:`, and an entry in it.
_SECTION = re.compile(r"[A-Z]\w+:\n")
_ENTRY = re.compile(r"^    (\w+): (.*(?:\n     .*)*)", re.M)


@cache
def _about(module: ModuleType) -> Mapping[str, str]:
    """Return the text of each name at the top of a module."""
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
    """Return the `#:` comment above a statement, as one cell."""
    above: list[str] = []
    at = statement.lineno - 2
    while at >= 0 and lines[at].strip().startswith("#:"):
        above.insert(0, lines[at].strip().removeprefix("#:"))
        at -= 1
    return _cell(" ".join(above))


def _told(docstring: str) -> str:
    """Return the first paragraph of a docstring, the arguments, what is returned and raised, as one cell."""
    words = [_first(docstring)]
    for section, text in re.findall(r"^(Args|Returns|Raises|Yields):\n((?:    .*\n?)*)", docstring, re.M):
        if section in ("Returns", "Yields"):
            words.append(f"{section}: {_cell(text)}")
        else:
            entries = _ENTRY.findall(text)
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
    for played in Subject.of(api.design_of(name, None)).scripts.properties():
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
    "keys": keys,
    "names": names,
    "members": members,
    "arguments": arguments,
    "codes": of_engine,
    "properties": properties,
    "words": words,
    "documents": lambda: tables(schema()).splitlines(),
}
