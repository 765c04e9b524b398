"""The host that makes games long, and the scripts that try every turn."""

import random
from itertools import islice

from goldenrules.trax import Position
from goldenrules.trax.policy import choose, winning_turn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loopline.games.trax import exhaustive
from loopline.games.trax.player.replies import WORDS, lasting, trapping
from loopline.games.trax.player.transcript import situations
from loopline.games.trax.protocol import Op
from loopline.games.trax.reference_engine import ReferenceEngine


def game(seed, reply):
    """Turns, and the most legal ones there were, against the golden policy."""
    dice, position, most = random.Random(seed), Position(), 0
    for _ in range(40):
        position.play(*choose(position))
        if position.winner:
            break
        position.play(*reply(position, dice))
        if position.winner:
            break
        most = max(most, len(position.legal_moves()))
    return len(position.turns), most


def test_games_are_long():
    patient = [game(seed, lambda position, dice: lasting(position, dice.randrange(256))) for seed in range(3)]
    careless = [game(seed, lambda position, dice: dice.choice(position.legal_moves())) for seed in range(3)]
    assert sum(turns for turns, _ in patient) > 2 * sum(turns for turns, _ in careless)
    assert max(most for _, most in patient) > 100


@given(st.integers(0, 255), st.integers(0, 12))
@settings(max_examples=30)
def test_chosen_turn_lets_nobody_win_if_possible(number, plies):
    position = Position()
    for _ in range(plies):
        if position.winner is None:
            position.play(*islice(position.legal_moves(), number % 2, None).__next__())
    if position.winner is not None:
        return

    def lasts(move):
        position.play(*move)
        good = position.winner is None and not winning_turn(position)
        position.take_back()
        return good

    possible = any(lasts(move) for move in position.legal_moves())
    assert lasts(lasting(position, number)) == possible


def meets_a_trap(seed, reply):
    """Whether the golden policy ever has one to choose."""
    dice, position = random.Random(seed), Position()
    while len(position.turns) < 40 and not position.winner:
        if any(not position.is_legal(*move) for move in position.candidates()):
            return True
        position.play(*(reply(position, dice) if len(position.turns) % 2 else choose(position)))
    return False


def test_traps_among_the_turns():
    """A player must not fall for them, and by chance it hardly ever could."""
    seeds = range(12)
    likely = sum(meets_a_trap(seed, lambda position, dice: trapping(position, dice.randrange(256))) for seed in seeds)
    by_chance = sum(meets_a_trap(seed, lambda position, dice: dice.choice(position.legal_moves())) for seed in seeds)
    assert likely >= 3
    assert by_chance == 0


def test_position_without_turns_gives_none():
    position = Position()
    position.play(*choose(position))
    position.candidates = list
    assert lasting(position, 0) is None


def test_steps_of_long_games_are_written_and_read():
    text = r"-W *0 crlf:*255 now:*17 ^9 ?3 B2\\"[:-1]
    assert WORDS.write(WORDS.read(text.split())) == text


def test_situations():
    transcript = ["> -T", "< LL", "> -W", "< @0+", "> B1+", "< rubbish", "> -B", "> @0/", "< @1+"]
    found = situations(transcript)
    assert [one.kind for one in found] == ["no move", "move", "no move", "move"]
    assert found[1].facts == {"legal turns": 2, "tiles": 0}
    assert found[3].facts == {"legal turns": 12, "tiles": 1}


@given(exhaustive.long_games(16, 20))
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
def test_every_turn_is_tried_at_the_end_of_an_engine_s_game(script):
    other = exhaustive.every_turn_tried(script, 16)
    engine, tried, possible = ReferenceEngine(16), 0, True
    for index, asked in enumerate(other.requests(16)):
        if index == len(other.steps) - 1 and not tried:
            possible = any(exhaustive._possible(engine))  # a board with a limit may be full
        if index >= len(script.steps) and asked.op == Op.PLAY:
            tried += 1
            assert not engine.foul_winner, "a foul is taken back before the next turn"
            assert not engine.position.winner, "and so is a win"
        engine.answer(asked)
    assert other.steps[: len(script.steps)] == script.steps
    assert other.steps[-1].op == Op.NEW
    assert tried or not possible
