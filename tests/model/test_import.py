"""The golden models need nothing but Python: no package, not even the site's."""

import subprocess
import sys
from pathlib import Path

MODEL = Path(__file__).parents[2] / "model"

ALONE = f"""
import sys
before = set(sys.modules)
sys.path.insert(0, {str(MODEL)!r})
import pkgutil
import goldenrules
for module in pkgutil.walk_packages(goldenrules.__path__, "goldenrules."):
    __import__(module.name)
from goldenrules.trax import perft
assert [row.sequences for row in perft(3)] == [2, 24, 432]
for name in sys.modules:
    top = name.partition(".")[0]
    assert top == "goldenrules" or top in sys.stdlib_module_names or name in before, name
print(sorted(name for name in sys.modules if name.startswith("goldenrules.trax.")))
"""


def test_the_model_runs_alone():
    """`-S` leaves out the installed packages, `-I` the environment and the current directory."""
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-W", "error", "-c", ALONE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "goldenrules.trax.games" in done.stdout
