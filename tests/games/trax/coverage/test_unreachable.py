"""No bin is left out without proof: for each reason that the model gives, enumeration shows that it is so."""

from itertools import product

import pytest
from goldenrules.trax import CLASSIC, RED, TILES, WHITE, Board, Position, cell_at
from goldenrules.trax.cells import STEP
from goldenrules.trax.position import FIRST_TILES
from goldenrules.trax.tiles import FORCED, SIDES, VALID_ENTRIES, colour_at, entered, fits, joined, opposite
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


def test_these_are_all_reasons():
    """A new reason needs a proof of its own, below."""
    given = {one.unreachable for group in model(64) for one in group.bins.values() if one.unreachable}
    assert given == {
        reasons._SETTLED,
        reasons._FIRST,
        reasons._CHOSEN_TRAPS,
        reasons._CROSSING,
        reasons._WHITE_BEGINS,
    }


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
    """On every full board of 3 × 3 cells, and every one of 2 × 2 with gaps: none has both lines in one colour.

    What holds at any size is why: they would meet on a tile, and it has one path of a colour.
    """
    assert excluded_for(reasons._CROSSING, "won at once") == {
        frozenset(kinds) for kinds in (("line across", "line down"), ("loop", "line across", "line down"))
    }
    boards, across, down = 0, 0, 0
    for size, gaps in ((3, False), (2, True)):
        for board in boards_of(size, gaps):
            boards += 1
            for colour in (WHITE, RED):
                lines = [has_line(board, colour, side, size) for side in (3, 0)]
                across, down = across + lines[0], down + lines[1]
                assert not all(lines)
    assert boards > 1000
    assert across == down > 500


def boards_of(size, gaps):
    """Every way to lay tiles that match on each cell, or on some."""
    cells = [cell_at(column, row) for row in range(size) for column in range(size)]

    def go_on(board, number):
        if number == len(cells):
            yield board
            return
        cell = cells[number]
        if gaps:
            yield from go_on(board, number + 1)
        for tile in TILES:
            if all(
                colour_at(tile, side) == colour_at(board[cell + STEP[side]], opposite(side))
                for side in (0, 3)
                if cell + STEP[side] in board
            ):
                board[cell] = tile
                yield from go_on(board, number + 1)
                del board[cell]

    return go_on({}, 0)


def has_line(board, colour, side, size):
    """Is there a path from this side to the other?"""
    starts = [cell_at(0, n) if side == 3 else cell_at(n, 0) for n in range(size)]
    for start in starts:
        cell, at = start, side
        while cell in board and colour_at(board[cell], at) == colour:
            a, b = joined(board[cell], colour)
            out = b if at == a else a
            cell, at = cell + STEP[out], opposite(out)
            if cell not in board and out == opposite(side) and beyond(cell, out, size):
                return True
    return False


def beyond(cell, side, size):
    return cell in ([cell_at(size, n) for n in range(size)] if side == 1 else [cell_at(n, size) for n in range(size)])


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
