"""What all commands have in common."""

import re
import shlex
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import get_args

import pytest
import typer
from cli.running import environment, run, started
from loopline.cli._app import app
from loopline.cli._hardware import DEFAULT, SimulatorName
from loopline.design.simulators import NAMES

_REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"
COMMANDS = re.findall(r"^## loopline ([a-z][a-z-]*)", _REFERENCE.read_text(), re.MULTILINE)


def test_version():
    assert run("--version") == (0, f"loopline {version('loopline')}\n", "")


def test_help_lists_every_command_in_full():
    code, out, _ = run("--help")
    assert code == 0
    assert sorted(re.findall(r"^  ([a-z][a-z-]*) +[A-Z]", out, re.MULTILINE)) == sorted(COMMANDS)
    assert "..." not in out


def test_each_example_is_a_command_that_can_be_given():
    top = typer.main.get_command(app)
    examples = [command.epilog.split() for command in top.commands.values() if command.epilog]
    assert len(examples) > len(COMMANDS) / 2
    for name, *words in (shlex.split(" ".join(example))[1:] for example in examples):
        top.commands[name].make_context(name, words)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: loopline {command}")


def test_an_unknown_command_is_bad_input():
    assert run("play")[0] == 2


def test_help_does_not_wait_for_what_it_does_not_need():
    slow = {"hypothesis", "cocotb", "cocotb_tools", "pydantic", "asyncio", "xml.etree.ElementTree"}
    code = f"import sys, loopline.cli._app; print(sorted({slow!r} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_an_interruption_is_no_traceback():
    with started("perft", 9, "--game", "trax") as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert (process.returncode, err) == (130, "loopline: interrupted\n")


def test_a_reader_that_has_seen_enough_is_no_traceback():
    with started("perft", 5, "--game", "trax") as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""


def test_a_fault_of_loopline_says_so():
    code = "import loopline.cli.perft as p, loopline.cli as c; p.console = None; c.main()"
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
