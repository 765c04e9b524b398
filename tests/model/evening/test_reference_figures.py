"""RULES 4.7: the number of sequences of stones, ply by ply, and how many of them end the game."""

from itertools import islice

import pytest
from goldenrules.evening import Position, Rule, RuleSet

#: By side; where the rules differ: base, Odd-Even.
SEQUENCES = {
    2: [(7, 24, 30, 48, 96, 48, 24)] * 2,
    3: [
        (19, 84, 174, 792, 2_292, 10_248, 36_144, 158_664, 604_800),
        (19, 84, 174, 792, 2_292, 10_248, 38_616, 165_816, 634_992),
    ],
    4: [(37, 180, 426, 2_280, 7_932, 46_680, 211_368), (37, 180, 426, 2_280, 7_932, 46_680, 218_064)],
    5: [(61, 312, 786, 4_488, 16_692, 107_256, 526_440), (61, 312, 786, 4_488, 16_692, 107_256, 538_992)],
}
ENDED = (0, 6, 6, 0, 72, 24, 24)


def sequences_by_position(rules):
    """Sequences and how many end the game, ply by ply. Equal positions go on alike, so each is played on from once."""
    level = {Position(rules).key(): (1, Position(rules))}
    while level:
        after = {}
        for sequences, position in level.values():
            for move in position.legal_moves():
                position.play(move)
                key = position.key(symmetric=True)
                known, twin = after.get(key) or (0, position.copy())
                after[key] = known + sequences, twin
                position.take_back()
        level = after
        if level:
            yield sum(n for n, _ in level.values()), sum(n for n, one in level.values() if one.over)


@pytest.mark.parametrize("rule", Rule)
def test_side_2_to_the_end(rule):
    assert list(sequences_by_position(RuleSet(2, rule))) == list(zip(SEQUENCES[2][0], ENDED, strict=True))


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("side", [3, 4, 5])
def test_larger_boards(side, rule):
    plies = {3: 9, 4: 6, 5: 5}[side]
    found = [sequences for sequences, _ in islice(sequences_by_position(RuleSet(side, rule)), plies)]
    assert found == list(SEQUENCES[side][rule is Rule.ODD_EVEN][:plies])


@pytest.mark.gate
@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("side", [4, 5])
def test_larger_boards_to_ply_7(side, rule):
    found = [sequences for sequences, _ in islice(sequences_by_position(RuleSet(side, rule)), 7)]
    assert found == list(SEQUENCES[side][rule is Rule.ODD_EVEN])
