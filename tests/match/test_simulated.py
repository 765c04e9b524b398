"""A design in a simulator as a player in a match: its clock is the design's, and it can be lost like any other."""

import os
import signal
from functools import partial

import pytest
from cosim.engines import OUT, ROOT, needs
from loopline.errors import BadInput
from loopline.match import players
from loopline.match.inside import PlayerJob, PlayerServer
from loopline.match.players import open_player
from loopline.match.referee import COMMUNICATION, Audience
from loopline.report.match import exit_code
from loopline.simulation.recording import IncompleteRecord
from match.playing import play

BUNDLED = {1: ROOT / "rtl/trax/player/player.toml", 2: ROOT / "rtl/trax/player/player_depth2.toml"}
STUB = ROOT / "tests/player/misbehaving/stub.v"


def bundled(depth):
    needs("verilator")
    return open_player(BUNDLED[depth], "trax", "verilator", OUT)


def stub(manners, tmp_path):
    needs("icarus")
    path = tmp_path / "stub.toml"
    path.write_text(
        f'name = "stub"\ncontract = "player"\ntop = "stub"\nsources = ["{STUB}"]\n'
        f'[parameters]\nMANNERS = "{manners}"\n[serial]\nbaud = 3_125_000\n'
    )
    return open_player(path, "trax", "icarus", tmp_path / "out")


def test_two_bundled_players_to_the_end():
    first, second = play(bundled(1), bundled(2), games=2).records
    for record in (first, second):
        assert record.ending.how in ("loop", "line across", "line down")
        assert record.identities == ["LL", "LL"]
    assert [record.winner for record in (first, second)] == [1, 1]  # who looks ahead wins


def test_simulated_player_plays_as_the_model():
    (players,) = play(bundled(1), "model").records
    (model,) = play("model", "model").records
    assert players.moves == model.moves


def test_simulated_player_has_the_clock_of_its_design():
    (record,) = play(bundled(1), "model").records
    times = record.times(0)
    assert times
    # Four bytes at 115,200 baud take 0.35 ms, and it thinks for less than that.
    assert all(0.000_3 < time < 0.001 for time in times)


class Killer(Audience):
    """Kills the simulator after the first move."""

    def __init__(self, player):
        self.player = player

    def played(self, record):
        os.killpg(self.player._simulation._process.pid, signal.SIGKILL)


def test_a_simulator_that_is_killed():
    player = bundled(1)
    (record,) = play(player, "model", audience=Killer(player)).records
    assert record.ending.how == COMMUNICATION
    assert "the simulation has ended by itself" in record.ending.why
    assert record.moves


@pytest.mark.parametrize(
    ("manners", "how", "why"),
    [
        ("is stuck low", COMMUNICATION, "there is no stop bit"),
        ("is unknown", COMMUNICATION, "neither high nor low"),
        ("crashes", COMMUNICATION, "stub.v:69: $fatal: the player says it is broken"),
        ("answers -B", "foul", "-B"),
        ("says rubbish", "foul", "Zz?"),
        ("never answers", "*E_timeout", ""),
    ],
)
def test_a_design_that_misbehaves(manners, how, why, tmp_path):
    sides = (stub(manners, tmp_path), "model") if manners != "answers -B" else ("model", stub(manners, tmp_path))
    (record,) = play(*sides, limit=0.002, identify=False).records
    assert record.ending.how == how
    assert why in record.ending.why


class DeafServer(PlayerServer):
    """Inside the simulation: what plays the design fails when it is to wait for an answer."""

    async def receive(self, cycles):
        raise IncompleteRecord("a waveform is not on record to its end")


def test_failure_of_the_simulator_is_not_a_loss_of_the_design(tmp_path, monkeypatch):
    monkeypatch.setattr(players, "PlayerJob", partial(PlayerJob, does="match.test_simulated:DeafServer"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))
    match = play(stub("answers -B", tmp_path), "model", limit=0.002, identify=False)
    (record,) = match.records
    assert record.ending is None
    assert exit_code(match) == 3
    assert "its simulation has failed: " in match.stopped
    assert "a waveform is not on record to its end" in match.stopped


def test_an_engine_cannot_play():
    with pytest.raises(BadInput, match="is an engine and cannot play"):
        open_player(ROOT / "rtl/trax/engine.toml", "trax", "verilator", OUT)
