"""X is a choice of the design's: a mutant that makes it is proven to be none, and one that leaves more open is not."""

from functools import cache

import pytest
from loopline.mutate.proof import Prover
from mutate.designs import LAX, LOOP, OUT, mutants_of, on_line, written


@cache
def made():
    return mutants_of(written("lax", LAX), OUT / "lax" / "proofs")


def on(text, *modes, port):
    found = [one for one in on_line(made().mutants, LAX, text, *modes) if one.port.removeprefix("\\") == port]
    assert found
    return found


def lax():
    """Mutants by what they do."""
    return {
        "a word where it clashes": on("clash = ", "const0", port="Y") + on("same = ", "const0", port="Y"),
        "a word sometimes where it clashes": on("same = ", "inv", port="A")[:0] + on("clash = ", "const0", port="A"),
        "X where it does not clash": on("clash = ", "const1", port="Y") + on("clash = ", "const1", port="A"),
        "no word where there is one": on("clash = ", "inv", port="Y"),
        "another word": on("4'bx : mem", "inv", port="A")[:1],
        "always X": on("reached = ", "const1", port="Y"),
        "never X": on("reached = ", "const0", port="Y"),
        "1 where there is X": on("wild = ", "const1", port="B")[:1],
        "1 where there is 0": on("wild = ", "const1", port="A")[:1],
    }


@cache
def verdicts():
    mutants = {one.number: one for some in lax().values() for one in some}
    return {one.mutant: one.state for one in Prover(made(), 1).verdicts(list(mutants.values()), False)}


@pytest.mark.parametrize(
    ("state", "name"),
    [
        ("equivalent", "a word where it clashes"),
        ("equivalent", "a word sometimes where it clashes"),
        ("equivalent", "never X"),
        ("equivalent", "1 where there is X"),
        ("open", "X where it does not clash"),
        ("open", "no word where there is one"),
        ("open", "another word"),
        ("open", "always X"),
        ("open", "1 where there is 0"),
    ],
)
def test_the_choice_is_the_designs(state, name):
    assert {verdicts()[one.number] for one in lax()[name]} == {state}


def test_gates_in_a_loop_prove_anything():
    loop = mutants_of(written("loop", LOOP), OUT / "loop" / "mutants", 5)
    found = list(Prover(loop, 1).verdicts(loop.mutants, False))
    assert {(one.state, one.how) for one in found} == {("open", "gates in a loop")}
