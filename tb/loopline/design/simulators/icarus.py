"""Icarus Verilog: the system's. The only one that knows X."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TextIO

import cocotb_tools.runner

from loopline.design.simulators.simulator import (
    FILES,
    FOLDER,
    LANGUAGE,
    MACRO,
    OUTPUT,
    PARAMETER,
    TOP,
    BuildRefused,
    Options,
    Simulator,
    SimulatorMissing,
    TimedRunner,
    missing,
)

OLDEST = 11  # the oldest that cocotb 2.1 supports

_PROGRAM = "sim.vvp"

#: Where the compiler lists what it has read, one file a line: `M` a source, `I` what one includes.
_READS = "reads.txt"


_OPTIONS = Options(
    allowed=r"-W(no-)?[a-z][a-z-]*|-g(no-)?(io-range-error|strict-ca-eval|strict-expr-width|shared-loop-index"
    r"|xtypes|icarus-misc|relative-include)",
    with_number=r"(?!)",
    refused={
        r"-D.*": MACRO,
        r"-P.*": PARAMETER,
        r"-I.*": FOLDER,
        r"-[yYlfc].*": FILES,
        r"-g(1995|2001|2001-noconfig|20\d\d(-sv)?|no-verilog-ams|verilog-ams)|-gsystem-verilog": LANGUAGE,
        r"-u": "all files are one compilation unit, as the ports are read, too",
        r"-s.*": TOP,
        r"-[oENtB].*": OUTPUT,
        r"-M.*": "loopline reads from such a list what a build was made of",
        r"-[pmL].*": "loopline says what is loaded into the simulation",
        r"-T.*|-g(no-)?(specify|interconnect)": "it changes delays, and a design is compared cycle by cycle",
        r"-g(no-|supported-)?assertions": "the key assertions says what a failed assertion comes to",
    },
    known="-W… and -gio-range-error, -gstrict-ca-eval, -gstrict-expr-width, -gshared-loop-index, "
    "-gxtypes, -gicarus-misc, -grelative-include, also with no-",
)


@dataclass(frozen=True)
class Icarus(Simulator):
    """Icarus Verilog, which has X."""

    macros = {"__ICARUS__": "1"}  # noqa: RUF012
    without = "X goes unnoticed"
    options = _OPTIONS

    @classmethod
    def find(cls) -> Self:
        """Return the Icarus that is installed here. Raises SimulatorMissing."""
        if not (shutil.which("iverilog") and shutil.which("vvp")):
            raise missing("icarus", ["iverilog"], "iverilog")
        asked = subprocess.run(["iverilog", "-V"], capture_output=True, text=True, check=False)
        version = re.search(r"version (\d+)\S*", asked.stdout)
        if not version and asked.stderr:
            raise SimulatorMissing(f"The simulator icarus cannot run. {asked.stderr.strip()}")
        if not version or int(version[1]) < OLDEST:
            found = version[0] if version else "one that tells no version"
            raise missing("icarus", [f"iverilog {OLDEST} or newer, but {found},"], "iverilog")
        return cls("icarus", version[0].removeprefix("version "), wave_format="fst")

    def wave_file(self, top: str) -> str:
        """Return the name of the waveform file."""
        return f"{top}.{self.wave_format}"

    def runner(self, everything_public: bool = True, main: Path | None = None) -> TimedRunner:
        """Return a new runner of cocotb."""
        return _Runner()

    def needs(self, top: str) -> set[str]:
        """Return the name of the compiled design, which is all that it needs."""
        return {_PROGRAM}

    def reads(self, folder: Path) -> list[Path]:
        """Return the files that the build in that folder has read."""
        lines = (folder / _READS).read_text(errors="surrogateescape").splitlines()
        return [folder / line[2:] for line in lines]


class _Runner(TimedRunner, cocotb_tools.runner.Icarus):
    def _create_iverilog_dump_file(self) -> None:
        self.iverilog_dump_file.write_text(_DUMP.format(top=self.hdl_toplevel))

    def _build_command(self) -> list[list[str]]:
        commands = super()._build_command()
        folder = f"{self.build_dir}/"
        return [[*(word.removeprefix(folder) for word in command), f"-Mprefix={_READS}"] for command in commands]

    def _execute_cmds(
        self, cmds: Sequence[list[str]], cwd: os.PathLike[str] | str, stdout: TextIO | None = None
    ) -> None:
        super()._execute_cmds(cmds, cwd, stdout)
        if self._building:
            if not _is_whole(program := Path(cwd, _PROGRAM)):
                raise BuildRefused("iverilog could not write all of its output: is there room for it?")
            _go_on_after_stops(program)


def _is_whole(program: Path) -> bool:
    """Return whether the program is complete.

    The compiler reports success even if it could not write the end, which is a list of as many files as it says.
    """
    _, _, end = program.read_bytes().rpartition(b"\n:file_names ")
    count, _, names = end.partition(b";\n")
    return count.isdigit() and names.count(b";\n") == int(count)


#: A call of `$stop` or `$fatal` in a compiled design: where it is, which one, and what `$fatal` prints.
_STOPS = re.compile(
    rb"""^( +%vpi_call(?:/\w)? \d+ \d+ )"(\$stop|\$fatal)"(?:, \d+'s?b[01]+)?(.*) (\{\d+ \d+ \d+\};)$""", re.M
)


def _go_on_after_stops(program: Path) -> None:
    """Have `$stop` and `$fatal` print what `$error` does, and their names, instead of ending the simulation."""
    text = program.read_bytes()
    changed = _STOPS.sub(rb'\1"$error", "[\2] "\3 \4', text)
    if changed != text:
        program.write_bytes(changed)


_DUMP = """\
module cocotb_iverilog_dump();
    string dumpfile_path;
    initial begin
        if (!$value$plusargs("dumpfile_path=%s", dumpfile_path)) dumpfile_path = "{top}.fst";
        $dumpfile(dumpfile_path);
        $dumpvars(0, {top});
    end
endmodule
"""
