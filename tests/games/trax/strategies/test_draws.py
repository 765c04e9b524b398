"""What a seed means does not depend on what else is in the code."""

import subprocess
import sys

#: Prints examples; with an argument, beside a module of the user's own, full of numbers that would do.
PROGRAM = """
import sys
if sys.argv[1:]:
    sys.path.insert(0, sys.argv[1])
    import numbers_of_my_own
from loopline.drawing import examples_of
from loopline.games.trax.requests import write_script
from loopline.games.trax.strategies import games
for script in examples_of(games(16), 200, seed=1):
    print(write_script(script, 16))
"""


def test_constants_in_the_source_are_not_drawn(tmp_path):
    (tmp_path / "numbers_of_my_own.py").write_text(f"NUMBERS = {list(range(3, 200, 2))}\n")
    once, again = (
        subprocess.run([sys.executable, "-c", PROGRAM, *folder], capture_output=True, text=True, check=True).stdout
        for folder in ([], [str(tmp_path)])
    )
    assert once == again
    assert len(once.splitlines()) == 200
