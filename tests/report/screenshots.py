"""Makes the pictures of README and docs anew: `make screenshots`. What they show is a real run, of an engine whose
mover always wins: the page in Chromium, and the waves in GTKWave."""

import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cli.running import run
from cosim.engines import ROOT, replaced

DOCS = ROOT / "docs"


class Shot(NamedTuple):
    """A picture of the page: how large the screen is, light or dark, and what stands at its top."""

    width: int
    height: int
    scheme: str
    top: str


SHOTS = {
    "page-failure.png": Shot(1120, 760, "light", "body"),
    "page-signals.png": Shot(1120, 760, "dark", ".wave"),
}


def played(folder, sim="verilator"):
    """Play the games that the README shows. Returns the page."""
    shutil.copytree(ROOT / "rtl", folder / "rtl")
    score = folder / "rtl" / "trax" / "trax_score.v"
    score.write_text(replaced(score.read_text(), "mover_wins ? to_move_q : opponent", "to_move_q"))
    dut = Path("rtl", "trax", "engine.toml")
    options = ("--seed", 7, "--size", 16, "--sim", sim, "--only", "games", "--only", "wins", "--only", "traps")
    code, out, err = run("verify", dut, *options, "--why", 0, cwd=folder)
    assert code == 1, out + err
    return folder / "out" / "report.html"


@contextmanager
def chromium():
    """The system's Chromium."""
    from playwright import sync_api

    with sync_api.sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])


#: What GTKWave is to do and say, and to draw.
GTKWAVE = """
puts "marker [gtkwave::getMarker]"
for {set i 0} {$i < [gtkwave::getTotalNumTraces]} {incr i} {
  puts "trace [gtkwave::getTraceNameFromIndex $i]=[gtkwave::getTraceValueAtMarkerFromIndex $i]"
}
gtkwave::/File/Grab_To_File waves.png
gtkwave::/File/Quit
"""


def gtkwave_is_here():
    """GTKWave, and a screen to draw on."""
    return all(map(shutil.which, ("gtkwave", "xvfb-run", "Xvfb")))


def gtkwave(save_file, folder, *waves):
    """Open a save file, and draw it as waves.png into the folder. Returns the lines that it says: where the marker is,
    and each trace with its value there. `waves`: their file, if it is not to be that of the save file."""
    (folder / "script.tcl").write_text(GTKWAVE)
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1700x1000x24"]
    asked = [*screen, "gtkwave", "-S", "script.tcl", *waves, save_file]
    said = subprocess.run(asked, cwd=folder, capture_output=True, text=True, timeout=120, check=True).stdout
    return said.splitlines()


def make(page, browser, folder):
    """Write all pictures of the page into the folder."""
    for name, shot in SHOTS.items():
        size = {"width": shot.width, "height": shot.height}
        screen = browser.new_page(viewport=size, color_scheme=shot.scheme)
        screen.goto(page.as_uri())
        screen.evaluate(f"document.querySelector('{shot.top}').scrollIntoView()")
        screen.screenshot(path=folder / name)
        screen.close()


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as temporary, chromium() as browser:
        to = Path(sys.argv[1]) if sys.argv[1:] else DOCS
        page = played(Path(temporary))
        make(page, browser, to)
        game = page.parent / "games" / "minimal.trx"
        code, out, err = run("show", game, "--gif", to / "failure.gif", cwd=ROOT)
        assert code == 0, out + err
        if gtkwave_is_here():
            save_file = next(page.parent.glob("*/minimal.gtkw"))
            shutil.copy(save_file.with_suffix(".fst"), temporary)
            gtkwave(save_file, Path(temporary), "minimal.fst")  # a name without a path, for the title
            shutil.copy(Path(temporary) / "waves.png", to)
