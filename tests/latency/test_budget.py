"""Budgets: what is over them, and what is wrong with the file."""

import pytest
from cosim.engines import ENGINE, ROOT
from loopline.design.dut import load
from loopline.errors import BadInput
from loopline.latency import AnsweredScript, AnswersByKind
from loopline.latency.run import over, read
from loopline.simulation.job import Answer
from player.test_bundled_player import PLAYERS

BUDGET = """
[[budget]]
design = "it"
seed = 1
examples = 2
turns = 4

[budget.cycles]
"""


def budget(tmp_path, cycles):
    file = tmp_path / "budget.toml"
    file.write_text(BUDGET + cycles)
    return read(file, "it")


def answer(kind, cycles, **facts):
    return Answer(kind, 0, cycles, cycles, 0, facts)


def measured(*answers):
    return AnswersByKind(load(ENGINE), [AnsweredScript(f"game {number}", [one]) for number, one in enumerate(answers)])


def found(tmp_path, cycles, *answers):
    return [(one.kind, one.script, one.says) for one in over(budget(tmp_path, cycles), measured(*answers))]


def test_answer_at_its_bound_is_within(tmp_path):
    cycles = "play = { most = 16, fixed = 2, each = { tiles = 7 } }"
    assert not found(tmp_path, cycles, answer("play", 9, tiles=1), answer("play", 16, tiles=2))


def test_the_worst_is_named(tmp_path):
    ((kind, script, says),) = found(tmp_path, "play = { most = 16 }", *(answer("play", n) for n in (16, 18, 17)))
    assert (kind, script) == ("play", "game 1")
    assert "18 cycles, 2 more than its budget of 16" in says


def test_every_single_answer_keeps_its_bound(tmp_path):
    cycles = "play = { most = 100, fixed = 2, each = { tiles = 7 } }"
    answers = answer("play", 100, tiles=14), answer("play", 10, tiles=1), answer("play", 19, tiles=2)
    ((_, script, says),) = found(tmp_path, cycles, *answers)
    assert script == "game 2"
    assert "with 2 tiles its bound is 16; 2 are beyond theirs" in says


def test_answer_with_unknown_work_is_not_held_to_a_bound(tmp_path):
    assert not found(tmp_path, "trap = { most = 50, fixed = 3, each = { tiles = 13 } }", answer("trap", 42))


def test_unmeasured_kind_does_not_pass(tmp_path):
    ((kind, _, says),) = found(tmp_path, "trap = { most = 50 }", answer("play", 9))
    assert kind == "trap"
    assert "none was measured" in says


@pytest.mark.parametrize(
    ("cycles", "says"),
    [
        ("play = { most = 0 }", ":2: budget.cycles.play.most = 0: must be 1 at least"),
        ("play = { least = 3 }", ":2: unknown key 'budget.cycles.play.least'; known are each, fixed, most"),
        ("play = {}", "says neither `most` nor `fixed`"),
        ("play = 3", ":2: budget.cycles.play = 3: must be a table"),
        ("play = {", "is not TOML"),
        ("[budget.cycle]", ":2: unknown key 'budget.cycle'; did you mean 'cycles'? "),
    ],
)
def test_bad_files(tmp_path, cycles, says):
    with pytest.raises(BadInput) as problem:
        budget(tmp_path, cycles)
    assert says in str(problem.value)
    assert "budget.toml" in str(problem.value)


def test_a_design_without_a_budget(tmp_path):
    file = tmp_path / "budget.toml"
    file.write_text(BUDGET)
    with pytest.raises(BadInput, match=r"no .*'other'.* there are: 'it'"):
        read(file, "other")
    with pytest.raises(BadInput, match="cannot be read"):
        read(tmp_path / "none.toml", "it")


@pytest.mark.parametrize("file", [ENGINE, *PLAYERS.values()], ids=str)
def test_bundled_designs_have_a_budget(file):
    design = load(file)
    one = read(ROOT / "ci" / "latency.toml", design.name)
    assert one.cycles.keys() == (
        {"move"} if design.contract == "player" else {"read", "refused", "play", "trap", "take back", "new game"}
    )


def test_file_without_budgets_is_refused(tmp_path):
    file = tmp_path / "budget.toml"
    file.touch()
    with pytest.raises(BadInput, match=r"no \[\[budget\]\] is for design = 'it', nor for any other$"):
        read(file, "it")
