"""What makes an engine slow, and games that do: see loopline.contract.game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldenrules.trax import CLASSIC, Move, cell_at
from hypothesis import strategies as st

from loopline.contract.game import Situation
from loopline.games.strategy import choices
from loopline.games.trax.protocol import SYMBOL_CODE, Op, Reason, Request
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.games.trax.requests import TAKE_BACK, Script, new, play
from loopline.games.trax.strategies.played import drifting
from loopline.games.trax.strategies.rare import cascades, traps
from loopline.games.trax.strategies.session import Session, undecided

MOVED, ON_BOARD = "tiles moved", "tiles on the board"

#: Refusals after tiles have been placed; the answer does not say how many.
_LAID_AND_LIFTED = {int(Reason.TRAP): "trap", int(Reason.SUPPLY): "too many tiles"}

_KINDS = {Op.NEW: "new game", Op.TAKE_BACK: "take back", Op.READ: "read"}


def long_games(size: int, turns: int) -> st.SearchStrategy[Script]:
    """Games without a winner, traps, cascades and rows, each with every possible turn at its end."""
    return st.one_of(_game(size, turns), traps(size), cascades(size), drifting(size)).map(
        lambda script: every_turn_tried(script, size)
    )


@st.composite
def _game(draw: st.DrawFn, size: int, turns: int) -> Script:
    """A game without a winner."""
    session = Session(size)
    session.new(CLASSIC)
    for choice in draw(choices(turns)).turns:
        session.play_any(choice, undecided)
    return session.script()


def every_turn_tried(script: Script, size: int) -> Script:
    """The script, then each possible turn, played and taken back, so that traps and cascades are among them; then a
    new game."""
    steps = list(script.steps)
    engine = ReferenceEngine(size)
    for asked in script.requests(size):
        engine.answer(asked)
    position = engine.position
    if engine.foul_winner or position.winner:
        engine.answer(Request(Op.TAKE_BACK))
        steps.append(TAKE_BACK)
    if not position.tiles:
        engine.at = script.at
    shift = cell_at(engine.at[0] - script.at[0], engine.at[1] - script.at[1])
    for move in _possible(engine):
        steps.append(play(move.cell + shift, move.symbol))
        if position.rules.fouls_lose or position.is_legal(*move):  # or else nothing has come of it
            steps.append(TAKE_BACK)
    return Script((*steps, new(CLASSIC)), script.at)


def _possible(engine: ReferenceEngine) -> Iterator[Move]:
    """What may be placed, and the torus has room for it."""
    for move in engine.position.candidates():
        asked = Request(Op.PLAY, *engine.address(move.cell), SYMBOL_CODE[move.symbol])
        if engine.refusal(asked) is None:
            yield move


def situations(requests: Sequence[Request], answers: Sequence[tuple[dict[str, int], int]]) -> list[Situation]:
    """Of a trap the answer does not say how many tiles it took; but each has been an event when it was laid and when it
    was lifted, and the refusal was one."""
    found, before, draws = [], 0, False
    for request, (answer, events) in zip(requests, answers, strict=False):
        draws = bool(request.draws) if request.op == Op.NEW else draws
        if request.cut:
            before, draws = 0, False
            found.append(Situation("cut short", {}))
            continue
        kind, moved = _KINDS.get(request.op, "play"), answer["placed"]
        if request.op == Op.NEW:
            moved = before
        elif request.op == Op.PLAY and answer["reason"] in _LAID_AND_LIFTED:
            kind, moved = _LAID_AND_LIFTED[answer["reason"]], events // 2
        elif answer["reason"] != Reason.DONE:
            kind = "refused" if request.op == Op.PLAY else "nothing to take back"
        elif kind == "play" and draws:
            kind = "play, perhaps a draw"
        facts = {MOVED: moved, ON_BOARD: max(before, answer["count"])}
        if kind in _LAID_AND_LIFTED.values() and not events:
            del facts[MOVED]
        found.append(Situation(kind, facts))
        before = answer["count"]
    return found
