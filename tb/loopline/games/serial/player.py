"""Games of players on a serial line: what follows from their scripts, in any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from loopline.contract.game import PlayerGame, Property
from loopline.games import script as scripts
from loopline.games.serial.script import LONG, RESET, Script, Step, Words, line
from loopline.games.serial.strategies import RANDOM_GAMES


class SerialGame(scripts.StepScripts[Script], PlayerGame[Script]):
    """A game of players on a serial line.

    Short games are not listed: how a game goes depends on the player's answers as well.
    """

    words: ClassVar[Words]

    def baseline(self) -> Property:
        return RANDOM_GAMES

    def turns(self, script: Script) -> int:
        """Return the number of lines that the host sends."""
        return sum(step.is_line for step in script.steps)

    def shorter(self, script: Script) -> Iterator[Script]:
        """Yield scripts with parts left out, then simpler ones of the same length."""
        yield from map(Script, scripts.shorter(script.steps, few=0))
        yield from map(Script, scripts.simpler(script.steps, _simpler))

    def write(self, script: Script) -> str:
        return self.words.write(script)

    def read(self, words: Sequence[str]) -> Script:
        return self.words.read(words)

    def long_games(self, turns: int) -> SearchStrategy[Script]:
        """Return games in which every reply makes the game long, as a number chooses."""
        sides = st.sampled_from((line("-W"), line("-B")))
        return st.tuples(sides, st.binary(min_size=turns, max_size=turns)).map(
            lambda drawn: Script((drawn[0], *_choices(drawn[1])))
        )


def _choices(numbers: bytes) -> list[Step]:
    return [Step(LONG, number=number) for number in numbers]


def _simpler(step: Step) -> Iterator[Step]:
    simpler = [step._replace(end="lf"), step._replace(baud=0), step._replace(now=False)]
    simpler += [step._replace(spike=None), step._replace(meet=None, byte=0), step._replace(length=0)]
    simpler += [step._replace(broken=None), step._replace(cut=None), step._replace(after=None)]
    simpler += [step._replace(extra=False), step._replace(held=None), step._replace(torn=None)]
    simpler += [step._replace(paused=None, idle=None), step._replace(lasts=0), step._replace(through=False)]
    simpler += [step._replace(data=b"", number=0)] if step.kind == RESET else []
    simpler += [step._replace(after=step.after // 2)] if step.after and step.after > 1 else []
    simpler += [step._replace(lasts=step.lasts // 2)] if step.lasts > 1 else []
    simpler += [step._replace(idle=step.idle // 2)] if step.idle and step.idle > 1 else []
    if step.is_chosen:
        simpler += [step._replace(number=0), step._replace(number=step.number // 2)]
    return (candidate for candidate in simpler if candidate != step)
