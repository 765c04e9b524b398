"""Turns are counted up to 257, and taken back at each power of two of them."""

from loopline.games.general.counters import powers_of_two
from loopline.games.strategy import Choices, Digits, Session
from loopline.games.trax.model import Engine
from loopline.games.trax.protocol import Op, streams
from loopline.games.trax.strategies.general import means


def test_turns_are_taken_back_at_and_beside_each_power_of_two_and_then_all_of_them():
    climbs, far, refusals = 255, 255, 200
    session = Session(Engine(64, streams(64)))
    powers_of_two(means(64, False), session, Choices(Digits(bytes([climbs, far, refusals])), bytes(range(20, 60))))
    model, taken_back, in_a_row, longest, refused = Engine(64, streams(64)), set(), 0, 0, 0
    for request in session.steps:
        turns = len(model.position.turns)
        model.carry_out(request)
        in_a_row = in_a_row + 1 if request.op == Op.TAKE_BACK else 0
        refused += request.op == Op.PLAY and len(model.position.turns) == turns
        longest = max(longest, in_a_row)
        taken_back |= {turns} if in_a_row else set()
    assert {power + more for power in (2, 4, 8, 16, 32, 64, 128, 256) for more in (-1, 0, 1)} <= taken_back
    assert longest == 258
    assert refused >= 1 + 32
