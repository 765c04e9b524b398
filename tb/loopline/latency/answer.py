"""What is measured: answers, and the games in which they were given."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from loopline.design.dut import Dut


class Answer(NamedTuple):
    """An answer. Times are in cycles from the end of the host's last stop bit, or from when the request is accepted."""

    kind: str
    #: The step of the script that it answers.
    request: int
    #: The time until its first start bit, or until it is valid.
    begins: int
    #: The time until the end of its last stop bit.
    ends: int
    #: The characters on the line, including the line end; 0 for an engine.
    characters: int
    #: The amount of work, as the game counts it.
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
