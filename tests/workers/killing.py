"""Kills simulations of a run, as a machine does that is short of memory."""

import os
import random
import signal
from pathlib import Path


class Killer:
    """Kills simulations of a run now and then."""

    def __init__(self, out, times):
        self._runs, self._times = out / "run", times
        self._chance, self.killed = random.Random(1), []

    def __call__(self, *_):
        running = processes(self._runs)
        if running and len(self.killed) < self._times and self._chance.random() < 0.3:
            self.killed.append(self._chance.choice(running))
            os.kill(self.killed[-1], signal.SIGKILL)


def processes(runs):
    """Those of the simulations below this folder, and their guards."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            inside = (folder / "cwd").readlink().is_relative_to(runs)
        except OSError:
            continue
        if inside:
            found.append(int(folder.name))
    return found
