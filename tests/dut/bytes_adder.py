"""Sums as text, for test_bytes.py."""

from loopline.games.block import Block, operation


def text(line: str, room: int) -> int:
    """The bytes of a line, the first one in the highest bits."""
    return int.from_bytes(line.encode().ljust(room, b"\0"), "big")


class Adder(Block[None]):
    fields = {"a": 2, "b": 2, "garbage": 16, "length": 4, "said": 48}
    answers = ("length", "said")

    def initial(self) -> None:
        """Nothing is remembered."""

    @operation()
    def add(self, now: None, a: int, b: int) -> dict[str, int]:
        return self.line(f"{a}+{b}={a + b}\n"[4:])

    @operation()
    def nothing(self, now: None) -> dict[str, int]:
        return self.line("")

    @operation()
    def other(self, now: None, garbage: int) -> dict[str, int]:
        return self.line("what?\n")

    @staticmethod
    def line(said: str) -> dict[str, int]:
        return {"length": len(said), "said": text(said, 6)}


class Echo(Block[None]):
    """Two bytes come back the other way round."""

    fields = {"there": 16, "back": 16}
    answers = ("back",)

    def initial(self) -> None:
        """Nothing is remembered."""

    @operation()
    def swap(self, now: None, there: int) -> dict[str, int]:
        return {"back": there >> 8 | (there & 255) << 8}


GAME = Adder.game("adder")
ECHO = Echo.game("echo")
