"""Traps: in every example, of every shape, and the game goes on."""

import random
from pathlib import Path

import pytest
from games.trax.strategies.examples import facts, many, scripts, share
from goldenrules.trax import CLASSIC, RED, WHITE, Position, RuleSet, Trap, column_of, read_move, row_of
from loopline.drawing import examples_of
from loopline.games.trax.protocol import SYMBOL_OF, Op, Reason
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.games.trax.requests import TAKE_BACK
from loopline.games.trax.strategies import traps
from loopline.games.trax.strategies.facts import facts_of
from loopline.games.trax.strategies.rare import two_at_once
from loopline.games.trax.strategies.shapes import trap_shape, traps_at_once

REAL_TRAPS = Path(__file__).parents[5] / "shared" / "data" / "traps.txt"


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


def test_a_trap_and_illegal_only_because_of_forced_play():
    for script in scripts("traps")[::10]:
        position, move = up_to_the_trap(script)
        assert move in position.candidates()
        with pytest.raises(Trap):
            position.play(*move)
        without_forced_play = Position(RuleSet("no forced play", forced_play=False))
        without_forced_play.tiles, without_forced_play.entries = dict(position.tiles), dict(position.entries)
        without_forced_play.set_box(position.box)
        without_forced_play._far = dict(position._far)
        without_forced_play.play(*move)


def test_every_shape_in_both_colours_at_every_depth():
    shapes = [trap for found in facts("traps") for trap in found.traps]
    for cell in ("three", "four", "all four"):
        for colour in (WHITE, RED):
            depths = {trap.depth for trap in shapes if (trap.cell, trap.colour) == (cell, colour)}
            assert depths >= {1, 2, 3, 4, 5, 6}, (cell, colour)
    assert {trap.depth for trap in shapes} >= {1, 2, 3, 4, 5, 6, 7, 8, 9}
    assert 0.15 < sum(trap.depth >= 6 for trap in shapes) / len(shapes) < 0.6


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


def test_by_contest_rules_a_foul_by_classic_rules_the_game_goes_on():
    fouls, taken_back, played_on, undone = 0, 0, 0, 0
    for script in scripts("traps"):
        engine = ReferenceEngine(64)
        answers = [engine.answer(request) for request in script.requests(64)]
        trap = next(n for n, answer in enumerate(answers) if answer.reason == Reason.TRAP)
        after = script.steps[trap + 1 :]
        if answers[trap].over:
            fouls += 1
            undone += TAKE_BACK in after[:2]
        else:
            taken_back += 1
            done = [
                step.op == Op.PLAY and not answer.reason
                for step, answer in zip(after, answers[trap + 1 :], strict=True)
            ]
            played_on += sum(done) >= 3
    assert fouls > 0.3 * many("traps")
    assert undone > 0.3 * fouls
    assert taken_back > 0.3 * many("traps")
    assert played_on > 0.6 * taken_back


def test_traps_are_that_rare_in_random_games():
    usual = share(lambda found: found.traps, facts("random_games"))
    assert 0 < usual < 0.05


@pytest.mark.skipif(not REAL_TRAPS.exists(), reason="needs ../shared/data/traps.txt beside the repository")
def test_collected_traps_have_shapes_that_are_made_here():
    made = {(*trap[:2], min(trap.depth, 9)) for found in facts("traps") for trap in found.traps}
    for line in REAL_TRAPS.read_text().splitlines():
        if not line.startswith("#"):
            position, words = Position(CLASSIC), line.split()
            for word in words[:-1]:
                position.play(*read_move(position, word))
            shape = trap_shape(position, read_move(position, words[-1]))
            assert (*shape[:2], min(shape.depth, 9)) in made


def test_two_traps_at_once_of_all_kinds():
    kinds = set()
    for game in two_at_once():
        position = Position(CLASSIC)
        for move in game[:-1]:
            position.play(*move)
        first, second = traps_at_once(position, game[-1])
        apart = {abs(column_of(first) - column_of(second)), abs(row_of(first) - row_of(second))}
        shape = trap_shape(position, game[-1])
        kinds.add((2 in apart, shape.colour))
    assert len(kinds) == 4


def test_some_examples_are_two_traps_at_once():
    """One in eight, so an engine that names the wrong one is found out."""
    found = 0
    for script in scripts("traps")[:200]:
        position, move = up_to_the_trap(script)
        found += len(traps_at_once(position, move)) == 2
    assert found > 10
