"""The larger of two numbers, for test_combinational.py."""

from loopline.games.block import Block, operation


class Widest(Block[None]):
    fields = {"a": 8, "b": 8, "larger": 8}
    answers = ("larger",)

    def initial(self) -> None:
        """Nothing is remembered."""

    @operation()
    def larger(self, now: None, a: int, b: int) -> dict[str, int]:
        return {"larger": max(a, b)}


GAME = Widest.game("widest")
