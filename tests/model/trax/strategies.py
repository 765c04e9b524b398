"""The harness's strategies, as the tests of the model want them: games are lists of moves."""

from goldenrules.trax import CLASSIC, Position
from hypothesis import strategies as st
from loopline.games.trax import record as records


@st.composite
def games(draw, rules=CLASSIC, turns=40, winning=True):
    """The moves of a game, at least one; with `winning=False` nobody wins."""
    whole = draw(st.one_of(records.games(rules, max_turns=turns), records.unusual_games(rules, max_turns=turns)))
    moves = list(whole.moves) or Position(rules).candidates()[:1]
    if not winning and whole.position().winner is not None:
        moves.pop()
    return moves


def traps():
    """A game that nobody has won, and a move that is illegal only because of forced play."""
    return records.traps().map(lambda trap: (list(trap[0].moves), trap[1]))
