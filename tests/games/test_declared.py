"""What is covered of a game that has no coverage model of its own."""

from dataclasses import replace
from pathlib import Path

import pytest
from loopline.contract.coverage import hits
from loopline.contract.designs import RTL
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.games.coverage import declared
from loopline.signals import Field, Layout
from loopline.simulation.session import Timing


def met(path, *words, timings=()):
    """The bins that a script fills, by their groups."""
    game = Subject.of(load(RTL / path / "engine.toml")).engine
    coverage = declared(game.model, game.operations, game.streams)
    collector = coverage.collector()
    collector.add(game.read(words), timings)
    return hits(coverage.model, collector.counts), coverage.model


def test_every_request_counts():
    counts, _ = met("tsolitaire", "new", "next:3", "next:40", "undo", "undo!reset=2", "new", timings=[Timing(2, 0)])
    assert counts["requests"] == {
        "new, done": 2,
        "next, done": 1,
        "next, refused": 1,
        "undo, refused": 1,
        "undo, cut short": 1,
    }
    assert counts["one after the other"] == {
        "new, then next": 1,
        "next, then next": 1,
        "next, then undo": 1,
        "undo, then undo": 1,
        "undo, then new": 1,
    }
    assert counts["between resets"] == {"1": 2, "2 to 3": 2, "4 to 7": 1}
    assert counts["waiting"] == {"late, at once": 1, "at once, at once": 5}
    assert sum(counts["reasons"].values()) == 2
    assert sum(counts["events of an operation"].values()) == 5


def test_the_length_of_a_number_in_an_answer_counts():
    counts, _ = met("tsolitaire", "next:3", "undo")
    none = dict.fromkeys(["content 0", "leaving 0", "moved 0", "placed 0", "redos 0"], 2)
    assert counts["numbers"] == {"next 2 to 3": 2, **none}


def test_numbers_that_are_too_large_to_come_are_named_with_the_reason():
    game = Subject.of(load(RTL / "tsolitaire" / "engine.toml")).engine
    fields = {"few": Field(3, most=3), "some": Field(4, most=9), "board": 32, "over": 1}
    streams = replace(game.streams, response=Layout.of(**fields))
    (group,) = (one for one in declared(game.model, game.operations, streams).model if one.name == "numbers")
    assert {one.name: one.unreachable for one in group.bins.values()} == {
        **dict.fromkeys(["few 0", "few 1", "few 2 to 3"], ""),
        "few 4 to 7": "it is 3 at most",
        **dict.fromkeys(["some 0", "some 1", "some 2 to 3", "some 4 to 7", "some 8 to 9"], ""),
    }


@pytest.mark.parametrize("path", ["evening", "globe", "tsolitaire"])
def test_bins_have_names_of_their_own(path):
    _, model = met(path)
    for group in model:
        names = [one.name for one in group.bins.values()]
        assert len(set(names)) == len(names) > 0, group.name


def test_a_new_script_begins_after_a_reset():
    game = Subject.of(load(RTL / "tsolitaire" / "engine.toml")).engine
    coverage = declared(game.model, game.operations, game.streams)
    collector = coverage.collector()
    for _ in range(2):
        collector.add(game.read(["next:3"]), ())
    counts = hits(coverage.model, collector.counts)
    assert counts["requests"] == {"next, done": 2}
    assert not counts["one after the other"]


def test_a_block_without_events_has_no_bins_for_them():
    dut = load(Path(__file__).parents[2] / "examples" / "blocks" / "divider.toml")
    game = Subject.of(dut).engine
    names = [group.name for group in declared(game.model, game.operations, game.streams).model]
    assert names == ["requests", "one after the other", "reasons", "numbers", "between resets", "waiting"]
