"""What is proven is true, and what is not true is not proven: on a puzzle whose mutants are known by heart."""

import sys
from functools import cache
from types import SimpleNamespace

import pytest
from loopline import system
from loopline.mutate import proof
from loopline.mutate.miter import FAR
from loopline.mutate.proof import Prover
from mutate.designs import OUT, PUZZLE, mutants_of, on_line, written


@cache
def made():
    return mutants_of(written("puzzle", PUZZLE), OUT / "puzzle" / "proofs")


def on(text, *modes, kind=None, port=None):
    """Mutants in the line of the puzzle that has the text."""
    found = on_line(made().mutants, PUZZLE, text, *modes)
    return [one for one in found if kind in (None, one.kind) and port in (None, one.port)]


def puzzle():
    """Those of which it is known what they do, by a name that says it."""
    count = on("count <= ", kind="$dff", port="Q")
    return {
        "shown": on("seen = ", "inv", "const0", "const1")[:2],
        "redundant": on("both = ", "const0", port="Y"),
        "not redundant": on("both = ", "const1", port="Y"),
        "not reached": on("never = ", "const0", port="Y"),
        "always": on("never = ", "const1", port="Y"),
        "far from any that is reached": on("beyond = ", "const0", port="Y"),
        "where it is not valid": on("resp_reason = ", port="A")[:1],
        "where it is valid": on("resp_reason = ", "inv", port="B")[:1],
        "places": on("place = ", "inv", kind="$add", port="Y"),
        "late": [one for one in count if one.mode == "cnot1" and 2**one.ctrlbit >= FAR][:2],
        "soon": [one for one in count if one.mode == "cnot1" and 2**one.ctrlbit < FAR][:2],
        "at once": [one for one in count if one.mode == "inv" and one.portbit == 31],
    }


@cache
def verdicts(deep):
    """All of them are asked about together, as it is the asking that takes long; the deeper, the longer."""
    kinds = puzzle().keys() - ({"redundant", "places"} if deep else {"where it is not valid", "late"})
    mutants = {one.number: one for name in sorted(kinds) for one in puzzle()[name]}
    return {verdict.mutant: verdict for verdict in Prover(made(), 1).verdicts(list(mutants.values()), deep)}


def proven(name, deep=False):
    """What is said of them, in one word each, and how it was shown."""
    found = [verdicts(deep)[one.number] for one in puzzle()[name]]
    assert found
    return {(verdict.state, verdict.how) for verdict in found}


OPEN = {("open", "")}


@pytest.mark.room(5)  # what most tests of this file look at is proven here
@pytest.mark.parametrize("name", ["shown", "not redundant", "always", "where it is valid", "soon", "at once"])
def test_a_mutant_that_shows_is_not_proven(name):
    assert proven(name) == proven(name, deep=True) == OPEN


def test_redundant_logic():
    assert proven("redundant") == {("equivalent", "induction over 1 cycle")}


def test_a_state_that_is_never_reached():
    assert proven("not reached") == OPEN
    assert proven("not reached", deep=True) == {("equivalent", "induction over 6 cycles")}
    assert proven("far from any that is reached", deep=True) == {("equivalent", "induction over 10 cycles")}


def test_settled_mutants_are_reported_at_once(monkeypatch):
    hard, easy = made().mutants[:2]
    monkeypatch.setattr(Prover, "_find_counters", lambda _: 0)
    monkeypatch.setattr(
        Prover, "_answers", lambda _, claims: ([(one.mutant == easy.number, (1, 0)) for one in claims], 1.0)
    )
    told = [(one.mutant, one.state) for one in Prover(made(), 1).verdicts([hard, easy], deep=True)]
    assert told == [(easy.number, "equivalent"), (hard.number, "open")]


def test_proof_that_takes_too_long_is_given_up(monkeypatch):
    """Each answer has something to go on from, and takes a minute."""
    asked = []

    def answers(_, claims):
        asked.append(len(claims))
        return [(False, (1 << len(asked), 0)) for _ in claims], 60.0 * len(claims)

    monkeypatch.setattr(Prover, "_find_counters", lambda _: 0)
    monkeypatch.setattr(Prover, "_answers", answers)
    told = list(Prover(made(), 1).verdicts(made().mutants[:2], deep=True))
    assert [(one.state, one.how) for one in told] == [("open", "no proof was found in 120 s of processor time")] * 2
    assert asked == [2, 2, 2]


def test_invalid_outputs_do_not_count():
    how = "induction over 6 cycles, differs only in what does not count"
    assert proven("where it is not valid", deep=True) == {("unobservable", how)}


def test_cells_of_a_memory_that_change_places():
    assert proven("places") == {("equivalent", "induction over 1 cycle, cells of memories change places")}


def test_a_counter_that_comes_far():
    how = f"induction over 1 cycle, until a counter reaches {FAR:,}"
    assert proven("late", deep=True) == {("equivalent", how)}


def test_several_clocks_are_refused():
    source = PUZZLE.replace("module puzzle (", "module clocks (\n    input wire other,").replace(
        "always @(posedge clk) count", "always @(posedge other) count"
    )
    clocks = mutants_of(written("clocks", source), OUT / "clocks" / "mutants", 5)
    verdicts = list(Prover(clocks, 1).verdicts(clocks.mutants, False))
    assert {(verdict.state, verdict.how) for verdict in verdicts} == {("open", "several clocks")}


def test_outputs_outside_the_contract_do_not_count():
    """A lamp that is wrong is proven to be no difference; the line is not."""
    source = """\
module lamps (input wire clk, input wire rst, input wire rx, output reg tx, output wire lamp);
    always @(posedge clk) tx <= rst | rx;
    assign lamp = rx ^ tx;
endmodule
"""
    made = mutants_of(written("lamps", source, contract='"player"'), OUT / "lamps.v" / "mutants")
    lamp, line = (on_line(made.mutants, source, text, "inv") for text in ("lamp = ", "tx <= "))
    verdicts = {one.mutant: one.state for one in Prover(made, 1).verdicts([*lamp, *line], deep=True)}
    assert {verdicts[one.number] for one in lamp} == {"unobservable"}
    assert {verdicts[one.number] for one in line} == {"open"}


@pytest.mark.parametrize(("does", "code"), [("import time; time.sleep(2)", 0), ("while True: pass", None)])
def test_a_question_takes_too_long_by_its_own_work_not_by_that_of_others(does, code, tmp_path, monkeypatch):
    """One that waits for a processor has as much of it as any other."""
    monkeypatch.setattr(proof, "_TIMEOUT", 0.5)
    monkeypatch.setattr(proof, "_PAUSE", 0.1)
    monkeypatch.setattr(proof.yosys, "start", lambda *_: system.start([sys.executable, "-S", "-c", does]))
    prover = Prover(SimpleNamespace(folder=tmp_path), 1)
    assert prover._run([], "question")[0] == code
