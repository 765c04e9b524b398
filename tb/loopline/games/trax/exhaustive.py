"""Every game up to a given number of plies, as scripts; and the figures of RULES 1.5 from the hardware's answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from goldenrules.trax import CLASSIC, Position, RuleSet

from loopline.games.exhaustive import sequences
from loopline.games.trax.protocol import Op, Reason, Response
from loopline.games.trax.script import TAKE_BACK, Script, Step, new, play
from loopline.games.trax.short_games import Turns

#: Games whose first plies, this many, are the same are one script: their turns are played and taken back.
TOGETHER = 3


def every_game(plies: int, rules: RuleSet = CLASSIC) -> Iterator[Script]:
    """A game that is over is not continued. The rules are not the contest's, so that a trap does not end a game."""
    rules = replace(rules, fouls_lose=False)
    turns = Turns(Position(rules))
    for beginning in sequences(turns, min(TOGETHER, plies - 1)):
        endings: list[Step] = []
        _endings(turns, endings, plies - len(beginning))
        yield Script((new(rules), *(play(*move) for move in beginning), *endings))


def _endings(turns: Turns, steps: list[Step], left: int) -> None:
    for move in turns.moves():
        steps.append(play(*move))
        if turns.play(move):
            if left > 1:
                _endings(turns, steps, left - 1)
            turns.take_back()
            steps.append(TAKE_BACK)


def figures(script: Script, answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
    """Totals of the hardware's answers to the turns that complete a sequence of `plies`."""
    counts: Counter[str] = Counter()
    depth = 0
    for step, answer in zip(script.steps, answers, strict=False):
        response = Response(*answer)
        if step.op == Op.TAKE_BACK:
            depth -= 1
        elif step.op == Op.PLAY and response.reason == Reason.DONE:
            depth += 1
            if depth == plies:
                counts += Counter(
                    sequences=1,
                    won=int(response.winner != 0),
                    forced=int(response.placed > 1),
                    drawn=int(response.draw != 0),
                )
        elif depth == plies - 1 and response.reason == Reason.TRAP:
            counts["trapped"] += 1
    return counts
