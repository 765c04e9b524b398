"""Covering arrays: few rows of which some have any three values of any three columns together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

#: Of some columns, in their order, a value for each.
Combination: TypeAlias = tuple[tuple[int, int], ...]


@cache
def covering_array(values: tuple[int, ...], strength: int = 3) -> tuple[tuple[int, ...], ...]:
    """Rows with a number below `values[i]` in column i: any values of any `strength` columns, of all columns if there
    are fewer, are together in a row. The first row is all zeros.

    The trick is greed. A row begins with the first combination that no row has yet, and each other column gets the
    value that adds most. That takes a few rows more than the fewest there could be, and always the same ones."""
    strength = min(strength, len(values))
    left = dict.fromkeys(combinations_of(values, strength))
    rows = []
    while left:
        row = dict(next(iter(left)))
        for column in range(len(values)):
            if column not in row:
                row[column] = max(range(values[column]), key=lambda value: _adds(row | {column: value}, column, left))
        rows.append(tuple(row[column] for column in range(len(values))))
        for combination in together(rows[-1], strength):
            left.pop(combination, None)
    return tuple(rows)


def combinations_of(values: Sequence[int], strength: int) -> Iterator[Combination]:
    """Every combination of values of `strength` columns, small values first."""
    for columns in combinations(range(len(values)), strength):
        for chosen in product(*(range(values[column]) for column in columns)):
            yield tuple(zip(columns, chosen, strict=True))


def together(row: Sequence[int], strength: int) -> Iterator[Combination]:
    """The combinations of `strength` columns that a row has."""
    return combinations(enumerate(row), strength)


def _adds(row: dict[int, int], column: int, left: dict[Combination, None]) -> int:
    """How many combinations that no row has yet are complete with this column of a row that is not complete."""
    strength = len(next(iter(left)))
    others = [one for one in sorted(row.items()) if one[0] != column]
    chosen = ((*some, (column, row[column])) for some in combinations(others, strength - 1))
    return sum(tuple(sorted(one)) in left for one in chosen)
