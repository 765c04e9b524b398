"""Which cases of a test are for the gate, and how long the others take."""

import re

import pytest
from durations import EACH, ROOT, read

MINUTES = {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


@pytest.mark.parametrize("folder", ["tests", "bridge/tests"])
def test_durations_are_recorded(folder):
    assert any(cost > EACH for test, cost in read().items() if test.startswith(f"{folder}/"))


def test_make_test_takes_no_longer_than_readme_says(request):
    """On two cores, as far as is known what its tests cost. (Of a few tests alone it is known that they are few.)"""
    [minutes] = re.findall(r"^make test +# about (\w+) minutes", (ROOT / "README.md").read_text("utf-8"), re.M)
    known = read()
    daily = [item for item in request.session.items if not any(map(item.get_closest_marker, ("gate", "slow")))]
    assert sum(known.get(item.nodeid, 0.0) for item in daily) < MINUTES[minutes] * 60 * 2


def test_the_minutes_of_make_test_are_the_same_everywhere():
    readme, *others = ((ROOT / name).read_text("utf-8") for name in ("README.md", "Makefile", "CONTRIBUTING.md"))
    [minutes] = re.findall(r"^make test +# (about \w+ minutes)", readme, re.M)
    assert all(f"tests: {minutes}" in text or f"tests, {minutes}" in text for text in others)
