"""What is kept of a failure on disk, and how far a simulation got that died.

A failure has its game and result in a folder, and its game among the regressions.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import threading
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from zlib import crc32

from loopline.contract.game import Subject
from loopline.design.dut import Dut
from loopline.design.plugins import busy_in, in_words
from loopline.design.simulators import Simulator
from loopline.errors import Notice, as_named
from loopline.simulation import RECORD, SCRIPT, SESSION, TRACE, run_file
from loopline.simulation.job import FAILURES, PLACE, Outcome, Result
from loopline.simulation.recording import END, RequestCounter, rows
from loopline.simulation.session import read_session
from loopline.system import replace_file
from loopline.tables import Document


@dataclass
class Failures:
    """The folders of one run's failures."""

    subject: Subject
    out: Path
    seed: int
    #: Where the minimal games of failures are collected, and replayed first the next time.
    regressions: Path | None
    #: The owner of each folder, and the file in `regressions` that this run has made of each failure.
    _homes: dict[str, tuple[str, str]] = field(default_factory=dict)
    _saved: dict[tuple[str, str], Path] = field(default_factory=dict)
    #: The failures that are known, by simulator and property.
    _known: set[tuple[str, str]] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def save_first(self, simulator: Simulator, outcome: Outcome) -> bool:
        """Save the game of a failure that is still being shrunk, in case the run does not finish.

        Only the first of each property is saved. Return whether it was saved now. Called from any thread.
        """
        with self._lock:
            if (simulator.name, outcome.name) in self._known:
                return False
            self._save(simulator, outcome.cut_short("the run did not finish"))
        return True

    def save(self, simulator: Simulator, outcome: Outcome) -> Path:
        """Save the game of an outcome.

        It replaces an earlier version of the same failure; an earlier version never replaces it.
        """
        with self._lock:
            return self._save(simulator, outcome)

    def _save(self, simulator: Simulator, outcome: Outcome) -> Path:
        self._known.add((simulator.name, outcome.name))
        folder = self._folder(simulator, outcome.name)
        folder.mkdir(parents=True, exist_ok=True)
        game = folder / f"minimal{self.subject.game.suffix}"
        text = game_file(outcome, self.subject.dut, self.seed)
        replace_file(game, text)
        write_failure(folder, outcome)
        if self.regressions and outcome.state in FAILURES:
            try:
                self._save_among(self.regressions, simulator, outcome, text)
            except OSError as error:  # a failure is one nevertheless
                says = f"cannot save the game of {outcome.name} there: {error.strerror}. It is {game}"
                warnings.warn(Notice(f"{self.regressions}: {says}"), stacklevel=2)
        return game

    def _save_among(self, regressions: Path, simulator: Simulator, outcome: Outcome, text: str) -> None:
        suffix = self.subject.game.suffix
        regressions.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256(f"{outcome.before}{outcome.delays} {outcome.script}".encode()).hexdigest()[:8]
        if any(regressions.glob(f"*-{digest}{suffix}")):
            return
        if earlier := self._saved.pop((simulator.name, outcome.name), None):
            earlier.unlink(missing_ok=True)
        file = regressions / f"{slug(outcome.name)[:40]}-{digest}{suffix}"
        self._saved[simulator.name, outcome.name] = file
        replace_file(file, text)

    def drop(self, simulator: Simulator, name: str) -> None:
        """Remove what was saved of a failure that turns out to be a known bug."""
        if earlier := self._saved.pop((simulator.name, name), None):
            earlier.unlink(missing_ok=True)
        if (simulator.name, name) in self._known:
            shutil.rmtree(self._folder(simulator, name), ignore_errors=True)

    def _folder(self, simulator: Simulator, name: str) -> Path:
        """Return a folder for each simulator and property: what two simulators find in one property may differ."""
        for folder in (slug(name), *(f"{slug(name)}-{simulator.name}{again}" for again in ("", *range(2, 10_000)))):
            if folder and self._homes.setdefault(folder, (simulator.name, name)) == (simulator.name, name):
                return self.out / folder
        raise RuntimeError(f"no folder for {name}")


class FailureDocument(Result, Document):
    """`failure.json`, beside each smallest game."""

    format: Literal["loopline failure 1"] = "loopline failure 1"


def write_failure(folder: Path, outcome: Outcome) -> None:
    """Write the result itself, for other programs."""
    document = FailureDocument(**outcome.result())
    replace_file(folder / "failure.json", document.model_dump_json(indent=2) + "\n")


def of_design(dut: Dut) -> str:
    """Return the design in words, for the head of a file."""
    return ", ".join(filter(None, [dut.name, dut.board.plain]))


def game_file(outcome: Outcome, dut: Dut, seed: int) -> str:
    """Return a failing game as `loopline replay` reads it.

    If it fails only after others, they come first.

    Args:
        outcome: A failure with its script.
        dut: The design, named in the first line.
        seed: The seed of the run, for the first line.
    """
    before = "".join(f"{script}\n\n" for script in outcome.before.splitlines())
    delays = f"delays:{outcome.delays} " if outcome.delays else ""
    return f"# {outcome.name}; {of_design(dut)}; seed {seed}\n{before}{delays}{outcome.script}\n"


def slug(name: str) -> str:
    """Return a name as the name of a folder.

    Different names stay different, even if only in characters that are replaced.
    """
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return plain if plain and name.isascii() else f"{plain}-{crc32(name.encode()):08x}".strip("-")


_HEXADECIMAL = set("0123456789abcdef")

#: How the request in flight is named: its number, counted from 1, and its text.
IN_FLIGHT = re.compile(r"(?:in|before) request (\d+) of \d+ \((\S+)\)")


def say_where(subject: Subject, outcome: Outcome, folder: Path) -> Outcome:
    """Return the outcome; of a simulation that died, with what it was playing, and how far it got.

    Args:
        subject: The design, whose game reads the last script.
        outcome: Any outcome; only `died` and `hung` change.
        folder: The folder in which the simulation has run, with its last script and record.
    """
    if outcome.state not in ("died", "hung"):
        return outcome
    why, *words = outcome.error.splitlines()
    if outcome.state == "hung" and (at := _busy(folder)):
        error = f"the game's code has not come to an end: {at}: {why}"
        return outcome.model_copy(update={"state": "error", "set_up": True, "error": error})
    script = outcome.script
    try:
        script, where = _last_script(subject, folder), _last_cycle(subject, folder)
    except Exception as problem:
        where = in_words(problem)
    if outcome.state == "hung":  # its last output says nothing
        words = []
    elif why.endswith("(exit code 0)") and not any("$finish" in word for word in words):
        words += _finish(subject.dut)
    words = [PLACE.sub(lambda place: as_named(Path(place[0])), word) for word in words]
    error = "\n".join(filter(None, [why, *words, where]))
    return outcome.model_copy(update={"script": script, "error": error})


def _finish(dut: Dut) -> list[str]:
    """Return the place in the source that ended the simulation, if only one can: Icarus does not say it."""
    found = [
        f"{file.name}:{number}: $finish"
        for file in dut.named_files
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1)
        if "$finish" in line.partition("//")[0]
    ]
    return found if len(found) == 1 else []


def _last_script(subject: Subject, folder: Path) -> str:
    """Return the script that it was playing, or an empty string."""
    file = run_file(folder, SCRIPT)
    if file.is_file():
        return file.read_text()
    requests = _requests(subject, folder) if subject.dut.contract == "engine" else []
    return subject.scripts.write(subject.engine.script_of(requests)) if requests else ""


def _busy(folder: Path) -> str:
    """Return where a game's own code hung, if that hung instead of the simulator; else an empty string."""
    file = run_file(folder, TRACE)
    return busy_in(file.read_text(errors="replace")) if file.is_file() else ""


def _last_cycle(subject: Subject, folder: Path) -> str:
    """Return the last recorded cycle in words; an empty string without one."""
    recorded = _recorded(folder)
    if subject.dut.contract != "engine":
        changes = [line.split()[1] for line in recorded.splitlines()]
        return f"the last recorded change is in cycle {int(changes[-1], 16):,}" if changes else ""
    seen = [row for row in rows(recorded) if set(row.flags) <= _HEXADECIMAL]
    if not seen:
        return ""
    cycle, *_, state = seen[-1]
    words = [f"the last cycle on record is {cycle:,}"]
    taken = RequestCounter(requests := _requests(subject, folder))
    for row in seen:
        taken.see(int(row.flags, 16))
    game, number = subject.engine, taken.count + (not taken.waits)
    if 0 < number <= len(requests):
        text = game.write(game.script_of(requests[:number])).split()[-1]
        words[0] += f", {'in' if taken.waits else 'before'} request {number} of {len(requests)} ({text})"
    if subject.dut.verification_port and set(state) <= _HEXADECIMAL:
        fields = game.streams.state.unpack(int(state, 16))
        words.append("the state then was " + ", ".join(f"{name} {value}" for name, value in fields.items()))
    return "; ".join(words)


def _requests(subject: Subject, folder: Path) -> list[list[int]]:
    file = run_file(folder, SESSION)
    return read_session(subject.engine.streams, file.read_bytes()) if file.is_file() else []


def _recorded(folder: Path) -> str:
    """Return what was recorded: complete lines only, and the last run alone."""
    file = run_file(folder, RECORD)
    text = file.read_text(errors="replace") if file.is_file() else ""
    *lines, _ = text.split("\n")
    return "\n".join(line for line in lines if not line.startswith(END))
