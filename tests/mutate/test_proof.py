"""What is proven is true, and what is not true is not proven: on a puzzle whose mutants are known by heart."""

from functools import cache

from loopline.mutate.miter import FAR
from loopline.mutate.proof import Prover
from mutate.designs import OUT, PUZZLE, cage, on_line, written


@cache
def made():
    return cage(written("puzzle", PUZZLE), OUT / "puzzle" / "proofs")


def proven(mutants, deep=False):
    """Number → state, how."""
    verdicts = Prover(made(), 1).verdicts(mutants, deep)
    return {verdict.mutant: (verdict.state, verdict.how) for verdict in verdicts}


def states(mutants, deep=False):
    return {state for state, _ in proven(mutants, deep).values()}


def test_a_mutant_that_shows_is_not_proven():
    mutants = on_line(made().mutants, PUZZLE, "seen = ", "inv", "const0", "const1")
    assert len(mutants) > 2
    assert states(mutants) == states(mutants, deep=True) == {"open"}


def test_redundant_logic():
    stuck = {one.mode: one for one in on_line(made().mutants, PUZZLE, "both = ") if one.port == "Y"}
    assert proven([stuck["const0"]]) == {stuck["const0"].number: ("equivalent", "induction over 1 cycle")}
    assert states([stuck["const1"]]) == {"open"}


def test_a_state_that_is_never_reached():
    [stuck] = [one for one in on_line(made().mutants, PUZZLE, "never = ", "const0") if one.port == "Y"]
    assert states([stuck]) == {"open"}
    [(state, how)] = proven([stuck], deep=True).values()
    assert (state, how) == ("equivalent", "induction over 6 cycles")
    [stuck] = [one for one in on_line(made().mutants, PUZZLE, "never = ", "const1") if one.port == "Y"]
    assert states([stuck], deep=True) == {"open"}


def test_what_is_not_valid_does_not_count():
    mutants = [one for one in on_line(made().mutants, PUZZLE, "resp_reason = ") if one.port == "A"]
    [(state, how), *_] = proven(mutants, deep=True).values()
    assert (state, how) == ("unobservable", "induction over 6 cycles, differs only in what is not valid")
    mutants = [one for one in on_line(made().mutants, PUZZLE, "resp_reason = ", "inv") if one.port == "B"]
    assert states(mutants, deep=True) == {"open"}


def test_cells_of_a_memory_that_change_places():
    inverted = on_line(made().mutants, PUZZLE, "place = ", "inv")
    places = [one for one in inverted if (one.kind, one.port) == ("$add", "Y")]
    assert {how for _, how in proven(places).values()} == {"induction over 1 cycle, cells of memories change places"}


def test_a_counter_that_comes_far():
    pins = [one for one in on_line(made().mutants, PUZZLE, "count <= ") if (one.kind, one.port) == ("$dff", "Q")]
    late = [one for one in pins if one.mode == "cnot1" and 2**one.ctrlbit >= FAR]
    assert late
    hows = {how for _, how in proven(late[:3], deep=True).values()}
    assert hows == {f"induction over 1 cycle, until a counter reaches {FAR:,}"}
    soon = [one for one in pins if one.mode == "cnot1" and 2**one.ctrlbit < FAR][:2]
    at_once = [one for one in pins if one.mode == "inv" and one.portbit == 31]
    assert states(soon, deep=True) == states(at_once, deep=True) == {"open"}


def test_several_clocks_are_not_for_this():
    source = PUZZLE.replace("module puzzle (", "module clocks (\n    input wire other,").replace(
        "always @(posedge clk) count", "always @(posedge other) count"
    )
    clocks = cage(written("clocks", source), OUT / "clocks" / "cage", 5)
    verdicts = list(Prover(clocks, 1).verdicts(clocks.mutants, False))
    assert {(verdict.state, verdict.how) for verdict in verdicts} == {("open", "several clocks")}
