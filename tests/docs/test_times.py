"""What README says of how long `make verify` takes, against the run that docs/install.md shows: within a factor of two.
(For `make test` see tests/house/test_durations.py.)"""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README, RUN = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/install.md"))

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


def test_make_verify_takes_about_as_long_as_readme_says():
    [word] = re.findall(r"^make verify +# about (\w+) minutes", README, re.M)
    [models] = re.findall(r"^\d+ of \d+ checks agree: .* ([\d.]+) s\. Written", RUN, re.M)
    boards = re.findall(r"^[a-z]+-[\w-]+(?:, .*?)? +(\d+) of \1 agree .* ([\d.]+)  agrees$", RUN, re.M)
    assert len(boards) > 6
    minutes = (float(models) + sum(float(seconds) for _, seconds in boards)) / 60
    assert NUMBERS[word] / 2 <= minutes <= 2 * NUMBERS[word]
