"""Checks of `loopline verify-model`: the reference figures of RULES 4.7, then properties of random games."""

from __future__ import annotations

from functools import partial

from goldenrules.evening import (
    BLACK,
    COLOUR_NAMES,
    LETTERS,
    WHITE,
    Move,
    Position,
    Rule,
    RuleSet,
    Solver,
    hexagon,
    perft,
)

from loopline.contract.checks import Check, Tally
from loopline.games.checks import expect, perft_check, property_checks
from loopline.games.evening.properties import PROPERTIES

BASE, ODD_EVEN = Rule

#: Sequences ply by ply, by side: under the base rule, under the Odd-Even rule.
SEQUENCES: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    2: ((7, 24, 30, 48, 96, 48, 24), (7, 24, 30, 48, 96, 48, 24)),
    3: (
        (19, 84, 174, 792, 2_292, 10_248, 36_144, 158_664, 604_800),
        (19, 84, 174, 792, 2_292, 10_248, 38_616, 165_816, 634_992),
    ),
    4: ((37, 180, 426, 2_280, 7_932, 46_680), (37, 180, 426, 2_280, 7_932, 46_680)),
    5: ((61, 312, 786, 4_488, 16_692, 107_256), (61, 312, 786, 4_488, 16_692, 107_256)),
}
#: Games of side 2 that have ended, ply by ply; under either rule.
ENDED = (0, 6, 6, 0, 72, 24, 24)

#: Who wins from each first cell, in reading order.
WINNERS = {
    (2, BASE): "BBBBBBB",
    (2, ODD_EVEN): "WWWBWWW",
    (3, BASE): "WBWBBBBWBWBWBBBBWBW",
    (3, ODD_EVEN): "WBWBBBBWBWBWBBBBWBW",
}

#: Who places next under the Odd-Even rule if each player has one group, so that only the number of stones decides.
ORDER = "WBBWWBBWWBBWWBBWWBB"


def all_checks(examples: int, number: int) -> list[Check]:
    """Return all checks.

    `examples` for each property; `number` is the seed.
    """
    return [
        *(_perft(RuleSet(side, rule)) for side in SEQUENCES for rule in Rule),
        *(
            Check(f"side {side}, {rule.value}, solved", partial(_solved, RuleSet(side, rule)), 1)
            for side, rule in WINNERS
        ),
        Check("15-10-2 against 15-10-2", _identical_lists, len(Rule)),
        Check("the order of two single groups", _order, len(ORDER)),
        *property_checks(PROPERTIES, examples, number),
    ]


def _perft(rules: RuleSet) -> Check:
    """Return the check of sequences; on side 2, of ended games, too."""
    sequences = SEQUENCES[rules.side][rules.rule is ODD_EVEN]
    expected = [*zip(sequences, ENDED, strict=True)] if rules.side == 2 else [(number,) for number in sequences]
    columns = ("sequences", "ended")[: len(expected[0])]
    name = f"perft of side {rules.side} to ply {len(sequences)}, {rules.rule.value}"
    return perft_check(
        name, columns, lambda: (row[: len(columns) + 1] for row in perft(len(sequences), rules)), expected
    )


def _solved(rules: RuleSet, tally: Tally) -> None:
    solver = Solver(rules)
    firsts = [Position.from_moves([Move(WHITE, cell)], rules) for cell in hexagon(rules.side).cells]
    found = "".join(LETTERS[solver.winner(first)] for first in firsts)
    expect(f"{rules}, who wins from each first cell", found, WINNERS[rules.side, rules.rule])
    tally.add(solver.positions)


_LISTS = "WWWWWB WWWWW.B WWWWW... ......BBB WWWWW..BBB WWWWW..BBBB .......... WW.BBBBBB ...BBBBB ...BBBB ......"


def _identical_lists(tally: Tally) -> None:
    """Check the example of RULES 4.3."""
    for rule, leader in zip(Rule, (BLACK, WHITE), strict=True):
        position = Position.from_rows(_LISTS.split(), RuleSet(6, rule))
        expect("the groups", (position.sizes(WHITE), position.sizes(BLACK)), ([15, 10, 2], [15, 10, 2]))
        expect(f"who leads, {rule.value}", COLOUR_NAMES[position.leader], COLOUR_NAMES[leader])
        tally.add(1)


def _order(tally: Tally) -> None:
    """Check who places, and the groups: White fills the board from the first cell on, Black from the last one."""
    position, found = Position(RuleSet(6, ODD_EVEN)), ""
    cells = position.hexagon.cells
    for _ in ORDER:
        loser = position.loser
        found += LETTERS[loser]
        position.lay(loser, cells[found.count("W") - 1] if loser is WHITE else cells[-found.count("B")])
        tally.add(1)
    expect("who places", found, ORDER)
    expect("the groups", [len(position.groups(colour)) for colour in (WHITE, BLACK)], [1, 1])
