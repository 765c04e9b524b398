"""Waiting for something to happen, not for time to pass: a machine may be busy. And for nothing for ever."""

import threading
import time
from contextlib import contextmanager, suppress

import psutil
import pytest

#: Seconds after which nothing will happen any more.
PATIENCE = 300


def until(happened, process=None, within=PATIENCE):
    """What it says as soon as that is true. Until then the process, if there is one, must not have ended."""
    give_up = time.monotonic() + within
    while not (said := happened()):
        assert process is None or process.poll() is None, f"it has ended: {process.communicate()}"
        assert time.monotonic() < give_up, f"it does not happen within {within:g} s"
        time.sleep(0.02)
    return said


@contextmanager
def at_most(seconds):
    """What is started in here, and still runs after so many seconds, is killed, and the test fails."""
    this, killed = psutil.Process(), []
    before = this.children()

    def kill():
        killed.extend(child for child in this.children(recursive=True) if child not in before)
        for child in killed:
            with suppress(psutil.NoSuchProcess):
                child.kill()

    timer = threading.Timer(seconds, kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if killed:
            pytest.fail(f"it still runs after {seconds:g} s")


def processor_time(process):
    """Seconds that it has had, which is how far it is, however busy the machine."""
    return sum(psutil.Process(process.pid).cpu_times()[:2])
