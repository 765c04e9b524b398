"""RULES 1.5 and 1.6: sequences of legal turns, more plies of them than `verify-model` counts."""

from dataclasses import replace
from itertools import islice

import pytest
from goldenrules.trax import CLASSIC, RULE_SETS, Position, perft
from goldenrules.trax.perft import count
from loopline.games.trax import model_checks as reference
from model.trax.playing import play


@pytest.mark.parametrize("plies", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_sequences(plies):
    assert [row[1:] for row in perft(plies)] == list(reference.PERFT[:plies])


def test_traps_are_counted():
    """The table has none to count: the first appear at ply 9, and after this game there are two."""
    position = play(reference.FIRST_TRAP)
    assert count(position, 1).trapped == 2
    position.take_back()
    assert [count(position, plies).trapped for plies in (1, 2)] == [0, 2]


def test_the_sequence_of_no_turns():
    assert count(play(reference.FIRST_TRAP), 0) == (0, 1, 0, 0, 0)
    assert count(play(r"@0/ B1\ B2/"), 0).won == 1
    with pytest.raises(ValueError, match="-1 turns"):
        count(play(reference.FIRST_TRAP), -1)


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
            for move in position.legal_moves():
                position.play(*move)
                key = position.key(symmetric=True)
                known, twin = after.get(key) or (0, position.copy())
                after[key] = known + sequences, twin
                position.take_back()
        level = after
        if level:
            yield sum(n for n, _ in level.values()), sum(n for n, one in level.values() if one.winner is not None)


@pytest.mark.parametrize("variant", ["mini", "mini-lines"])
def test_the_whole_tree_of_mini_trax(variant):
    assert [row[:1] for row in sequences_by_position(RULE_SETS[variant])] == list(reference.VARIANTS[variant])


@pytest.mark.slow
def test_connexion_to_ply_6():
    assert list(islice(sequences_by_position(RULE_SETS["connexion"]), 6)) == list(reference.VARIANTS["connexion"])
