"""A counter that is set and that doubles, for test_strobe.py."""

from loopline.games.block import Block, operation


class Counter(Block[list[int]]):
    fields = {"value": 8, "total": 8}
    answers = ("total",)

    def initial(self) -> list[int]:
        return [0]

    @operation()
    def set(self, now: list[int], value: int) -> dict[str, int]:
        now[0] = value
        return {"total": now[0]}

    @operation()
    def double(self, now: list[int]) -> dict[str, int]:
        now[0] = now[0] * 2 % 256
        return {"total": now[0]}


GAME = Counter.game("counter")
