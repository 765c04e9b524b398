"""The job of a measuring simulation."""

from __future__ import annotations

from loopline.simulation.job import Job

#: The file in its folder with what it has measured: a line for each script, written at once.
ANSWERS = "answers.jsonl"


class LatencyJob(Job):
    #: For each kind of answer, so many attempts to continue the game with the slowest one.
    longer: int = 0
    #: The longest game, in turns of the host's or in all, as the game will have it.
    turns: int = 40
    #: Seconds for which an answer is awaited at least.
    limit: float = 1.0
