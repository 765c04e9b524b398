"""`loopline verify` on all boards of a design at once: what it says of them does not depend on who plays what, and
when."""

import json
import shutil

import pytest
import reports
from cli.running import run
from cosim.engines import ROOT, needs, with_its_box_shifted
from loopline.campaign.plan import failed_in

FEW = ("--seed", 3, "--only", "deck", "--only", "games", "--only", "wins")


def verified(dut, simulator, out, *options):
    needs(simulator)
    code, shown, err = run("verify", dut, "--sim", simulator, *FEW, *options, "--out", out)
    assert err == ""
    return code, shown, json.loads((out / "verify.json").read_text())


def told(report):
    """Of each board what was found."""
    boards = [report, *report["boards"]]
    left_out = {"seconds", "game_file", "wave_file"}
    return [
        [{name: value for name, value in one.items() if name not in left_out} for one in board["findings"]]
        for board in boards
    ]


def test_any_number_of_workers_finds_the_same_on_all_boards(tmp_path):
    results = []
    for jobs in (1, 3):
        code, _, report = verified("trax-engine", "verilator", tmp_path, "--examples", 12, "--jobs", jobs)
        assert code == 0
        assert [board["board"] for board in report["boards"]] == ["16 × 16", "8 × 8"]
        results.append(told(report))
    assert results[0] == results[1]
    assert [one["examples"] for one in results[0][0]] == [123, 12, 12]
    assert [one["examples"] for one in results[0][1]] == [28, 3, 3]


def test_what_failed_in_the_last_run_is_remembered_and_comes_first(tmp_path):
    broken, out = with_its_box_shifted(tmp_path), tmp_path / "out"
    options = ("--examples", 4, "--size", 16, "--shrink", 0, "--jobs", 1, "-x")
    _, _, report = verified(broken, "icarus", out, *options)
    assert {one["name"]: one["state"] for one in report["findings"]} == {
        "deck": "mismatch",
        "games": "not run",
        "wins": "not run",
    }
    assert failed_in(out) == {"deck"}
    report["findings"][0]["state"], report["findings"][2]["state"] = "agrees", "mismatch"
    (out / "verify.json").write_text(json.dumps(report))
    code, _, report = verified(broken, "icarus", out, *options)
    assert code == 1
    assert [one["state"] for one in report["findings"]] == ["not run", "not run", "mismatch"]


def test_only_what_failed_in_the_last_run(tmp_path):
    """And then, mended, it is compared; once nothing has failed, all are played. Of none of it more is printed than was
    asked for."""
    needs("icarus")
    broken, out = with_its_box_shifted(tmp_path), tmp_path / "out"
    command = ("verify", broken, "--sim", "icarus", "--seed", 3, "--examples", 2, "--size", 8, "--out", out, "--quiet")
    code, shown, err = run(*command, "--only", "wins", "--only", "games", "--shrink", 0)
    assert (code, err) == (1, "")
    assert shown.count("✗") == 2
    assert "loopline 0" not in shown
    shutil.copytree(ROOT / "rtl", tmp_path / "rtl", dirs_exist_ok=True)
    code, shown, err = run(*command, "--lf", "--compare", out / "verify.json", "--strict")
    assert (code, err) == (0, "")
    board, compared, *rest = shown.splitlines()[0], *shown.splitlines()[2:]
    assert board.startswith("  8 × 8         2 of 2 agree: ")
    assert compared == f"Compared with {out / 'verify.json'}: 2 better, 0 worse, 0 new, 0 gone, 0 the same"
    assert [line.split()[0] for line in rest] == ["better"] * 2
    report = reports.read(out / "verify.json")
    assert "--only games --only wins" in report["command"]
    assert not [word for word in ("--lf", "--quiet", "--compare", "--strict") if word in report["command"]]
    code, shown, _ = run(*command, "--lf", "--compare", out / "verify.json", "--strict")
    assert f"--lf: no property failed in the last run in {out}, so all are verified" in shown
    assert " 0 worse, 21 new, " in shown


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--lf", "--only", "games"), "leave out --only, or --lf"),
        (("--lf", "--all"), "leave out --all, or --lf"),
        (("-q", "-v"), "-q prints less and -v prints more"),
        (("--strict",), "give that, too"),
    ],
)
def test_options_that_do_not_go_together(options, says, tmp_path):
    design = [] if "--all" in options else ["trax-engine"]
    code, _, err = run("verify", *design, *options, "--out", tmp_path)
    assert code == 2
    assert says in err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"findings": [{"name": 1}]}', '{"findings": 3}'])
def test_a_report_that_cannot_be_read_remembers_nothing(text, tmp_path):
    assert failed_in(tmp_path) == set()
    (tmp_path / "verify.json").write_text(text)
    assert failed_in(tmp_path) == set()


def test_quick_is_the_default_and_the_command_says_how_much_that_is(tmp_path):
    outs = {}
    for name, options in {"default": (), "asked": ("--effort", "normal", "--examples", 60)}.items():
        code, shown, report = verified("trax-engine", "verilator", tmp_path, "--size", 8, *options)
        assert code == 0
        assert "--examples 60" in shown
        outs[name] = told(report)
    assert outs["default"] == outs["asked"]


def test_an_effort_that_does_not_exist():
    code, _, err = run("verify", "trax-engine", "--effort", "heroic")
    assert code == 2
    assert "'quick', 'normal', 'thorough'" in err
