"""The job of a measuring simulation."""

from __future__ import annotations

from loopline.simulation.job import Job

#: The name of its outcome.
NAME = "latency"


def answers(number: int) -> str:
    """The file in its folder with what that job has measured: a line for each script, written at once."""
    return f"answers-{number}.jsonl"


class LatencyJob(Job):
    """A search, or a try to make an answer slower."""

    #: Its number.
    number: int = 0
    #: A game, the request in it that was answered so slowly, and the number of the try to go on from there.
    go_on: tuple[str, int, int] | None = None
    #: The longest game, in turns of the host's or in all, as the game will have it.
    turns: int = 40
    #: Seconds for which an answer is awaited at least.
    limit: float = 1.0
