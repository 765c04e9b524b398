"""Options of the rules that matter only together: short games by every three of them, and what is refused there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random
from typing import TypeAlias

from loopline.contract.game import Request
from loopline.games.general.means import Toolkit
from loopline.games.model import Model
from loopline.games.strategy import Choices, Digits, Session
from loopline.signals import Field

#: Of some columns, in their order, a value for each.
Combination: TypeAlias = tuple[tuple[int, int], ...]


@cache
def covering_array(values: tuple[int, ...], strength: int = 3) -> tuple[tuple[int, ...], ...]:
    """Return rows in which any values of any `strength` columns are together in at least one row.

    Column i has numbers below `values[i]`. If there are fewer columns, all count. The first row is all zeros.

    The trick is greed. A row begins with the first combination that is still missing, and each other column gets the
    value that adds most. That takes a few rows more than the fewest there could be, and always the same ones.
    """
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
    """Yield every combination of values of `strength` columns, small values first."""
    for columns in combinations(range(len(values)), strength):
        for chosen in product(*(range(values[column]) for column in columns)):
            yield tuple(zip(columns, chosen, strict=True))


def together(row: Sequence[int], strength: int) -> Iterator[Combination]:
    """Return the combinations of `strength` columns that a row has."""
    return combinations(enumerate(row), strength)


def _adds(row: dict[int, int], column: int, left: dict[Combination, None]) -> int:
    """Return how many new combinations this column completes in a row that is not complete."""
    strength = len(next(iter(left)))
    others = [place for place in sorted(row.items()) if place[0] != column]
    chosen = ((*rest, (column, row[column])) for rest in combinations(others, strength - 1))
    return sum(tuple(sorted(combination)) in left for combination in chosen)


#: The most moves of a game, of one that is played to its end, and about how many refused requests come after it.
_SOME, _LONGEST, _IN_VAIN = 6, 80, 12

#: Of eight kinds of games: those that come to something rare.
_RARE = (5, 6)

#: An option of more bits is wide: none, small, so that a short game comes to it, or larger.
_NARROW, _SMALL = 2, range(1, 5)


def rule_options(means: Toolkit[Request, Model], session: Session[Request, Model], chosen: Choices) -> None:
    """Play short games by rules of which any three options are met together, and ask for what they refuse."""
    rows = covering_array(tuple(len(values_of(field)) for _, field in means.options))
    for digits in chosen.rounds():
        row = rows[digits(len(rows))]
        session.ask(_begun(means, row, digits(256)))
        kind, which = digits(8), digits(256)
        _play(means, session, kind, which, digits)
        _in_vain(means, session, which)


def values_of(field: Field) -> Sequence[range]:
    """Return the values of an option in classes, the simplest first."""
    most = 1 << field.bits
    if field.bits <= _NARROW:
        return [range(value, value + 1) for value in range(most)]
    return range(1), _SMALL, range(_SMALL.stop, most)


def _begun(means: Toolkit[Request, Model], row: Sequence[int], which: int) -> Request:
    """Return the new game of a row: of each class the smallest value, or a value that depends on those before."""
    begins = means.begin(0)
    assert begins is not None, "there are no options"
    fields, random, limits = [*begins], Random(which), list[int]()
    for (number, field), kind in zip(means.options, row, strict=True):
        values = values_of(field)[kind]
        fields[number] = _value(values, limits, random) if which else values[0]
        if field.bits > _NARROW and fields[number]:
            limits.append(fields[number])
    return means.ruled(means.made(*fields))


def _value(values: range, limits: Sequence[int], random: Random) -> int:
    """Return a value where something may change, or any, of any length in bits.

    Something may change near a limit that another option has set, at an end, and where a single bit is set, or a few
    low ones beside it.
    """
    if len(values) == 1:
        return values[0]
    bits = [1 << bit for bit in range(values[-1].bit_length())]
    longest = random.choice(bits)
    kinds = (
        [limit + more for limit in limits for more in (-1, 0, 1)],
        bits,
        [bit + small for bit in bits for small in _SMALL],
        [values[0], values[-1], values[-1] - 1],
        [random.randrange(longest, 2 * longest)],
    )
    chosen = [value for value in random.choices(kinds, _OFTEN)[0] if value in values]
    return random.choice(chosen or values)


#: How often each kind of value is taken.
_OFTEN = (3, 4, 2, 1, 4)


def _play(
    means: Toolkit[Request, Model], session: Session[Request, Model], kind: int, which: int, digits: Digits
) -> None:
    """Make a few moves, by a byte each, and before each one that is nearly the same.

    Or play a game that comes to something rare; or moves up to the end, if it comes soon.
    """
    if kind in _RARE and means.rare:
        *before, last = means.rare[which * len(means.rare) >> 8]
        for request in before:
            session.ask(request)
        means.tried(session, last)
        return
    for number in range(kind if kind <= _SOME else _LONGEST):
        move = means.move(session.model, digits(256) if kind <= _SOME else which + 101 * number & 255)
        if move is None:
            return
        if kind <= _SOME and (nearly := _nearly(means, move, which)):
            means.tried(session, nearly[number % len(nearly)])
        session.ask(move)


def _nearly(means: Toolkit[Request, Model], move: Request, which: int) -> list[Request]:
    """Return the move with one bit changed, once for each of its fields."""
    by_field: dict[int, list[Request]] = {}
    for alias in means.flipped(move):
        differs = next(number for number, (a, b) in enumerate(zip(alias, move, strict=True)) if a != b)
        by_field.setdefault(differs, []).append(alias)
    return [aliases[which % len(aliases)] for aliases in by_field.values()]


def _in_vain(means: Toolkit[Request, Model], session: Session[Request, Model], which: int) -> None:
    """Ask for refusals: what has been asked before, moves and what is nearly the same, and what may be tried.

    The last of it comes twice without being taken back: it may end the game. Then, perhaps, all turns are taken back,
    and one more.
    """
    model = session.model
    moves = [candidate for byte in (which, *_APART) if (candidate := means.move(model, byte)) is not None]
    tries = means.tries(model) if means.tries else ()
    stride = -(-len(tries) // _IN_VAIN) or 1
    nearly = [alias for number, move in enumerate(moves) for alias in _nearly(means, move, which + number)]
    for request in (*means.latest(session)[:1], *moves, *nearly, *tries[which % stride :: stride]):
        means.tried(session, request)
    for last in means.latest(session)[: which & 1]:
        session.ask(last)
        session.ask(last)
    if which & 2 and means.take_back is not None:
        for _ in range(_SOME + 2):
            session.ask(means.take_back)


#: The bytes of moves that are likely to be different.
_APART = (127, 255)
