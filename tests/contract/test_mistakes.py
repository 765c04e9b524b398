"""Mistakes in a game's own Python are said to be that: neither the hardware nor loopline is blamed, and nothing that
was not tested is said to agree. The game is the smallest one, broken."""

import json
import re
import shutil
from pathlib import Path
from uuid import uuid4

import pytest
from cli.running import run
from cosim.engines import needs
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract import game
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.errors import BadInput, Notice
from loopline.testing import report

HEAP = Path(__file__).parent / "heap"
QUICK = ("--sim", "icarus", "--seed", 1, "--jobs", 1)

MOVES = "[Request(Op.TAKE, number) for number in (1, 2, 3, 4, 0)]"
SETTLED = "return (self.left,)"
ANSWER = "return self.reason, self.left"
LIFTED = "self.left, self.lifting = self.left - 1, self.lifting - 1"
TAKING = '[Property("taking", "stones taken, as may be and as may not", self.random_scripts(40))]'
PARAMETERS = '{"stones_parameter": (self.stones_parameter, self.stones)} if self.stones_parameter else {}'

#: What comes before the simulation is played twice, and would find some mistakes first.
IN_SIMULATION = "__import__('os').environ.get('COCOTB_TEST_MODULES')"

PICTURE = 'Text("o" * sum(board.values()))'


def line_of(text):
    """The line of the game's file in which this is first."""
    code = (HEAP / "heap_game.py").read_text()
    return code[: code.index(text)].count("\n") + 1


@pytest.fixture
def broken(tmp_path):
    """A copy of the game with something else in it: its description, and the name of its module."""

    def make(old, new, name="heap_game"):
        folder = tmp_path / uuid4().hex
        shutil.copytree(HEAP, folder, ignore=shutil.ignore_patterns("__pycache__"))
        code = (folder / "heap_game.py").read_text()
        assert old in code
        (folder / "heap_game.py").write_text(code.replace(old, new, 1))
        (folder / "heap_game.py").rename(folder / f"{name}.py")
        dut = folder / "heap.toml"
        dut.write_text(dut.read_text().replace("heap_game", name))
        return dut

    return make


def member(text):
    """Another member of the game, or of the model."""
    return "    def picture", f"    {text}\n\n    def picture"


def of_model(text):
    return "    def settled", f"    {text}\n\n    def settled"


def of_board(text):
    return "    @property\n    def parameters", f"    @property\n    {text}\n\n    @property\n    def parameters"


AT_ONCE = [
    # Shapes.
    ((SETTLED, "return ()"), r"in settled: 0 values for 1 field of the state: left"),
    ((SETTLED, "return (None,)"), "in settled: left of the state is None; expected an int"),
    (("def settled", "def stettled"), "Rules.settled: 0 values for 1 field of the state: left"),
    ((ANSWER, "return (self.reason,)"), "in answer: 1 value for 2 fields of the response: reason, left"),
    ((ANSWER, "return self.reason, self.left + 256"), "in answer: left of the response is 271, .* into 8 bits"),
    ((ANSWER, "return self.reason, -1"), "in answer: left of the response is -1, which does not fit into 8 bits"),
    (("(1, self.left - 1)", "(1, 0, 0)"), "in due: 3 values for 2 fields of the event, without order: kind, stone"),
    (
        ("(1, self.left - 1)", "[1, 0]"),
        r"in due: expected a tuple of the fields of the event, without order, got \[1, 0\]",
    ),
    ((LIFTED, "pass"), r"in happen: the operation never ends: after 262,144 events \(1, 14\) is due"),
    (("    cut: int = 0\n", ""), "2 values for 3 fields of a request: op, number, cut"),
    ((MOVES, "[Request(Op.TAKE, 9)]"), "number of a request is 9, which does not fit into 3 bits"),
    ((MOVES, "iter(())"), "in moves: expected a list of requests, got .*"),
    (("[Request(Op.LOOK)]", "None"), "in read_back: expected a list of requests, got None"),
    (
        ("new = Request, Op, Request(Op.NEW)", "new = Request, Op, Op.NEW"),
        "expected a tuple of the fields of a request, got .*NEW",
    ),
    (("order=32", "number=32"), "the first field of the event stream is not order, of 32 bits"),
    # What is missing, or something else.
    (('content = "left"', 'content = "lift"'), "content is 'lift', and the response has only reason, left"),
    (('content = "left"', ""), "it has no content"),
    (("request, operations, new = Request, Op,", "request, new = Request,"), "it has no operations"),
    (("patience = 1000", 'patience = "1000"'), "expected a number of cycles as patience, got '1000'"),
    (("return Rules(self.stones)", "return Rules"), "in model: expected an EngineModel, got <class .*Rules'>"),
    ((TAKING, "[]"), "in properties: expected at least one property: without any, nothing would be played"),
    ((TAKING, "[self.random_scripts(40)]"), "expected a Property of loopline.contract.game, got "),
    ((TAKING, '[Property("a", "b", [])]'), r"expected a strategy as the scripts of a, got \[\]"),
    ((TAKING, "[self.baseline(), self.baseline()]"), "two properties are called 'random games'"),
    (("def model", "def modell"), "abstract method '?model"),
    # Names that loopline has already.
    (
        member("def read(self, model, number):\n        return 1"),
        r"read\(words\) is a method of .*RequestGame: give yours",
    ),
    (
        member("def _move(self, model, choice):\n        return 1"),
        r"_move\(model, choice\) is a method of .*RequestGame",
    ),
    (of_model("def watched(self):\n        return 1"), r"watched\(.*\) is a method of .*EngineModel: give yours"),
    # Words.
    (
        member("def word(self, request):\n        return 'a b'"),
        "in word: expected a word without spaces for Request.*, got 'a b'",
    ),
    (
        member("def word(self, request):\n        return 'x'"),
        "HeapGame.step: it does not read 'x', which word.. writes",
    ),
    (member("def step(self, word):\n        return Request(0)"), "in step: it reads Request.* from 'look'"),
    # Exceptions.
    (
        ("return Rules(self.stones)", "return Rulez()"),
        rf"failed: .*py:{line_of('return Rules(')} in model: NameError: name 'Rulez'",
    ),
    (("stones = board.stones", "stones = board.size"), "failed: .* in __init__: AttributeError: .* 'size'"),
    ((MOVES, "[{}[number] for number in (1, 2)]"), rf"failed: game_\w+.py:{line_of(MOVES)} in moves: KeyError: 1$"),
    (member("def word(self, request):\n        return {}[3]"), "failed: .* in word: KeyError: 3"),
    (("self.reason, self.lifting = Reason.DONE, 0\n", "{}[3]\n"), "failed: .* in begin: KeyError: 3"),
    # The board.
    ((PARAMETERS, "{}[3]"), "failed: .* in parameters: KeyError: 3"),
    ((PARAMETERS, "{'stones_parameter': 5}"), "in parameters: 5 for 'stones_parameter' must be a pair of"),
    ((PARAMETERS, "None"), "in parameters: expected a table, got None"),
    (of_board("def extremes(self):\n        return [5]"), "in extremes: expected a text such as .*, got 5"),
    (of_board("def extremes(self):\n        return ['size=5']"), "in extremes: .* the board has no size"),
    (of_board("def extremes_of_players(self):\n        return {}[3]"), "in extremes_of_players: KeyError: 3"),
    (of_board("def sampled(self):\n        return None"), "in sampled: expected a text, got None"),
]


@pytest.mark.parametrize(("mistake", "says"), AT_ONCE, ids=[says for _, says in AT_ONCE])
def test_mistakes_are_seen_before_playing(mistake, says, broken):
    dut = broken(*mistake, name=f"game_{uuid4().hex}")
    with pytest.raises(BadInput, match=rf"heap.toml:2: .*{says}"):
        Subject.of(load(dut))


def test_no_moves_at_first_are_worth_a_word(broken):
    dut = broken(MOVES, "[]", name=f"game_{uuid4().hex}")
    with pytest.warns(Notice, match=rf"py:{line_of('def moves')} in moves: no moves in the first position"):
        Subject.of(load(dut))


def verify(dut, *more, examples=10):
    needs("icarus")
    out = dut.parent / "out"
    code, text, err = run("verify", dut, *QUICK, "--examples", examples, "--out", out, *more)
    assert "Traceback" not in err
    assert "loopline failed" not in text + err
    findings = json.loads((out / "verify.json").read_text())["findings"] if (out / "verify.json").is_file() else []
    return code, text + err, findings


LATER = [
    ((SETTLED, "return (self.left,) if self.left > 9 else (self.left, 1)"), "in settled: 2 values for 1 field"),
    ((ANSWER, "return self.reason, self.left if self.left > 9 else -1"), "in answer: left of the response is -1"),
    (
        (
            "self.lifting = request.number",
            f"self.lifting = request.number if self.left > 5 or not {IN_SIMULATION} else {{}}[3]",
        ),
        "in begin: KeyError",
    ),
    ((MOVES, f"[{{}}[3]] if model.left < 9 and {IN_SIMULATION} else {MOVES}"), "in moves: KeyError: 3"),
]


@pytest.mark.parametrize(("mistake", "says"), LATER, ids=[says for _, says in LATER])
def test_mistake_seen_while_playing_is_not_blamed_on_hardware(mistake, says, broken):
    code, text, (finding,) = verify(broken(*mistake))
    assert (code, finding["state"], finding["set_up"]) == (2, "error", True), text
    assert says in finding["error"], text


#: Nobody looks at the number of a new game, so the design does the same.
MISFITS = {"that is looked at": "Op.TAKE, 9", "that nobody looks at": "Op.NEW, 9"}


@pytest.mark.parametrize("request_", MISFITS.values(), ids=MISFITS.keys())
def test_request_without_room_on_the_ports_is_not_blamed_on_hardware(request_, broken):
    moves = f"[Request({request_}) if model.left < 9 and {IN_SIMULATION} else Request(Op.TAKE, 1)]"
    code, text, (finding,) = verify(broken(MOVES, moves))
    assert (code, finding["state"], finding["set_up"]) == (2, "error", True), text
    assert "number of a request is 9, which does not fit into 3" in finding["error"], text


def test_the_script_that_shows_a_mistake_is_shown(broken):
    dut = broken(SETTLED, "return (self.left,) if self.left > 9 else ()")
    code, text, (finding,) = verify(dut)
    assert (code, len(finding["script"].split()) <= 6, finding["game_file"] in text) == (2, True, True), text
    code, text, _ = run("replay", finding["game_file"], "--dut", dut, "--sim", "icarus", "--out", dut.parent / "again")
    assert (code, "in settled: 0 values for 1 field of the state: left" in " ".join(text.split())) == (2, True), text


CHANGING = [
    (
        (ANSWER, f"return self.reason, self.left ^ (next(ASKED) % 500 == 499 and bool({IN_SIMULATION}))"),
        "its model says something else when it is asked again",
    ),
    (
        (
            "self.left, self.lifting, self.reason = self.stones, 0, Reason.DONE",
            f"self.left = getattr(self, 'left', self.stones) if {IN_SIMULATION} else self.stones\n"
            "        self.lifting, self.reason = 0, Reason.DONE",
        ),
        "its model after reset() is not like a new one",
    ),
]


def in_a_line(text):
    """What is printed, without the ends of lines, which depend on the lengths of names."""
    return " ".join(text.split())


@pytest.mark.parametrize(("mistake", "says"), CHANGING, ids=["once", "kept over a reset"])
def test_a_model_that_changes_is_not_blamed_on_the_hardware(mistake, says, broken):
    dut = broken(*mistake)
    file = dut.parent / "heap_game.py"
    code = file.read_text().replace(TAKING, "[self.baseline(), *self.general()]")
    file.write_text(f"{code}\nASKED = iter(range(100_000))\n")
    status, text, findings = verify(dut)
    assert status == 2, text
    assert {one["state"] for one in findings} <= {"agrees", "error"}, text
    line = code[: code.index("class HeapGame")].count("\n") + 1
    assert f"the game's code is wrong: heap_game.py:{line}, HeapGame: {says}" in in_a_line(text)


def with_a_bug(dut, bug=1):
    dut.write_text(dut.read_text() + f"\n[parameters]\nBUG = {bug}\n")
    return dut


def test_random_event_texts_do_not_hide_a_failure(broken):
    """What the model calls an event is asked anew each time."""
    words = "def describe(self, event):\n        return str(__import__('random').random())\n\n    def happen("
    code, text, findings = verify(with_a_bug(broken("def happen(", words), bug=3), examples=40)
    assert (code, {one["state"] for one in findings}) == (1, {"mismatch"}), text


def test_a_failure_is_reported_without_its_picture(broken):
    code, text, (finding,) = verify(with_a_bug(broken("sum(board.values())", "{}[3]")), examples=40)
    assert (code, finding["state"], finding["script"]) == (1, "mismatch", "take"), text
    assert "game      ▸ take\n" in text
    failed = f"the game's code failed: heap_game.py:{line_of(PICTURE)} in picture: KeyError: 3"
    assert f"There is no picture: {failed}" in in_a_line(text)


def test_a_failure_is_reported_although_its_script_cannot_be_written(broken):
    """Those of a few moves are looked at before; not those that this bug needs."""
    dut = broken(
        *member("def word(self, request):\n        return {1: 'take:1', 2: 'take:2', 3: 'take:3'}[request.number]")
    )
    code = (dut.parent / "heap_game.py").read_text().replace("(1, 2, 3, 4, 0)", "(1, 2, 3, 4, 0, 1)")
    (dut.parent / "heap_game.py").write_text(
        code.replace("[Request(Op.LOOK)]", "[]").replace("new = Request, Op, Request(Op.NEW)", "dummy = Request, Op, 0")
    )
    code, text, (finding,) = verify(with_a_bug(dut), examples=40)
    assert (code, finding["state"], finding["script"]) == (1, "mismatch", ""), text
    failed = f"the game's code failed: heap_game.py:{line_of(PICTURE)} in word: KeyError: "
    assert f"game cannot be written: {failed}" in in_a_line(text)


# --- no end -----------------------------------------------------------------------------------------------------------


def test_code_without_an_end_is_not_blamed_on_the_simulator(broken):
    dut = broken(MOVES, f"{MOVES} if model.left > 9 else sum(iter(int, 1))", name=(name := f"game_{uuid4().hex}"))
    campaign = Campaign(Plan(Subject.of(load(dut)), dut.parent / "out", seed=1, examples=20, timeout=2))
    campaign.verify(needs("icarus"), ["taking"], lambda *_: None)
    text = report(campaign)
    assert campaign.exit_code == 2, text
    assert re.search(rf"the game's code has not come to an end: {name}.py:[0-9]+ in moves: no progress in 2 s", text)
    assert "replay" not in text  # what was played last has not failed


# --- nothing asked ----------------------------------------------------------------------------------------------------


def test_a_property_that_asks_for_nothing_does_not_agree(broken):
    code, text, (finding,) = verify(broken(MOVES, "[]"))
    assert (code, finding["state"], finding["turns"]) == (2, "nothing asked", 0), text
    assert "nothing was asked, so a pass would mean nothing; the board is 15 stones" in text


def test_one_example_with_a_request_is_enough(broken):
    """The first example is the simplest: an empty script."""
    code, text, (finding,) = verify(broken("", ""), examples=1)
    assert (code, finding["state"], finding["turns"] > 0) == (0, "agrees", True), text


def test_a_board_on_which_nothing_is_asked_does_not_agree(broken):
    dut = broken(*of_board("def extremes(self):\n        return ['stones=5']"))
    file = dut.parent / "heap_game.py"
    file.write_text(file.read_text().replace(MOVES, f"[] if self.stones == 5 else {MOVES}"))
    code, text, findings = verify(dut)
    assert (code, [one["state"] for one in findings]) == (2, ["agrees"]), text
    (board,) = json.loads((dut.parent / "out" / "verify.json").read_text())["boards"]
    assert [one["state"] for one in board["findings"]] == ["nothing asked"]


def test_fault_of_loopline_is_not_blamed_on_the_game():
    def fails(board):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        game._made(fails, load(HEAP / "heap.toml"))
