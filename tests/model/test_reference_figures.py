"""RULES 1.5: the number of sequences of legal turns, and the game of 1994."""

from dataclasses import replace
from itertools import islice

import pytest
from goldenrules.trax import CLASSIC, RULE_SETS, Game, Position, cell_at, column_of, label, perft, read_move, row_of
from goldenrules.trax.perft import count
from goldenrules.trax.tiles import RED, WHITE
from model.playing import play
from model.test_traps import SHORTEST

# sequences, of which won, last turn forced a tile, candidates lost to a trap
FIGURES = {
    1: (2, 0, 0, 0),
    2: (24, 0, 0, 0),
    3: (432, 8, 136, 0),
    4: (9_568, 276, 3_716, 0),
    5: (246_888, 8_564, 106_348, 0),
    6: (7_209_480, 282_716, 3_352_340, 0),
}

GAME_OF_1994 = r"""
    @0+ @1\ B2\ A2+ B0/ C3\ D3+ A4+ @2+ C0/ F2+ G2\ C0+ D7\ E7\ E1+ F7\ F8\ E0/ E0/ H5+ G2+ F0/ G1+ I6\ H3\ H7+ J7+
    C12/ B10+ H12\
"""


#: Sequences of each ply of the variants (RULES 1.6), and how many of those are won.
VARIANTS = {
    "connexion": [(25, 0), (160, 0), (1_504, 0), (16_128, 128), (191_488, 2_688), (2_478_016, 45_568)],
    "mini": [2, 24, 432, 8_704, 146_016, 1_072_220, 3_713_908, 5_480_668, 2_722_472],
    "mini-lines": [2, 24, 432, 8_560, 135_320, 911_628, 2_778_008, 3_574_348, 1_630_128],
}


def figures(plies):
    return {row.ply: (row.sequences, row.won, row.forced, row.trapped) for row in perft(plies)}


def test_sequences_up_to_ply_5():
    assert figures(5) == {ply: FIGURES[ply] for ply in range(1, 6)}


def test_traps_are_counted():
    """The table has none to count: the first appear at ply 9, and after this game there are two."""
    position = play(SHORTEST)
    assert count(position, 1).trapped == 2
    position.take_back()
    assert [count(position, plies).trapped for plies in (1, 2)] == [0, 2]


def test_the_sequence_of_no_turns():
    assert count(play(SHORTEST), 0) == (0, 1, 0, 0, 0)
    assert count(play(r"@0/ B1\ B2/"), 0).won == 1
    with pytest.raises(ValueError, match="-1 turns"):
        count(play(SHORTEST), -1)


def test_only_traps_are_counted_as_traps():
    """Not what is refused because there are no more tiles."""
    *_, third = perft(3, replace(CLASSIC, tiles=2))
    assert (third.sequences, third.trapped) == (0, 0)


def sequences_by_position(rules):
    """Sequences and how many are won, ply by ply. Equal positions go on alike, so each is played on from but once."""
    level = {Position(rules).key(): (1, Position(rules))}
    while level:
        after = {}
        for sequences, position in level.values():
            for move in position.legal_turns():
                position.play(*move)
                key = position.key(symmetric=True)
                known, twin = after.get(key) or (0, position.copy())
                after[key] = known + sequences, twin
                position.take_back()
        level = after
        if level:
            yield sum(n for n, _ in level.values()), sum(n for n, one in level.values() if one.winner is not None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_sequences_of_a_variant(variant):
    rows = list(perft(4, RULE_SETS[variant]))
    expected = VARIANTS[variant][:4]
    assert [(row.sequences, row.won) if variant == "connexion" else row.sequences for row in rows] == expected


@pytest.mark.parametrize("variant", ["mini", "mini-lines"])
def test_the_whole_tree_of_mini_trax(variant):
    assert [sequences for sequences, _ in sequences_by_position(RULE_SETS[variant])] == VARIANTS[variant]


@pytest.mark.slow
def test_connexion_to_ply_6():
    assert list(islice(sequences_by_position(RULE_SETS["connexion"]), 6)) == VARIANTS["connexion"]


@pytest.mark.slow
def test_sequences_up_to_ply_6():
    assert figures(6) == FIGURES


def test_the_game_of_1994():
    position = play("")
    for number, word in enumerate(GAME_OF_1994.split()):
        assert len(position.legal_turns()) > 0
        assert position.winner is None, number
        position.play(*read_move(position, word))

    assert len(position.turns) == 31
    assert len(position.tiles) == 78
    assert (position.box.columns, position.box.rows) == (10, 12)
    assert label(position, position.placed[0].cell) == "C7"
    assert position.winner is None


def test_the_game_of_1994_ends_in_a_resignation():
    game = Game()
    for word in GAME_OF_1994.split():
        assert game.play(*read_move(game.position, word)) is None

    result = game.resign()

    assert (result.winner, result.how) == (WHITE, "resignation")
    assert game.position.to_move == RED


def test_the_first_tile_stays_where_it_is_when_the_numbering_shifts():
    position = play(GAME_OF_1994)
    first = position.placed[0].cell
    assert (column_of(first), row_of(first)) == (0, 0)
    assert first == cell_at(position.box.left + 2, position.box.top + 6)
