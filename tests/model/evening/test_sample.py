"""Worked positions and games, with all that follows from them, if their collection is at hand."""

import json
from pathlib import Path

import pytest
from goldenrules.evening import BLACK, LETTERS, WHITE, Position, Rule, RuleSet, board_text

SAMPLE = Path(__file__).parents[4] / "shared" / "data" / "evening-sample.jsonl"
COLOURS = {LETTERS[colour]: colour for colour in (WHITE, BLACK)}
RULES = {"base": Rule.BASE, "odd_even": Rule.ODD_EVEN, "odd-even": Rule.ODD_EVEN}


def samples(kind):
    if not SAMPLE.exists():
        pytest.skip(f"needs ../shared/data/{SAMPLE.name} beside the repository")
    found = [one for one in map(json.loads, SAMPLE.read_text(encoding="utf-8").splitlines()) if one["kind"] == kind]
    assert found
    return found


def test_positions():
    for sample in samples("position"):
        for rule in ("base", "odd_even"):
            position = Position.from_rows(sample["rows"], RuleSet(sample["side"], RULES[rule]))
            assert position.leader is COLOURS[sample[rule]]
            assert (position.cells(WHITE), position.cells(BLACK)) == (sample["white_cells"], sample["black_cells"])
            assert (position.sizes(WHITE), position.sizes(BLACK)) == (sample["white_groups"], sample["black_groups"])
            assert position.identical == (sample["cascade"] == "-")
            assert board_text(position).split("/") == sample["rows"]


def test_the_last_stone_comes_off_again():
    """Lifted and laid once more, it leaves the board that it made."""
    for sample in samples("position"):
        if "last" not in sample:
            continue
        position = Position.from_rows(sample["rows"])
        cell, letter = sample["last"]
        before = {one: stone for one in position.hexagon.cells if (stone := position.stones[one]) and one != cell}
        again = Position(position.rules)
        again.load(before)
        again.lay(COLOURS[letter], cell)
        assert (again, again.owners) == (position, position.owners)


def test_games():
    for sample in samples("game"):
        position = Position(RuleSet(sample["side"], RULES[sample["rule"]]))
        for (cell, letter), after in zip(sample["placements"], sample["after"], strict=True):
            position.place(COLOURS[letter], cell)
            cells = [len(position.cells(colour)) for colour in (WHITE, BLACK)]
            lists = [position.sizes(colour) for colour in (WHITE, BLACK)]
            assert [LETTERS[position.loser], *cells, *lists] == after
        assert board_text(position).split("/") == sample["final"]
        assert position.winner is COLOURS[sample["winner"]]
