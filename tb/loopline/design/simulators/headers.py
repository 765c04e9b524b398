"""Verilator's headers, precompiled by GCC once for all designs: without them every compilation reads 85,000 lines."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

#: The header that includes all others. If the flags were others after all, GCC would read it as it is.
HEADERS = Path(__file__).parents[2] / "hdl" / "loopline_headers.h"

#: The names in a build folder.
TEXT, PRECOMPILED = "headers.h", "headers.h.gch"


def precompiled(folder: Path, build: Path, flags: Sequence[str]) -> list[list[str]] | None:
    """Commands that precompile them for such flags, in that build folder, unless `folder` has them; None without GCC.
    Both names are there afterwards."""
    compiler = subprocess.run(["c++", "-v"], capture_output=True, check=False).stderr
    if b"gcc version" not in compiler or not os.access(folder.parent, os.W_OK):
        return None
    made_of = [compiler, version("verilator").encode(), HEADERS.read_bytes(), *map(str.encode, flags)]
    kept = folder / f"{hashlib.sha256(b'|'.join(made_of)).hexdigest()}.gch"
    for name, target in {TEXT: HEADERS, PRECOMPILED: kept}.items():
        (build / name).unlink(missing_ok=True)
        (build / name).symlink_to(target)
    if kept.exists():
        return []
    folder.mkdir(exist_ok=True)
    draft = kept.with_suffix(f".{os.getpid()}")
    return [["c++", *flags, "-x", "c++-header", "-o", str(draft), TEXT], ["mv", "-f", str(draft), str(kept)]]
