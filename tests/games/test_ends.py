"""Games are played to their end, and what is refused there is asked for; then all of it is taken back."""

from dataclasses import replace
from itertools import pairwise

import pytest
from loopline.drawing import examples_of
from loopline.games.block import Block, operation
from loopline.games.evening.game import EveningEngine
from loopline.games.evening.protocol import Hexagon
from loopline.games.globe.game import GlobeEngine
from loopline.games.globe.protocol import Globe
from reversi.block import Reversi, Square

EXAMPLES = 40


class Plain(Reversi):
    """It does not say what else may be tried."""

    play = replace(vars(Reversi)["play"], tries=None)
    decline = replace(vars(Reversi)["decline"], tries=None)


UNTOLD = Plain.game("untold").engine


def asked(game, name):
    """Of each request of each script: the model before it, the request, and whether it was refused."""
    (scripts,) = (one.scripts for one in game.properties() if one.name == name)
    for script in examples_of(scripts, EXAMPLES, seed=1):
        model, seen = game.model(), []
        for request in script.steps:
            over = not game.moves(model)
            seen.append((over, request, bool(model.carry_out(request)[0])))
        yield seen


@pytest.mark.parametrize(
    "game",
    [UNTOLD(Square(size=4)), EveningEngine(Hexagon(side=2)), GlobeEngine(Globe())],
    ids=lambda game: type(game).__name__,
)
def test_refused_requests_are_asked_before_and_after_the_end(game):
    vain = [over for seen in asked(game, "ends") for over, _, refused in seen if refused]
    assert vain.count(True) > 4 * EXAMPLES
    assert vain.count(False) > 4 * EXAMPLES


def test_every_cell_is_asked_for_after_the_end():
    game = UNTOLD(Square(size=4))
    found = {request[1:3] for seen in asked(game, "ends") for over, request, _ in seen if over and request[0] == 1}
    assert found >= {*game.model().position.cells}


def test_long_games_are_taken_back_to_their_beginning_and_once_more():
    """And then played on."""
    game, longest = UNTOLD(Square(size=4)), 0
    for seen in asked(game, "ends"):
        played = 0
        for _, request, refused in seen:
            if request == game.take_back and refused:
                longest, played = max(longest, played), 0
            elif game.is_turn(request) and not refused:
                played += 1
    assert longest >= 10


class Path:
    """Nobody is on it, until somebody steps on it; one place of sixteen is safe."""

    def __init__(self):
        self.steps = None

    def legal(self):
        return range(16) if self.steps is not None and self.steps < STEPS else []


STEPS = 24


class Walk(Block[Path]):
    """A game that a reset does not begin, and that nearly every move ends. Nothing is taken back."""

    fields, answers = {"place": 4, "left": 5}, ("left",)

    def initial(self):
        return Path()

    @operation(begins=True)
    def start(self, now):
        now.steps = 0

    @operation(moves=lambda now: now.legal(), tries=lambda now: range(16))
    def step(self, now, place):
        now.steps = now.steps + 1 if now.steps is not None and place == 5 * now.steps % 16 else STEPS


WALK = Walk.game("walk").engine(None)


@pytest.mark.parametrize(("name", "most"), [("ends", STEPS), ("random games", 3)])
def test_a_game_is_made_to_last_although_no_move_is_taken_back(name, most):
    longest = max(sum(not over for over, _, _ in seen) for seen in asked(WALK, name))
    assert longest >= most if name == "ends" else longest <= most


def test_random_games_begin_where_a_reset_begins_none():
    assert all(request[0] == 0 for seen in asked(WALK, "random games") for _, request, _ in seen[:1])


@pytest.mark.parametrize("name", ["histories", "ends"])
def test_take_backs_come_right_after_reads(name):
    after = [
        before[0]
        for seen in asked(UNTOLD(Square(size=4)), name)
        for (_, before, _), (_, request, _) in pairwise(seen)
        if request == Reversi.undo()
    ]
    assert 0.1 < after.count(Reversi.read(0, 0)[0]) / len(after) < 0.4


def test_refused_requests_are_tried_bit_by_bit():
    """Each cell beyond the board is one bit away from a disc."""
    game = UNTOLD(Square(size=4))
    tried = [request for seen in asked(game, "aliases") for _, request, _ in seen]
    outside = [request for request in tried if request[1] >> 2 ^ request[2] >> 2]
    on_discs = 0
    for seen in asked(game, "aliases"):
        model = game.model()
        for _, request, _ in seen:
            on_discs += request in outside and model.position.discs.get((request[1] & 3, request[2] & 3), 0) > 0
            model.carry_out(request)
    assert on_discs > EXAMPLES
