"""Games that wander off, and where games begin."""

from games.trax.strategies.examples import facts, many, share
from loopline.games.strategy import Digits
from loopline.games.trax.protocol import Reason
from loopline.games.trax.strategies.building_blocks import ANYWHERE, place


def test_past_column_z():
    assert share(lambda found: found.columns >= 27, facts("drifting")) > 0.2
    assert share(lambda found: found.rows >= 27, facts("drifting")) > 0.2


def test_across_the_seam_in_both_axes():
    assert share(lambda found: found.seam_across, facts("drifting")) > 0.5
    assert share(lambda found: found.seam_down, facts("drifting")) > 0.5
    assert share(lambda found: found.seam_across and found.seam_down, facts("drifting")) > 0.5


def test_to_the_capacity_and_no_further():
    full = [found for found in facts("drifting") if found.reasons[Reason.CAPACITY]]
    assert len(full) > 0.2 * many("drifting")
    assert all(max(found.columns, found.rows) == 62 for found in full)


def test_past_row_99_and_column_zz_of_a_large_engine():
    examples = facts("drifting", 128, 200)
    assert share(lambda found: found.rows >= 100, examples) > 0.1
    assert share(lambda found: found.columns >= 100, examples) > 0.1
    assert share(lambda found: found.reasons[Reason.CAPACITY], examples) > 0.05


def test_a_game_begins_next_to_the_seam_in_the_middle_or_anywhere():
    near = {place(Digits(bytes([choice, ANYWHERE - 1 - choice])), 64) for choice in range(ANYWHERE)}
    assert {x for x, _ in near} == {y for _, y in near} == {0, 61, 63, 32}
    anywhere = {place(Digits(bytes([choice, 0])), 64) for choice in range(ANYWHERE, 256)}
    assert {x for x, _ in anywhere} == set(range(64))
