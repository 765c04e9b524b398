"""How far a command is, where there is no terminal: lines on the error output, and nothing if it is quick."""

import io
import re
import threading
import time
from types import SimpleNamespace

import pytest
from loopline.campaign.findings import finding_of
from loopline.design import simulators
from loopline.report import console as module
from loopline.report.console import console, meter, progress
from loopline.report.findings import print_failure
from loopline.simulation.job import Outcome
from rich.console import Console
from rich.text import Text


class Steps:
    """Stands for the event that ends the lines: each time it is waited for is ten seconds later."""

    def __init__(self, monkeypatch):
        self.now = 100.0
        self.due, self.printed = threading.Semaphore(0), threading.Semaphore(0)
        self._over = self._waited = False
        monkeypatch.setattr(module, "Event", lambda: self)
        monkeypatch.setattr(module, "monotonic", lambda: self.now)

    def wait(self, seconds):
        assert seconds == module.EVERY
        if self._waited:
            self.printed.release()
        self._waited = True
        self.due.acquire()
        return self._over

    def set(self):
        self._over = True
        self.due.release()

    def pass_by(self):
        self.now += module.EVERY
        self.due.release()
        self.printed.acquire()


@pytest.fixture
def steps(monkeypatch):
    return Steps(monkeypatch)


def test_a_line_every_ten_seconds(steps, capsys):
    with meter(console()) as show:
        show("building")
        steps.pass_by()
        show("wins", 2, 120)
        steps.pass_by()
        show("wins", 40, 120)
        steps.pass_by()
        show("wins", 60, 120)
        steps.pass_by()
        show("shrinking\x1b[2J")
        steps.pass_by()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "… building, 10 s so far",
        "… wins, 2 of 120, 20 s so far",
        "… wins, 40 of 120, 30 s so far, about 40 s to go",
        "… wins, 60 of 120, 40 s so far, about 30 s to go",
        "… shrinking\\x1b[2J, 50 s so far",
    ]


def test_another_step_has_an_estimate_of_its_own(steps, capsys):
    with meter(console()) as show:
        show("first", 1, 2)
        steps.pass_by()
        show("second", 0, 2)
        steps.pass_by()
        show("second", 1, 2)
        steps.pass_by()
    assert [line.rpartition(", ")[2] for line in capsys.readouterr().err.splitlines()] == [
        "about 10 s to go",
        "20 s so far",
        "about 20 s to go",
    ]


def test_no_estimate_while_something_else_goes_on(steps, capsys):
    with meter(console()) as show:
        show("games", 1, 4)
        steps.pass_by()
        show("games", 2, 4)
        for _ in range(6):
            show("games failed; shrinking", None)
            steps.pass_by()
        show("games", 2, 4)
        steps.pass_by()
    assert [line.partition(" so far")[2] for line in capsys.readouterr().err.splitlines()] == [
        ", about 30 s to go",
        *[""] * 6,
        ", about 20 s to go",
    ]


def test_no_estimate_while_nothing_moves(steps, capsys):
    with meter(console()) as show:
        for _ in range(3):  # the same once more is no progress
            show("games", 2, 4)
            steps.pass_by()
        show("games", 3, 4)
        steps.pass_by()
    said = [line.rpartition(", ")[2] for line in capsys.readouterr().err.splitlines()]
    assert said == ["about 10 s to go", "20 s so far", "30 s so far", "about 13 s to go"]


def test_what_takes_long_is_shown_while_others_play(steps, capsys):
    playing = Outcome(name="wins", state="running", examples=10)
    with progress(console(), 20) as watch:
        watch(simulators.find("icarus"), playing)
        watch.busy("looking for the cause of traps")
        watch(simulators.find("icarus"), playing.model_copy(update={"examples": 11}))
        steps.pass_by()
        watch.rests()
        watch(simulators.find("icarus"), playing.model_copy(update={"examples": 12}))
        steps.pass_by()
    first, second = capsys.readouterr().err.splitlines()
    assert first == "… looking for the cause of traps, 10 of 20, 10 s so far"
    assert second.startswith("… icarus    wins")
    assert "12 of 20" in second


def test_quick_work_prints_nothing(capsys):
    with meter(console()) as show:
        show("building")
    assert capsys.readouterr() == ("", "")


def test_a_reader_that_is_gone_does_not_stop_the_work(steps, monkeypatch):
    class Gone:
        def write(self, text):
            raise BrokenPipeError

        def flush(self):
            raise BrokenPipeError

    monkeypatch.setattr(module.sys, "stderr", Gone())
    with meter(console()) as show:
        show("building")
        steps.pass_by()
        steps.pass_by()


def test_a_failure_is_shown_once_its_example_is_known(capsys):
    """Until then another one may be what is reported."""
    later = Outcome(name="wins", state="shrinking", signal="over", says="It is", cycle=9, turns_before=4, turns_left=4)
    first = later.model_copy(update={"found_at": 3, "cycle": 5})
    with progress(console(), 20) as watch:
        for outcome in (later, later, first, first):
            watch(simulators.find("icarus"), outcome)
    assert capsys.readouterr().out == "wins (icarus): It is (example 3, cycle 5)\n"


def test_a_saved_game_that_fails_is_shown_at_once(capsys):
    saved = Outcome(name="wins-1", state="mismatch", signal="over", says="It is", cycle=1_005)
    untested = Outcome(name="wins-2", state="died", error="it ended\na.v:7: no", found_at=3, turns_before=4)
    with progress(console(), 20) as watch:
        for outcome in (saved, saved, untested):
            watch(simulators.find("icarus"), outcome)
    said = ["wins-1 (icarus): It is (cycle 1,005)", "wins-2 (icarus): a.v:7: no: it ended (example 3)"]
    assert capsys.readouterr().out.splitlines() == said


def test_first_words_have_both_sides():
    says = "Event is one that takes a long time to say in so many words; the model says another"
    out = io.StringIO()
    with progress(Console(file=out, width=80), 20) as watch:
        watch(simulators.find("icarus"), Outcome(name="wins", state="mismatch", signal="vp_tile", says=says, cycle=5))
    assert out.getvalue().split() == f"wins (icarus): {says} (cycle 5)".split()
    assert max(map(len, out.getvalue().splitlines())) <= 80


def test_shrinking_does_not_advance_the_meter(steps, capsys):
    shrinking = Outcome(name="wins", state="shrinking", examples=5, turns_before=40, turns_left=2, found_at=3)
    with progress(console(), 20) as watch:
        watch(simulators.find("icarus"), Outcome(name="wins", state="running", examples=10))
        watch(simulators.find("icarus"), shrinking)
        steps.pass_by()
    assert capsys.readouterr().err == "… shrinking wins: 40 → 2 turns, 10 of 20, 10 s so far\n"


@pytest.mark.parametrize("width", [80, 100, 200])
def test_counts_are_whole_whatever_the_width(width):
    text = io.StringIO()
    screen = Console(file=text, force_terminal=True, width=width, soft_wrap=True, _environ={"TERM": "xterm"})
    with progress(screen, 12_000) as watch:
        watch(
            simulators.find("icarus"),
            Outcome(name="rule options, size=16", examples=9_876, turns=8_356, cycles=886_924),
        )
    last = [line for line in text.getvalue().replace("\r", "\n").splitlines() if "9876" in line][-1]
    plain = Text.from_ansi(last).plain.rstrip()
    assert "rule options, size=16" in plain
    assert " 9876/12000 " in plain
    assert plain.endswith("0:00:00")
    assert len(plain) <= width


def test_a_bar_says_what_goes_on_and_its_time_never_begins_again(monkeypatch):
    text, now = io.StringIO(), [100.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    screen = Console(file=text, force_terminal=True, width=80, soft_wrap=True, _environ={"TERM": "xterm"})

    def drawn(words):
        """Whether the bar says these words within a minute: it is drawn ten times a second."""
        for _ in range(1_200):
            plain = " ".join(re.sub("[━╸╺]", "", Text.from_ansi(text.getvalue().replace("\r", "\n")).plain).split())
            if words in plain:
                return True
            time.sleep(0.05)
        return False

    with progress(screen, 20) as watch:
        watch(simulators.find("icarus"), Outcome(name="wins", state="running", examples=10))
        now[0] += 40
        watch.busy("looking for the cause of wins")
        assert drawn("looking for the cause of wins 10/20 0:00:40")
        watch.rests()
        watch(simulators.find("icarus"), Outcome(name="wins", state="running", examples=5))  # begins again
        now[0] += 10
        assert drawn(" 5/20 0:00:50 left 0:00:30")


def test_bar_is_not_drawn_into_a_failure():
    """On a terminal a live bar is drawn again after each print, also after one without the end of its line."""
    text = io.StringIO()
    screen = Console(file=text, force_terminal=True, width=100, soft_wrap=True, _environ={"TERM": "xterm"})
    finding = finding_of(simulators.find("icarus"), Outcome(name="wins", state="died", error="it hung"))
    plan = SimpleNamespace(seed=7)
    with meter(screen) as show:
        show("wins", 3, 20)
        print_failure(screen, SimpleNamespace(plan=plan, findings=[finding]), finding)
        show("wins", 4, 20)
    lines = text.getvalue().replace("\r", "\n").splitlines()
    assert any("✗ wins" in line for line in lines)
    assert any("━" in line for line in lines)
    assert not [line for line in lines if "━" in line and ("✗" in line or "because" in line or "seed" in line)]
