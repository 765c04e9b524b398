"""A player of Trax in a cocotb test: the right design passes, a kept bug fails with the report of `verify`, and the
conversation that was saved fails when it is replayed."""

import re

import pytest
from bench.benches import build, run
from cli.running import run as loopline
from copies import change, copied
from loopline.design.dut import load

#: By name: the file, what is right in it, and what it becomes; what the report says; and whether it shows without the
#: verification port as well.
BUGS = {
    "answers -B": (
        "trax_player.v",
        "state_q <= first_q ? THINK : AWAIT",
        "state_q <= THINK",
        "-B",
        {"line", "port"},
    ),
    "event": (
        "../../common/event_counter.v",
        "order_q + 32'd1",
        "order_q + 32'd2",
        "vp_order is 2, not 1",
        {"port"},
    ),
}


def described(folder, *changes):
    """The bundled player with a small board, and its descriptions: of the line alone, and with the port."""
    path = copied(folder, *changes, design="trax/player/player.toml")
    change(
        path,
        ("size = 64\n", "size = 8\n"),
        ("LOG2_SIZE = 6", "LOG2_SIZE = 3"),
        ("patience = 500_000", "patience = 20_000"),
    )
    line = path.with_name("line.toml")
    line.write_text(path.read_text().replace("verification_port = true\n", "").partition("[lamps]")[0])
    return {"line": line, "port": path}


def played(folder, descriptions, simulator):
    dut = load(descriptions["port"])
    runner = build(simulator, dut.path, folder / "build")
    env = ":".join(f"{name}={path}" for name, path in descriptions.items())
    return run(runner, dut.top, "player_bench", folder, DESCRIPTIONS=env)


def test_the_right_player_passes(simulator, tmp_path):
    came, log = played(tmp_path, described(tmp_path), simulator)
    assert came.pop("asked_nothing"), log
    assert "the player has answered nothing: have it asked something, so a pass would mean nothing" in log
    assert came.pop("not_awaited"), log
    assert "the test has ended before say('-W') did: write `await` before it" in log
    assert came == {"played/how=line": "", "played/how=port": ""}, log


@pytest.mark.parametrize(
    ("simulator", "bug"),
    [*(("icarus", bug) for bug in BUGS), pytest.param("verilator", "answers -B", marks=pytest.mark.slow)],
    indirect=["simulator"],
)
def test_a_bug_fails_where_it_shows(simulator, tmp_path, bug):
    *change, says, shows = BUGS[bug]
    descriptions = described(tmp_path, change)
    came, log = played(tmp_path, descriptions, simulator)
    failed = {name for name, why in came.items() if why}
    assert failed == {"asked_nothing", "not_awaited", *(f"played/how={how}" for how in shows)}, log
    assert len(re.findall(re.escape(says), log)) >= len(shows), log
    for how in shows:
        [game] = (tmp_path / f"played-{how}").iterdir()
        assert f"replay    loopline replay {game} --dut {descriptions[how]}" in log
    if simulator.name == "verilator":  # it would take another build
        return
    code, out, _ = loopline("replay", game, "--dut", descriptions[how], "--sim", "icarus", "--out", tmp_path / "o")
    assert code == 1, out
    assert says in out
