"""Which design is meant: a description, a bundled design by its name, or one that is chosen from a list."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import reports
from cli.running import run
from cosim.engines import needs
from loopline.cli._app import app
from loopline.contract import designs
from loopline.contract.designs import Bundled, bundled
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.design.plugins import installed
from match.terminal import Terminal
from typer.testing import CliRunner

HEAP = Path(__file__).parents[1] / "contract" / "heap"
NAMES = [one.name for one in bundled()]


@pytest.mark.parametrize("command", ["verify", "fuzz", "latency", "mutate"])
def test_without_a_design_the_bundled_ones_are_listed(command):
    code, out, err = run(command)
    assert (code, out) == (2, "")
    assert err.startswith("loopline: name a design: a description, DUT.toml, or one of the bundled ones:\nname ")
    assert [line.split()[0] for line in err.splitlines()[2:]] == NAMES
    assert re.search(r"\ntrax-engine +trax +engine +bundled engine, 64 × 64\n", err)


@pytest.mark.parametrize("arguments", [("coverage",), ("replay", "@0/")])
def test_list_of_designs_names_the_option(arguments):
    code, _, err = run(*arguments)
    assert (code, err.startswith("loopline: name a design with --dut: a description")) == (2, True), err


def test_a_file_is_replayed_on_the_first_design_of_its_game(tmp_path):
    needs("icarus")
    (tmp_path / "a.trx").write_text("@0/ A0+\n")
    options = ("--sim", "icarus", "--size", 16, "--out", tmp_path / "out")
    code, out, err = run("replay", tmp_path / "a.trx", *options)
    assert (code, err) == (0, "")
    assert "--dut trax-engine" in out


def test_designs_of_the_default_game_come_first():
    assert NAMES[:3] == ["trax-engine", "trax-player", "trax-player-depth2"]
    assert NAMES[3:] == sorted(NAMES[3:])


def test_no_such_design():
    code, _, err = run("verify", "trax-motor")
    assert (code, err) == (
        2,
        f"loopline: there is no file trax-motor, and no bundled design of this name; bundled are: {', '.join(NAMES)}\n",
    )


def test_terminal_asks_for_a_design():
    terminal = Terminal("verify", "--only", "chess")
    assert f"{len(NAMES)}  {NAMES[-1]}" in terminal.until("Which one, by number or name: ")
    terminal.type("99\n")
    assert "'99' is not in the list." in terminal.until("Which one, by number or name: ")
    terminal.type("trax-engine\n")
    code, text = terminal.end()
    assert (code, "no property is called chess; there are: deck, games" in text) == (2, True), text


# --- all of them ------------------------------------------------------------------------------------------------------


NAMES_OF_HEAPS = ("right", "broken", "absent")


@pytest.fixture
def two_heaps(tmp_path, monkeypatch):
    """Bundled are a design that agrees, one with a bug, and one that cannot be built."""
    needs("icarus")
    text = f'game_folder = "{HEAP}"\n' + (HEAP / "heap.toml").read_text().replace("heap.v", str(HEAP / "heap.v"))
    found = []
    for name, more in zip(NAMES_OF_HEAPS, ("", "\n[parameters]\nBUG = 1\n", ""), strict=True):
        file = tmp_path / f"{name}.toml"
        file.write_text((text.replace("heap.v", "none.v") if name == "absent" else text) + more)
        found.append((name, file))
    game = Subject.of(load(found[0][1])).game
    monkeypatch.setattr(designs, "_of", lambda _: [Bundled(name, file, game) for name, file in found])
    return found


def verify_all(out, *options):
    words = ["verify", "--all", "--sim", "icarus", "--examples", "30", "--seed", "1", "--shrink", "0", "--jobs", "1"]
    return CliRunner().invoke(app, [*words, *options, "--out", str(out)])


def test_all_bundled_designs(two_heaps, tmp_path):
    result = verify_all(tmp_path / "out")
    assert result.exit_code == 1
    table = result.output.partition("design ")[2].splitlines()
    rows = [(line.split()[0], line.rpartition("  ")[2]) for line in table[1:4]]
    assert rows == [("right", "agrees"), ("broken", "MISMATCH"), ("absent", "cannot be verified")]
    assert table[-1] == "1 of 3 designs agree"
    written = [(tmp_path / "out" / name / "verify.json").read_text() for name in ("right", "broken")]
    assert [json.loads(report)["exit_code"] for report in written] == [0, 1]
    lines = result.output.splitlines()
    assert lines[1].startswith("seed 1 · loopline verify --all --sim icarus")
    right, broken, absent = (lines.index(f"{name} ({n} of 3)") for n, name in enumerate(NAMES_OF_HEAPS, 1))
    assert re.search(r"  (\d+) of \1 agree: [\d,]+ turns", lines[right + 1])
    failure = next(n for n, line in enumerate(lines) if line.startswith("✗ "))
    told = next(n for n, line in enumerate(lines) if re.search(r"  \d+ of \d+ agree, \d+ disagrees?: ", line))
    assert right < broken < failure < told < absent, "a failure is told before what the design comes to"
    assert "property" not in result.output.partition("\ndesign ")[0], "no tables"
    whole = reports.read(tmp_path / "out" / "verify.json")
    assert whole["exit_code"] == 1
    assert [one["exit_code"] for one in whole["designs"]] == [0, 1, 2]
    assert whole["designs"][1]["findings"] == json.loads(written[1])["findings"]
    assert "none.v" in whole["designs"][2]["error"]
    suites = ElementTree.parse(tmp_path / "out" / "verify.xml").findall("testsuite")
    assert [[one.get(kind) for kind in ("failures", "errors")] for one in suites] == [
        ["0", "0"],
        ["1", "0"],
        ["0", "1"],
    ]


def test_verbose_all_prints_each_table_and_command(two_heaps, tmp_path):
    del two_heaps[1:]
    out = verify_all(tmp_path / "out", "-v").output
    assert "═══ right (1 of 1) ═══" in out
    assert "loopline verify right --sim icarus" in out
    assert re.search(r"^property +simulator +examples", out, re.M)


def test_set_up_error_of_a_design_has_exit_code_2(two_heaps, tmp_path):
    del two_heaps[1]
    assert verify_all(tmp_path / "out").exit_code == 2
    del two_heaps[1]
    assert verify_all(tmp_path / "out").exit_code == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("trax-engine",), "leave out the design, or --all"),
        (("--size", "16", "--only", "games"), "leave out --board and --only, or --all"),
    ],
)
def test_options_that_exclude_all_are_refused(options, says):
    code, _, err = run("verify", "--all", *options)
    assert (code, says in err) == (2, True), err


def test_each_command_that_takes_a_design_takes_a_name():
    """What is registered is what a user sees."""
    assert {*installed()} == {one.game.name for one in bundled()}
    for command in ("verify", "fuzz", "latency", "mutate"):
        assert "[DUT]" in run(command, "--help")[1]
    for command in ("replay", "coverage"):
        assert "--dut DUT" in run(command, "--help")[1]
