"""Tables of TOML files and of JSON. What is wrong in a file is said with file, line, key, and what is right."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Protocol, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from loopline.errors import BadInput
from loopline.system import replace_file

#: A key: the names of the tables that it is in and its own; in a list, the number of the element.
Key = Sequence[str | int]

#: Far more than anyone writes by hand.
_LONGEST = 1 << 20


class Table(BaseModel):
    """A table with these keys and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Document(Table):
    """A JSON file that a command writes."""

    format: str
    """What the file is. Its number grows when a key goes, or means something else."""

    @classmethod
    def stem(cls) -> str:
        """Return the name of the command in the format, which is that of the file, too."""
        return str(cls.model_fields["format"].default).split()[1]

    def write(self, file: Path) -> None:
        """Write it."""
        replace_file(file, self.model_dump_json(indent=2) + "\n")


class DesignTable(Protocol):
    """A table that says which design it is about."""

    @property
    def design(self) -> str:
        """The design's name."""


_Table = TypeVar("_Table", bound=Table)
_OfDesign = TypeVar("_OfDesign", bound=DesignTable)


def parse(path: Path) -> dict[str, Any]:
    """Read a file with any tables. Raises BadInput."""
    try:
        with path.open("rb") as file:
            text = file.read(_LONGEST + 1).decode()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadInput(f"{path}:{line}: is not TOML: the byte {error.object[error.start]:#x} is not UTF-8") from None
    if text.startswith("\ufeff"):
        raise BadInput(f"{path}:1: begins with a byte order mark: save it as UTF-8 without one (BOM)")
    if len(text) > _LONGEST:
        raise BadInput(f"{path}: is not such a file: it is longer than {_LONGEST:,} characters")
    try:
        parsed: dict[str, Any] = tomllib.loads(text)
        return parsed
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).removesuffix(")").rpartition(" (at ")
        numbers = re.fullmatch(r"line (\d+), column (\d+)", where)
        line = int(numbers[1]) if numbers else text.count("\n") + 1
        at = f"column {numbers[2]}" if numbers else "at the end of the file"
        if twice := _twice(text.splitlines(), line):
            raise BadInput(f"{path}:{line}: {twice}: leave one of them out") from None
        raise BadInput(f"{path}:{line}: is not TOML: {what}, {at}") from None
    except RecursionError:
        raise BadInput(f"{path}: cannot be read: lists or tables are nested too deeply") from None
    except ValueError:  # of Python's integers
        line = next((line for line, row in enumerate(text.splitlines(), 1) if re.search(r"\d{1000}", row)), 1)
        raise BadInput(f"{path}:{line}: cannot be read: a number has too many digits") from None


def read(path: Path, table: type[_Table], /, **more: Any) -> _Table:
    """Return the file as such a table, with `more` in it. Raise BadInput."""
    return check(path, parse(path), table, **more)


def check(path: Path, data: Mapping[str, Any], table: type[_Table], /, **more: Any) -> _Table:
    """Return what was in the file, perhaps completed, as such a table.

    Args:
        path: The file.
        data: What was in it.
        table: The class of the table.
        more: Keys that are added.

    Raises:
        BadInput: The data does not fit the table.
    """
    for key in data.keys() & more.keys():
        raise BadInput(f"{place(path, [key])}: unknown key {key!r}")
    try:
        return table.model_validate({**data, **more})
    except ValidationError as error:
        problems = dict.fromkeys(_explained(path, problem, table, more) for problem in error.errors())
        raise BadInput("\n".join(problems)) from None


def of_design(path: Path, budgets: Sequence[_OfDesign], design: str) -> _OfDesign:
    """Return the [[budget]] of this design in a file.

    Args:
        path: The file of the budgets, for the message.
        budgets: The [[budget]] tables in it, in order.
        design: The name of the design, as its description has it.

    Raises:
        BadInput: The file lacks a budget for the design.
    """
    for budget in budgets:
        if budget.design == design:
            return budget
    known = f"; there are: {', '.join(repr(budget.design) for budget in budgets)}" if budgets else ", nor for any other"
    raise BadInput(f"{path}: no [[budget]] is for design = {design!r}{known}")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that was probably meant; empty if none is near."""
    lower, word = {key.lower(): key for key in known}, word.lower()
    close = get_close_matches(word, lower, n=1) or [key for key in lower if _within(key, word) or _within(word, key)]
    return lower[close[0]] if close else ""


def _within(short: str, long: str) -> bool:
    return len(short) > 1 and short in long


# --- what is wrong ----------------------------------------------------------------------------------------------------


def _explained(path: Path, problem: Mapping[str, Any], table: type[BaseModel], more: Container[str]) -> str:
    """Return one of pydantic's findings in plain words. `more`: fields that are not keys."""
    kind, key = problem["type"], problem["loc"]
    name = _dotted(key)
    if kind == "missing":
        return f"{place(path, key[:-1])}: the key {name!r} is missing"
    if kind == "extra_forbidden":
        known = [name for name in _fields(table, key[:-1]) if name not in more]
        meant = nearest(str(key[-1]), known)
        hint = f"did you mean {meant!r}? " if meant else ""
        return f"{place(path, key)}: unknown key {name!r}; {hint}known are {', '.join(sorted(known))}"
    if key and key[-1] == "[key]":
        return f"{place(path, key[:-1])}: {_dotted(key[:-1])}: {shown(key[-2])} {_NO_NAME}"
    if not key:
        return f"{path}: {problem['msg'].removeprefix('Value error, ')}"
    return f"{place(path, key)}: {name} = {shown(problem['input'])}: {in_words(problem)}"


def in_words(problem: Mapping[str, Any]) -> str:
    """Return what is wrong with a value."""
    kind, context = problem["type"], problem.get("ctx", {})
    words = _PLAIN.get(kind)
    text = words.format(**context) if words else problem["msg"].removeprefix("Value error, ")
    if kind == "literal_error":
        text = text.replace("'", '"')  # as TOML writes it
    return text


_NO_NAME = "must be a name: letters, digits, _ and $, with a letter or _ first"

_PLAIN = {
    "string_type": "must be text, in quotes",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "list_type": "must be a list, in brackets",
    "tuple_type": "must be a list, in brackets",
    "dict_type": "must be a table",
    "mapping_type": "must be a table",
    "model_type": "must be a table",
    "literal_error": "must be {expected}",
    "greater_than": "must be more than {gt:g}",
    "greater_than_equal": "must be {ge} at least",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be {le} at most",
    "too_short": "must have {min_length} at least",
    "string_too_short": "must have {min_length} characters at least",
    "string_too_long": "must have {max_length} characters at most",
    "string_pattern_mismatch": _NO_NAME,
}


def _dotted(key: Key) -> str:
    """Return a key as in `clock.signal`; the places in a list do not matter."""
    return ".".join(part for part in key if isinstance(part, str))


def shown(value: object) -> str:
    """Return a value as it would be written in the file, if it is short."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError):
        text = str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _fields(table: type[BaseModel], key: Key) -> list[str]:
    """Return the keys that a table may have."""
    for part in key:
        if isinstance(part, str) and part in table.model_fields:
            kind = table.model_fields[part].annotation
            table = next((part for part in [kind, *get_args(kind)] if _is_table(part)), table)
    return list(table.model_fields)


def _is_table(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


# --- where it is ------------------------------------------------------------------------------------------------------

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_PART = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)"""
_ASSIGNMENT = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=")


def place(path: Path, key: Key, file: Path | None = None, word: str = "") -> str:
    """Return `file:line` of a key, or of the table that it is in: TOML libraries do not tell.

    Args:
        path: The file as the user names it.
        key: The key.
        file: Where the file is, if `path` does not lead there.
        word: Of a long list, the line that has this word.
    """
    best, number = 0, 0
    lines = (file or path).read_text(errors="replace").splitlines()
    for line, found in _keys(lines):
        common = min(len(key), len(found))
        if best < common and tuple(key[:common]) == found[:common]:
            best, number = common, line
    number = next((line for line, text in enumerate(lines, 1) if word and line >= number and word in text), number)
    return f"{path}:{number}" if number else str(path)


def _keys(lines: Sequence[str]) -> Iterator[tuple[int, tuple[str | int, ...]]]:
    """Yield each key that a line sets, or table that it begins."""
    table: tuple[str | int, ...] = ()
    counts: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if header := _HEADER.match(line):
            table = tuple(_parts(header[2]))
            if header[1] == "[[":
                counts[header[2]] = counts.get(header[2], -1) + 1
                table = (*table, counts[header[2]])
            yield number, table
        elif assignment := _ASSIGNMENT.match(line):
            yield number, (*table, *_parts(assignment[1]))


def _twice(lines: Sequence[str], last: int) -> str:
    """Return what a line sets or begins again, and where it was before; empty if it does not."""
    before: dict[tuple[str | int, ...], int] = {}
    for line, key in _keys(lines):
        if line == last and key in before:
            what = "table" if _HEADER.match(lines[line - 1]) else "key"
            return f"the {what} {'.'.join(map(str, key))} is there twice, first in line {before[key]}"
        before.setdefault(key, line)
    return ""


def _parts(name: str) -> Iterator[str]:
    """Yield the parts of a dotted key, perhaps with quotes."""
    try:
        found: Any = tomllib.loads(f"{name} = 0")
    except ValueError:
        return
    while isinstance(found, Mapping):
        [(part, found)] = found.items()
        yield part
