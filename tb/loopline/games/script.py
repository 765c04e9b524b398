"""Scripts of games over streams: a step is a request, and a reset may cut it short.

Any game can use this module, whatever its steps are. A game whose steps are its requests needs little else: see
requests.py. As text a step is a word, and behind it may stand when a reset comes (loopline/resets.py).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, count, takewhile
from typing import Any, Generic, Self, TypeVar

from loopline.contract.game import Scripts
from loopline.resets import Reset

Step = TypeVar("Step")


@dataclass(frozen=True)
class Script(Generic[Step]):
    """The requests of one example, in order."""

    steps: tuple[Step, ...]

    def __deepcopy__(self, memo: object) -> Self:
        """Return the script itself: it is immutable, and a copy for each example would waste time."""
        return self


ScriptT = TypeVar("ScriptT", bound=Script[Any])


class StepScripts(Scripts[ScriptT]):
    """A game whose scripts have steps, one for each request."""

    def length(self, script: ScriptT) -> int:
        """Return the number of steps."""
        return len(script.steps)

    def turns(self, script: ScriptT) -> int:
        """Return how many turns the script tries. By default every step is one."""
        return len(script.steps)

    def write(self, script: ScriptT) -> str:
        """Return the script as text. By default its steps are words."""
        return " ".join(map(str, script.steps))

    def until(self, script: ScriptT, request: int | None) -> ScriptT:
        """Return the script up to and with this step; None: all of it."""
        return script if request is None else replace(script, steps=script.steps[: request + 1])


# --- made smaller -----------------------------------------------------------------------------------------------------

#: In a script of at most this many steps, any two are left out together.
_FEW = 24


def last_games(steps: Sequence[Step], begins: Callable[[Step], bool]) -> Iterator[tuple[Step, ...]]:
    """Yield only the last of the games that these steps begin, then the last two, the last four, and so on."""
    beginnings = [number for number, step in enumerate(steps) if number and begins(step)]
    for games in takewhile(lambda games: games <= len(beginnings), (1 << power for power in count())):
        yield tuple(steps[beginnings[-games] :])


def without(steps: Sequence[Step], numbers: Collection[int]) -> tuple[Step, ...]:
    """Return the steps except those with these numbers."""
    return tuple(step for number, step in enumerate(steps) if number not in numbers)


def shorter(
    steps: Sequence[Step], pairs: Sequence[tuple[int, int]] = (), few: int = _FEW
) -> Iterator[tuple[Step, ...]]:
    """Yield shorter scripts, those that leave out most first, because a script may have thousands of steps.

    Without all `pairs`; without ever smaller runs of steps, from the end; without one pair, or any two steps if there
    are few.

    Args:
        steps: The steps of the script.
        pairs: Steps that are left out together, such as a turn and its taking back.
        few: The most steps of which any two are left out.
    """
    if pairs:
        yield without(steps, {number for pair in pairs for number in pair})
    length = len(steps) // 2
    while length:
        for start in range(len(steps) - length, -1, -length):
            yield (*steps[:start], *steps[start + length :])
        length //= 2
    for two in chain(pairs, combinations(range(len(steps)), 2) if len(steps) <= few else ()):
        yield without(steps, two)


def simpler(steps: Sequence[Step], of_one: Callable[[Step], Iterable[Step]]) -> Iterator[tuple[Step, ...]]:
    """Yield the steps with one of them simpler."""
    for number, step in enumerate(steps):
        for simpler_step in of_one(step):
            yield (*steps[:number], simpler_step, *steps[number + 1 :])


def earlier(cut: int) -> list[int]:
    """Return simpler alternatives to a reset: none, or one of a simpler kind, sooner, or shorter."""
    return [0, *(reset.cut for reset in Reset.of(cut).simpler())] if cut else []


def taken_back(
    steps: Sequence[Step], is_turn: Callable[[Step], bool], takes_back: Callable[[Step], bool]
) -> Iterator[tuple[int, int]]:
    """Yield pairs of a turn and the step that takes it back."""
    turns: list[int] = []
    for number, step in enumerate(steps):
        if is_turn(step):
            turns.append(number)
        elif takes_back(step) and turns:
            yield turns.pop(), number
