"""A register file with access rights: six registers of 16 bits, each of which can be locked against writing."""

from __future__ import annotations

from enum import IntEnum

from loopline.games.block import Block, operation

REGISTERS = 6
#: After a reset.
AT_FIRST = (0x1234, 0, 0, 0, 0, 0xFFFF)
#: A one that is written clears the bit.
FLAGS = 5


class Reason(IntEnum):
    DONE = 0
    NO_SUCH_REGISTER = 1
    READ_ONLY = 2
    LOCKED = 3
    NOT_PRIVILEGED = 4


class Refused(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.name)
        self.reason = reason


class File:
    """The registers: 0 is read only, 5 holds flags."""

    def __init__(self) -> None:
        self.values = [*AT_FIRST]
        self.locked = 0

    def check(self, address: int) -> None:
        if address >= REGISTERS:
            raise Refused(Reason.NO_SUCH_REGISTER)


class Registers(Block[File]):
    reasons, refused = Reason, Refused
    fields = {"address": 3, "data": 16, "strobe": 2, "privileged": 1, "locked": 6}
    answers = ("data",)
    status = ("locked",)

    def initial(self) -> File:
        return File()

    @operation()
    def write(self, now: File, address: int, data: int, strobe: int, privileged: int) -> None:
        now.check(address)
        if address == 0:
            raise Refused(Reason.READ_ONLY)
        if now.locked >> address & 1 and not privileged:
            raise Refused(Reason.LOCKED)
        mask = 0x00FF * (strobe & 1) | 0xFF00 * (strobe >> 1)
        old = now.values[address]
        now.values[address] = old & ~(data & mask) if address == FLAGS else old & ~mask | data & mask

    @operation(reads="data", moves=lambda now: range(8))
    def read(self, now: File, address: int) -> dict[str, int]:
        now.check(address)
        return {"data": now.values[address]}

    @operation()
    def lock(self, now: File, address: int) -> None:
        now.check(address)
        now.locked |= 1 << address

    @operation()
    def unlock(self, now: File, address: int, privileged: int) -> None:
        now.check(address)
        if not privileged:
            raise Refused(Reason.NOT_PRIVILEGED)
        now.locked &= ~(1 << address)


GAME = Registers.game("registers")
