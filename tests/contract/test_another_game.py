"""Nothing in the core is shaped like Trax: a game of one number, beside its description, is played and shrunk."""

from pathlib import Path
from uuid import uuid4

import pytest
import reports
from cli.running import run
from copies import HEAP, copied_heap
from cosim.engines import needs
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.design.yosys import description
from loopline.errors import BadInput
from loopline.simulation.job import Outcome

QUICK = ("--sim", "icarus", "--seed", 1, "--jobs", 1)


@pytest.fixture
def heap(tmp_path):
    """A copy of it, for a process of its own."""
    return copied_heap(tmp_path)


@pytest.fixture
def variant(tmp_path):
    """Writes a description beside a module of another name, as two modules of one name cannot be in this process."""
    name = f"game_{uuid4().hex}"
    file = copied_heap(tmp_path, name)
    file.with_name("broken.py").write_text("1 / 0\n")

    def write(old, new):
        file.write_text((HEAP / "heap.toml").read_text().replace(old, new).replace("heap_game", name))
        return file

    return write


def test_new_game_agrees_and_its_streams_are_covered(heap, tmp_path):
    """It has no coverage model."""
    needs("icarus")
    code, out, err = run("verify", heap, *QUICK, "--coverage", "--examples", 5, "--out", tmp_path / "out")
    assert code == 0, out + err
    assert "a heap: heap, board 15 stones, from " in out
    assert "empty: requests: new, done\n" in out
    code, out, err = run("fuzz", heap, *QUICK[:4], "--turns", 2000, "--out", tmp_path / "out")
    assert code == 0, out + err
    assert "scripts from" in out


def test_another_board(heap, tmp_path):
    needs("icarus")
    arguments = ("--board", "stones=5", "--examples", 10, "--out", tmp_path / "out")
    code, out, err = run("verify", heap, *QUICK, *arguments)
    assert code == 0, out + err
    assert "board 5 stones" in out


BUGS = [
    (1, "take", "The request is accepted; the model refuses it: not allowed"),
    (2, "take:1 take:2 take:2 take:3 take:3 take:3", "Left is "),
    (3, "take:1 take:1 take:1 take:2 take:2 take:3 take:3 take:3", "One event too many"),
]


@pytest.mark.parametrize(("bug", "script", "says"), BUGS)
def test_a_bug_is_found_and_made_small(bug, script, says, heap, tmp_path):
    needs("icarus")
    heap.write_text(heap.read_text() + f"\n[parameters]\nBUG = {bug}\n")
    code, out, err = run("verify", heap, *QUICK, "--examples", 60, "--out", tmp_path / "out")
    assert code == 1, out + err
    (finding,) = reports.read(tmp_path / "out" / "verify.json")["findings"]
    assert len(finding["script"].split()) <= len(script.split())
    assert says in finding["says"]
    game = finding["game_file"]
    assert game.endswith("minimal.heap")
    code, out, err = run("replay", game, "--dut", heap, "--sim", "icarus", "--out", tmp_path / "again")
    assert code == 1, out + err


def test_a_board_that_is_wrong_from_the_start(heap, tmp_path):
    """The smallest game that fails is empty. It is shown, saved and replayed as what is read back."""
    needs("icarus")
    heap.write_text(heap.read_text() + "\n[parameters]\nBUG = 5\n")
    code, out, err = run("verify", heap, *QUICK, "--examples", 5, "--out", tmp_path / "out")
    assert code == 1, out + err
    assert "First difference: look is 15 in the model, 14 in the hardware." in out
    again = ("--sim", "icarus", "--out", tmp_path / "again")
    code, out, err = run("replay", tmp_path / "out/taking/minimal.heap", "--dut", heap, *again)
    assert code == 1, out + err


#: All that is wrong is in one choice of many; the smaller the others are, the more follows.
LONGER_AND_LONGER = """
from hypothesis import strategies as st
from loopline.games.script import Script

def played(choices):
    return Script((Request(Op.TAKE, 0 if max(choices) > 8 else 1),) * (1 + sum(10 - one for one in choices)))
"""


class Hasty(Plan):
    """Gives up making a failure smaller after a few attempts."""

    def job(self, kind, **what):
        return super().job(kind, **{**what, "does": "limited:hasty"})


def test_simple_choices_may_make_long_games(variant, tmp_path, monkeypatch):
    """Hypothesis makes the choice smaller, and so the game longer: it does not get all of the time."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    file = variant('name = "', '\nname = "')
    (module,) = file.parent.glob("game_*.py")
    text = module.read_text().replace("self.random_scripts(40)", "st.lists(st.integers(0, 9), min_size=30).map(played)")
    module.write_text(text + LONGER_AND_LONGER)
    file.write_text(file.read_text() + "\n[parameters]\nBUG = 1\n")
    campaign = Campaign(Hasty(Subject.of(load(file)), tmp_path / "out", seed=1, examples=20))
    campaign.verify(needs("icarus"), ["taking"], lambda *_: None)
    (finding,) = campaign.findings
    assert finding.outcome.state == "mismatch"
    assert finding.outcome.turns_left == 1 < finding.outcome.turns_before


def test_single_board_is_labelled_as_the_model_s(variant):
    game = Subject.of(load(variant("", ""))).engine
    text = game.explain(game.read(["take:1"]), Outcome(name="taking", request=0), 100, True).plain
    assert text.endswith(f"The hardware's board could not be read.\n\n    model\n    {14 * 'o'}\n")


def test_missing_feature_of_a_game_is_refused(heap, tmp_path):
    for words, says in (
        (("verify", heap, "--board", "size=3"), "--board size=3: the board has no size; it has: stones"),
        (("verify", heap, "--board", "stones=0"), "--board stones=0: must be 1 at least"),
    ):
        code, _, err = run(*words, "--out", tmp_path / "out")
        assert (code, says in err) == (2, True), err


def test_a_contract_that_the_game_does_not_know(variant):
    dut = load(variant('game = "', 'contract = "player"\ngame = "'))
    with pytest.raises(BadInput, match="heap is not for players, only for engines"):
        Subject.of(dut)


def test_bad_request_to_replay_is_refused(heap):
    code, _, err = run("replay", "take sit", "--dut", heap, "--sim", "icarus")
    assert (code, err.startswith("loopline: take sit: 'sit' is not a request; requests are new, take, look")) == (
        2,
        True,
    ), err


def test_a_game_in_another_folder(variant):
    """A netlist's description, which lies somewhere else, says where it is."""
    there = variant("heap.v", "../heap.v")
    file = there.parent / "designs" / "heap.toml"
    file.parent.mkdir()
    file.write_text(there.read_text())
    with pytest.raises(BadInput, match=r"there is no module game_\w+: not in .*designs"):
        load(file)
    file.write_text('game_folder = ".."\n' + there.read_text())
    dut = load(file)
    assert Subject.of(dut).engine.turns
    assert f'game_folder = "{there.parent}"' in description(dut, "heap, mutated", "heap", ["heap.v"])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("heap_game:NONE", r"heap.toml:2: .*the module game_\w+ \(.*\) has no NONE"),
        ("no_such:GAME", "heap.toml:2: .*there is no module no_such"),
        ("heap_game:HeapGame", "is not a loopline.contract.game.Game, but of type ABCMeta"),
        ("heap", "no installed game has this name; there are: .*trax"),
        ("broken:GAME", r"the module broken cannot be imported: ZeroDivisionError.*broken.py:1\)"),
    ],
)
def test_a_game_that_cannot_be_found(name, says, variant):
    with pytest.raises(BadInput, match=says):
        load(variant("heap_game:GAME", name))


def test_two_modules_of_one_name(heap):
    load(HEAP / "heap.toml")
    with pytest.raises(BadInput, match=r"is a module heap_game, but .* is loaded already: rename one of them"):
        load(heap)


def test_a_script_is_read_as_it_is_written():
    game = Subject.of(load(HEAP / "heap.toml")).engine
    for text in ("take:3 take:2!reset=7 new look", "take"):
        assert game.write(game.read(text.split())) == text
    for word in ("take:9", "take:1,2", "sit", "take:x"):
        with pytest.raises(ValueError, match=word):
            game.read([word])


def test_board_option_changes_the_board():
    dut = load(HEAP / "heap.toml").with_board(Change("stones=7"))
    assert (dut.board.label, dut.values) == ("7-stones", {"STONES": 7})
