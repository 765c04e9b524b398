"""Detects a full disk. Programs fail in many ways then, and most do not say why."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from loopline.errors import BadInput

#: Bytes without which nothing can be done; and with less than which a simulator's record may have been cut off, as
#: others may have made room since then.
_LEAST, FOR_A_RECORD = 64 << 10, 16 << 20

_KEPT = "What was written before is kept."


class DiskFull(BadInput):
    """The text names the disk."""


def check(path: Path, least: int = _LEAST) -> None:
    """Raises DiskFull if the disk of this path is full: it has less than this many bytes left."""
    if words := full(path, least):
        raise DiskFull(words)


def full(path: Path, least: int = _LEAST) -> str:
    """The disk of this path in words, if it is full."""
    there = next(one for one in (path.absolute(), *path.absolute().parents) if one.exists())
    with suppress(OSError):
        room = os.statvfs(there)
        no_names = room.f_files > 0 and room.f_favail == 0
        if room.f_bavail * room.f_frsize < least or no_names:
            what = "no more files" if no_names else f"{room.f_bavail * room.f_frsize // 1024} KiB left"
            return f"{path.absolute()}: the disk is full: {_name(there)} has {what}. {_KEPT}"
    return ""


def _name(path: Path) -> str:
    """The file system, as `df` names it."""
    mount = next(one for one in (path, *path.parents) if os.path.ismount(one))
    with suppress(OSError):
        for line in reversed(Path("/proc/mounts").read_text().splitlines()):
            device, where, kind, *_ = line.split()
            if where == str(mount):
                return f"{mount} ({kind}, {device})"
    return str(mount)
