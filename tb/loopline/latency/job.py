"""The job of a measuring simulation."""

from __future__ import annotations

from loopline.simulation.job import Job

#: The name of its outcome.
NAME = "latency"


def answers(number: int) -> str:
    """The file in its folder with what that search has measured: a line for each script, written at once."""
    return f"answers-{number}.jsonl"


class LatencyJob(Job):
    """One search. The more examples, the more searches, each with a seed of its own."""

    #: Its number.
    search: int = 0
    #: For each kind of answer, this many attempts to continue the game with the slowest one.
    longer: int = 0
    #: The longest game, in turns of the host's or in all, as the game will have it.
    turns: int = 40
    #: Seconds for which an answer is awaited at least.
    limit: float = 1.0
