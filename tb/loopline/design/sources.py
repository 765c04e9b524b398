"""Which files a design consists of, and in which order: what `sources` and a file list come to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from glob import glob
from pathlib import Path

from loopline.errors import BadInput, as_named

#: What both simulators read.
VERILOG = (".v", ".sv", ".vh", ".svh")
#: What ghdl makes Verilog of.
VHDL = (".vhd", ".vhdl")


class NoSource(Exception):
    """A pattern leads to no Verilog; the text says why, and goes on after the pattern."""


def find(folder: Path, pattern: str) -> list[Path]:
    """Return the file of that name, or those that match, sorted. Raise NoSource.

    A package comes before what uses it.
    """
    if not pattern.strip():
        raise NoSource("is empty: it must name a file, or be a pattern like rtl/*.v")
    named = folder / pattern
    if named.is_dir():
        raise NoSource(f"is a folder: write {pattern.rstrip('/')}/*.v, or *.sv, for the files in it")
    if named.is_file():
        return [_verilog(named)]
    # (Path.glob takes no absolute pattern.)
    found = (folder / name for name in sorted(glob(pattern, root_dir=folder, recursive=True)))  # noqa: PTH207
    files = [_verilog(file) for file in found if file.is_file()]
    if not files:
        raise NoSource(f"leads to no file in {as_named(folder)}")
    return _packages_first(files)


def _verilog(file: Path) -> Path:
    if file.suffix not in VERILOG and file.suffix.lower() not in VHDL:
        raise NoSource(f"leads to {file.name}; expected a file that ends in {', '.join((*VERILOG, *VHDL))}")
    return file


# --- memory images ----------------------------------------------------------------------------------------------------

_STRING = re.compile(r'"([^"\\\n]+)"')


def memory_images(files: Sequence[Path], folders: Sequence[Path], values: Sequence[str]) -> list[tuple[str, Path]]:
    """Return the files that `$readmemh` and `$readmemb` may read, each after the name that the design has for it.

    Args:
        files: The sources.
        folders: Where a name is looked for, which is that of a file in one of them or below.
        values: The values of parameters and macros, which may be such names.
    """
    texts = [file.read_text(encoding="latin-1") for file in files]
    if not any("$readmem" in text for text in texts):
        return []
    names = {*(name for text in texts for name in _STRING.findall(text)), *(value.strip('"') for value in values)}
    found = []
    for name in sorted(names):
        parts = Path(name).parts
        if parts and not Path(name).is_absolute() and ".." not in parts:
            images = (folder / name for folder in folders)
            found += [(name, image) for image in images if image.is_file()][:1]
    return found


# --- packages ---------------------------------------------------------------------------------------------------------

_COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.S)
_DECLARED = re.compile(r"\bpackage\s+(?:automatic\s+|static\s+)?([A-Za-z_]\w*)")
_USED = re.compile(r"\b([A-Za-z_]\w*)\s*::")


def _packages_first(files: Sequence[Path]) -> list[Path]:
    """Put packages first: a simulator must have read a package before it meets one of its names.

    The order of the other files stays.
    """
    texts, home = _packages(files)
    if not home:
        return list(files)
    ordered: dict[Path, None] = {}

    def place(file: Path, above: frozenset[Path]) -> None:
        if file in above:  # two packages that use each other, which no order helps
            return
        for name in dict.fromkeys(_USED.findall(texts[file])):
            if home.get(name, file) != file:
                place(home[name], above | {file})
        ordered[file] = None

    for file in files:
        place(file, frozenset())
    return list(ordered)


def misplaced(files: Sequence[Path]) -> Iterator[tuple[Path, str, Path]]:
    """Yield each file that uses a package before it is declared, the package, and the file that declares it."""
    texts, home = _packages(files)
    places = {file: place for place, file in enumerate(files)}
    for file in files:
        for name in dict.fromkeys(_USED.findall(texts[file])):
            if name in home and places[home[name]] > places[file]:
                yield file, name, home[name]


def _packages(files: Sequence[Path]) -> tuple[dict[Path, str], dict[str, Path]]:
    """Return each file's text, without comments if there are packages, and the file that declares each first."""
    texts = {file: file.read_text(errors="replace") for file in files}
    if not any("package" in text for text in texts.values()):
        return texts, {}
    texts = {file: _COMMENT.sub(" ", text) for file, text in texts.items()}
    return texts, {name: file for file in reversed(files) for name in _DECLARED.findall(texts[file])}


# --- libraries --------------------------------------------------------------------------------------------------------

_MODULE = re.compile(r"\b(?:module|macromodule|primitive)\s+(?:automatic\s+|static\s+)?([A-Za-z_][\w$]*)")
_INCLUDED = re.compile(r'`include\s*"([^"\n]+)"')
_WORDS = re.compile(r"[A-Za-z_][\w$]*")


def used(files: Sequence[Path], libraries: Sequence[Path], folders: Sequence[Path]) -> list[Path]:
    """Return the files of libraries that the design needs.

    A file is needed if a module is declared in it that the files, or files returned before, name and do not declare.

    Args:
        files: The design's own files.
        libraries: The files of the libraries.
        folders: Where to look for what is included.
    """
    home: dict[str, Path] = {}
    for file in libraries if any(file not in files for file in libraries) else ():
        for name in _MODULE.findall(_COMMENT.sub(" ", _text(file))):
            home.setdefault(name, file)
    found: dict[Path, None] = {}
    waiting, seen = list(files), {*files}
    own = {name for file in files for name in _MODULE.findall(_COMMENT.sub(" ", _text(file)))} if home else set[str]()
    while home and waiting:
        file = waiting.pop(0)
        text = _text(file)
        named = dict.fromkeys(_WORDS.findall(_COMMENT.sub(" ", text)))
        needed = [home[name] for name in named if name in home and name not in own]
        found |= dict.fromkeys(file for file in needed if file not in files)
        included = [folder / name for name in _INCLUDED.findall(text) for folder in (file.parent, *folders)]
        more = [file for file in (*needed, *included) if file not in seen and file.is_file()]
        seen.update(more)
        waiting += more
    return list(found)


def _text(file: Path) -> str:
    return file.read_text(errors="replace")


# --- file lists -------------------------------------------------------------------------------------------------------


@dataclass
class FileList:
    """What a file list (`-f` of most tools) comes to."""

    files: list[Path] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)
    macros: dict[str, str] = field(default_factory=dict)


_LISTED = "a list may have files, +incdir+, +define+, -I, -D, -v, -f and -F"
_LIST_COMMENT = re.compile(r'"[^"\n]*"|/\*.*?\*/|(?:(?<=\s)|^)(?://|#)[^\n]*', re.S | re.M)
#: Quotes hold a word together, and go; with a backslash they are meant.
_WORD = re.compile(r'(?:"(?:\\.|[^"\\])*"|\\.|\S)+')
_QUOTE = re.compile(r'\\(["\\])|"')
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|\((\w+)\)|(\w+))")


def read_list(path: Path, named: str) -> FileList:
    """Read a file list. Everything in it counts from its own folder. Raise BadInput.

    `named`: where the list is named.
    """
    result = FileList()
    _read_list(path, named, result, ())
    return result


def _read_list(path: Path, named: str, result: FileList, above: tuple[Path, ...]) -> None:
    if path.resolve() in above:
        raise BadInput(f"{named}: the file list {as_named(path)} names itself")
    words = _words(path, named)
    for where, word in words:
        option, rest = _option(word)
        if option in _WITH_WORD and not rest:
            rest = next(words, (where, ""))[1]
            if not rest:
                raise BadInput(f"{where}: nothing follows {option}")
        if option in ("-f", "-F"):
            _read_list(path.parent / rest, where, result, (*above, path.resolve()))
        elif option in ("", "-v"):
            try:
                found = find(path.parent, rest)
            except NoSource as problem:
                raise BadInput(f"{where}: {rest!r} {problem}") from None
            result.files += [file for file in found if file not in result.files]
        elif option in ("+incdir", "-I"):
            result.folders += [_folder(where, path.parent / name) for name in rest.split("+") if name]
        elif option in ("+define", "-D"):
            result.macros.update(_macro(where, text) for text in rest.split("+") if text)
        else:
            raise BadInput(f"{where}: {word!r} is not understood: {_LISTED}")


_WITH_WORD = ("-f", "-F", "-v", "-I", "-D")


def _option(word: str) -> tuple[str, str]:
    """Return what kind of word it is, and the rest of it."""
    if word.startswith("+"):
        option, _, rest = word[1:].partition("+")
        return f"+{option}", rest
    if word.startswith("-"):
        return (word[:2], word[2:]) if word[:2] in ("-I", "-D") else (word, "")
    return "", word


def _words(path: Path, named: str) -> Iterator[tuple[str, str]]:
    """Yield each word with its file:line, without quotes, and with $VARIABLES replaced. Raise BadInput."""
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise BadInput(f"{named}: the file list {as_named(path)} cannot be read: {why}") from None
    # Comments go, but not their line breaks, nor what only looks like one in quotes.
    bare = _LIST_COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else "\n" * found[0].count("\n"), text)
    for number, line in enumerate(bare.splitlines(), 1):
        where = f"{as_named(path)}:{number}"
        for word in _WORD.findall(line):
            yield where, _QUOTE.sub(lambda found: found[1] or "", _expanded(where, word))


def _expanded(where: str, word: str) -> str:
    """Replace $VARIABLES by their values. Raise BadInput."""
    for found in _VARIABLE.finditer(word):
        name = next(filter(None, found.groups()))
        if name not in os.environ:
            raise BadInput(f"{where}: {found[0]}: set the variable {name} in the environment")
        word = word.replace(found[0], os.environ[name])
    return word


def _folder(where: str, folder: Path) -> Path:
    if not folder.is_dir():
        raise BadInput(f"{where}: there is no folder {as_named(folder)}")
    return folder


def _macro(where: str, text: str) -> tuple[str, str]:
    name, given, value = text.partition("=")
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise BadInput(f"{where}: {name!r} is not the name of a macro")
    return name, value if given else "1"
