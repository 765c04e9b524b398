"""The strategies for hardware reach in a hundred examples what plain ones do not, and shrink."""

from itertools import islice, pairwise
from random import Random

import pytest
from cocotbext.hypothesis import strategies as hw
from hypothesis import HealthCheck, Phase, find, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

BIT = st.booleans()


def hundred(strategy, number=1):
    drawn = []

    @seed(number)
    @settings(max_examples=100, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(strategy)
    def collect(value):
        drawn.append(value)

    collect()
    return drawn


def smallest(strategy, condition):
    return find(strategy, condition, settings=settings(max_examples=300, database=None), random=Random(1))


def longest_wait(stalls):
    return max((wait for _, wait in stalls), default=0)


@pytest.mark.parametrize("number", range(2))
def test_a_hundred_examples_reach_what_plain_lists_do_not(number):
    assert max(map(len, hundred(hw.sized(BIT, max_size=60), number))) > 45
    assert max(map(longest_wait, hundred(hw.stalls(64), number))) >= 63
    assert max(len(items) for one in hundred(hw.bursts(BIT), number) for _, items in one) >= 60
    assert max(len(packet) for one in hundred(hw.packets(BIT), number) for packet in one) > 45

    def run(bits):  # the longest run of the same in a list of a decision for each cycle
        best = now = 0
        for before, bit in pairwise(bits):
            now = now + 1 if bit == before else 0
            best = max(best, now)
        return best

    assert max(map(run, hundred(st.lists(BIT, max_size=60), number))) < 40


def test_corners_are_of_the_width():
    drawn = set(hundred(hw.corners(8)))
    assert {0, 255, 128} <= drawn
    assert all(0 <= value <= 255 for value in drawn)
    assert set(hundred(hw.corners(1))) == {0, 1}


def test_lengths_end_at_the_longest():
    for longest in 0, 1, 2, 3, 5, 100:
        drawn = set(hundred(hw.lengths(longest)))
        assert {0, longest} <= drawn
        assert max(drawn) == longest


def test_a_stream_flows_as_its_pauses_say():
    assert list(islice(hw.flowing([(2, 1), (0, 3)]), 8)) == [True, True, False, False, False, False, True, True]
    assert list(islice(hw.flowing([]), 2)) == [True, True]


def test_strategies_have_a_repr_and_refuse_bad_sizes():
    assert repr(hw.sized(BIT, max_size=3)).startswith("sized(")
    assert not any("lambda" in repr(each) for each in (hw.stalls(3), hw.packets(BIT), hw.bursts(BIT), hw.corners(3)))
    for refused in (
        lambda: hw.corners(-1),
        lambda: hw.corners(0),
        lambda: hw.stalls(-3),
        lambda: hw.sized(BIT, 3, max_size=1),
        lambda: hw.sized(BIT, -1, max_size=1),
        lambda: hw.packets(BIT, longest=0),
        lambda: hw.resets(5, longest=0),
    ):
        with pytest.raises(InvalidArgument, match="expected a number of at least"):
            refused()


def test_resets_come_early_late_and_not_at_all():
    drawn = [one for number in range(5) for one in hundred(hw.resets(100), number)]
    assert {None, 0, 100} <= {one and one[0] for one in drawn}
    assert {1, 4} <= {one[1] for one in drawn if one} <= {1, 2, 3, 4}


def test_strategies_shrink():
    assert smallest(hw.resets(64), lambda one: one is not None and one[0] >= 10) == (10, 1)
    assert smallest(hw.resets(64), lambda one: True) is None
    assert smallest(hw.sized(st.integers(0, 9), max_size=60), lambda items: len(items) >= 17) == [0] * 17
    assert smallest(hw.sized(st.integers(0, 9), max_size=60), lambda items: 7 in items) == [7]
    assert smallest(hw.stalls(64), lambda one: longest_wait(one) >= 20) == [(0, 20)]
    assert smallest(hw.bursts(BIT), lambda one: any(len(items) > 9 for _, items in one)) == [(0, [False] * 10)]
    assert smallest(hw.corners(16), lambda value: value >= 1000) == 1000
    assert smallest(hw.packets(BIT), lambda one: any(len(packet) >= 5 for packet in one)) == [[False] * 5]
