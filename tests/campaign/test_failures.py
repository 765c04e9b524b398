"""What is kept of a failure on disk, while several threads hear of it."""

import threading

from cosim.engines import ENGINE, needs
from loopline.campaign import failures
from loopline.campaign.failures import Failures
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.design.simulators import find
from loopline.simulation.job import Outcome


def outcome(state, script):
    return Outcome(name="games", state=state, script=script, error="wrong")


def test_an_earlier_version_of_a_failure_does_not_replace_the_last(tmp_path, monkeypatch):
    """A later batch may report its failure while that of the first is saved as the property's."""
    needs("icarus")
    icarus = find("icarus")
    kept, writing, may_write = (
        Failures(Subject.of(load(ENGINE)), tmp_path, 1, None),
        threading.Event(),
        threading.Event(),
    )
    replace_file = failures.replace_file

    def slow(file, text):
        if "@0+ @0/" in text:
            writing.set()
            may_write.wait(60)
        replace_file(file, text)

    monkeypatch.setattr(failures, "replace_file", slow)
    first = threading.Thread(target=kept.save_first, args=[icarus, outcome("shrinking", "@0+ @0/")])
    last = threading.Thread(target=kept.save, args=[icarus, outcome("mismatch", "@0+")])
    first.start()
    assert writing.wait(60)
    last.start()
    last.join(0.2)  # it waits, or has written by now what the first would replace
    may_write.set()
    first.join()
    last.join()
    assert (tmp_path / "games" / "minimal.trx").read_text().splitlines()[-1] == "@0+"
    assert not kept.save_first(icarus, outcome("shrinking", "@0+ @0/"))
