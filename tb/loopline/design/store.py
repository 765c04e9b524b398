"""Keeps finished builds, identified by what they were made of and never changed again.

A build is made in a folder aside and renamed into place, so a build that is found is complete. Its name says how
it was made; `built.json` in it says of which files, and what it consists of. It is used only if these files are the
same still and it is undamaged, and is not removed while it is used.

There are two locks: a process shares `lock` in each build that it uses, until it ends, and has `making` to itself in
the folder of a build that it makes, until that build is in its place. Were they one, others that wait to make the same
build would wait for the end of that process.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from pydantic import BaseModel, ValidationError

from loopline.system import holds, lock, locked

#: By path: the hash of the file; None if it was missing.
Inputs = Mapping[str, str | None]


class FileStamp(NamedTuple):
    """A file's content and time of change as they were when it was read."""

    digest: str
    #: When the file was last changed in any way, in the file system's own time.
    changed: int


def see(path: str | Path) -> FileStamp | None:
    """Read a file as it is now; None if it is missing.

    Its time is read last, so that a change meanwhile shows in the content or in the time.
    """
    try:
        with Path(path).open("rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
            return FileStamp(digest, os.fstat(file.fileno()).st_ctime_ns)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def digests(paths: Iterable[str | Path]) -> dict[str, str | None]:
    """Return the hash of each file's content; None if it cannot be read."""
    return {str(path): (seen := see(path)) and seen.digest for path in paths}


def places(read: Iterable[Path], folders: Sequence[Path]) -> set[str]:
    """Return the files that were read, and those that a build would have read in their stead were they there.

    A file that is found in one of the folders may also appear in an earlier one. (Verilator looks there for modules
    too, in either suffix.)
    """
    found = set()
    for file in read:
        found.add(str(file))
        for number, folder in enumerate(folders):
            if file.is_relative_to(folder):
                names = [file.relative_to(folder).with_suffix(suffix) for suffix in {file.suffix, *_MODULES}]
                found |= {str(earlier / name) for earlier in folders[:number] for name in names}
    return found


_MODULES = (".v", ".sv")


def changed(before: Mapping[str, FileStamp | None], after: Mapping[str, FileStamp | None], since: int) -> list[str]:
    """Return the files that may have been another while they were read.

    Args:
        before: What was seen of files before.
        after: What is seen now.
        since: When the reading began.

    Returns:
        The files that changed since they were seen, or since then.
    """
    return [
        path
        for path, now in after.items()
        if (now != before[path] if path in before else now is not None and now.changed >= since)
    ]


#: This many unused builds are kept, those used last, and none for longer than this.
_KEPT = 24
_SECONDS = 30 * 24 * 3600.0

#: If a source changes during a build, the build is repeated, at most so often.
_TRIES = 5

_MANIFEST, _LOCK, _MAKING = "built.json", "lock", "making"
_NAME = re.compile(r"([a-z]+-[0-9a-f]{16})(-[0-9a-f]{8}|\.making|\.removed-\w+)")


class ChangedWhileReading(Exception):
    """A file was changed while it was read. The text names it."""


class Manifest(BaseModel):
    """What a build was made of, kept beside it."""

    #: What the build was made of, see `loopline.design.store`.
    inputs: dict[str, str | None]
    #: What the build consists of: name → hash.
    parts: dict[str, str]


class Store:
    """A folder of builds."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str, make: Callable[[Path], Manifest]) -> tuple[Path, Manifest]:
        """Return the build of that key and of the inputs as they are now.

        `make` fills a folder with a new build. Raises Changing if the inputs never stay the same for long enough.
        """
        assert _NAME.fullmatch(f"{key}.making"), key
        changes = 0
        while True:
            try:
                if build := self._find(key) or self._make(key, make):
                    return build
            except ChangedWhileReading:
                changes += 1
                if changes == _TRIES:
                    raise

    def _find(self, key: str) -> tuple[Path, Manifest] | None:
        for folder in self._folder.glob(f"{key}-*"):
            manifest = _read(folder)
            if manifest and digests(manifest.inputs) != manifest.inputs:
                continue  # of other inputs
            if not _hold(folder):
                continue  # just removed
            if manifest and _is_whole(folder, manifest):
                os.utime(folder)
                return folder, manifest
            _let_go(folder)
            _remove(folder)
        return None

    def _make(self, key: str, make: Callable[[Path], Manifest]) -> tuple[Path, Manifest] | None:
        """Make the build; None after another process has done so meanwhile, or has tried to."""
        aside = self._folder / f"{key}.making"
        aside.mkdir(parents=True, exist_ok=True)
        with locked(aside / _MAKING) as mine:
            if not mine:
                return None
            if found := self._find(key):  # made after this process had looked
                shutil.rmtree(aside, ignore_errors=True)
                return found
            _keep(aside, {_MAKING})  # all else was left unfinished by a process that died
            try:
                manifest = make(aside)
                _keep(aside, {_MAKING, *manifest.parts})
                (aside / _MANIFEST).write_text(manifest.model_dump_json(indent=1))
                digest = hashlib.sha256(repr(sorted(manifest.inputs.items())).encode()).hexdigest()
                place = self._folder / f"{key}-{digest[:8]}"
                _remove(place)  # missing, or unusable
                _put(aside, place)
            except BaseException:
                shutil.rmtree(aside, ignore_errors=True)
                raise
        self._sweep()
        return place, manifest

    def _sweep(self) -> None:
        """Remove old builds, and what processes that died have left behind."""
        found = [folder for folder in self._folder.iterdir() if _NAME.fullmatch(folder.name) and folder not in _held]
        newest_first = sorted(found, key=_last_used, reverse=True)
        for place, folder in enumerate(newest_first):
            left_behind = "." in folder.name
            if left_behind or place >= _KEPT or time.time() - _last_used(folder) > _SECONDS:
                _remove_unused(folder)


def part(file: Path) -> str:
    """Return what a part of a build is known by."""
    if file.is_symlink():
        return f"link to {file.readlink()}"
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _read(folder: Path) -> Manifest | None:
    """Read built.json; None if it cannot be read."""
    try:
        return Manifest.model_validate_json((folder / _MANIFEST).read_bytes())
    except (OSError, ValidationError):
        return None


def _is_whole(folder: Path, manifest: Manifest) -> bool:
    try:
        return all(part(folder / name) == digest for name, digest in manifest.parts.items())
    except OSError:
        return False


# --- locks ------------------------------------------------------------------------------------------------------------

#: The builds that this process uses, and how it holds them: open files, locked until it ends.
_held: dict[Path, int] = {}


def _hold(folder: Path) -> bool:
    """Lock that build for use, if it exists."""
    if folder in _held and holds(_held[folder], folder / _LOCK):
        return True
    _let_go(folder)
    held = lock(folder / _LOCK, shared=True, create=False)
    if held is not None:
        _held[folder] = held
    return held is not None


def _put(made: Path, place: Path) -> None:
    """Move a finished build to its place, locked for use from the beginning."""
    held = lock(made / _LOCK, shared=True)
    assert held is not None
    made.rename(place)
    (place / _MAKING).unlink()
    _let_go(place)
    _held[place] = held


def _let_go(folder: Path) -> None:
    if folder in _held:
        os.close(_held.pop(folder))


# --- folders ----------------------------------------------------------------------------------------------------------


def _last_used(folder: Path) -> float:
    with suppress(FileNotFoundError):
        return folder.stat().st_mtime
    return 0.0


def _remove_unused(folder: Path) -> None:
    file = folder / (_MAKING if folder.suffix == ".making" else _LOCK)
    if not file.exists():
        shutil.rmtree(folder, ignore_errors=True)  # half removed
        return
    with suppress(OSError), locked(file, wait=False, create=False) as mine:
        if mine:  # else it is in use
            _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a build. It disappears for all processes at once."""
    name = _NAME.fullmatch(folder.name)
    assert name, folder
    gone = folder.with_name(f"{name[1]}.removed-{uuid4().hex}")
    with suppress(FileNotFoundError):
        folder.rename(gone)
    shutil.rmtree(gone, ignore_errors=True)


def _keep(folder: Path, names: set[str]) -> None:
    """Keep only these files."""
    for entry in folder.iterdir():
        if entry.name in names:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
