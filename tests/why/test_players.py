"""A player's failure: its game is played once, up to the words that show it, and goes on from there in copies."""

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from bugs.why import true_lines, with_bug
from bugs.zoo import BLIND
from cosim.engines import needs
from loopline.campaign import Campaign, findings
from loopline.campaign.plan import Plan
from loopline.contract.checker import Mismatch, Wrong
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.simulation import RECORD, run_file
from loopline.simulation.job import Outcome
from loopline.simulation.line import HIGH, IN_RESET, LOW, Answers, Transmit
from loopline.why import WRITTEN, copies
from loopline.why.copies import _BEFORE, Copies, _RestOfConversation, _told
from loopline.why.look import _games, look
from loopline.why.trying import ChangeRunner

#: What came back is nothing.
NOTHING = Answers([], b"", 0, 0)


def conversation():
    """Two sets of words, and a silence."""
    for step, wave in enumerate(([(LOW, 16)], [(HIGH, 16)], [])):
        yield Transmit(wave, wanted=1, step=step)


def test_a_conversation_goes_on_where_it_was_left():
    rest = _RestOfConversation(conversation(), 1)
    assert next(rest) == next(rest) == Transmit([(LOW, 16)], wanted=1)
    assert not rest.is_there
    second = rest.send(NOTHING)
    assert second.wave == [(HIGH, 16)]
    assert next(rest) == second
    assert rest.is_there
    rest.send(NOTHING)
    assert not rest.is_there  # nothing is said any more
    with pytest.raises(StopIteration):
        rest.send(NOTHING)


@pytest.mark.parametrize(
    ("wave", "before", "after"),
    [
        ([(LOW, 16), (HIGH, 16)], None, [(LOW, 16), (HIGH, 16)]),
        ([(LOW, 16), (HIGH, 9000), (LOW, 8)], [(LOW, 16), (HIGH, 8968)], [(HIGH, 26), (LOW, 8)]),
        ([(HIGH, 9000), (LOW, 8), (HIGH, 5000)], [(HIGH, 9000), (LOW, 8), (HIGH, 4968)], [(HIGH, 26)]),
        ([(HIGH + IN_RESET, 9000), (LOW, 8)], None, [(HIGH + IN_RESET, 9000), (LOW, 8)]),
    ],
    ids=["no pause", "a pause", "the last pause", "a reset"],
)
def test_a_long_pause_is_played_once(wave, before, after):
    said = []

    async def say(wave, **how):
        said.append(wave)
        return 1

    rest = _RestOfConversation(iter([Transmit(wave, wanted=3)]), 0)
    asyncio.run(rest.pause(SimpleNamespace(say=say, now=105, sent=100)))
    assert said == ([before] if before else [])
    assert next(rest) == Transmit(after, wanted=2 if before else 3)


@pytest.mark.parametrize("failed", [None, Mismatch(7, None, Wrong("p.v:3", "no $error", "", ""))], ids=["none", "one"])
def test_a_copy_in_which_an_assertion_fails_does_not_agree(failed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    forgotten = []

    class Hardware:
        dut, game, account = None, None, SimpleNamespace()
        line = SimpleNamespace(go_on=lambda: None)

        def forget_printed(self):
            forgotten.append(run_file(Path(), RECORD).write_text(""))
            run_file(Path(), RECORD).with_name(_BEFORE).write_text("")

        def asserted(self, in_reset, request):
            return failed

    async def plays():
        pass

    top = SimpleNamespace(dut=SimpleNamespace(**{WRITTEN: SimpleNamespace()}))
    played = asyncio.run(Copies(top, Hardware(), 0)._copied(1, plays, 60.0))
    assert forgotten  # what other copies have printed
    assert played is (failed is None)


def test_silent_copy_is_given_up():
    out, into = os.pipe()
    with pytest.raises(TimeoutError):
        _told(out, 0.01)
    os.close(into)
    out, into = os.pipe()
    os.close(into)
    assert _told(out, 1.0) == b""


@pytest.mark.slow
def test_the_line_and_what_may_be_a_fix(tmp_path):
    """The bug is one from the blind rounds; its smallest game is known."""
    needs("verilator")
    zoo = next(one for one in BLIND if one.name == "blind-player-tenth")
    bug = next(one for one in zoo.bugs if one.name == "same-words-are-a-repetition")
    with_bug(zoo, bug, tmp_path / "rtl")
    dut = zoo.design(tmp_path / "rtl").with_board(Change("8"))
    campaign = Campaign(Plan(Subject.of(dut), tmp_path / "out", 1, zoo.examples))
    game = Outcome(name="games", state="mismatch", script="-B @0+ @0+", signal="foul", request=2)
    campaign.findings.append(finding := findings.Mismatch(simulators.find("verilator"), game))
    why = look(campaign, finding, 60.0)
    assert not why.not_known
    assert (Path(why.suspects[0].file).name, why.suspects[0].line) in true_lines(zoo, bug)
    fix = why.proposed[0].mend
    assert (Path(fix.file).name, fix.line) in true_lines(zoo, bug)


@pytest.mark.parametrize(
    ("timed", "cycles"), [({}, 25_000), ({"no move": {2_198: 1}}, 25_000), ({"move": {51_393: 1}}, 104_786)]
)
def test_an_answer_with_a_move_is_waited_for_even_if_the_wrong_player_gave_none(timed, cycles, tmp_path):
    """-T is answered at once, and a move takes ten times as long: no change would let the failing game pass."""
    zoo = next(one for one in BLIND if one.name == "blind-player-tenth")
    campaign = Campaign(Plan(Subject.of(zoo.design()), tmp_path, 1, zoo.examples))
    game = Outcome(name="games", state="mismatch", script="-B @0+", signal="tx", request=1, latency=timed)
    campaign.findings.append(finding := findings.Mismatch(simulators.find("icarus"), game))
    assert _games(campaign, finding)["patience"] == cycles


@pytest.mark.parametrize(("end", "all_of_it", "short"), [(2.0, 5.0, True), (2.0, 7.0, False)])
def test_all_of_a_game_is_played_with_each_change_if_it_takes_little_longer_than_its_end(
    end, all_of_it, short, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    now = [0.0]
    monkeypatch.setattr(copies.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(copies, "patience", lambda dut: 9)
    monkeypatch.setattr(copies.gc, "freeze", lambda: None)
    run_file(Path(), RECORD).write_text("")

    async def nothing(*_):
        pass

    async def takes(seconds):
        now[0] += seconds
        return False

    top = SimpleNamespace(dut=SimpleNamespace(**{WRITTEN: SimpleNamespace()}))
    played = Copies(top, SimpleNamespace(dut=None, game=None, line=None), 9)
    monkeypatch.setattr(played, "_talk", SimpleNamespace(begin=nothing, converse=nothing))
    monkeypatch.setattr(played, "_conversation", lambda *_: conversation())
    monkeypatch.setattr(played, "go_on", lambda word: takes(end))
    monkeypatch.setattr(played, "_from_the_start", lambda word, conversation, seconds: takes(all_of_it))
    assert asyncio.run(played.stop("script", b"", 0))
    assert asyncio.run(played.is_short()) is short


@pytest.mark.parametrize(
    ("short", "end_agrees", "asked"),
    [(True, None, ["all"]), (False, False, ["end"]), (False, True, ["end", "all"])],
    ids=["short", "long, its end fails", "long"],
)
def test_of_a_long_game_the_end_is_played_first(short, end_agrees, asked, monkeypatch):
    runner, said = object.__new__(ChangeRunner), []

    async def says(what, *, agrees):
        said.append(what)
        return agrees

    runner._is_short, runner._plan = short, None
    runner._copies = SimpleNamespace(again=lambda word: says("all", agrees=True))
    monkeypatch.setattr(runner, "_mends", lambda word: says("end", agrees=end_agrees))
    monkeypatch.setattr(runner, "_agrees", lambda word, plan: says("all", agrees=True))
    assert asyncio.run(runner._mends_from_the_start(1)) is (end_agrees is not False)
    assert said == asked
