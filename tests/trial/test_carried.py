"""Of many things, those are named that a failure takes."""

import asyncio

import pytest
from loopline.trial.engine import needed


@pytest.mark.parametrize("takes", [{3}, {0, 99}, {40, 41, 42}, set()], ids=str)
def test_needed_items_are_found_in_few_attempts(takes):
    attempts = 0

    async def fails(some):
        nonlocal attempts
        attempts += 1
        return takes <= set(some)

    assert set(asyncio.run(needed(range(100), fails))) == takes
    assert attempts < 60


def test_nothing_is_tried_without_items():
    assert list(asyncio.run(needed([], None))) == []
