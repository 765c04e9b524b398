"""The mutants that are tried before all others: what kills them teaches the order of the examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypedDict

from loopline.mutate.mutant import Mutant
from loopline.mutate.verdict import Verdict

#: How many there are.
PILOTS = 50


class Order(TypedDict):
    """In which order properties and examples are tried; of an example how many it has killed."""

    properties: Sequence[str]
    kills: Sequence[tuple[str, int, int]]


def evenly(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Every n-th."""
    return list(mutants[:: max(1, len(mutants) // PILOTS)][:PILOTS])


def of_all_parts(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Always one of the part that has the fewest yet, in it one of the class that has the fewest. (Where classes come
    in turn, every n-th may be of the same class.)"""
    left, taken = list(mutants), list[Mutant]()
    parts, kinds = Counter[str](), Counter[str]()
    while left and len(taken) < PILOTS:
        taken.append(min(left, key=lambda one: (parts[one.part], kinds[one.kind], one.number)))
        left.remove(taken[-1])
        parts[taken[-1].part] += 1
        kinds[taken[-1].kind] += 1
    return taken


def order(properties: Sequence[str], verdicts: Sequence[Verdict | None]) -> Order:
    """From what is known of their power to kill the pilots."""
    kills = Counter((one.property, one.example) for one in verdicts if one and one.state == "killed")
    by_property: Counter[str] = Counter()
    for (name, _), count in kills.items():
        by_property[name] += count
    return {
        "properties": sorted(properties, key=lambda name: -by_property[name]),
        "kills": [(name, number, count) for (name, number), count in sorted(kills.items())],
    }
