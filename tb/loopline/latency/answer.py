"""What is measured: answers, and the games in which they were given."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from loopline.design.dut import Dut


class Answer(NamedTuple):
    """In cycles, from the question: when the host's last stop bit has ended, or a request is accepted."""

    kind: str
    #: Which step of its script has asked.
    request: int
    #: Until it begins: with the first start bit, or by being valid.
    begins: int
    #: Until its last stop bit has ended.
    ends: int
    #: What it has on the line, its end included; an engine's has none.
    characters: int
    #: What there was to think about, as the game counts it.
    facts: Mapping[str, int]

    def to_first(self, dut: Dut) -> float:
        """Seconds to the end of its first stop bit, on a line as slow as in earnest."""
        characters = min(self.characters, 1)
        return dut.seconds(self.begins + round(10 * characters * dut.bit), characters)

    def to_last(self, dut: Dut) -> float:
        """Seconds to the end of its last stop bit, on a line as slow as in earnest."""
        return dut.seconds(self.ends, self.characters)


class Played(NamedTuple):
    """A script and its answers."""

    script: str
    answers: list[Answer]

    def line(self) -> str:
        """As one line of a file."""
        return json.dumps(self) + "\n"

    @classmethod
    def read(cls, line: str) -> Played:
        script, answers = json.loads(line)
        return cls(script, [Answer(*values) for values in answers])
