"""The job of a fuzzing simulation."""

from __future__ import annotations

from pathlib import Path

from loopline.simulation.job import Job


class FuzzJob(Job):
    corpus: Path
    #: The run ends with the script that reaches so many turns.
    turns: int | None = None
    #: The process that can stop it. When that is gone, it stops by itself.
    owner: int
