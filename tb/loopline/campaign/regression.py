"""Saved games: files, and folders of files, as a regression suite keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from loopline.contract import game as games
from loopline.design.dut import Dut
from loopline.errors import BadInput
from loopline.simulation.delays import read_delays

#: Name, text, waiting cycles in hexadecimal.
Saved = tuple[str, str, str]

_DELAYS = "delays:"


def read_all(names: Iterable[str], dut: Dut) -> list[Saved]:
    """Every game of the files and folders; a name that is neither is a game itself. Raises BadInput."""
    suffix, found = games.find(dut).suffix, list[Saved]()
    for name in names:
        path = Path(name)
        if _is_dir(path):
            files = sorted(path.rglob(f"*{suffix}"))
            if not files:
                raise BadInput(f"{path}: no {suffix} file in this folder")
            for file in files:
                found.extend(_read(file, dut))
        elif path.suffix == suffix or _is_file(path):
            found.extend(_read(path, dut))
        else:
            found.append(_typed(name, dut))
    return found


def _typed(text: str, dut: Dut) -> Saved:
    """A game from the command line. Raises BadInput."""
    name = text if len(text) < 40 else f"{text[:37]}..."
    try:
        return saved(name, text.split(), dut)
    except BadInput as problem:
        if len(text.split()) != 1:
            raise
        raise BadInput(f"there is no file {name}, and as a game: {str(problem).removeprefix(f'{name}: ')}") from None


def kept(folder: Path | None, dut: Dut) -> list[Saved]:
    """The games of a folder, which is made if there is none: later there may be a failure to save. Raises BadInput."""
    if folder is None:
        return []
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        says = f"cannot write to {folder}: {error.strerror}. Choose another folder with --regressions."
        raise BadInput(says) from error
    return read_all([str(folder)], dut) if any(folder.rglob(f"*{games.find(dut).suffix}")) else []


def _is_dir(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a game can be longer than a file name may be
        return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _read(path: Path, dut: Dut) -> Iterator[Saved]:
    return (saved(name, words, dut) for name, words in words_of(path, dut))


def words_of(path: Path, dut: Dut) -> Iterator[tuple[str, list[str]]]:
    """The name and the words of each game of a file, not yet checked. Raises BadInput."""
    found = False
    try:
        with path.open("rb") as stream:
            for line, words in games.scripts(dut).games(stream):
                found = True
                yield f"{path}:{line}", words
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from None
    if not found:
        raise BadInput(f"{path}: holds no game")


def saved(name: str, words: list[str], dut: Dut) -> Saved:
    """The saved game with this name. Raises BadInput."""
    delays = "".join(word.removeprefix(_DELAYS) for word in words if word.startswith(_DELAYS))
    words = [word for word in words if not word.startswith(_DELAYS)]
    try:
        read_delays(delays)
        games.scripts(dut).read(words)
    except ValueError as error:
        what = getattr(error, "text", "") or delays
        raise BadInput(": ".join(filter(None, (name, what, str(error))))) from None
    return name, " ".join(words), delays
