"""The worked examples of the collection: tiles, positions with all that can be placed, refusals."""

import pytest
from goldenrules.tsolitaire import JOINTS, PERIOD, STARTS, Leaves, Position, Refused, Rotation
from model.tsolitaire.sample import of_kind


def places(stones):
    return [str(place) for place in stones]


def test_tiles_and_starts():
    (header,) = of_kind("header")
    assert [list(orientations[Rotation(0)]) for orientations in JOINTS] == header["tiles"]
    assert list(PERIOD) == header["period"]
    assert places(STARTS) == header["stones"]


def test_positions():
    entries = of_kind("position")
    assert len(entries) > 20
    for entry in entries:
        position = Position.from_moves(entry["placed"].split())
        assert places(position.stones) == entry["stones"]
        position.offer(entry["tile"])
        assert [str(placement) for placement in position.legal_moves()] == entry["legal"]
        assert position.over == entry["over"]
        for text, stones, runs in entry["after"]:
            turn = position.play(text)
            cell = turn.placement.cell
            assert places(position.stones) == stones
            assert runs == [
                [run.stone, len(run.passes), sum(passed.cell == cell for passed in run.passes)] for run in turn.runs
            ]
            position.take_back()
        for text, reason, stones in entry["refused"]:
            with pytest.raises(Refused) as refused:
                position.play(text)
            assert refused.value.reason == reason
            assert stones == (list(refused.value.stones) if isinstance(refused.value, Leaves) else [])
