"""The corpus: a folder of games, each in a file that `loopline replay` takes.

And the fewest of them that have all its features, counted as the model plays them, without hardware.

A file is written under another name and then renamed, so at no moment is there half of one; and its name is a hash of
what it holds, so it shows if something is missing, and two fuzzers that have found the same game write the same file.
Files never change. So several may share the folder, and any of them may be killed at any time.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from loopline.campaign.saved import read_all
from loopline.contract.coverage import chosen
from loopline.contract.game import Subject
from loopline.coverage import coverage_of
from loopline.errors import BadInput
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.session import timings_of

_VERSION = 1
_HEAD = re.compile(r"# loopline fuzz (\d+); (.+)")

#: The folder in it for unusable files.
_ASIDE = "aside"


class CorpusGame(NamedTuple):
    """A game of the corpus."""

    #: As `loopline replay` takes it.
    script: str
    delays: bytes


class UnusableFile(NamedTuple):
    """A file of the corpus that cannot be used, and why."""

    file: Path
    why: str
    #: Whether no version and no design can use it.
    broken: bool = True


class Corpus:
    """A folder of games by which new bins were reached."""

    def __init__(self, folder: Path, subject: Subject) -> None:
        self.folder = folder
        #: The unusable files that were found, with the reasons.
        self.unusable: list[UnusableFile] = []
        self._subject, self._suffix = subject, subject.game.suffix
        self._known: set[str] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, saved: CorpusGame, about: str) -> bool:
        """Keep a game, together with the reason for keeping it. False if it cannot be written, as on a full disk."""
        script, delays = saved
        line = f"delays:{write_delays(delays)} {script}" if delays else script
        path = self.folder / f"{_name(line)}{self._suffix}"
        if path.name in self._known or path.exists():
            return True
        self._known.add(path.name)
        head = f"# loopline fuzz {_VERSION}; {self._subject.made_for}"
        try:
            _write(path, f"{head}\n# {about}\n{line}\n".encode())
        except OSError:
            return False
        return True

    def take_in(self, folder: Path) -> None:
        """Copy the games of another corpus into this one.

        Raise BadInput if the folder is missing, or if it has only games of others; OSError if a game cannot be copied.
        """
        if not folder.is_dir():
            raise BadInput(f"{folder}: folder not found: name one of games with --corpus")
        theirs = Corpus(folder, self._subject)
        theirs.refuse_if_foreign()
        for path in folder.glob(f"*{self._suffix}"):
            if not (copy := self.folder / path.name).exists():
                _write(copy, path.read_bytes())

    def fresh(self) -> Iterator[CorpusGame]:
        """Return the games that are new since the last call, from earlier runs and from others that run now."""
        return (saved for _, saved in self.files())

    def files(self) -> Iterator[tuple[Path, CorpusGame]]:
        """Yield each saved game with its file."""
        for name in sorted({path.name for path in self.folder.glob(f"*{self._suffix}")} - self._known):
            self._known.add(name)
            path = self.folder / name
            saved = self._read(path)
            if isinstance(saved, CorpusGame):
                yield path, saved
            else:
                self.unusable.append(saved)

    def refuse_if_foreign(self) -> None:
        """Raise BadInput for a folder that has only games of others, which is a mistake."""
        theirs = sorted({of for path in self.folder.glob("*.*") if path.is_file() and (of := _made_for(path))})
        if theirs and self._subject.made_for not in theirs:
            raise BadInput(
                f"{self.folder}: its games are of {' and of '.join(theirs)}, and not of {self._subject.made_for}. "
                "Name another folder with --corpus, or the board of these games with --board"
            )

    def put_aside(self) -> None:
        """Move broken files out of the way."""
        for file, _, broken in self.unusable:
            if broken:
                with suppress(OSError):  # another run has moved it, or it may not be moved
                    (self.folder / _ASIDE).mkdir(exist_ok=True)
                    file.replace(self.folder / _ASIDE / file.name)

    def _read(self, path: Path) -> CorpusGame | UnusableFile:
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            return UnusableFile(path, f"it cannot be read: {error.strerror}", broken=False)
        except UnicodeDecodeError:
            return UnusableFile(path, "it is not text")
        head = _HEAD.match(text)
        if not head:
            return UnusableFile(path, "it is not a corpus file: its first line does not say so")
        version, made_for = head.groups()
        if int(version) != _VERSION:
            return UnusableFile(path, f"it is of another version of loopline ({version}, not {_VERSION})", broken=False)
        if made_for != self._subject.made_for:
            return UnusableFile(path, f"it is of {made_for}, and not of {self._subject.made_for}", broken=False)
        if not text.endswith("\n") or _name(text.splitlines()[-1]) != path.stem:
            return UnusableFile(path, "a part of it is missing or was changed: its name does not fit its content")
        try:
            ((_, words, delays),) = read_all([str(path)], self._subject)
        except BadInput as error:
            return UnusableFile(path, f"it cannot be understood: {error}")
        return CorpusGame(words, read_delays(delays))


def _write(path: Path, content: bytes) -> None:
    """Write a file so that at no moment there is half of it. Raises OSError."""
    part = path.with_suffix(f".{uuid4().hex[:12]}")  # on other machines there are processes of the same number
    part.write_bytes(content)
    part.replace(path)


def _made_for(path: Path) -> str:
    """Return what the first line of a file says; empty if it is not a file of a corpus."""
    with suppress(OSError), path.open("rb") as file:
        head = _HEAD.match(file.readline(200).decode(errors="replace"))
        return head[2].strip() if head else ""
    return ""


def _name(line: str) -> str:
    return f"{hashlib.sha256(line.encode()).hexdigest()[:16]}"


#: A lock on the folder: two that minimise it at once would each remove games that the other relies on.
_LOCK = "minimising"


class Reduction(NamedTuple):
    """Games and their turns, before and after."""

    games: tuple[int, int]
    turns: tuple[int, int]
    features: int


def minimise(corpus: Corpus, subject: Subject, watch: Callable[[str, int, int], None] = lambda *_: None) -> Reduction:
    """Remove from the folder what its other games make superfluous.

    Others may add games meanwhile: those stay.

    Args:
        corpus: The corpus.
        subject: The design, and its game.
        watch: Hears of the progress.

    Raises:
        BadInput: Another process does the same.
    """
    game, coverage = subject.scripts, coverage_of(subject)
    with _alone_in(corpus.folder):
        features, turns = dict[Path, frozenset[tuple[str, object, int]]](), dict[Path, int]()
        files = list(corpus.files())
        for number, (path, (text, delays)) in enumerate(files):
            watch("counting", number, len(files))
            script, collector = game.read(text.split()), coverage.collector()
            collector.add(script, timings_of(delays))
            counts = collector.counts.items()
            features[path] = frozenset(
                (group, key, n.bit_length()) for group, seen in counts for key, n in seen.items()
            )
            turns[path] = game.turns(script)
        kept = chosen(features, turns)
        for path in features:
            if path not in kept:
                path.unlink(missing_ok=True)
        all_features = frozenset[tuple[str, object, int]]().union(*features.values())
        after = sum(turns[path] for path in kept)
    return Reduction((len(files), len(kept)), (sum(turns.values()), after), len(all_features))


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    lock = folder / _LOCK
    try:
        with lock.open("x") as file:
            file.write(f"process {os.getpid()} on {platform.node()}\n")
    except FileExistsError:
        who = lock.read_text().strip() or "another process"
        raise BadInput(f"{folder}: {who} is minimising it. If that is not so any more, remove {lock}") from None
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
