"""Whether a failure is shrunk is answered before it is, so that the same seed is the same run."""

import json
import socket
from contextlib import contextmanager
from threading import Timer

import pytest
from cli.running import run
from cosim.engines import ROOT
from loopline.simulation.channel import Channel
from loopline.simulation.job import Outcome

FAILURE = Outcome(name="games", state="shrinking")
AFTERWARDS = 0.05


@pytest.fixture
def ends():
    """Return a channel that has reported a failure, and loopline's end of it."""
    here, loopline = socket.socketpair()
    with here, loopline:
        channel = Channel(here)
        channel.report(FAILURE, fails=True)
        yield channel, loopline


def answer(loopline, shrink):
    loopline.sendall(json.dumps({"shrink": shrink}).encode() + b"\n")


@contextmanager
def answered_later(loopline):
    """Tell that the failure is not to be shrunk, while the block waits for that."""
    later = Timer(AFTERWARDS, answer, (loopline, False))
    later.start()
    yield
    later.join()


def test_a_failure_waits_for_its_answer(ends):
    channel, loopline = ends
    with answered_later(loopline):
        channel.wait_for_answer()
    assert channel.finish


def test_answer_to_an_earlier_failure_ends_no_later_one(ends):
    channel, loopline = ends
    with answered_later(loopline):
        channel.begin_search()
    channel.report(FAILURE, fails=True)
    answer(loopline, True)
    channel.wait_for_answer()
    assert not channel.finish


def test_a_failure_waits_for_nobody_who_is_gone(ends):
    channel, loopline = ends
    loopline.close()
    channel.wait_for_answer()
    assert channel.stopped


@pytest.mark.room(12)
@pytest.mark.gate
def test_same_seed_shrinks_the_same(tmp_path):
    """Properties fail in one way, and only the first is shrunk."""
    blocks = ROOT / "examples" / "blocks"
    for name in ("divider.py", "divider.toml"):
        (tmp_path / name).write_text((blocks / name).read_text())
    wrong = (blocks / "divider.v").read_text().replace("negative_rest_q ? -remainder_q", "0 ? -remainder_q")
    (tmp_path / "divider.v").write_text(wrong)
    properties = ("--only", "aliases", "--only", "histories")
    how = ("--sim", "icarus", "--examples", 10, *properties, "--seed", 1, "--jobs", 1, "--shrink", 600, "--why", 0)
    findings = []
    for name in "ab":
        code, out, err = run("verify", tmp_path / "divider.toml", *how, "--out", tmp_path / name)
        assert code == 1, out + err
        found = json.loads((tmp_path / name / "verify.json").read_text())["findings"]
        findings.append([(each["name"], each.get("shrinks"), each.get("cycle")) for each in found])
    assert findings[0] == findings[1]
    assert sum(shrinks is not None for _, shrinks, _ in findings[0]) > 1
