"""What is covered of a game that has no coverage model of its own."""

from collections import Counter, defaultdict
from enum import IntEnum
from pathlib import Path

import pytest
from loopline.contract.coverage import hits
from loopline.contract.designs import RTL
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.games.coverage import Answers, declared
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


def test_what_the_fields_of_an_answer_say_counts():
    """Numbers, members of sets, and single bits; what is written in words, such as the tile in hand, is no number."""
    counts, _ = met("tsolitaire", "next:3", "undo", "list")
    assert counts["answers"] == {
        **dict.fromkeys(["leaving 0 of 8", "moved 0 of 8", "placed 0", "redos 0", "over 0", "cleared 0"], 3),
        "fits 0 of 32": 2,
        "fits 17 to 31 of 32": 1,
    }


def test_bins_of_values_that_cannot_come_say_so():
    class Colour(IntEnum):
        NONE = 0
        RED = 1

    fields = {
        "few": Field(3, most=3),
        "some": Field(4, most=9, never=(5, 6, 7)),
        "whose": Field(2, values=Colour, never=(0,)),
        "stones": Field(20, is_set=True, most=8),
        "board": Field(32),
        "tile": Field(4, shows=str),
        "over": Field(1),
    }
    group = Answers(Layout.of(**fields)).group
    assert {one.name: one.unreachable for one in group.bins.values()} == {
        **dict.fromkeys(["few 0", "few 1", "few 2", "few 3"], ""),
        **dict.fromkeys(["few 4", "few 5 to 7"], "it is 3 at most"),
        **dict.fromkeys(["some 0", "some 1", "some 2", "some 3", "some 4", "some 8", "some 9"], ""),
        "some 5 to 7": "it never is",
        "whose 0": "it never is",
        "whose 1": "",
        **{f"stones {number} of 20": "" for number in (0, 1, 2, 3, 4, "5 to 7", 8)},
        **{f"stones {number} of 20": "it is 8 at most" for number in ("9 to 15", "16", "17 to 20")},
        **dict.fromkeys(["over 0", "over 1"], ""),
    }


def test_values_are_counted_where_they_have_a_bin():
    answers, counts = Answers(Layout.of(number=Field(12), stones=Field(20, is_set=True))), defaultdict(Counter)
    for number in (15, 16, 100, 4095):
        answers.count((number, number), counts)
    assert hits([answers.group], counts)["answers"] == {
        "number 9 to 15": 1,
        "number 16": 1,
        "number 64 to 127": 1,
        "number 256 to 4095": 1,
        "stones 1 of 20": 1,
        "stones 3 of 20": 1,
        "stones 4 of 20": 1,
        "stones 9 to 15 of 20": 1,
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
    assert names == ["requests", "one after the other", "reasons", "answers", "between resets", "waiting"]
