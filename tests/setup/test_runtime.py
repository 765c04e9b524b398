"""What the set-up compiles for all simulations in Verilator."""

import subprocess
import sys
from pathlib import Path

CI = Path(__file__).parents[2] / "ci"


def test_runtime_compiles_silently():
    """Set-up goes on without it, so a fault would only make the first simulations slow."""
    done = subprocess.run([sys.executable, CI / "runtime.py"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
