"""What the lamps of a Trax player mean, and which are on."""

from __future__ import annotations

from goldenrules.trax.player import Player

#: As in the description.
LAMPS = {
    "thinking": "a move is owed",
    "foul": "the opponent has broken the rules in this game",
    "unreadable": "a line of this game was none",
    "over": "somebody has won, or there is no turn left",
    "won": "the player has won",
    "overrun": "bytes have been lost; on until reset",
}

#: Only a reset turns them off.
LATCHING = ("overrun",)


def lights(player: Player, lost: bool | None) -> dict[str, bool | None]:
    """`lost`: whether bytes have been; None: that is not known."""
    return {
        "thinking": player.thinking,
        "foul": player.foul,
        "unreadable": player.unreadable,
        "over": player.over,
        "won": player.won,
        "overrun": lost,
    }
