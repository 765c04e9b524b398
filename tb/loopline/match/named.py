"""The player that a user names on the command line."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import SystemRandom

from loopline.contract.contest import Chooser, ContestGame, GoldenPlayer
from loopline.errors import BadInput
from loopline.match.endpoint import Endpoint, Human, ReceivedLine
from loopline.match.stream import Called, Calling, Program, Serial

#: Its name in the handshake.
_IDENTITY = b"GM"


class Golden(Endpoint):
    """A player inside this process."""

    def __init__(self, name: str, new: Callable[[], Chooser]) -> None:
        super().__init__(name)
        self._new = new

    def open(self) -> None:
        """Begin a new player."""
        self._choose, self._said = self._new(), deque[bytes]()

    def attend(self, game: ContestGame) -> None:
        """Take note of the game that begins."""
        self._game = game

    def send(self, line: bytes) -> None:
        """Take a line; the answer of the model is ready at once."""
        if line == b"-T":
            self._said.append(_IDENTITY)
        elif line != b"-B" and self._game.outcome is None:
            self._said.append(self._choose(self._game).encode("ascii"))

    def receive(self, limit: float) -> ReceivedLine | None:
        """Return the answer that is ready, or None."""
        return ReceivedLine(self._said.popleft(), None) if self._said else None

    def overhear(self, seconds: float) -> bytes | None:
        """Return an answer that was not asked for, or None."""
        return self._said.popleft() if self._said else None

    def close(self) -> None:
        """Do nothing."""


FORMS = "exec:COMMAND, tcp:HOST:PORT, tcp-listen:[HOST:]PORT, serial:DEVICE[@BAUD]"

_LINKS: dict[str, Callable[[str, str], Endpoint]] = {
    "exec": Program,
    "tcp": Called,
    "tcp-listen": Calling,
    "serial": Serial,
}


def with_seed(name: str, golden: Mapping[str, GoldenPlayer]) -> str:
    """The same player, with a seed if it draws and has none yet: what is printed plays the same games again."""
    draws = name in golden and golden[name].numbers is None
    return f"{name}:{SystemRandom().randrange(1 << 32)}" if draws else name


def player(
    name: str,
    golden: Mapping[str, GoldenPlayer],
    simulated: Callable[[str], Endpoint],
    designs: Callable[[], Sequence[str]] = tuple,
) -> Endpoint:
    """`golden`: the game's own. `simulated` makes one of a design, which is a file or one of `designs()`. Raises
    BadInput."""
    kind, _, rest = name.partition(":")
    if kind in _LINKS and rest:
        return _LINKS[kind](name, rest)
    if kind in golden:
        return _golden(name, golden[kind], rest)
    if name == "human":
        return Human(name)
    if name.endswith(".toml") or name in designs():
        return simulated(name)
    own = [one.form(name) for name, one in golden.items()]
    raise BadInput(f"{name!r} is not a player; there are {', '.join([FORMS, *own, 'human', 'DUT.toml', *designs()])}")


def _golden(name: str, one: GoldenPlayer, number: str) -> Golden:
    digits = number.isascii() and number.isdigit()
    numbers = one.numbers
    if not number and ":" not in name:
        chosen = numbers[0] if numbers else 0
    elif digits and (numbers is None or (len(numbers) > 1 and int(number) in numbers)):
        chosen = int(number)
    else:
        raise BadInput(f"{name!r} is not a player; there is {one.form(name.partition(':')[0])}")
    return Golden(name, partial(one.chooser, chosen))
