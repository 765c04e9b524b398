"""The deck of a design: a file of games that are played before anything random. A game comes with one; a description
may name another, `deck = ...`. `loopline mutate --write-deck` makes them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import NamedTuple

from loopline.campaign.regression import Saved, read_all, saved, words_of
from loopline.contract import game as games
from loopline.design.dut import Dut
from loopline.errors import BadInput, as_named

_VERSION = 1
_HEAD = re.compile(r"# loopline deck (\d+); (.+)")


class Deck(NamedTuple):
    """The deck of a design."""

    #: Of a player's, the code that they come from.
    file: Path
    #: By file and line, as saved games are; those of a player by their numbers.
    games: list[Saved]
    #: What is to be said of it, if not all of it can be played.
    note: str = ""


def head(dut: Dut) -> str:
    """The first line of a deck: for which game, and which board of it."""
    return f"# loopline deck {_VERSION}; {_made_for(dut)}"


def deck_of(dut: Dut) -> Deck | None:
    """None: there is none. Raises BadInput."""
    if dut.deck_file:
        return read(dut.deck_file, dut)
    if dut.contract == "player":
        return _of_players(dut)
    game = games.find(dut)
    return _what_fits(game.deck, dut) if game.deck else None


def _of_players(dut: Dut) -> Deck | None:
    """What comes with the game: a player's games depend on what it answers, so these say how to choose."""
    player = games.player(dut)
    scripts = [(f"deck {number}", player.write(script), "") for number, script in enumerate(player.deck(dut), 1)]
    return Deck(Path(inspect.getfile(type(player))), scripts) if scripts else None


def read(file: Path, dut: Dut) -> Deck:
    """A deck that was made for another board may have games that this one has no room for. Raises BadInput."""
    head = _head_of(file)
    if head is None:
        return Deck(file, read_all([str(file)], dut))
    version, made_for = head
    if version != str(_VERSION):
        raise BadInput(f"{as_named(file)}:1: is a deck of version {version}, and this loopline reads {_VERSION}")
    if made_for == _made_for(dut):
        return Deck(file, read_all([str(file)], dut))
    name = games.find(dut).name
    if made_for.partition(", ")[0] != name:
        raise BadInput(f"{as_named(file)}:1: is a deck for {made_for}, and the game of {dut.shown} is {name}")
    return _what_fits(file, dut)


def _what_fits(file: Path, dut: Dut) -> Deck:
    """Games that this design has no room or no rules for are left out, and it is said."""
    playable, problems = list[Saved](), list[BadInput]()
    for name, words in words_of(file, dut):
        try:
            playable.append(saved(name, words, dut))
        except BadInput as problem:
            problems.append(problem)
    if not problems:
        return Deck(file, playable)
    total = len(playable) + len(problems)
    note = f"this design can play {len(playable)} of the {total} games of the deck {as_named(file)}"
    return Deck(file, playable, f"{note}; the first of the others: {problems[0]}")


def _head_of(file: Path) -> tuple[str, str] | None:
    """Version, and what it was made for; None if its head does not say so."""
    try:
        with file.open(encoding="utf-8", errors="replace") as stream:
            found = _HEAD.match(stream.readline())
    except OSError as error:
        raise BadInput(f"{as_named(file)}: cannot be read: {error.strerror}") from None
    return (found[1], found[2]) if found else None


def _made_for(dut: Dut) -> str:
    return ", ".join(filter(None, [games.find(dut).name, dut.board.plain]))
