"""RULES 5.8: the figures that independent programs have computed."""

import pytest
from goldenrules.globe import POINTS, Capture, Rules, beside, mask_of, perft, points_of

SEQUENCES = {
    "G": (5, 21, 147, 1_028, 8_369, 66_497, 601_838, 5_345_633),
    "P": (5, 21, 147, 1_028, 8_369, 66_497, 601_838, 5_345_633),
    "T": (5, 21, 147, 1_036, 8_477, 68_138, 623_126, 5_617_620),
}
CAPTURING = {
    "G": (0, 0, 0, 0, 0, 0, 68, 804),
    "P": (0, 0, 0, 0, 0, 0, 68, 804),
    "T": (0, 0, 4, 24, 315, 2_430, 26_590, 208_237),
}
WON = {"G": (0,) * 8, "P": (0,) * 8, "T": (0, 0, 0, 0, 0, 0, 18, 238)}
REPEATED = (0, 0, 0, 0, 0, 0, 0, 441)

DEPTHS = [6, pytest.param(7, marks=pytest.mark.gate), pytest.param(8, marks=pytest.mark.slow)]


@pytest.mark.parametrize("capture", Capture)
@pytest.mark.parametrize("plies", DEPTHS)
def test_perft(plies, capture):
    rows = list(perft(plies, Rules(capture)))
    assert [row.sequences for row in rows] == list(SEQUENCES[capture][:plies])
    assert [row.capturing for row in rows] == list(CAPTURING[capture][:plies])
    assert [row.won for row in rows] == list(WON[capture][:plies])
    assert [row.repeated for row in rows] == list(REPEATED[:plies])


def connected_sets(size):
    """Every connected set of so many points."""
    found = {mask_of([point]) for point in POINTS}
    for _ in range(size - 1):
        found = {one | 1 << point for one in found for point in points_of(beside(one) & ~one)}
    return found


def test_two_pieces_can_catch_nothing():
    for size in range(1, 7):
        assert min((beside(one) & ~one).bit_count() for one in connected_sets(size)) >= 3
