"""What is wrong where nobody looks is proven harmless, and what is wrong where somebody does is not."""

from functools import cache

import pytest
from loopline.mutate.proof import Prover
from mutate.designs import OUT, SLACK, mutants_of, on_line, written


@cache
def made():
    return mutants_of(written("slack", SLACK), OUT / "slack" / "proofs")


def inverted(wire):
    """A register that turns over whenever it should keep its value."""
    return next(
        one for one in made().mutants if (one.mode, one.kind, one.port) == ("inv", "$dff", "Q") and one.wire == wire
    )


def also(text, bit, mode):
    """A bit in the condition is stuck, so it holds in another turn, too. (Its line is the one before, Yosys says.)"""
    found = [one for one in on_line(made().mutants, SLACK, text, mode) if one.kind in ("$eq", "$logic_not")]
    return next(one for one in found if (one.port, one.portbit) == ("A", bit))


@cache
def states():
    mutants = [
        *(inverted("soon[0]"), inverted("later[0]")),
        *(also("case (", 0, "const0"), also("case (", 1, "const0"), also("2'd0: ", 0, "const1")),
    ]
    return {one.mutant: one.state for one in Prover(made(), 1).verdicts(mutants, True)}


@pytest.mark.parametrize(("wire", "state"), [("soon[0]", "equivalent"), ("later[0]", "open")])
def test_right_again_in_the_second_cycle(wire, state):
    assert states()[inverted(wire).number] == state


@pytest.mark.parametrize(
    ("text", "bit", "mode", "state"),
    [
        ("case (", 0, "const0", "equivalent"),  # turn 0, and in turn 1, too, which comes later in the source
        ("case (", 1, "const0", "equivalent"),  # turn 0, and in turn 2, too
        ("2'd0: ", 0, "const1", "open"),  # turn 1, and in turn 0, too
    ],
)
def test_of_two_choices_simulation_takes_one(text, bit, mode, state):
    assert states()[also(text, bit, mode).number] == state
