"""What makes a player think long, and games that do: see loopline.contract.game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from goldenrules.trax import Position, TraxError, read_move
from goldenrules.trax.contest_line import Kind, read_line
from hypothesis import strategies as st

from loopline.contract.game import Situation
from loopline.games.trax.player.script import LONG, Script, Step, line

#: A game is gone on with by so many lines, from as far back as this.
_MORE, _BACK = 6, 4


def long_games(turns: int) -> st.SearchStrategy[Script]:
    """Every game has all its numbers, so that one of them can be varied and the rest stays."""
    sides = st.sampled_from((line("-W"), line("-B")))
    return st.tuples(sides, st.binary(min_size=turns, max_size=turns)).map(
        lambda drawn: Script((drawn[0], *_choices(drawn[1])))
    )


def longer(script: Script, request: int, number: int) -> Script:
    """Other replies after the line in question, or from one of those before it on."""
    kept = script.steps[: max(1, request + 1 - number % _BACK)]
    return Script((*kept, *_choices(Random(number).randbytes(_MORE))))


def _choices(numbers: bytes) -> list[Step]:
    return [Step(LONG, number=number) for number in numbers]


def situations(transcript: Sequence[str]) -> list[Situation]:
    """Legal turns and tiles of the position in which the player was asked; of whatever is no move there, nothing."""
    found, position = [], Position()
    for text in transcript:
        said, read = text[2:], read_line(text[2:])
        situation = Situation("no move", {})
        if read and read.kind in (Kind.WHITE, Kind.RED):
            position = Position()
        elif read and read.kind == Kind.MOVE:
            facts = {"legal turns": len(position.legal_turns()), "tiles": len(position.tiles)} if text[0] == "<" else {}
            try:
                position.play(*read_move(position, said))
                situation = Situation("move", facts)
            except TraxError:
                pass
        if text[0] == "<":
            found.append(situation)
    return found
