"""Of what strategies are made: traps, long forced play, lines that cross, take-backs, and where games begin."""

import random
from importlib import import_module

import pytest
from games.trax.strategies.examples import facts, scripts, share
from goldenrules.trax import CLASSIC, RED, WHITE, Position
from loopline.drawing import examples_of
from loopline.games.strategy import Digits
from loopline.games.trax.protocol import SYMBOL_OF, Reason
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.games.trax.strategies import NAMED, traps
from loopline.games.trax.strategies.building_blocks import ANYWHERE, place
from loopline.games.trax.strategies.facts import facts_of
from loopline.games.trax.strategies.rare import along_a_row, crossing, into_a_trap, over_a_field
from loopline.games.trax.strategies.shapes import cascade_shape, trap_depth, trap_shape


def up_to_the_trap(script, size=64):
    """The position before the first trap, and its move."""
    engine = ReferenceEngine(size)
    for request in script.requests(size):
        position = engine.position
        moves = [turn.move for turn in position.turns]
        rules = position.rules
        before = engine.at
        if engine.answer(request).reason == Reason.TRAP:
            position = Position(rules)
            for move in moves:
                position.play(*move)
            engine.at = before
            return position, (engine.cell(request.x, request.y), SYMBOL_OF[request.symbol])
    raise AssertionError("there is no trap")


def edges(entries):
    colours = [entries >> 2 * side & 3 for side in range(4)]
    return colours.count(WHITE), colours.count(RED)


@pytest.mark.parametrize("depth", range(1, 10))
def test_at_a_chosen_depth(depth):
    for script in examples_of(traps(depth=depth), 50, seed=1):
        (trap,) = facts_of(script, 64).traps
        assert min(trap.depth, 9) == depth


def test_there_is_no_trap_of_depth_0():
    with pytest.raises(ValueError, match="choose from 1 to 9"):
        examples_of(traps(depth=0), 1, seed=1)


def test_shapes_are_what_some_order_of_forced_play_makes():
    """Looked at in another way: by playing in random orders, and on when a cell is trapped."""
    order = random.Random(1)
    shapes = {}
    for script in scripts("traps")[::8]:
        position, move = up_to_the_trap(script)
        found = set()
        for _ in range(100):
            position.begin(*move)
            while position.forced:
                position.force(order.choice(sorted(position.forced)))
                found.update(edges(entries) for entries in position.entries.values())
            position.take_back()
        shape = trap_shape(position, move).cell
        assert (shape == "all four") >= bool(found & {(4, 0), (0, 4)})
        if shape != "four":
            shapes.setdefault(shape, []).append(found & ({(4, 0), (0, 4)} if shape == "all four" else {(3, 0), (0, 3)}))
    # A hundred orders do not always come upon the one that it takes.
    for shape in ("all four", "three"):
        assert share(bool, shapes[shape]) > 0.9


def test_along_a_row_each_tile_forces_the_next():
    for digits in (b"", b"\xff\x00", b"\x00\xff", b"\xff\xff", b"\x80\x80"):
        position = Position(CLASSIC)
        *row, above = along_a_row(40, Digits(digits))
        for move in row:
            position.play(*move)
        assert cascade_shape(position, above) == (40, 40)


@pytest.mark.parametrize("trapped", [False, True])
@pytest.mark.parametrize(("columns", "rows"), [(2, 3), (10, 13), (3, 20)])
def test_over_a_field_one_tile_forces_all(columns, rows, trapped):
    """And into a trap after all others."""
    for digits in (b"", b"\x40", b"\x80", b"\xc0"):
        position = Position(CLASSIC)
        *before, last = (into_a_trap if trapped else over_a_field)(columns, rows, Digits(digits))
        for move in before:
            turn = position.play(*move)
            assert turn.tiles_after == turn.tiles_before + 1
        assert not position.formations
        forced = (columns + 2) * (rows - 1) if trapped else columns * rows
        assert cascade_shape(position, last).forced == forced
        if trapped:
            assert trap_depth(position, last)
        else:
            position.play(*last)
        assert sorted((position.box.columns, position.box.rows)) == sorted((columns + 4, rows + 1))


@pytest.mark.parametrize("digits", [b"", b"\x60\x80\x40\x30\x40", b"\xff" * 4 + b"\x80", b"\xff" * 5])
def test_two_lines_that_cross(digits):
    """Nobody has won before the turn, and then both."""
    position = Position(CLASSIC)
    *before, last = crossing(Digits(digits))
    for move in before:
        position.play(*move)
        assert not position.formations
    position.play(*last)
    assert {win.colour for win in position.wins} == {WHITE, RED}
    assert {win.kind for win in position.wins} == {"line across", "line down"}


def test_a_game_begins_next_to_the_seam_in_the_middle_or_anywhere():
    near = {place(Digits(bytes([choice, ANYWHERE - 1 - choice])), 64) for choice in range(ANYWHERE)}
    assert {x for x, _ in near} == {y for _, y in near} == {0, 61, 63, 32}
    anywhere = {place(Digits(bytes([choice, 0])), 64) for choice in range(ANYWHERE, 256)}
    assert {x for x, _ in anywhere} == set(range(64))


def test_rows_and_fields_are_both_tried(monkeypatch):
    made, module = {"along_a_row": 0, "any_field": 0}, import_module("loopline.games.trax.strategies.rare")

    def counted(name, make):
        def counting(*given):
            made[name] += 1
            return make(*given)

        return counting

    for name in made:
        monkeypatch.setattr(module, name, counted(name, getattr(module, name)))
    examples_of(NAMED["cascades"](8), 40, seed=1)
    assert min(made.values()) >= 4


def test_one_some_and_very_many():
    runs = [found.most_taken_back for found in facts("take_backs")]
    assert share(lambda run: run == 1, runs) > 0.1
    assert share(lambda run: 2 <= run < 10, runs) > 0.1
    assert share(lambda run: run >= 30, runs) > 0.2
    assert max(runs) > 100


def test_games_have_take_backs_and_reads():
    assert share(lambda found: found.taken_back, facts("games")) > 0.5
    assert share(lambda found: found.reads, facts("games")) > 0.5
