"""The reference figures (RULES 3.6), computed by the model."""

import re
from pathlib import Path

import pytest
from goldenrules.tsolitaire import TILES, Position, count, perft, read_deck, replay
from loopline.games.tsolitaire import model_checks as reference
from model.tsolitaire.playing import CLEARED

RULES = Path(__file__).parents[3] / "docs" / "rules" / "tsolitaire.md"


def test_without_a_deck_any_tile_may_come_next():
    assert [row.sequences for row in perft(1)] == [sum(reference.FIRST_PLACEMENTS)] == [720]
    for first in Position().legal_moves(TILES[16])[:5]:
        position = Position.from_moves([first])
        expected = sum(len(position.legal_moves(tile)) for tile in TILES if tile != first.tile)
        assert count(position, 1).sequences == expected


def test_no_sequence_has_fewer_than_no_placements():
    assert count(Position(), 0) == (0, 1, 0)
    with pytest.raises(ValueError, match="-1 placements"):
        count(Position(), -1)


def test_a_deck_that_has_run_out_has_no_sequences():
    assert [row.sequences for row in perft(3, read_deck("16 8"))] == [32, 784, 0]


def test_the_rules_page_has_these_figures():
    page = RULES.read_text(encoding="utf-8")
    rows = re.findall(r"^\| \d+–\d+ \| ([\d, ]+) \|$", page, re.M)
    assert tuple(int(number) for row in rows for number in row.split(",")) == reference.FIRST_PLACEMENTS
    for deck, figures in reference.PERFT.items():
        (row,) = re.findall(rf"^\| {deck.replace(' ', ', ')}\D*\| (.*) \|$", page, re.M)
        assert tuple(int(figure.replace(",", "")) for figure in row.split(" | ")) == figures
    assert " ".join(page.split("```text\n")[3].split("```")[0].split()) == CLEARED == reference.CLEARED
    for text in reference.SAME_GAME:
        assert text in page
    assert reference.STUCK in page
    assert replay(reference.STUCK).end == 0
