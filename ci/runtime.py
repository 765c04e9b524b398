"""Compiles what all simulations in Verilator share: its runtime, the main program, and precompiled headers.

    .venv/bin/python ci/runtime.py

It builds a design that does nothing, without waves and with them. The objects are kept where every build looks for
them, so that the first simulation on a machine does not take 15 seconds more than the second.

Exit code: 0, also without Verilator; 1 if a build failed, with its log.
"""

import signal
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from loopline.contract.game import Subject
from loopline.design import simulators
from loopline.design.build import Build
from loopline.design.dut import load
from loopline.design.simulators import SimulatorMissing
from loopline.errors import BadInput

_TOML = """
contract = "player"
name = "nothing"
top = "nothing"
sources = ["nothing.v"]
board.size = 8
"""

_SOURCE = """
module nothing (input wire clk, input wire rst, input wire rx, output wire tx);
    assign tx = 1'b1;
endmodule
"""


def compile_all() -> None:
    """Compile it. Raise SimulatorMissing without Verilator, and BadInput with the log of a build that failed."""
    verilator = simulators.find("verilator")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "nothing.v").write_text(_SOURCE)
        (folder / "nothing.toml").write_text(_TOML)
        dut = load(folder / "nothing.toml")
        build = Build(dut, Subject.of(dut).scripts.streams, verilator, folder / "build")
        build.run()
        replace(build, waves=True).run()


def main() -> None:
    # The set-up's shell starts it in the background, where it would not notice Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        compile_all()
    except SimulatorMissing as missing:
        print(missing)
    except BadInput as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
