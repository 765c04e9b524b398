"""The command as a user meets it: the same figures from the same seed, worst games that replay, limits and budgets."""

import pytest
import reports
from cli.running import run
from cosim.engines import ROOT, needs
from latency.designs import PLAYER as WAITS
from latency.designs import slower
from player.test_bundled_player import PLAYERS

PLAYED = {"seed": 3, "examples": 2, "turns": 3}


def latency(dut, *options):
    return run("latency", dut, "--sim", "icarus", "--size", "16", *options)


def test_a_player_that_has_become_slower(tmp_path):
    needs("icarus")
    dut = PLAYERS[1]
    options = [word for name, value in PLAYED.items() for word in (f"--{name}", value)]
    code, out, err = latency(dut, *options, "--limit", "1us", "--out", tmp_path)
    assert code == 1, out + err
    assert "more than the limit of 1e-06 s" in out
    (report,) = tmp_path.glob("latency/*/latency.json")
    first = reports.read(report)
    page = report.with_name("report.html").read_text(encoding="utf-8")
    assert "more than the limit of 1e-06 s" in page
    assert "--long: 100.0%" in page
    varying = [kind for kind, of in first["kinds"].items() if of["cycles"]["least"] < of["cycles"]["most"]]
    assert varying
    assert all(f"{kind}, in cycles" in page for kind in varying)

    budget = tmp_path / "budget.toml"
    budget.write_text(as_budget(first, "bundled player"))
    old = tmp_path / "old.json"
    old.write_text(report.read_text())
    code, out, err = latency(dut, "--check", budget, "--out", tmp_path, "--compare", old, "--strict")
    assert code == 0, out + err
    assert "0 better, 0 worse, 0 new, 0 gone, " in out
    second = reports.read(report)
    for key in ("kinds", "against", "longest_seconds"):
        assert second[key] == first[key]

    copy = slower(tmp_path / "copy", WAITS)
    code, out, err = latency(copy / dut.relative_to(ROOT), "--check", budget, "--out", tmp_path, "--compare", old)
    assert code == 1, out + err
    assert "  worse     move, most: " in out
    assert "more than its budget of" in out
    (named,) = reports.read(report)["over"]
    assert named["kind"] == "move"
    assert named["says"] in out
    (file,) = report.parent.glob("over-*.trx")
    assert f"loopline replay {file}" in out
    game = file.read_text().splitlines()[-1]
    assert game in out
    assert named["script"].startswith(game)

    code, out, err = run("replay", file, "--dut", dut, "--sim", "icarus", "--size", "16", "--out", tmp_path)
    assert code == 0, out + err  # of the design as it should be; slow is not wrong


def as_budget(report, design):
    """Just what was measured."""
    played = "\n".join(f"{name} = {value}" for name, value in PLAYED.items())
    rows = [f"'{kind}' = {{ most = {one['cycles']['most']} }}" for kind, one in report["kinds"].items()]
    return "\n".join(["[[budget]]", f"design = '{design}'", played, "[budget.cycles]", *rows])


@pytest.mark.parametrize("limit", ["soon", "0s", "1m"])
def test_no_limit(limit):
    code, out, err = run("latency", "trax-engine", "--limit", limit)
    assert code == 2
    assert not out
    assert f"--limit {limit} is not a time" in err


def budget_with(tmp_path, games, most=10_000):
    """One made-up game of a single turn, and these."""
    budget = tmp_path / "budget.toml"
    budget.write_text(f"""
[[budget]]
design = "bundled player"
seed = 3
examples = 1
turns = 1
games = {games}

[budget.cycles]
"move" = {{ most = {most} }}
""")
    return budget


def test_the_worst_known_games_are_played_too(tmp_path):
    needs("icarus")
    code, out, err = latency(PLAYERS[1], "--check", budget_with(tmp_path, []), "--out", tmp_path)
    assert code == 0, out + err
    (report,) = tmp_path.glob("latency/*/latency.json")
    made_up = reports.read(report)["kinds"]["move"]["cycles"]["most"]

    worse = budget_with(tmp_path, ["-B @0+ B1/ A0+ C1+ A0+ B2/"], most=made_up)
    code, out, err = latency(PLAYERS[1], "--check", worse, "--out", tmp_path)
    assert code == 1, out + err
    (over,) = reports.read(report)["over"]
    assert over["script"].startswith("-B @0+")


def test_unreadable_game_of_a_budget_is_refused(tmp_path):
    budget = budget_with(tmp_path, ["-B @0+", "-B @0+ nonsense!"])
    code, out, err = latency(PLAYERS[1], "--check", budget, "--out", tmp_path)
    assert code == 2, out
    assert f"{budget}: design 'bundled player', game 2: " in err
