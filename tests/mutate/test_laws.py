"""Laws of reachable states: they are guessed, and only what is true of them is believed."""

from functools import cache

import pytest
from loopline.mutate.proof import Prover
from mutate.designs import LAWFUL, OUT, mutants_of, on_line, written


@cache
def made():
    return mutants_of(written("lawful", LAWFUL), OUT / "lawful" / "proofs")


def gate(name, mode):
    """The mutant of the last gate in the line of this wire."""
    found = [one for one in on_line(made().mutants, LAWFUL, f"wire {name} = ", mode) if one.kind == "$logic_and"]
    return next(one for one in reversed(found) if one.port.removeprefix("\\") == "Y")


@cache
def deep():
    """The verdicts, the laws that were guessed and those that were found true, each by what is never so."""
    mutants = [gate(name, mode) for name in ("idle", "torn", "rare") for mode in ("const0", "const1")]
    prover = Prover(made(), 1)
    states = {one.mutant: one.state for one in prover.verdicts(mutants, True)}
    guessed = prover._miter.skeleton.guesses(prover._miter.folder, made().dut.path)
    return states, _named(guessed), _named(prover._miter.laws)


def _named(laws):
    """As (turn, {register: its value, …})."""
    cells, nets = made().original["cells"], made().original["netnames"]
    registers = [cell["connections"]["Q"] for cell in cells.values() if cell["type"] == "$dff"]
    names = [next(name for name, net in nets.items() if net["bits"] == bits) for bits in registers]
    return [(law.value, {names[number]: level for number, _, level in law.never}) for law in laws]


@pytest.mark.parametrize("name", ["idle", "torn"])
def test_a_gate_that_is_never_1_for_a_reason(name):
    states, _, laws = deep()
    assert states[gate(name, "const0").number] == "equivalent"
    assert (4, {"busy": 0} if name == "idle" else {"up": 1, "down": 1}) in laws


def test_luck_is_no_reason():
    """No simulation has come upon the key, and still it is not believed that nobody has it."""
    states, guessed, laws = deep()
    assert (4, {"spoilt": 1}) in guessed
    assert (4, {"spoilt": 1}) not in laws
    assert states[gate("rare", "const0").number] == "open"


@pytest.mark.parametrize("name", ["idle", "torn", "rare"])
def test_a_gate_that_is_always_1_shows(name):
    assert deep()[0][gate(name, "const1").number] == "open"


def test_turns_that_never_come():
    assert {(6, ()), (7, ())} <= {(turn, tuple(never)) for turn, never in deep()[2]}
