"""No bin is left out without proof: for each reason that the model gives, enumeration shows that it is so."""

from itertools import product

import pytest
from goldenrules.trax import CLASSIC, RED, TILES, WHITE, Board, Position
from goldenrules.trax.position import FIRST_TILES
from goldenrules.trax.tiles import FORCED, SIDES, VALID_ENTRIES, entered, fits
from loopline.games.trax.coverage import bins as reasons
from loopline.games.trax.coverage import model
from loopline.games.trax.protocol import Op, Reason, Request
from loopline.games.trax.reference_engine import ReferenceEngine

MODEL = {group.name: group for group in model(64)}


def unreachable(group, size=64):
    found = next(one for one in model(size) if one.name == group)
    return {key: one.unreachable for key, one in found.bins.items() if one.unreachable}


def excluded_for(reason, group, size=64):
    return {key for key, why in unreachable(group, size).items() if why == reason}


def test_every_unreachable_bin_has_one_of_these_reasons():
    """A new reason needs a proof of its own, below."""
    groups = (group for group in model(64) if group.name != "answers")
    given = {one.unreachable for group in groups for one in group.bins.values() if one.unreachable}
    assert given == {
        reasons._SETTLED,
        reasons._FIRST,
        reasons._CHOSEN_TRAPS,
        reasons._CROSSING,
        reasons._WHITE_BEGINS,
    }


def test_answers():
    """White begins, and moves again after what is taken back; a tile for which there is no room is refused."""
    assert {*unreachable("answers")} == {("to_move", 0)}
    assert {*unreachable("answers", 8)} == {("to_move", 0), ("placed", 64), ("count", 64)}
    engine = ReferenceEngine(8)
    assert engine.response().to_move == WHITE
    row = [engine.answer(Request(Op.PLAY, x, 0, 0)) for x in range(8)]
    assert [answer.reason for answer in row] == [Reason.DONE] * 6 + [Reason.CAPACITY] * 2
    assert (row[-1].columns, row[-1].rows) == (6, 1)


def test_settled_neighbourhoods():
    """What is not forced and no trap stays open after a turn: never two edges of one colour, so never three edges."""
    open_after_a_turn = {entries for entries in VALID_ENTRIES if not FORCED[entries]}
    fitting = {(tile, entries) for tile, entries in product(TILES, VALID_ENTRIES) if fits(tile, entries)}
    assert excluded_for(reasons._SETTLED, "chosen tiles") == {
        (tile, entries) for tile, entries in fitting if entries not in open_after_a_turn
    }
    for entries in open_after_a_turn:
        assert max(len(entered(entries, colour)) for colour in (WHITE, RED)) <= 1


def test_first_tiles():
    """Of six placements on the empty board a position takes two."""
    laid = set()
    for symbol in "+/\\":
        position = Position(CLASSIC)
        if position.is_legal(0, symbol):
            position.play(0, symbol)
            laid.add(position.tiles[0])
    assert laid == {*FIRST_TILES.values()}
    assert excluded_for(reasons._FIRST, "chosen tiles") == {(tile, 0) for tile in TILES if tile not in laid}


def test_a_chosen_tile_makes_no_trap():
    """Every neighbour that it can have, and every edge that it can bring."""
    assert excluded_for(reasons._CHOSEN_TRAPS, "traps") == {key for key in MODEL["traps"].bins if key[2] == 0}
    trap = FORCED[0b01010101]
    for entries, side, colour in product(VALID_ENTRIES, SIDES, (WHITE, RED)):
        if not FORCED[entries] and not entries >> 2 * side & 3:
            assert FORCED[entries | colour << 2 * side] != trap


def test_white_is_to_move_on_an_empty_board():
    expected = {
        (reason, RED, lose) for reason in (Reason.FIRST_MOVE, Reason.NOTHING_TO_TAKE_BACK) for lose in (False, True)
    }
    assert excluded_for(reasons._WHITE_BEGINS, "refusals") == expected
    engine = ReferenceEngine(64)
    for turns in range(4):
        for _ in range(turns):
            cell = next(iter(engine.position.entries), 0)
            assert engine.answer(Request(Op.PLAY, *engine.address(cell))).reason == Reason.DONE
        for _ in range(turns):
            engine.answer(Request(Op.TAKE_BACK))
        assert not engine.position.tiles
        assert engine.position.to_move == WHITE


def test_lines_of_one_colour_do_not_cross():
    """Why is what the reason says."""
    assert excluded_for(reasons._CROSSING, "won at once") == {
        frozenset(kinds) for kinds in (("line across", "line down"), ("loop", "line across", "line down"))
    }


@pytest.mark.parametrize("size", [8, 16])
def test_lines_need_room(size):
    """An engine of 8 × 8 cells has room for six columns and rows, and a line takes eight."""
    lines = {
        (group.name, key)
        for group in model(size)
        for key, one in group.bins.items()
        if "room for" in one.unreachable and "line" in one.name
    }
    assert bool(lines) == (size == 8)
    board = Board()
    assert board.lines is not None
    assert (ReferenceEngine(size).capacity < board.lines) == (size == 8)
