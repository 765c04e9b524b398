"""What all commands have in common."""

import os
import re
import shlex
import signal
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import get_args

import pytest
import typer
from cli.running import environment, run, started
from loopline.cli import _app
from loopline.cli._app import COMMANDS as LAZY
from loopline.cli._app import app, first_sentence
from loopline.cli._options import DEFAULT, SimulatorName, command_line
from loopline.contract import paper
from loopline.design.simulators import NAMES
from typer.testing import CliRunner

_REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"
COMMANDS = re.findall(r"^## loopline ([a-z][a-z-]*)", _REFERENCE.read_text(), re.MULTILINE)


def test_version():
    assert run("--version") == (0, f"loopline {version('loopline')}\n", "")


def test_help_lists_every_command_in_full():
    code, out, _ = run("--help")
    assert code == 0
    assert sorted(re.findall(r"^  ([a-z][a-z-]*) +[A-Z]", out, re.MULTILINE)) == sorted(COMMANDS)
    assert "..." not in out


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("loopline ver", {"verify", "verify-model"}),
        ("loopline verify --eff", {"--effort"}),
        ("loopline verify trax-p", {"trax-player", "trax-player-depth2"}),
        ("loopline replay a.trx --dut globe", {"globe-engine"}),
    ],
)
def test_a_shell_completes_what_is_typed(words, offered):
    typed = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    code, out, err = run(_LOOPLINE_COMPLETE="complete_bash", **typed)
    assert (code, {*out.split()}, err) == (0, offered, "")


def test_each_example_is_a_command_that_can_be_given():
    examples = [command.epilog for name in COMMANDS if (command := named(name)).epilog]
    assert len(examples) > len(COMMANDS) / 2
    for name, *words in (shlex.split(example)[1:] for example in examples):
        named(name).make_context(name, words)


def test_the_list_of_commands_has_the_first_sentence_of_each():
    assert {name: lazy.about for name, lazy in LAZY.items()} == {
        name: first_sentence(named(name).help) for name in LAZY
    }


def named(name):
    return typer.main.get_command(app).get_command(None, name)


@pytest.mark.parametrize(
    "line",
    [
        "verify my.toml --sim both --seed 3 --examples 9 --seconds 0.5 --board side=3 --only a --exit-first --out o",
        "verify --all --effort quick --seed 7",
        "mutate my.toml --mutants 9 --kind source --games-seed 4 --size 16 --write-deck my.deck",
        "match model random --limit 0.25 --no-identify",
        "replay one.trx 'A1 B2' --dut my.toml --waves",
        "fuzz --corpus one --corpus two --minimise",
    ],
)
def test_the_command_that_repeats_a_run_is_the_one_that_was_given(line):
    assert shlex.join(command_line(given(line))) == f"loopline {line}"


def test_repeat_command_has_what_the_run_has_chosen():
    again = command_line(given("verify my.toml --effort normal --jobs 2 --open"), seed=5, effort=None, show=None)
    assert again == ["loopline", "verify", "my.toml", "--seed", "5", "--jobs", "2"]
    assert command_line(given("match model random --limit 1")) == [
        "loopline",
        "match",
        "model",
        "random",
        "--limit",
        "1",
    ]
    assert command_line(given("match model random"), limit=1.0) == ["loopline", "match", "model", "random"]


def given(line):
    """The parser's context of this command line, without `loopline`."""
    name, *words = shlex.split(line)
    return named(name).make_context(name, words)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: loopline {command}")


@pytest.mark.parametrize("place", ["no.such.module:command", "loopline.cli.games:nothing"])
def test_a_command_of_a_game_that_cannot_be_loaded_is_left_out_and_it_is_said(place, monkeypatch):
    [game, *_] = paper.installed()
    monkeypatch.setattr(type(game), "commands", {"broken": place, "perft": "loopline.cli.games:perft"})
    result = CliRunner().invoke(app, ["--help"])
    said = " ".join(result.stderr.split())
    assert (result.exit_code, "broken" in result.stdout) == (0, False)
    assert f"the command broken ({place}) is left out: NoGame" in said
    assert "the command perft (loopline.cli.games:perft) is left out: ValueError: there is such a command" in said
    assert CliRunner().invoke(app, ["broken"]).exit_code == 2


def test_a_command_of_loopline_needs_no_game():
    code = "import sys, loopline.cli as c; sys.argv = ['loopline', 'perft', '--help']; c.main()"
    loaded = "[name for name in sys.modules if name.startswith('loopline.games')]"
    code = f"import atexit, sys; atexit.register(lambda: print({loaded})); {code}"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).endswith("\n[]\n")


def test_an_unknown_command_is_bad_input():
    assert run("play")[0] == 2


def test_help_imports_nothing_heavy():
    slow = {"hypothesis", "cocotb", "cocotb_tools", "pydantic", "asyncio", "xml.etree.ElementTree"}
    code = f"import sys, loopline.cli._app; print(sorted({slow!r} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_interrupt_prints_no_traceback():
    with started("perft", 9, "--game", "trax") as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert (process.returncode, err) == (130, "loopline: interrupted\n")


def test_a_fault_of_loopline_says_so():
    code = "import loopline.cli.games as p, loopline.cli as c; p.console = None; c.main()"
    process = subprocess.run(
        [sys.executable, "-c", code, "perft", "1", "--game", "trax"],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert process.returncode == 3
    assert process.stderr.splitlines()[-1].startswith("loopline: This is a bug in loopline.")


def test_sim_takes_every_simulator():
    """The command line lists them itself: to ask for the list would take longer than most commands."""
    assert get_args(SimulatorName) == NAMES
    assert NAMES[0] == DEFAULT


def test_a_command_is_loaded_to_its_end_before_it_is_interrupted(monkeypatch):
    """What is half loaded cannot be loaded again, by what writes the reports."""
    loaded = []

    def interrupted(name):
        os.kill(os.getpid(), signal.SIGINT)
        loaded.append(name)
        return import_module(name)

    monkeypatch.setattr(_app, "import_module", interrupted)
    with pytest.raises(KeyboardInterrupt):
        _app._load("replay", LAZY["replay"])
    assert loaded == ["loopline.cli.replay"]
