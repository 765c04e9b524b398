"""Keeps failures: the game and result of each in a folder of its own, and the game among the regressions."""

from __future__ import annotations

import hashlib
import json
import os
import re
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from zlib import crc32

from loopline.contract.game import find
from loopline.design.dut import Dut
from loopline.design.simulators import Simulator
from loopline.errors import Notice
from loopline.simulation.job import FAILURES, Outcome, Result
from loopline.tables import Document


@dataclass
class Failures:
    """The folders of one run's failures."""

    dut: Dut
    out: Path
    seed: int
    #: Where the minimal games of failures are collected, and replayed first the next time.
    regressions: Path | None
    #: Whose a folder is, and the file in `regressions` that this run has made of each failure.
    _homes: dict[str, tuple[str, str]] = field(default_factory=dict)
    _saved: dict[tuple[str, str], Path] = field(default_factory=dict)

    def save(self, simulator: Simulator, outcome: Outcome) -> Path:
        """Save the game of an outcome. An earlier version of the same failure is replaced."""
        folder = self._folder(simulator, outcome.name)
        folder.mkdir(parents=True, exist_ok=True)
        game = folder / f"minimal{find(self.dut).suffix}"
        text = game_file(outcome, self.dut, self.seed)
        replace(game, text)
        write_failure(folder, outcome)
        if self.regressions and outcome.state in FAILURES:
            try:
                self._save_among(self.regressions, simulator, outcome, text)
            except OSError as error:  # a failure is one nevertheless
                says = f"cannot save the game of {outcome.name} there: {error.strerror}. It is {game}"
                warnings.warn(Notice(f"{self.regressions}: {says}"), stacklevel=2)
        return game

    def _save_among(self, regressions: Path, simulator: Simulator, outcome: Outcome, text: str) -> None:
        suffix = find(self.dut).suffix
        regressions.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256(f"{outcome.before}{outcome.delays} {outcome.script}".encode()).hexdigest()[:8]
        if any(regressions.glob(f"*-{digest}{suffix}")):
            return
        if earlier := self._saved.pop((simulator.name, outcome.name), None):
            earlier.unlink(missing_ok=True)
        file = regressions / f"{slug(outcome.name)[:40]}-{digest}{suffix}"
        self._saved[simulator.name, outcome.name] = file
        replace(file, text)

    def _folder(self, simulator: Simulator, name: str) -> Path:
        """A folder for each simulator and property: what two simulators find in one property may differ."""
        for folder in (slug(name), *(f"{slug(name)}-{simulator.name}{again}" for again in ("", *range(2, 10_000)))):
            if folder and self._homes.setdefault(folder, (simulator.name, name)) == (simulator.name, name):
                return self.out / folder
        raise RuntimeError(f"no folder for {name}")


def failed_in(out: Path) -> set[str]:
    """What had failed on any board when the last run of `verify` ended there; nothing without a readable report."""
    file = out / "verify.json"
    if not file.is_file():  # a device, perhaps, which has no end
        return set()
    try:
        report = json.loads(file.read_text())
        findings = [one for run in (report, *report.get("boards", ())) for one in run.get("findings", ())]
        return {one["name"] for one in findings if one["state"] in FAILURES}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return set()


class FailureDocument(Result, Document):
    """`failure.json`, beside each smallest game."""

    format: Literal["loopline failure 1"] = "loopline failure 1"


def write_failure(folder: Path, outcome: Outcome) -> None:
    """Write the result itself, for other programs."""
    document = FailureDocument(**outcome.result())
    replace(folder / "failure.json", document.model_dump_json(indent=2) + "\n")


def replace(file: Path, text: str) -> None:
    """Write a file so that it is never seen half-written."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def of_design(dut: Dut) -> str:
    """The design in words, for the head of a file."""
    return ", ".join(filter(None, [dut.name, dut.board.plain]))


def game_file(outcome: Outcome, dut: Dut, seed: int) -> str:
    """A failing game as `loopline replay` reads it. If it fails only after others, they come first."""
    before = "".join(f"{script}\n\n" for script in outcome.before.splitlines())
    delays = f"delays:{outcome.delays} " if outcome.delays else ""
    return f"# {outcome.name}; {of_design(dut)}; seed {seed}\n{before}{delays}{outcome.script}\n"


def slug(name: str) -> str:
    """A name as the name of a folder. Different names stay different, even if only in characters that are replaced."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return plain if plain and name.isascii() else f"{plain}-{crc32(name.encode()):08x}".strip("-")
