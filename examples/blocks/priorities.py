"""A priority queue of eight places: the most urgent value comes out first, of equally urgent ones the oldest."""

from __future__ import annotations

from enum import IntEnum

from loopline.games.block import Answer, Block, Event, operation

PLACES = 8


class Reason(IntEnum):
    DONE = 0
    FULL = 1
    EMPTY = 2


class Refused(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.name)
        self.reason = reason


class Queue:
    """What waits, the most urgent first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[int, int]] = []

    @property
    def count(self) -> int:
        return len(self.waiting)

    def push(self, urgency: int, value: int) -> None:
        if self.count == PLACES:
            raise Refused(Reason.FULL)
        self.waiting.append((urgency, value))
        self.waiting.sort(key=lambda one: -one[0])  # stable: the oldest stay before

    def first(self) -> tuple[int, int]:
        if not self.waiting:
            raise Refused(Reason.EMPTY)
        return self.waiting[0]


class Priorities(Block[Queue]):
    reasons, refused = Reason, Refused
    fields = {"urgency": 3, "value": 8, "count": 4}
    answers = "urgency", "value"
    status = ("count",)
    events = {"pushed": ["urgency", "value"], "popped": ["urgency", "value"], "refused": []}

    def initial(self) -> Queue:
        return Queue()

    @operation()
    def push(self, now: Queue, urgency: int, value: int) -> Answer:
        now.push(urgency, value)
        yield Event("pushed", urgency=urgency, value=value)

    @operation()
    def pop(self, now: Queue) -> Answer:
        urgency, value = now.first()
        now.waiting.pop(0)
        yield Event("popped", urgency=urgency, value=value)
        return {"urgency": urgency, "value": value}

    @operation()
    def peek(self, now: Queue) -> dict[str, int]:
        urgency, value = now.first()
        return {"urgency": urgency, "value": value}


GAME = Priorities.game("priorities")
