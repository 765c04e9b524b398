"""The player that a user names on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from loopline.contract.contest import Receive
from loopline.errors import BadInput
from loopline.players.endpoint import Endpoint
from loopline.players.human import Human
from loopline.players.program import Program
from loopline.players.serial import Serial
from loopline.players.tcp import Called, Calling
from loopline.players.within import Within

FORMS = "exec:COMMAND, tcp:HOST:PORT, tcp-listen:[HOST:]PORT, serial:DEVICE[@BAUD], model, model:2, human, DUT.toml"

_LINKS: dict[str, Callable[[str, str], Endpoint]] = {
    "exec": Program,
    "tcp": Called,
    "tcp-listen": Calling,
    "serial": Serial,
}


def player(name: str, golden: Callable[[int], Receive], simulated: Callable[[Path], Endpoint]) -> Endpoint:
    """`golden` makes a golden player of some depth, `simulated` one of a design's description. Raises BadInput."""
    kind, _, rest = name.partition(":")
    if kind in _LINKS and rest:
        return _LINKS[kind](name, rest)
    if name in ("model", "model:1", "model:2"):
        return Within(name, lambda: golden(int(rest or 1)))
    if name == "human":
        return Human(name)
    if name.endswith(".toml"):
        return simulated(Path(name))
    raise BadInput(f"{name!r} is no player; there are {FORMS}")
