"""The value of every position with few pieces under rule G, worked out backwards from the ends of the game.

The trick: all positions of one side against *every* set of enemy pieces are decided at once. For each set of the
mover's pieces there is one long integer with a bit for each set of enemy pieces, and the rules become a handful of
operations on such integers. A step changes the mover's set only, so it leads from one integer to another.

Repetition and length are left out: a player who can win need not come back to a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from goldenrules.globe.captures import captured
from goldenrules.globe.points import Mask, beside, groups
from goldenrules.globe.position import Position
from goldenrules.globe.rules import FEWEST, GROUP, LOST
from goldenrules.globe.sets import Sets, enclosures, index, numbers
from goldenrules.globe.sides import other


class PositionValue(NamedTuple):
    """The value of a position to the player to move."""

    #: 1 won, 0 drawn, -1 lost.
    value: int
    #: The plies to the end, if the winner hurries and the loser delays; 0 if it is drawn.
    plies: int


class Count(NamedTuple):
    """The numbers of positions won, drawn and lost for the player to move, and the plies of the longest win."""

    won: int
    drawn: int
    lost: int
    longest: int


class Half:
    """The positions in which a player with `own` pieces is to move against `enemy` pieces. It takes two to solve."""

    def __init__(self, own: int, enemy: int) -> None:
        self.own, self.enemy = index(own), index(enemy)
        #: For each of the enemy's sets, the sets with which the player to move has won, or lost.
        self.won: list[Sets] = [0] * len(self.enemy.masks)
        self.lost: list[Sets] = [0] * len(self.enemy.masks)
        #: The plies, for each set of the player's and each of the enemy's; 0: drawn, or an impossible position.
        self.plies = bytearray(len(self.own.masks) * len(self.enemy.masks))
        #: For each of the player's sets, the enemy's sets of which something is shut in by it,
        self.shut_in: list[Sets] = [self._shut_in(mask) for mask in self.own.masks]
        #: and those against which every group is alive. What is decided is taken out.
        self.open: list[Sets] = [self._alive(*both) for both in zip(self.own.masks, self.shut_in, strict=True)]
        self.positions = sum(map(int.bit_count, self.open))

    def _shut_in(self, mask: Mask) -> Sets:
        found = 0
        for inside, walls in enclosures(self.enemy.size):
            if not walls & ~mask:
                found |= self.enemy.with_all(inside)
        return found & ~self.enemy.with_any(mask)

    def _alive(self, mask: Mask, shut_in: Sets) -> Sets:
        excluded = shut_in | self.enemy.with_any(mask)
        for group in groups(mask):
            excluded |= self.enemy.with_all(beside(group) & ~mask)
        return self.enemy.every & ~excluded

    def captures(self) -> Iterator[tuple[int, int, int]]:
        """Yield positions in which a step has shut something in.

        Both sets by number, and in how many plies the enemy has lost (an even number) or won. All others are draws.
        """
        for own, mask in enumerate(self.own.masks):
            for enemy in numbers(self.shut_in[own]):
                rest = self.enemy.masks[enemy] & ~captured(GROUP, mask, self.enemy.masks[enemy], 0)
                if rest.bit_count() <= LOST:
                    yield own, enemy, 0
                elif plies := solved(rest.bit_count(), self.own.size).plies_of(rest, mask):
                    yield own, enemy, plies

    def winning(self, after: Half) -> list[Sets]:
        """Return the positions with a step to one that is lost for the other player."""
        having, lost, found = self.enemy.having, after.lost, []
        for steps, candidates in zip(self.own.steps, self.open, strict=True):
            fresh = 0
            for target, number in steps:
                fresh |= lost[number] & ~having[target]
            found.append(fresh & candidates)
        return found

    def losing(self, after: Half) -> list[Sets]:
        """Return the positions from which every step leads to one that is won for the other player."""
        having, won, found = self.enemy.having, after.won, []
        for steps, candidates in zip(self.own.steps, self.open, strict=True):
            for target, number in steps:
                candidates &= won[number] | having[target]
            found.append(candidates)
        return found

    def decide(self, positions: list[Sets], plies: int) -> bool:
        """Find the positions that end in this many plies. Return whether there are any."""
        decided, width = self.won if plies % 2 else self.lost, len(self.enemy.masks)
        for own, enemies in enumerate(positions):
            self.open[own] &= ~enemies
            for enemy in numbers(enemies):
                decided[enemy] |= 1 << own
                self.plies[own * width + enemy] = plies
        return any(positions)

    def plies_of(self, own: Mask, enemy: Mask) -> int:
        return self.plies[self.own.number[own] * len(self.enemy.masks) + self.enemy.number[enemy]]

    def is_alive(self, own: Mask, enemy: Mask) -> bool:
        """Return whether it is one of these positions: every group has an empty point."""
        return bool(self._alive(own, self._shut_in(own)) >> self.enemy.number[enemy] & 1)

    def count(self) -> Count:
        ends = [self.plies.count(plies) for plies in range(256)]
        won, lost = sum(ends[1::2]), sum(ends[2::2])
        longest = max((plies for plies in range(1, 256, 2) if ends[plies]), default=0)
        return Count(won, self.positions - won - lost, lost, longest)


@cache
def solved(own: int, enemy: int) -> Half:
    """Return the solved positions of these numbers of pieces.

    Three against three takes a fifth of a second, four against three five seconds.
    """
    return _solve(own, enemy)[0] if own >= enemy else _solve(enemy, own)[1]


@cache
def _solve(own: int, enemy: int) -> tuple[Half, Half]:
    """Solve ply by ply: what is won in one, lost in two, won in three, … until nothing is decided any more."""
    own_half = Half(own, enemy)
    enemy_half = own_half if own == enemy else Half(enemy, own)
    pairs = [(own_half, enemy_half), (enemy_half, own_half)][: 1 if own_half is enemy_half else 2]
    due: dict[int, list[tuple[list[Sets], int, int]]] = {}
    for half, after in pairs:
        for mine, theirs, plies in half.captures():
            due.setdefault(plies, []).append((after.won if plies % 2 else after.lost, mine, theirs))
    plies, idle = 0, 0
    while due or idle < 2:
        for decided, mine, theirs in due.pop(plies, ()):
            decided[mine] |= 1 << theirs
        plies += 1
        fresh = [half.winning(after) if plies % 2 else half.losing(after) for half, after in pairs]
        found = [half.decide(positions, plies) for (half, _), positions in zip(pairs, fresh, strict=True)]
        idle = 0 if any(found) else idle + 1
    return own_half, enemy_half


def worth(position: Position, most: int = 7) -> PositionValue | None:
    """Return the worth by the tables of up to `most` pieces, or None if none has it or rule G does not hold."""
    own, enemy = position.pieces[position.to_move], position.pieces[other(position.to_move)]
    sizes = own.bit_count(), enemy.bit_count()
    if position.rules.capture != GROUP or position.over or min(sizes) < FEWEST or sum(sizes) > most:
        return None
    half = solved(*sizes)
    if not half.is_alive(own, enemy):
        return None
    plies = half.plies_of(own, enemy)
    return PositionValue((0 if not plies else 1 if plies % 2 else -1), plies)
