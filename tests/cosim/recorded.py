"""Runs inside the simulator: plays a job's scripts and keeps what was recorded of each, and when that began."""

import json
from pathlib import Path

from loopline.simulation.job import Draft
from loopline.trial.play import trial


class Recorded:
    outcome = Draft(name="recorded")

    def __init__(self, top, job, channel):
        self._hardware = trial(top, job, channel).hardware

    async def do(self, job):
        kept, bench = [], self._hardware
        for _, text, delays in job.scripts:
            await bench.play(bench.plan(bench.game.read(text.split()), bytes.fromhex(delays)))
            kept.append((bench.began, bench.last.text))
        _write(kept)


def _write(kept):
    Path("recorded.json").write_text(json.dumps(kept))
