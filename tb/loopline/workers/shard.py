"""A share of a run, for each of several machines that know nothing of each other, as CI starts them. (A module of its
own, as the command line reads it before it has anything to do with workers.)"""

from __future__ import annotations

import re
from typing import NamedTuple

from loopline.errors import BadInput

_MOST = 100_000


class Shard(NamedTuple):
    """`3/20`: whatever can be divided is numbered, and dealt out like cards."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Raises BadInput."""
        match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
        shard = cls(*map(int, match.groups())) if match else cls(0, 0)
        if not 1 <= shard.number <= shard.of <= _MOST:
            raise BadInput(f"--shard {text}: write it like 3/20, the third of twenty; the first is 1/20")
        return shard

    def takes(self, number: int) -> bool:
        """One of the things that are numbered from 0."""
        return number % self.of == self.number - 1

    def share(self, amount: int) -> int:
        """Of so much."""
        return sum(map(self.takes, range(amount % self.of))) + amount // self.of

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"
