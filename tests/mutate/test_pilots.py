"""Which mutants teach the order of the examples."""

from itertools import product

from loopline.mutate.netlist import Mutant
from loopline.mutate.verdict import PILOTS, evenly, of_all_parts

KINDS, PARTS = [f"class {number}" for number in range(12)], [f"part_{number}.v" for number in range(20)]

#: As a run with classes has them: the classes in turn, and so each sixth of them is of two classes only.
MUTANTS = [Mutant(number, kind, part, 1) for number, (part, kind) in enumerate(product(PARTS, KINDS), 1)]


def test_pilots_have_every_class_and_part():
    pilots = of_all_parts(MUTANTS)
    assert len(set(pilots)) == PILOTS
    assert {one.kind for one in pilots} == set(KINDS)
    assert {one.file for one in pilots} == set(PARTS)


def test_rare_classes_and_parts_too():
    rare = [Mutant(900, "rare", PARTS[3], 7), Mutant(901, KINDS[1], "rare.v", 7)]
    assert set(rare) <= set(of_all_parts([*MUTANTS, *rare]))


def test_few_mutants_are_all_pilots():
    assert set(of_all_parts(MUTANTS[:7])) == set(evenly(MUTANTS[:7])) == set(MUTANTS[:7])


def test_without_classes_every_nth():
    assert [one.number for one in evenly(MUTANTS)][:3] == [1, 5, 9]
    assert len(evenly(MUTANTS)) == PILOTS
