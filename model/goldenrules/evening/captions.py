"""A position in a line of words: below pictures, in lists of games."""

from __future__ import annotations

from itertools import groupby

from goldenrules.endings import CALLED
from goldenrules.evening.colours import BLACK, COLOUR_NAMES, WHITE, Colour
from goldenrules.evening.position import Position
from goldenrules.evening.rules import Rule

__all__ = ["caption", "groups", "how", "size", "standing"]


def caption(position: Position) -> str:
    """Return the caption: `Black to move · 3 stones · White 1×2 · Black 1 · side 3`."""
    return f"{standing(position)} · {size(position)}"


def size(position: Position) -> str:
    """Say how many stones there are, in which groups, on which board."""
    stones = sum(position.sizes(WHITE) + position.sizes(BLACK))
    words = [f"{stones} stone{'s' * (stones != 1)}", *(groups(position, colour) for colour in (WHITE, BLACK))]
    return " · ".join([*words, f"side {position.rules.side}"])


def standing(position: Position) -> str:
    """Say who has the move, or who has won and by what."""
    leader = COLOUR_NAMES[position.leader]
    if position.called:
        winner, why = position.called
        return f"{COLOUR_NAMES[winner]} has won {CALLED[why]}"
    if position.over:
        return f"{leader} has won, {how(position)}"
    movers = [COLOUR_NAMES[colour] for colour in position.players]
    return f"{movers[0]} to move" if len(movers) == 1 else f"{leader} leads"


def how(position: Position) -> str:
    """Return why the leader leads (RULES 4.3): `7 against 5`, the first sizes that differ."""
    ahead, behind = position.sizes(position.leader), position.sizes(position.loser)
    for leading, trailing in zip(ahead, behind, strict=False):
        if leading != trailing:
            return f"{leading} against {trailing}"
    if len(ahead) > len(behind):
        return "one group more" if len(ahead) == len(behind) + 1 else f"{len(ahead) - len(behind)} groups more"
    parity = "odd" if sum(ahead) % 2 else "even"
    return "identical lists" + ("" if position.rules.rule is Rule.BASE else f", an {parity} number of stones")


def groups(position: Position, colour: Colour) -> str:
    """Return the sizes of all groups, the largest first: `White 4-2×2-1×3`."""
    sizes = [(size, len(list(same))) for size, same in groupby(position.sizes(colour))]
    runs = [f"{size}×{times}" if times > 1 else str(size) for size, times in sizes]
    return f"{COLOUR_NAMES[colour]} {'-'.join(runs) or 'none'}"
