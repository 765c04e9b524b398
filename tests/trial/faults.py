"""Runs inside the simulator: plays the job's scripts, each with the fault after which it is called."""

from unittest.mock import patch

from loopline.simulation.job import Draft
from loopline.trial.play import trial


class CutOff:
    """A record of which the end is missing."""

    def __init__(self, record):
        self._record = record

    def read_text(self):
        return self._record.read_text()[:-5]

    def __getattr__(self, name):
        return getattr(self._record, name)


def cut_off(session):
    return patch.object(session, "_record", CutOff(session._record))


def cut_off_line(line):
    recorded = line._recorded
    return patch.object(line, "_recorded", lambda: recorded()[:-5])


def without_a_request(session):
    play = session.play
    return patch.object(session, "play", lambda requests, *how, **more: play(requests[:-1], *how, **more))


def without_a_level(line):
    write = line._write
    return patch.object(line, "_write", lambda wave: write(wave[:-1]))


def as_it_is(part):
    return patch.object(part, "_record", part._record)


FAULTS = {
    "none": as_it_is,
    "cut off": cut_off,
    "a line cut off": cut_off_line,
    "without a request": without_a_request,
    "without a level": without_a_level,
}


class Faults:
    outcome = Draft(name="faults")

    def __init__(self, top, job, channel):
        self._trial = trial(top, job, channel)

    async def do(self, job):
        bench = self._trial
        for name, text, delays in job.scripts:
            with FAULTS[name](bench.hardware.line if job.dut.contract == "player" else bench.hardware.session):
                try:
                    await bench.script(name, text, delays)
                except Exception as error:
                    bench.outcome.state, bench.outcome.error = "error", f"{type(error).__name__}: {error}"
                    bench.account.report()
