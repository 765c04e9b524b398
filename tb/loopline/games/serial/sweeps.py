"""Parts of scripts: a command in one cycle after the other, and lines without a pause after a reset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from loopline.games.serial.script import RESET, WRONG, Step, line

#: What may be sent in any cycle.
COMMANDS = (line("-T"), line("-W"), line("-B"), Step(WRONG, number=2), Step(RESET))


def swept(game: Sequence[Step], commands: Iterable[Step], cycles: Iterable[int], byte: int = 0) -> list[Step]:
    """The same game again and again. How soon each answer comes is known then, so each command can be sent in each of
    these cycles, one after the other."""
    cycles = list(cycles)
    met = (one._replace(now=True, meet=cycle, byte=byte) for one in commands for cycle in cycles)
    return [*game, *chain.from_iterable((*game, *_seen(one)) for one in met)]


def _seen(step: Step) -> list[Step]:
    """It, and a word that begins no game. A lamp has some time, so what a mistake does to it may not be seen before the
    next game; and a game after a reset is another one than those before it."""
    return [step] if step.data in (b"-T", b"-W", b"-B") else [step, line("-T")]


def burst(
    names: int, games: int = 1, ends: Sequence[str] = ("lf",), side: str = "-B", move: Step | None = None
) -> list[Step]:
    """Lines without a pause right after a reset, when a player may be busy and they have to wait. For how long is known
    after a first reset with a single name."""
    lines = [*[line(side)] * games, *[line("-T")] * names, *([move] if move else [])]
    return [Step(RESET), *(step._replace(after=1, end=ends[n % len(ends)]) for n, step in enumerate(lines))]
