"""What makes a player think long."""

from __future__ import annotations

from collections.abc import Sequence

from goldenrules.trax import GameError, Position, read_move
from goldenrules.trax.contest_line import Kind

from loopline.contract.game import Situation
from loopline.games.trax.player.transcript import understood


def situations(transcript: Sequence[str]) -> list[Situation]:
    """Legal turns and tiles of the position in which the player was asked; nothing for a line that is not a move
    there."""
    found, position = [], Position()
    for text in transcript:
        read = understood(text)
        situation = Situation("no move", {})
        if read and read.kind in (Kind.WHITE, Kind.RED):
            position = Position()
        elif read and read.kind == Kind.MOVE:
            facts = {"legal turns": len(position.legal_turns()), "tiles": len(position.tiles)} if text[0] == "<" else {}
            try:
                position.play(*read_move(position, read.text))
                situation = Situation("move", facts)
            except GameError:
                pass
        if text[0] == "<":
            found.append(situation)
    return found
