"""Lints rtl/: every module by itself, which is possible because a file has the name of its one module."""

import os
import subprocess
import sys
from pathlib import Path

from loopline.simulators import find

RTL = Path("rtl")


def main() -> int:
    sources = sorted(RTL.rglob("*.v"))
    if not sources:
        return 0
    folders = sorted({source.parent for source in sources})
    style = ["verible-verilog-lint", "--rules_config=ci/verible.rules", *map(str, sources)]
    modules = [
        ["verilator", "--lint-only", "--quiet", "-Wall", "--default-language", "1364-2005", "--top-module", source.stem]
        + [option for folder in folders for option in ("-y", str(folder), f"-I{folder}")]
        + [str(source)]
        for source in sources
    ]
    env = {**os.environ, **find("verilator").env}  # its PATH has verible too
    results = [subprocess.run(command, env=env, check=False).returncode for command in (style, *modules)]
    return int(any(results))


if __name__ == "__main__":
    sys.exit(main())
