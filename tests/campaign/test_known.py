"""Known bugs are set aside by a description: the hunt goes on behind them, and they hide nothing else."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.running import run
from copies import copied_heap
from cosim.engines import ROOT, needs
from loopline.campaign import Campaign, Share
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.contract.known import OmittedRequests
from loopline.design.dut import load
from loopline.errors import BadInput
from loopline.simulation.job import Outcome
from loopline.workers.batches import PropertyRun
from loopline.workers.pool import LocalPool
from loopline.workers.scheduler import PropertyQueue

BLOCKS = ROOT / "examples" / "blocks"

#: Wrong whenever the divisor is 7; and, with another signal, whenever it is 5.
SEVEN = "assign resp_quotient = ", "assign resp_quotient = divisor_q == 7 ? 12'd0 : "
FIVE = "assign resp_remainder = ", "assign resp_remainder = divisor_q == 5 ? 12'd9 : "

DESCRIBED = f"""\
name = "divider"
game = "divider:GAME"
game_folder = "{BLOCKS}"
top = "divider"
sources = ["divider.v"]
"""

GAME = '[[known]]\nreason = "by seven"\ngame = "seven.divider"\nsignal = "resp_quotient"\n'
NOT_ASKED = 'not_asked = { op = ["divide", "divide_signed"], divisor = [7, 4089] }\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seven.divider").write_text("divide:7,7\n")
    (tmp_path / "deck.divider").write_text("divide:100,3 divide:1000,7 divide:9,2\ndivide:33,5\n")
    return tmp_path


def verified(folder, *bugs, known="", more=()):
    """Play the games of the deck: the exit code, the output, and the JSON."""
    needs("icarus")
    text = (BLOCKS / "divider.v").read_text()
    for bug in bugs:
        text = text.replace(*bug)
    (folder / "divider.v").write_text(text)
    (folder / "d.toml").write_text(f'{DESCRIBED}deck = "deck.divider"\n{known}')
    how = ("--sim", "icarus", "--examples", 250, "--seed", 1, "--why", 0, "--only", "deck", *more)
    code, out, _ = run("verify", "d.toml", *how)
    return code, out, json.loads((folder / "out" / "verify.json").read_text())


def test_unlisted_bug_is_a_mismatch(folder):
    code, _, _ = verified(folder, SEVEN)
    assert code == 1


def test_known_bug_with_saved_game_and_omitted_request_passes(folder):
    code, out, report = verified(folder, SEVEN, known=GAME + NOT_ASKED)
    assert (code, "1 of 1 agree but for 1 known bug" in out) == (0, True), out
    assert "1 request not asked because of known bugs" in out
    (known,) = report["known"]
    assert (known["reason"], known["met"]) == ("by seven", ["seven.divider:1 (icarus)"])
    assert [(one["name"], one["state"], one["left_out"]) for one in report["findings"]] == [
        ("seven.divider:1", "known", 0),
        ("deck", "agrees", 1),
    ]
    cases = ElementTree.parse(folder / "out" / "verify.xml").iter("testcase")
    assert {case.get("name"): [one.get("message") for one in case.iter("skipped")] for case in cases} == {
        "seven.divider:1 (icarus)": ["known bug: by seven"],
        "deck (icarus)": [],
        "known bug: by seven": ["by seven"],
    }


def test_property_that_meets_a_known_bug_passes_as_known(folder):
    """It shrinks to the same game. A failure of a bug that is known is not among the regressions."""
    (folder / "deck.divider").write_text("divide:14,7\n")
    code, out, report = verified(folder, SEVEN, known=GAME, more=("--regressions", "kept"))
    assert [one["state"] for one in report["findings"]] == ["known", "known"]
    assert (code, "0 of 1 agree but for 1 known bug, 1 failed with a known bug" in out) == (2, True)
    assert not [*(folder / "kept").iterdir()]


@pytest.mark.parametrize(("signal", "alike"), [("resp_quotient", False), ("resp_remainder", True)])
def test_each_failure_that_may_be_a_known_bug_is_shrunk(signal, alike, folder):
    """Of others only the first one of a kind; but whether it is the known bug only the smallest game shows."""
    (folder / "divider.v").write_text((BLOCKS / "divider.v").read_text())
    (folder / "d.toml").write_text(f"{DESCRIBED}{GAME}")
    plan = Plan(Subject.of(load(folder / "d.toml")), folder / "out", seed=1)
    runs = [PropertyRun(plan.of_properties(), name) for name in ("random games", "histories")]
    share = Share(Path, runs, campaign=Campaign(plan), simulator=None)
    queue = PropertyQueue(LocalPool(1), [share])
    for run_ in runs:
        run_.next_batch()
        queue._update(share, run_, 0, Outcome(name=run_.name, state="shrinking", signal=signal, kind="another"))
    assert [run_.outcome.same_as for run_ in runs] == ["", "random games" if alike else ""]


def test_known_bug_does_not_hide_another(folder):
    code, out, report = verified(folder, SEVEN, FIVE, known=GAME + NOT_ASKED)
    assert (code, [one["state"] for one in report["findings"]]) == (1, ["known", "mismatch"]), out
    assert report["findings"][1]["signal"] == "resp_remainder"


def test_fixed_known_bug_is_reported(folder):
    code, out, _ = verified(folder, known=GAME)
    assert code == 2
    assert 'd.toml:7: the known bug "by seven" is gone: this game agrees. Take the entry out' in " ".join(out.split())


def test_known_bug_that_fails_otherwise_is_a_mismatch(folder):
    code, _, report = verified(folder, SEVEN, known=GAME.replace("resp_quotient", "resp_remainder") + NOT_ASKED)
    assert (code, report["findings"][0]["state"]) == (1, "mismatch")


def test_saved_game_with_an_omitted_request_is_not_played(folder):
    (folder / "kept").mkdir()
    (folder / "kept" / "a.divider").write_text("divide:21,7\ndivide:9,3\n")
    code, out, report = verified(folder, SEVEN, known=GAME + NOT_ASKED, more=("--regressions", "kept"))
    assert code == 0
    assert "1 saved game with what is set aside as a known bug: not played" in out
    assert [one["name"] for one in report["findings"]] == ["seven.divider:1", "kept/a.divider:2", "deck"]


def described(folder, *lines):
    (folder / "divider.v").write_text("")
    (folder / "d.toml").write_text("\n".join([*DESCRIBED.splitlines(), "[[known]]", *lines]) + "\n")
    dut = load((folder / "d.toml").relative_to(folder))
    subject = Subject.of(dut)
    return OmittedRequests(subject), subject.engine


def left(folder, *lines, script="divide:14,7 divide_signed:14,7 divide:3,9"):
    not_asked, game = described(folder, 'reason = "r"', *lines)
    kept = not_asked.of(game.read(script.split()))
    return kept.left_out, game.write(kept.script)


def test_omitted_requests_are_not_played(folder):
    assert left(folder, 'not_asked = { op = "divide" }') == (2, "divide_signed:14,7")
    assert left(folder, "not_asked = { op = 0, divisor = 7 }") == (1, "divide_signed:14,7 divide:3,9")
    assert left(folder, "not_asked = { dividend = [3, 4] }") == (1, "divide:14,7 divide_signed:14,7")
    assert left(folder, "not_asked = { dividend = 5 }")[0] == 0


def test_a_condition_on_fields_plays_nothing(folder, monkeypatch):
    omitted, game = described(folder, 'reason = "r"', "not_asked = { divisor = 7 }")
    requests = game.requests(game.read(["divide:14,7", "divide:9,3"]))
    monkeypatch.setattr(game, "model", None)
    assert len(omitted._asked(requests)) == len(requests) - 1


TAKES = "take:3 " * 4


@pytest.mark.parametrize(
    ("design", "condition", "script", "kept"),
    [
        ("heap", "request['op'] == 1 and request['number'] == now.left", f"{TAKES}take:3 take:2", f"{TAKES}take:2"),
        ("registers", "request['op'] == 2 and now.locked == 2", "lock:1 lock:2 read:1", "lock:1 read:1"),
    ],
)
def test_a_condition_of_the_games_own(design, condition, script, kept, folder, monkeypatch):
    """It gets the game as it stands: the model, or the state of a block. What is left out has not happened."""
    monkeypatch.syspath_prepend(folder)
    module = f"set_aside_of_{design}"
    (folder / f"{module}.py").write_text(f"def condition(now, request):\n    return {condition}\n")
    if design == "heap":
        file = copied_heap(folder, "heap_of_a_known_bug")
    else:
        file = folder / "r.toml"
        file.write_text(DESCRIBED.replace("divider", design))
        (folder / "registers.v").write_text("")
    known = f'[[known]]\nreason = "r"\nnot_asked = "{module}:condition"\n'
    file.write_text(f"{file.read_text()}\n{known}")
    subject = Subject.of(load(file))
    asked = OmittedRequests(subject).of(subject.engine.read(script.split()))
    assert (asked.left_out, subject.engine.write(asked.script)) == (1, kept)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (['reason = "r"'], "d.toml:6: known: nothing says how the bug shows: name a saved game that fails"),
        (["not_asked = { op = 1 }"], "d.toml:6: the key 'known.reason' is missing"),
        (['reason = ""', "not_asked = { op = 1 }"], 'd.toml:7: known.reason = "": must have 1 to 100 characters'),
        (['reason = "r"', 'game = "no.divider"', 'signal = "x"'], "d.toml:8: known.game: there is no file no.divider"),
        (['reason = "r"', 'game = "seven.divider"'], "d.toml:6: known: signal is missing: a saved game must fail"),
        (['reason = "r"', "not_asked = {}"], "d.toml:6: known: not_asked is empty: that would be every request"),
        (['reason = "r"', 'not_asked = "divide"'], 'd.toml:6: known: not_asked = "divide": must be a table of fields'),
        (
            ['reason = "r"', "not_asked = { divsor = 7 }"],
            "d.toml:8: known.not_asked: a request has no field divsor; did you mean divisor? it has: op, dividend",
        ),
        (
            ['reason = "r"', 'not_asked = { op = "times" }'],
            'd.toml:8: known.not_asked: op is never "times"; its values are divide, divide_signed',
        ),
        (['reason = "r"', "not_asked = { op = 2 }"], "d.toml:8: known.not_asked: op is never 2: it has 1 bit"),
        (['reason = "r"', 'not_asked = "nowhere:f"'], 'd.toml:8: known.not_asked = "nowhere:f": there is no module'),
    ],
)
def test_bad_known_bug_entries_are_refused(lines, says, folder):
    with pytest.raises(BadInput) as problem:
        described(folder, *lines)
    assert str(problem.value).startswith(says)
