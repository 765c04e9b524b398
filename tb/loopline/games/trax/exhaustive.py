"""Every game up to a given number of plies, as scripts; the shortest failures; and what takes an engine long.

Every turn on each cell that may matter, legal or not, is asked for and taken back again, also after the end of a game.
If the failing game has a reset, each turn is cut short instead, in each of its first cycles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from goldenrules.errors import Refused
from goldenrules.trax import CLASSIC, CONTEST, ORIGIN, Cell, Move, Position, RuleSet, cell_at, column_of, row_of
from hypothesis import strategies as st

from loopline.games.exhaustive import every_game as every_sequence
from loopline.games.exhaustive import sequences
from loopline.games.strategy import choices
from loopline.games.trax.protocol import SYMBOL_CODE, Op, Reason, Request, Response
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.games.trax.requests import TAKE_BACK, Script, Step, new, play
from loopline.games.trax.strategies import library
from loopline.games.trax.strategies.played import drifting
from loopline.games.trax.strategies.rare import cascades, traps
from loopline.games.trax.strategies.session import Session, undecided

_SYMBOLS = ("+", "/", "\\", "?")

#: More cycles than two tiles take.
_CYCLES = 24
#: Shapes in the library.
_KINDS = "win", "trap", "cascade"
#: The number of orientations of a game.
_SIDES = 8
#: Tiles of a line that wins.
_LINE = 8

Game = tuple[Move, ...]


def beginnings(turns: int) -> Iterator[Script]:
    """Yield every game of this many turns."""
    for moves in sequences(Turns(Position(CONTEST)), turns):
        yield Script((new(CONTEST), *(play(*move) for move in moves)))


def asked_after(script: Script, like: Script, size: int) -> Script:
    """Return the script, then every legal and illegal turn on its board, each taken back.

    If `like` has a reset, there is a reset in every cycle of each turn instead.

    Args:
        script: The script that leads to the board.
        like: A script that failed: it decides between turns and resets.
        size: The side of the torus in cells.
    """
    engine = script.after(size)
    position, (right, down) = engine.position, (0, 0)
    if position.tiles and not position.rules.first_cell_free:
        right, down = (engine.at[axis] - script.at[axis] for axis in (0, 1))

    def there(cell: Cell) -> Cell:
        """Return the cell relative to the first tile of the script's first game."""
        return cell_at(column_of(cell) + right, row_of(cell) + down)

    if any(step.cut for step in like.steps):
        moves = [play(there(cell), symbol) for cell, symbol in position.candidates()]
        cuts = (step for move in moves for cut in range(1, _CYCLES) for step in (*script.steps, move._replace(cut=cut)))
        return Script((*cuts, *script.steps), script.at)
    cells = [*position.tiles, *position.entries, cell_at(2, 2)] if position.tiles else [ORIGIN]
    steps = [play(there(cell), symbol) for cell in cells for symbol in _SYMBOLS]
    return Script((*script.steps, *_each_taken_back(engine, steps, script)), script.at)


def _each_taken_back(engine: ReferenceEngine, steps: Sequence[Step], script: Script) -> Iterator[Step]:
    for step in steps:
        yield step
        *_, request = Script((*script.steps[:1], step), script.at).requests(engine.size)
        if engine.answer(request).reason == Reason.DONE or engine.foul_winner:
            engine.answer(Request(Op.TAKE_BACK))
            yield TAKE_BACK


def known_games(size: int, fewer_than: int) -> Iterator[Script]:
    """Yield straight lines and the shortest game of each shape in the library, in all orientations.

    Each is next to the torus' seam and away from it.
    """
    places = (0, size - 1, size - 3, size // 2)
    for images in sorted([_lines(), *map(_images, chain(*map(library.entries, _KINDS)))], key=_turns):
        if _turns(images) < fewer_than:
            steps = tuple(step for image in images for step in (new(CONTEST), *(play(*move) for move in image)))
            yield from (Script(steps, (place, place)) for place in places)


def _lines() -> list[Game]:
    """Return the lines of eight tiles, to all four sides of the first one."""
    sides = (0, 1), (1, 0), (0, -1), (-1, 0)
    return [tuple(Move(cell_at(right * far, down * far), "+") for far in range(_LINE)) for right, down in sides]


def _images(entry: library.Entry) -> list[Game]:
    return list(dict.fromkeys(map(entry.image, range(_SIDES))))


def _turns(images: Sequence[Game]) -> int:
    """Return how many turns each of these games has."""
    return len(images[0])


class Turns:
    """A position as loopline.games.exhaustive.Play has it."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def moves(self) -> list[Move]:
        """Return the moves; none once a player has won."""
        return self.position.candidates()

    def play(self, move: Move) -> bool:
        """Play a move; return whether it is legal."""
        try:
            self.position.play(*move)
        except Refused:
            return False
        return True

    def take_back(self) -> None:
        """Take back the last move."""
        self.position.take_back()


def every_game(plies: int, rules: RuleSet = CLASSIC) -> Iterator[Script]:
    """Yield every game; one that is over is not continued.

    The rules are not the contest's, so that a trap does not end a game.
    """
    rules = replace(rules, fouls_lose=False)
    for moves in every_sequence(Turns(Position(rules)), None, plies):
        yield Script((new(rules), *(play(*move) if move else TAKE_BACK for move in moves)))


def figures(script: Script, answers: Sequence[Sequence[int]], plies: int) -> Counter[str]:
    """Return totals of the hardware's answers to the turns that complete a sequence of `plies`."""
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


# --- for `loopline latency` -------------------------------------------------------------------------------------------


def long_games(size: int, turns: int) -> st.SearchStrategy[Script]:
    """Yield games without a winner, traps, cascades and rows, each with every possible turn at its end."""
    return st.one_of(_game(size, turns), traps(size), cascades(size), drifting(size)).map(
        lambda script: every_turn_tried(script, size)
    )


@st.composite
def _game(draw: st.DrawFn, size: int, turns: int) -> Script:
    """Draw a game without a winner."""
    session = Session(size)
    session.new(CLASSIC)
    for choice in draw(choices(turns)).turns:
        session.play_any(choice, undecided)
    return session.script()


def every_turn_tried(script: Script, size: int) -> Script:
    """Return the script, then each possible turn, played and taken back, then a new game.

    So traps and cascades are among them.
    """
    steps = list(script.steps)
    engine = script.after(size)
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
    """Yield what may be placed, and the torus has room for it."""
    for move in engine.position.candidates():
        asked = Request(Op.PLAY, *engine.address(move.cell), SYMBOL_CODE[move.symbol])
        if engine.refusal(asked) is None:
            yield move
