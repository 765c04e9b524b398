"""A cache with write-back: four lines of two bytes each, in front of a memory of 64 bytes."""

from __future__ import annotations

from loopline.games.block import Block, operation

LINES, WORDS = 4, 64


class Cache:
    """The memory as the outside sees it, which line holds what, and whether it was written to."""

    def __init__(self) -> None:
        self.memory = [0] * WORDS
        self.held: dict[int, int] = {}
        self.dirty: set[int] = set()

    def touch(self, address: int) -> dict[str, int]:
        """Bring the line of an address in; say whether it was there, and whether another was written back for it."""
        tag, line = address >> 3, address >> 1 & 3
        hit = self.held.get(line) == tag
        back = not hit and line in self.dirty
        if not hit:
            self.held[line] = tag
            self.dirty.discard(line)
        return {"hit": hit, "written_back": back}


class CacheBlock(Block[Cache]):
    fields = {"address": 6, "data": 8, "hit": 1, "written_back": 1, "lines": 3}
    answers = "data", "hit", "written_back", "lines"

    def initial(self) -> Cache:
        return Cache()

    @operation()
    def load(self, now: Cache, address: int) -> dict[str, int]:
        return {"data": now.memory[address], **now.touch(address)}

    @operation()
    def store(self, now: Cache, address: int, data: int) -> dict[str, int]:
        said = now.touch(address)
        now.memory[address] = data
        now.dirty.add(address >> 1 & 3)
        return said

    @operation()
    def flush(self, now: Cache) -> dict[str, int]:
        """Write back all lines that were written to, and hold none."""
        lines = len(now.dirty)
        now.held.clear()
        now.dirty.clear()
        return {"lines": lines}


GAME = CacheBlock.game("cache")
