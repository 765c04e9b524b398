"""Tiles (RULES 3.2): all 35 are computed, numbered and turned here; none is typed in.

A tile is the list of its joints: `joints[port]` is the port that a path leads to from `port`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NewType

Port = NewType("Port", int)
#: The number of a tile, 0 to 34. An int at run time.
Tile = NewType("Tile", int)
#: Quarter turns clockwise, 0 to 3. An int at run time.
Rotation = NewType("Rotation", int)
#: The port at the other end of the path that begins at each port.
Joints = tuple[Port, ...]

#: The ports of a tile, clockwise from the top left.
PORTS = tuple(Port(number) for number in range(8))
#: 0 to 3 quarter turns clockwise.
ROTATIONS = tuple(Rotation(number) for number in range(4))
ROTATION_NAMES = "TRBL"


def turned(joints: Joints) -> Joints:
    """Return the joints after a quarter turn clockwise: what was at port 0 is at port 2."""
    return tuple(Port((joints[(port + 6) % 8] + 2) % 8) for port in PORTS)


def _pairings(free: tuple[Port, ...] = PORTS) -> Iterator[dict[Port, Port]]:
    """Yield every way to join the free ports in pairs."""
    if not free:
        yield {}
        return
    first, *rest = free
    for second in rest:
        for others in _pairings(tuple(port for port in rest if port != second)):
            yield {first: second, second: first, **others}


def _orientations(joints: Joints) -> tuple[Joints, ...]:
    """Return the tile as it is, and after one, two and three quarter turns."""
    once = turned(joints)
    twice = turned(once)
    return joints, once, twice, turned(twice)


_ALL = {tuple(pairing[port] for port in PORTS) for pairing in _pairings()}
#: By tile and rotation. Rotation T is the smallest of a tile's four orientations; its rank is the tile's number.
JOINTS: tuple[tuple[Joints, ...], ...] = tuple(
    orientations for joints in sorted(_ALL) if joints == min(orientations := _orientations(joints))
)
#: All 35 tiles.
TILES = tuple(Tile(number) for number in range(len(JOINTS)))
#: The number of rotations of each tile that differ: 4, 2 or 1.
PERIOD: tuple[int, ...] = tuple(len(set(orientations)) for orientations in JOINTS)


def canonical(tile: Tile, rotation: Rotation) -> Rotation:
    """Return the first rotation that looks the same; it is the one that is written."""
    return Rotation(rotation % PERIOD[tile])


def rotations(tile: Tile) -> tuple[Rotation, ...]:
    """Return the rotations that differ."""
    return ROTATIONS[: PERIOD[tile]]
