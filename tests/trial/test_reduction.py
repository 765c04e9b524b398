"""How what fails becomes small: without hardware, a mistake is said of the model itself."""

import asyncio
from itertools import islice

import pytest
from cosim.engines import ROOT
from goldenrules.trax import Position
from loopline.contract.checker import Mismatch, Wrong
from loopline.contract.designs import RTL
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.games.trax.protocol import Op
from loopline.simulation.delays import read_delays, write_delays
from loopline.trial.shrinking import (
    ShrunkFailure,
    all_short_games,
    earlier_ends,
    known_games,
    reduced,
    reordered,
    short_games,
    without_of_each,
)

TRAX, *OTHERS = ENGINES = [f"{name}/engine.toml" for name in ("trax", "evening", "globe", "tsolitaire")]


def game_of(path):
    return Subject.of(load(RTL / path)).engine


@pytest.mark.parametrize("path", ENGINES)
def test_everything_is_asked_after_every_first_turn(path):
    game = game_of(path)
    beginnings = list(islice(game.beginnings(1), 5))
    asked = [script for one in beginnings for script in game.asked_after(one, game.read([]))]
    begun = [game.until(script, len(one.steps) - 1) for one, script in zip(beginnings, asked, strict=True)]
    assert begun == beginnings
    assert min(map(game.turns, asked)) > 10


def board(game, script):
    model, at = game.after(script.steps), game.streams.response.names.index(game.content)
    return [model.carry_out(request)[at] for request in game.read_back(model)]


@pytest.mark.parametrize("path", OTHERS)
def test_probed_turns_are_taken_back(path):
    game = game_of(path)
    for beginning in islice(game.beginnings(2), 0, 60, 20):
        for script in game.asked_after(beginning, game.read([])):
            assert board(game, script) == board(game, beginning)


def test_in_trax_too_where_a_foul_ends_the_game_and_the_first_tile_lies_elsewhere():
    game = game_of(TRAX)
    script = game.read(["at:62,1", "new:classic,lines=3", "1,1:+", "2,1:/", "new", "3,3:/", "3,4:?"])
    (asked,) = game.asked_after(script, game.read([]))
    played = [request for request in game.requests(asked) if request.op == Op.PLAY][4:]
    assert {(request.x, request.y) for request in played} >= {(65 % 64, 4), (66 % 64, 4), (64 % 64, 4), (65 % 64, 3)}


@pytest.mark.parametrize("path", ENGINES)
def test_resets_cut_short_what_is_asked_if_they_are_part_of_it(path):
    game = game_of(path)
    like = next(game.beginnings(1))
    like = game.read([*game.write(like).split()[:-1], game.write(like).split()[-1] + "!reset=3"])
    (asked,) = game.asked_after(next(game.beginnings(1)), like)
    assert {request[-1] for request in game.requests(asked)} >= set(range(1, 20))


class Waiting:
    """Plays a game that fails with such delays alone."""

    def __init__(self, game, fails):
        self.game, self.fails, self.learned, self.limits = game, fails, [], self

    def enough(self):
        return False

    async def again(self, script, delays):
        return Mismatch(9, 1, Wrong("resp_ok", "1", "0", "wrong")) if self.fails(write_delays(delays)) else None

    def learn(self, script, delays, mismatch, before):
        self.learned.append(write_delays(delays))


@pytest.mark.parametrize(
    ("delays", "fails", "left"),
    [
        ("request161=128", lambda delays: True, [""]),
        ("c7ff,request161=128", lambda delays: "c7ff" in delays, ["c7ff"]),
        ("c7ffc7ff", lambda delays: "c7" in delays, ["c7ff"]),
        ("answer1=129,request161=128", lambda delays: "answer" in delays, ["answer=129", "answer=7"]),
        ("answer=129", lambda delays: "129" in delays, []),
    ],
)
def test_needless_delays_are_removed(delays, fails, left):
    game = game_of(TRAX)
    trial, script = Waiting(game, fails), next(game.beginnings(2))
    shrinking = ShrunkFailure(trial, None)
    shrinking._delays = read_delays(delays)
    asyncio.run(shrinking._wait_less(script, Mismatch(9, 1, Wrong("resp_ok", "1", "0", "wrong"))))
    assert trial.learned == left


@pytest.mark.parametrize("path", ENGINES)
def test_earlier_ends_are_of_fewer_turns(path):
    game = game_of(path)
    script = next(game.beginnings(3))
    firsts = [game.beginnings(0), [game.until(script, n) for n in range(len(script.steps))]]
    asked = list(earlier_ends(game, script))
    parts = [part for parts in firsts for part in parts if game.turns(part) < 2]
    assert len(asked) == 2
    assert min(map(game.turns, asked)) > 2  # all there is to ask, and not only the beginning
    assert all(any(one.steps[: len(part.steps)] == part.steps for part in parts) for one in asked)
    assert not list(earlier_ends(game, next(game.beginnings(1))))


def test_a_game_that_fails_in_another_way_sooner():
    """The line that fails is long, but whatever wins fails: a loop of three turns is among what is known."""
    game = game_of(TRAX)

    def wins(script):
        """The turn after which it is wrong."""
        position = Position()
        for number, step in enumerate(script.steps):
            if step.op == Op.NEW:
                position = Position()
            elif step.op == Op.PLAY and position.winner is None and position.is_legal(step.cell, step.symbol):
                position.play(step.cell, step.symbol)
            if position.winner:
                return number
        return None

    async def fails(script):
        number = wins(script)
        return None if number is None else Mismatch(0, number, Wrong("over", 1, 0, ""))

    line = game.read(["@0+", "@1+", "@1+", "@1+", "@1+", "@1+", "@1+", "@1+"])
    assert wins(line) == 7
    sooner = next(script for script in known_games(game, line) if wins(script))
    small, _ = asyncio.run(reduced(game, sooner, asyncio.run(fails(sooner)), fails))
    assert game.turns(small) == 3
    assert not any(wins(script) for script in all_short_games(game, small) if game.turns(script) < 3)


def test_a_turn_less_in_another_order():
    """Ten discs are a diagonal in Connect Four and what it lies on, and then it is the second player's. Where the first
    has it there is a disc too many, and no longer who has which disc if that is left out."""
    game = Subject.of(load(ROOT / "examples" / "connect4" / "connect4.toml")).engine
    script = game.read([f"play:{column}" for column in "23304445555"])

    def diagonal(script):
        position = game.after(script.steps).position
        x, y = (column := position.turns[-1]), len(position.columns[column]) - 1
        return position.winner and all(position.disc(x - n, y - n) == position.winner for n in range(4))

    assert diagonal(script)
    assert not any(diagonal(one) for one in game.shorter(script))
    found = next(one for one in islice(reordered(game, script), 2_000) if diagonal(one))
    assert game.turns(found) == 10
    assert not [*reordered(Subject.of(load(RTL / "trax" / "player" / "player.toml")).player, None)]


def test_a_turn_less_of_each_player():
    """A turn of each is not needed, and others are between these: without both, those would be the other player's."""
    game = Subject.of(load(ROOT / "examples" / "connect4" / "connect4.toml")).engine
    mismatch = Mismatch(9, None, Wrong("over", 1, 0, "wrong"))

    def columns(script, player):
        return "".join(word[-1] for word in game.write(script).split())[player::2]

    class Played(Waiting):
        async def again(self, script, delays):
            needed = columns(script, 0).count("0") >= 4 and {*"123"} <= {*columns(script, 1)}
            return mismatch if needed else None

        def learn(self, script, delays, mismatch, before):
            self.learned.append(script)

    script = game.read([f"play:{column}" for column in "015206030"])
    trial = Played(game, None)
    assert not any(asyncio.run(trial.again(one, b"")) for one in game.shorter(script))
    asyncio.run(ShrunkFailure(trial, None)._fewer_of_each(script, mismatch))
    assert game.write(trial.learned[-1]) == " ".join(f"play:{column}" for column in "0102030")
    assert without_of_each(Subject.of(load(RTL / "trax" / "player" / "player.toml")).player, None, 0, 0, 1) is None


def test_straight_lines_across_the_seam_are_known():
    """To all four sides, and away from it."""
    game = game_of(TRAX)
    first = [script for script in known_games(game, game.read(["@0+"] * 10)) if game.turns(script) == 32]
    assert {script.at for script in first} >= {(0, 0), (63, 63), (61, 61)}
    rows = {request.y for script in first for request in script.requests(64)}
    assert {58, 61, 63, 0, 4} <= rows


def test_short_games_of_so_many_turns():
    game = game_of("globe/engine.toml")
    assert len(list(short_games(game, 2, game.read([])))) == len(list(game.beginnings(1)))


def begun(game):
    """The step that begins a game."""
    return game.begin(0) if hasattr(game, "begin") else game.read(["new"]).steps[0]


@pytest.mark.parametrize("path", ENGINES)
def test_turns_after_the_failure_go_first(path):
    """Whenever it has come earlier, as here without what begins a game. (A part of what comes after is no better: then
    nothing fails.)"""
    game = game_of(path)
    new, move = begun(game), next(game.beginnings(1)).steps[-1]

    async def fails(script):
        steps = script.steps
        at = 300 if new in steps else 1
        return Mismatch(0, at, Wrong("over", 1, 0, "")) if len(steps) == at + 1 or len(steps) > 140 + at else None

    script = type(game.script_of([]))((*[move] * 100, new, *[move] * 400))
    small, _ = asyncio.run(reduced(game, script, asyncio.run(fails(script)), fails))
    assert len(small.steps) == 2


@pytest.mark.parametrize("path", ENGINES)
def test_earlier_games_go_first(path):
    """It has begun 50 games, and three of them are needed."""
    game = game_of(path)
    new, move = begun(game), next(game.beginnings(1)).steps[-1]
    script = type(game.script_of([]))((new, *[move] * 7) * 50)
    smaller = next(one for one in game.shorter(script) if one.steps.count(new) > 2 and one.steps.count(move) > 20)
    assert smaller.steps == script.steps[-4 * 8 :]
