"""What a build was made of: every file read, and every place where another file would have been found first."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

#: By path: the hash of the file; None if there was none.
Inputs = Mapping[str, str | None]


class Seen(NamedTuple):
    digest: str
    #: When the file was last changed in any way, in the file system's own time.
    changed: int


def see(path: str | Path) -> Seen | None:
    """A file as it is now. (It is asked for its time last: then a change meanwhile shows in one of the two.)"""
    try:
        with Path(path).open("rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
            return Seen(digest, os.fstat(file.fileno()).st_ctime_ns)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def digests(paths: Iterable[str | Path]) -> dict[str, str | None]:
    return {str(path): (seen := see(path)) and seen.digest for path in paths}


def places(read: Iterable[Path], folders: Sequence[Path]) -> set[str]:
    """The files that were read, and those that a build would have read in their stead were they there: what is found
    in one of the folders may also appear in an earlier one. (Verilator looks there for modules too, in either suffix.)
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


def changed(before: Mapping[str, Seen | None], after: Mapping[str, Seen | None], since: int) -> list[str]:
    """The files that may have been another while they were read: since then, or since they were seen before."""
    return [
        path
        for path, now in after.items()
        if (now != before[path] if path in before else now is not None and now.changed >= since)
    ]
