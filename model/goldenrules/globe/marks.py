"""Marks in every picture of a position: the last turn."""

from __future__ import annotations

from goldenrules.globe.points import Point
from goldenrules.globe.position import Position


class Marks:
    def __init__(self, position: Position) -> None:
        turn = position.turns[-1] if position.turns else None
        step = turn.move if turn else None
        #: From where and to where a piece has moved.
        self.origin: Point | None = step.origin if step else None
        self.target: Point | None = step.target if step else None
        self.captured: set[Point] = {point for part in turn.captured for point in part} if turn else set()
