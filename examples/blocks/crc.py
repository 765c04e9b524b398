"""A CRC unit: CRC-16 of the polynomial x^16 + x^12 + x^5 + 1, fed with bytes or with words of two bytes."""

from __future__ import annotations

from loopline.games.block import Block, operation


class Crc:
    """The check sum of what has been fed."""

    def __init__(self) -> None:
        self.sum = 0xFFFF
        self.reflected = 0

    def feed(self, byte: int) -> None:
        """Add a byte, its highest bit first; the lowest, if bits are reflected."""
        for bit in range(8) if self.reflected else reversed(range(8)):
            top = self.sum >> 15 ^ byte >> bit & 1
            self.sum = (self.sum << 1 & 0xFFFF) ^ (0x1021 if top else 0)


class CrcUnit(Block[Crc]):
    fields = {"seed": 16, "reflect": 1, "byte": 8, "word": 16, "sum": 16}
    answers = ("sum",)

    def initial(self) -> Crc:
        return Crc()

    @operation()
    def start(self, now: Crc, seed: int, reflect: int) -> dict[str, int]:
        now.sum, now.reflected = seed, reflect
        return {"sum": seed}

    @operation()
    def feed(self, now: Crc, byte: int) -> dict[str, int]:
        now.feed(byte)
        return {"sum": now.sum}

    @operation()
    def feed_word(self, now: Crc, word: int) -> dict[str, int]:
        """Its high byte first."""
        now.feed(word >> 8)
        now.feed(word & 255)
        return {"sum": now.sum}

    @operation(reads="sum")
    def read(self, now: Crc) -> dict[str, int]:
        return {"sum": now.sum}


GAME = CrcUnit.game("crc")
