"""Bits that never change: found, and used in proofs; and nothing else is taken for one."""

from functools import cache

from loopline.mutate.laws import Constant
from loopline.mutate.proof import Prover
from mutate.designs import OUT, TIED, mutants_of, on_line, written


@cache
def proven():
    made = mutants_of(written("tied", TIED), OUT / "tied" / "proofs")
    mutants = {name: on_line(made.mutants, TIED, f"assign {name} =", "const0") for name in ("one", "two", "three")}
    mutants = {name: [one for one in some if one.port.removeprefix("\\") == "Y"] for name, some in mutants.items()}
    prover = Prover(made, 1)
    states = {
        one.mutant: one.state for one in prover.verdicts([one for some in mutants.values() for one in some], False)
    }
    return {name: {states[one.number] for one in some} for name, some in mutants.items()}, prover._miter


def test_what_nobody_sets_is_constant():
    _, miter = proven()
    assert [(one.bit, one.level) for one in miter.constants] == [(0, 1)]  # and neither `other` nor `late`
    assert Constant(3, 2, 1).text("a_q") == "a_q3[2] == 1"


def test_a_proof_knows_it():
    """It begins in any state: also in one that the design never comes to, were it not for that."""
    assert proven()[0]["one"] == {"equivalent"}


def test_no_proof_relies_on_what_changes():
    assert proven()[0]["two"] == proven()[0]["three"] == {"open"}
