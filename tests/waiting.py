"""Waiting for something to happen, not for time to pass: a machine may be busy."""

import time

import psutil

#: Seconds after which nothing will happen any more.
PATIENCE = 300


def until(happened, process=None):
    """What it says as soon as that is true. Until then the process, if there is one, must not have ended."""
    give_up = time.monotonic() + PATIENCE
    while not (said := happened()):
        assert process is None or process.poll() is None, f"it has ended: {process.communicate()}"
        assert time.monotonic() < give_up, "it does not happen"
        time.sleep(0.02)
    return said


def processor_time(process):
    """Seconds that it has had, which is how far it is, however busy the machine."""
    return sum(psutil.Process(process.pid).cpu_times()[:2])
