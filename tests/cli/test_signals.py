"""Interrupted or killed at any moment: the exit code is the documented one, and nothing is left behind."""

import json
import os
import random
import signal
import time
from pathlib import Path

import pytest
from cli.running import started
from cosim.engines import ROOT, needs
from loopline.simulation import sweep_folders
from waiting import until

PLAYER = ROOT / "rtl" / "trax" / "player" / "player.toml"
SMALL = ("--sim", "icarus", "--size", 16)

#: Each would take hours.
COMMANDS = {
    "verify": ("verify", "trax-engine", *SMALL, "--examples", 1_000_000, "--jobs", 2),
    "verify-model": ("verify-model", "--examples", 1_000_000),
    "fuzz": ("fuzz", "trax-engine", *SMALL),
    "latency": ("latency", "trax-engine", *SMALL, "--examples", 1_000_000),
    "mutate": ("mutate", "trax-engine", "--sim", "icarus", "--size", 8, "--mutants", 40, "--examples", 1000),
    "match": ("match", "model", PLAYER, "--games", 1000, "--sim", "icarus"),
}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)

#: Seconds from the start of a command in which it is hit.
LONGEST = 8.0
#: Seconds in which everything is gone.
TO_END = 60.0


def moments(count):
    chance = random.Random(7)
    for name in COMMANDS:
        for number in range(count):
            for sign in SIGNALS:
                after = chance.uniform(0.0, LONGEST)
                marks = [] if number == 0 and (name, sign) in SAMPLE else [pytest.mark.slow]
                yield pytest.param(name, sign, after, id=f"{name}-{sign.name}-{number}", marks=marks)


SAMPLE = {
    ("verify", signal.SIGTERM),
    ("verify", signal.SIGKILL),
    ("fuzz", signal.SIGINT),
    ("match", signal.SIGHUP),
    ("verify-model", signal.SIGTERM),
}


@pytest.mark.parametrize(("name", "sign", "after"), list(moments(2)))
def test_signal_at_any_moment_leaves_a_clean_state(name, sign, after, tmp_path):
    needs("icarus")
    with started(*COMMANDS[name], "--out", tmp_path) as process:
        time.sleep(after)
        process.send_signal(sign)
        _, complaint = process.communicate(timeout=TO_END)
    # Before Python has set a handler, the signal ends the process as it ends any: for a shell it is the same code.
    assert process.returncode in (-sign, 128 + sign), complaint
    assert "Traceback" not in complaint
    until(lambda: not processes(tmp_path), within=TO_END)
    for folder in tmp_path.rglob("run"):
        sweep_folders(folder)  # as the next run does
        assert not list(folder.iterdir())
    for report in tmp_path.rglob("*.json"):
        json.loads(report.read_text() or "{}")


def processes(folder):
    """Those that run there, or name it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            there = (process / "cwd").readlink().is_relative_to(folder)
            named = str(folder).encode() in (process / "cmdline").read_bytes()
        except OSError:
            continue
        if (there or named) and int(process.name) != os.getpid():
            found.append(process.name)
    return found
