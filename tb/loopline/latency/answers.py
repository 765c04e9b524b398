"""The job of a measuring simulation, the answers that it has timed, and all answers of a run by kind."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from loopline.design.dut import Dut
from loopline.latency.figures import Spread, bins, spread
from loopline.simulation.job import Job

#: The name of the job's outcome.
NAME = "latency"


def answers_file(number: int) -> str:
    """The name of the file in the simulation's folder with what that job has measured: a line for each script."""
    return f"answers-{number}.jsonl"


class LatencyJob(Job):
    """Games to generate (`examples`) or given ones (`scripts`), each answer of which is timed."""

    does: str = "loopline.latency.inside:stopwatch"
    #: Its number.
    number: int = 0
    #: The length of a generated game: turns of the host or of both sides, as the game counts them.
    turns: int = 40
    #: Seconds for which an answer is awaited at least.
    limit: float = 1.0


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
        """The same as one line of a file."""
        return json.dumps(self) + "\n"

    @classmethod
    def read(cls, line: str) -> Played:
        """The script and answers of such a line."""
        script, answers = json.loads(line)
        return cls(script, [Answer(*values) for values in answers])


#: An answer, and the script in which it was given.
One = tuple[str, Answer]


class Measured:
    """All answers of a run, by kind."""

    def __init__(self, dut: Dut, played: Iterable[Played]) -> None:
        self._dut = dut
        self._by_kind: dict[str, list[One]] = defaultdict(list)
        for script, answers in played:
            for answer in answers:
                self._by_kind[answer.kind].append((script, answer))

    @property
    def kinds(self) -> list[str]:
        """The kinds of which there are answers, sorted."""
        return sorted(self._by_kind)

    @property
    def varying(self) -> list[str]:
        """The kinds whose answers did not all take the same time."""
        return [kind for kind in self.kinds if len(set(self.cycles(kind))) > 1]

    def of(self, kind: str) -> Sequence[One]:
        """The answers of this kind, each with its script."""
        return self._by_kind[kind]

    def worst(self, kind: str) -> One:
        """The answer that took longest to begin; the first if there are several."""
        return max(self.of(kind), key=lambda one: one[1].begins)

    def cycles(self, kind: str) -> list[int]:
        """The cycles until each answer of this kind began."""
        return [answer.begins for _, answer in self.of(kind)]

    def latest(self) -> One:
        """The answer that took longest to end, on a line with the real baud rate."""
        return max((one for kind in self.kinds for one in self.of(kind)), key=lambda one: one[1].to_last(self._dut))

    def facts(self) -> list[str]:
        """The names of all facts of the answers that vary."""
        return list(dict.fromkeys(fact for kind in self.varying for _, one in self.of(kind) for fact in one.facts))

    def against(self, fact: str) -> Iterator[tuple[range, dict[str, Spread]]]:
        """For each bin of the counted fact, the kinds' cycles; empty bins are left out."""
        known = [one for kind in self.varying for _, one in self.of(kind) if fact in one.facts]
        for part in bins(one.facts[fact] for one in known):
            cycles: dict[str, list[int]] = defaultdict(list)
            for one in known:
                if one.facts[fact] in part:
                    cycles[one.kind].append(one.begins)
            if cycles:
                yield part, {kind: spread(values) for kind, values in sorted(cycles.items())}
