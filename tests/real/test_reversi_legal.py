"""The legal moves of a public Reversi, combinational logic, as it is: no wrapper."""

from pathlib import Path

import pytest
from cli.running import run
from cosim.engines import ROOT, needs

REAL = ROOT.parent / "shared" / "real" / "soft-fpga-reversi"

pytestmark = pytest.mark.skipif(not REAL.is_dir(), reason="the folder ../shared/real is not here")

DESCRIBED = f"""\
name = "legal moves of Soft-FPGA-Reversi"
game = "reversi_legal:GAME"
game_folder = "{Path(__file__).parent}"
top = "legal_bb"
sources = ["legal_bb.v"]
streams = "combinational"
signals = {{ req_black = "black", req_white = "white", req_side = "side", resp_legal = "legal" }}
"""

#: Each is a substitution in the source.
BUGS = [
    ("own   = side ? white : black", "own   = side ? black : white"),
    ("64'hFEFEFEFEFEFEFEFE", "64'hFFFFFFFFFFFFFFFF"),
    ("64'h7F7F7F7F7F7F7F7F", "64'h7F7F7F7F7F7FFF7F"),
    ("empty = ~(black | white)", "empty = ~black"),
    ("empty = ~(black | white)", "empty = ~(black | white) & ~64'd128"),
]


def verified(folder, *bug):
    needs("verilator")
    text = (REAL / "rtl" / "legal_bb.v").read_text()
    assert not bug or bug[0] in text
    (folder / "legal_bb.v").write_text(text.replace(*bug) if bug else text)
    (folder / "m.toml").write_text(DESCRIBED)
    how = ("--sim", "verilator", "--seed", 1, "--shrink", 1, "--why", 0, "--out", folder / "out")
    return run("verify", folder / "m.toml", *how)


def test_reversi_legal_is_correct(tmp_path):
    code, out, err = verified(tmp_path)
    assert (code, "7 of 7 agree" in out) == (0, True), out + err


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS, ids=range(len(BUGS)))
def test_bugs_of_reversi_legal_are_found(bug, tmp_path):
    code, out, err = verified(tmp_path, *bug)
    assert code == 1, out + err
