"""Saved games and decks: files of games that are played before anything random.

Saved games are files, and folders of files, as a regression suite keeps them. A deck comes with a game; a description
may name another, `deck = ...`. `loopline mutate --write-deck` makes them.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from loopline.contract.game import Subject
from loopline.errors import BadInput, as_named
from loopline.simulation.delays import read_delays

#: Name, text, waiting cycles in hexadecimal.
Saved = tuple[str, str, str]

_DELAYS = "delays:"


def read_all(names: Iterable[str], subject: Subject) -> list[Saved]:
    """Return every game of the files and folders; a name that is neither is a game itself. Raise BadInput."""
    suffix, found = subject.game.suffix, list[Saved]()
    for name in names:
        path = Path(name)
        # (Those of Path fail if a name is longer than that of a file may be, as a game's can be.)
        if os.path.isdir(name):  # noqa: PTH112
            files = sorted(path.rglob(f"*{suffix}"))
            if not files:
                raise BadInput(f"{path}: no {suffix} file in this folder")
            for file in files:
                found.extend(_read(file, subject))
        elif path.suffix == suffix or os.path.isfile(name):  # noqa: PTH113
            found.extend(_read(path, subject))
        else:
            found.append(_typed(name, subject))
    return found


def _typed(text: str, subject: Subject) -> Saved:
    """Return a game from the command line. Raise BadInput."""
    name = text if len(text) < 40 else f"{text[:37]}..."
    try:
        return saved(name, text.split(), subject)
    except BadInput as problem:
        if len(text.split()) != 1:
            raise
        raise BadInput(f"there is no file {name}, and as a game: {str(problem).removeprefix(f'{name}: ')}") from None


def kept(folder: Path | None, subject: Subject) -> list[Saved]:
    """Return the games of a folder, which is made if it is missing: a failure may come later. Raise BadInput."""
    if folder is None:
        return []
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        says = f"cannot write to {folder}: {error.strerror}. Choose another folder with --regressions."
        raise BadInput(says) from error
    return read_all([str(folder)], subject) if any(folder.rglob(f"*{subject.game.suffix}")) else []


def _read(path: Path, subject: Subject) -> Iterator[Saved]:
    return (saved(name, words, subject) for name, words in words_of(path, subject))


def words_of(path: Path, subject: Subject) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the words of each game of a file, not yet checked. Raise BadInput."""
    found = False
    try:
        with path.open("rb") as stream:
            for line, words in subject.scripts.games(stream):
                found = True
                yield f"{path}:{line}", words
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from None
    if not found:
        raise BadInput(f"{path}: holds no game")


def saved(name: str, words: list[str], subject: Subject) -> Saved:
    """Return the saved game with this name.

    Args:
        name: The name.
        words: The words of the script, and its delays.
        subject: The design, and its game.

    Raises:
        BadInput: The words are not a game of the design.
    """
    delays = "".join(word.removeprefix(_DELAYS) for word in words if word.startswith(_DELAYS))
    words = [word for word in words if not word.startswith(_DELAYS)]
    try:
        read_delays(delays)
        subject.scripts.read(words)
    except ValueError as error:
        what = getattr(error, "text", "") or delays
        raise BadInput(": ".join(filter(None, (name, what, str(error))))) from None
    return name, " ".join(words), delays


# --- decks ------------------------------------------------------------------------------------------------------------

_VERSION = 1
_HEAD = re.compile(r"# loopline deck (\d+); (.+)")


class Deck(NamedTuple):
    """The deck of a design."""

    #: Of a player's, the code that they come from.
    file: Path
    #: By file and line, as saved games are; those of a player by their numbers.
    games: list[Saved]
    #: A note, if only a part of it can be played.
    note: str = ""


def head(subject: Subject) -> str:
    """Return the first line of a deck: for which game, and which board of it."""
    return f"# loopline deck {_VERSION}; {subject.made_for}"


def deck_of(subject: Subject) -> Deck | None:
    """Return the design's deck, or None. Raise BadInput if it cannot be read."""
    if subject.dut.deck_file:
        return read_deck(subject.dut.deck_file, subject)
    if subject.dut.contract == "player":
        return _of_players(subject)
    return _what_fits(subject.game.deck, subject) if subject.game.deck else None


def _of_players(subject: Subject) -> Deck | None:
    """Return the deck that comes with the game.

    A player's games depend on what it answers, so these say how to choose.
    """
    player = subject.player
    scripts = [
        (f"deck {number}", player.write(script), "") for number, script in enumerate(player.deck(subject.dut), 1)
    ]
    return Deck(Path(inspect.getfile(type(player))), scripts) if scripts else None


def read_deck(file: Path, subject: Subject) -> Deck:
    """Return the deck of a file.

    A deck that was made for another board may have games that are too large for this one. Raise BadInput if it is for
    another game, or cannot be read.
    """
    head = _head_of(file)
    if head is None:
        return Deck(file, read_all([str(file)], subject))
    version, made_for = head
    if version != str(_VERSION):
        raise BadInput(f"{as_named(file)}:1: is a deck of version {version}, and this loopline reads {_VERSION}")
    if made_for == subject.made_for:
        return Deck(file, read_all([str(file)], subject))
    name = subject.game.name
    if made_for.partition(", ")[0] != name:
        raise BadInput(f"{as_named(file)}:1: is a deck for {made_for}, and the game of {subject.dut.shown} is {name}")
    return _what_fits(file, subject)


def _what_fits(file: Path, subject: Subject) -> Deck:
    """Return the deck without games that are too large for this design or play other rules; its note says so."""
    playable, problems = list[Saved](), list[BadInput]()
    for name, words in words_of(file, subject):
        try:
            playable.append(saved(name, words, subject))
        except BadInput as problem:
            problems.append(problem)
    if not problems:
        return Deck(file, playable)
    total = len(playable) + len(problems)
    note = f"{len(problems)} of {total} known games skipped"
    return Deck(file, playable, f"{note}; the first: {problems[0]}")


def _head_of(file: Path) -> tuple[str, str] | None:
    """Return the version, and what the file was made for; None if its head does not say so."""
    try:
        with file.open(encoding="utf-8", errors="replace") as stream:
            found = _HEAD.match(stream.readline())
    except OSError as error:
        raise BadInput(f"{as_named(file)}: cannot be read: {error.strerror}") from None
    return (found[1], found[2]) if found else None
