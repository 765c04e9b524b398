"""What the simulation is to do that fuzzes."""

from __future__ import annotations

from pathlib import Path

from loopline.simulation.job import Job


class FuzzJob(Job):
    corpus: Path
    #: The last script is the one that comes to so many.
    turns: int | None = None
    #: When this process is gone, nobody is left to tell it to stop.
    owner: int
