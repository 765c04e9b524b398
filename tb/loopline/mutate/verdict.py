"""What is known of each mutant, a line of JSON each, written down at once: so a run that was cut short can go on."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ValidationError

State = Literal["killed", "equivalent", "unobservable", "survived"]

#: The steps of a mutation run, in their order.
Step = Literal["cone", "probe", "proof", "play", "deep", "random", "shrink"]


class Verdict(BaseModel):
    """What came of one mutant in one step."""

    step: Step
    mutant: int
    #: `open`: not caught in this step.
    state: State | Literal["open"]
    #: How a proof was made; how a mutant was caught if not by a mismatch.
    how: str = ""
    #: Of one that was killed: by which property, by which of its examples.
    property: str = ""
    example: int = 0
    #: Turns that were played.
    turns: int = 0
    seconds: float = 0.0
    #: The game, its waiting cycles, and what was wrong in it.
    script: str = ""
    delays: str = ""
    cycle: int | None = None
    signal: str = ""
    expected: str = ""
    found: str = ""
    says: str = ""


class Verdicts:
    """All of a run, on disk and by step and mutant."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[tuple[Step, int], Verdict] = {}
        self._lock = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text() if path.is_file() else ""
        whole = text[: text.rfind("\n") + 1]  # what follows was being written when the last run was killed
        if whole != text:
            path.write_text(whole)
        for line in whole.splitlines():
            try:
                verdict = Verdict.model_validate_json(line)
            except ValidationError:
                continue  # a disk that was full, an editor: it is found out again
            self._known[verdict.step, verdict.mutant] = verdict
        #: How many were there at the beginning.
        self.found = len(self._known)

    def add(self, verdict: Verdict) -> None:
        with self._lock, self.path.open("a") as file:
            file.write(verdict.model_dump_json(exclude_defaults=True) + "\n")
            self._known[verdict.step, verdict.mutant] = verdict

    def get(self, step: Step, mutant: int) -> Verdict | None:
        return self._known.get((step, mutant))

    def every(self) -> list[Verdict]:
        return list(self._known.values())

    def of(self, step: Step) -> list[Verdict]:
        return [verdict for (a_step, _), verdict in sorted(self._known.items()) if a_step == step]
