"""Games as they are played: to their end, from rare positions on, taken back, and cut short by resets."""

from __future__ import annotations

from loopline.games.strategy import Choices
from loopline.games.tsolitaire.protocol import Op, Request
from loopline.games.tsolitaire.requests import LIST, NEW, REDO, UNDO, next_tile, place
from loopline.games.tsolitaire.strategies.building_blocks import (
    Games,
    anything,
    draw,
    fitting,
    go_on,
    play_from_the_library,
    put,
    turn,
)
from loopline.games.tsolitaire.strategies.refusals import fits_nowhere, get_stuck, leaving_of
from loopline.resets import mostly_in

#: The tiles of which the one that fits in the fewest ways is drawn, so that few bits of a list decide.
_SOME = 5


def games(session: Games, chosen: Choices) -> None:
    """Play games until nothing fits, one after the other."""
    for choice in chosen.turns or (0,):
        go_on(session, choice)


def lists(session: Games, chosen: Choices) -> None:
    """Ask in games where each tile fits, and whether it does elsewhere."""
    for choice in chosen.turns or (0,):
        position = draw(session, choice, _SOME if choice & 4 else 1)
        session.ask(LIST)
        if choice & 1:
            session.pick([place(cell, choice >> 1 & 3) for cell in position.faced()], choice)
        if choice & 2:
            session.ask(next_tile(choice >> 2))
        turn(session, choice)


def long_runs(session: Games, chosen: Choices) -> None:
    """Let a stone run over more than 20 tiles, and go on from there."""
    _rare(session, chosen, "long run")


def four_stones(session: Games, chosen: Choices) -> None:
    """Move four stones at once, the most there can be, and go on from there."""
    _rare(session, chosen, "four stones")


def four_times(session: Games, chosen: Choices) -> None:
    """Let a stone pass one tile four times, and go on from there."""
    _rare(session, chosen, "four times")


def late_leavers(session: Games, chosen: Choices) -> None:
    """Ask for a placement refused because one stone leaves, after 15 tiles or more, and go on from there."""
    _rare(session, chosen, "late leaver")


def crowds(session: Games, chosen: Choices) -> None:
    """Ask for a placement refused on a cell that more than four stones face, and go on from there."""
    _rare(session, chosen, "crowd")


def cleared_boards(session: Games, chosen: Choices) -> None:
    """Place all 35 tiles, and take some or all back and restore them."""
    play_from_the_library(session, "cleared", chosen.digits)
    if chosen.digits(2):
        _to_both_ends(session)
    for choice in chosen.turns:
        anything(session, choice)


def _rare(session: Games, chosen: Choices, shape: str) -> None:
    play_from_the_library(session, shape, chosen.digits)
    for choice in chosen.turns:
        anything(session, choice)


def stuck(session: Games, chosen: Choices) -> None:
    """Reach a tile that fits nowhere: ask what is refused then, and go on."""
    for choice in chosen.turns[: chosen.digits(20)]:
        turn(session, choice)
    get_stuck(session, chosen.digits(256))
    for choice in chosen.turns:
        anything(session, choice)


def take_backs(session: Games, chosen: Choices) -> None:
    """Take placements back to the first and restore them to the last, or forget them for another."""
    before = chosen.digits(16)
    for choice in (0, *chosen.turns[:before]):
        turn(session, choice)
    _to_both_ends(session)
    for choice in chosen.turns[before:]:
        if choice & 3 == 3:
            _back_and_forth(session, choice >> 2)
        else:
            turn(session, choice)


def _to_both_ends(session: Games) -> None:
    """Go to the first placement and to the last, and each time once more."""
    steps = len(session.model.position.turns) + 1
    for request in (UNDO, REDO):
        for _ in range(steps):
            session.ask(request)


def _back_and_forth(session: Games, choice: int) -> None:
    """Take some placements back and restore some, perhaps with a refused try or a useless tile between.

    Then perhaps play another tile, or the same one at another place.
    """
    position = session.model.position
    for _ in range(1 + (choice & 7) if choice & 32 else len(position.turns)):
        session.ask(UNDO)
    if choice & 2 and position.next_tile is not None:
        session.pick(
            [place(cell, turn) for cell, _, turn in leaving_of(position, position.next_tile)], choice << 3 & 255
        )
    if choice & 4 and (tile := fits_nowhere(session.model.position, choice << 2)) is not None:
        session.ask(next_tile(tile))
    for _ in range(choice >> 3 & 3):
        session.ask(REDO)
    if choice & 1 and not session.model.over:
        _, placements = fitting(session, choice)
        put(session, placements[-1])
        session.ask(REDO)


def resets(session: Games, chosen: Choices) -> None:
    """Reset in the middle of operations of every kind, and at any other moment."""
    _cut(session, chosen.digits(256), chosen.digits(64))
    for choice in chosen.turns:
        if choice & 7 == 7:
            _cut(session, choice * 37 & 255, choice >> 2)
        else:
            anything(session, choice)


def _cut(session: Games, choice: int, cycles: int) -> None:
    """Ask for an operation with a reset in it.

    `cycles`: less than 64. It comes sooner rather than later, as most operations are short; and often in a placement.
    """
    tile = next_tile(choice & 63)
    kinds = [*session.model.moves()[:1], tile, LIST, UNDO, REDO, NEW, Request(Op.READ)]
    if (kind := choice % 11) < len(kinds):
        request = kinds[kind]
    else:
        draw(session, choice)
        request = session.model.moves()[0]
    for reset in mostly_in(1 + (cycles * cycles >> 6), len(session.steps)):
        session.ask(request._replace(cut=reset.cut))


def everything(session: Games, chosen: Choices) -> None:
    """List each tile, then ask for something: to see how long it takes."""
    for choice in chosen.turns:
        draw(session, choice)
        session.ask(LIST)
        anything(session, choice)
        if choice & 1:
            session.ask(UNDO)
            session.ask(REDO)
