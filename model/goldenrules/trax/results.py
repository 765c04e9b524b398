"""The words that end a game: who has won, where the board does not show it.

White resigns      Red has resigned      resign         the player to move resigns
Red timeout        White wins on time    timeout        the player to move was late
White wins         Red lost              1-0    0-1     a win
draw               1/2                   1/2-1/2        a draw
*                                                       not finished
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from goldenrules.errors import NotationError
from goldenrules.trax.errors import Reason
from goldenrules.trax.game import AS_STATED, ON_TIME, RESIGNATION, Result
from goldenrules.trax.scan import LONGEST
from goldenrules.trax.tiles import COLOUR_NAMES, RED, WHITE, Colour, other

#: The most words of a result.
MOST_WORDS = 24

#: The second player's colour was black once.
_COLOURS = {"white": WHITE, "red": RED, "black": RED}
_COLOUR = "white|red|black"
_RESIGNED = "resigns?|resigned"
_LATE = "timeout|times out|timed out|out of time|time"
_WHY = "time|timeout|resignation|forfeit|loop|line"
_STATEMENT = re.compile(
    rf"(?:(?P<winner>{_COLOUR})(?: has)? (?:wins?|won)(?: (?:on|by) (?P<won_by>{_WHY}))?"
    rf"|(?P<loser>{_COLOUR})(?: has)? (?:loses|lost)(?: (?:on|by) (?P<lost_by>{_WHY}))?"
    rf"|(?:(?P<resigned>{_COLOUR})(?: has)? )?(?P<resigns>{_RESIGNED})"
    rf"|(?:(?P<late>{_COLOUR})(?: has)? )?(?P<timeout>{_LATE})"
    r"|(?P<white>1-0)|(?P<red>0-1)"
    r"|(?P<draw>draw|drawn|1/2-1/2|1/2|½-½|½)(?: (?:agreed|by agreement))?"
    r"|(?P<open>\*|unfinished))(?!\S)"
)
_WORDS = (
    "white red black has win wins won loses lost resign resigns resigned resignation timeout time timed times out of "
    "on by forfeit loop line 1-0 0-1 draw drawn agreed agreement 1/2-1/2 1/2 ½-½ ½ * unfinished"
)
_VOCABULARY = frozenset(_WORDS.split())
_HOW = {"time": ON_TIME, "timeout": ON_TIME, "resignation": RESIGNATION}
#: The kinds, those that say most first.
_TELLING = (RESIGNATION, ON_TIME, AS_STATED)


class StatedResult(NamedTuple):
    """A text's statement of the end. `winner` is None for a draw, and where the game goes on `how` is empty."""

    winner: Colour | None
    how: str


def plain(word: str) -> str:
    """Return a word in lower case, without punctuation around it."""
    return word.lower().strip(".,!()[]")


def is_result_word(word: str) -> bool:
    return plain(word) in _VOCABULARY


def begins_with_result(words: Sequence[str]) -> bool:
    return _STATEMENT.match(_joined(words)) is not None


def read_result(words: Sequence[str], to_move: Colour) -> list[StatedResult]:
    """Return everything that these words say. Raise NotationError if they are not a result."""
    said, at, stated = _joined(words), 0, []
    while at < len(said):
        match = _STATEMENT.match(said, at)
        if not match:
            found, expected = repr(said[at : at + LONGEST]), "a result, as in White wins, Red resigns, timeout, draw"
            raise NotationError(Reason.UNKNOWN_RESULT, "", 0, found, expected)
        stated.append(_meaning(match, to_move))
        at = match.end() + 1
    return stated


def most_telling(stated: Sequence[StatedResult]) -> StatedResult:
    return min(
        stated, key=lambda statement: _TELLING.index(statement.how) if statement.how in _TELLING else len(_TELLING)
    )


def result_words(result: Result | None) -> list[str]:
    """Return how a result is written."""
    if result is None:
        return []
    if result.winner is None:
        return ["draw"]
    if result.how == RESIGNATION:
        return [f"{COLOUR_NAMES[other(result.winner)]} resigns"]
    return [f"{COLOUR_NAMES[result.winner]} wins{' on time' if result.how == ON_TIME else ''}"]


def _joined(words: Sequence[str]) -> str:
    return " ".join(filter(None, map(plain, words)))


def _meaning(match: re.Match[str], to_move: Colour) -> StatedResult:
    said = match.groupdict()
    if said["open"]:
        return StatedResult(None, "")
    if said["draw"]:
        return StatedResult(None, "draw")
    if said["white"] or said["red"]:
        return StatedResult(WHITE if said["white"] else RED, AS_STATED)
    if said["winner"]:
        return StatedResult(_COLOURS[said["winner"]], _HOW.get(said["won_by"], AS_STATED))
    if said["loser"]:
        return StatedResult(other(_COLOURS[said["loser"]]), _HOW.get(said["lost_by"], AS_STATED))
    loser = said["resigned"] or said["late"]
    return StatedResult(other(_COLOURS[loser] if loser else to_move), RESIGNATION if said["resigns"] else ON_TIME)
