"""A mismatch in the words and pictures of Trax: the game, the turn, both boards, the first wrong cell marked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from goldenrules.trax import SYMBOL, Cell, Game, Position, Tile, label
from goldenrules.trax.captions import size as size_of
from goldenrules.trax.drawing import NO_SEAM, SEAM, SEAM_ABOVE, Seam, draw, legend
from goldenrules.trax.marks import area
from goldenrules.trax.notation import labelled
from goldenrules.trax.svg import svg
from rich.text import Text

from loopline.contract.steps import UNREAD, Picture, Step, steps_of
from loopline.games import drawing
from loopline.games.drawing import coloured
from loopline.games.trax.model import Engine
from loopline.games.trax.protocol import Op, Request, tile_name
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.games.trax.requests import Script, write_script
from loopline.signals import Streams
from loopline.simulation.job import Outcome

_SAME = "The tiles on both boards are the same."


def explain(script: Script, size: int, outcome: Outcome, room: int, ascii_only: bool) -> Text:
    """Return what goes below the headline.

    Args:
        script: The script that failed.
        size: The size of the torus.
        outcome: Its outcome.
        room: The columns available.
        ascii_only: Whether the text must be ASCII.
    """
    last = len(script.steps) - 1
    failing = last if outcome.request is None else min(outcome.request, last)
    read_back = outcome.request is not None and outcome.request > last
    words = write_script(script, size).split()
    begun = len(words) - len(script.steps)  # its place on the torus is a word without a step
    text = Text(drawing.with_arrow(words, len(words) if read_back else begun + failing, ascii_only))
    asked = Script(script.steps[: failing + 1], script.at)
    engine = asked.after(size)
    model, seam = engine.position, _seam(engine, [*asked.requests(size)][-1:])
    hardware, drawn = _hardware(engine, outcome, failing + 1), partial(draw, ascii_only=ascii_only, seam=seam)
    if hardware is None:
        says = "The hardware's board could not be read."
        return text.append(drawing.compared(says, coloured(drawn(model, room)), is_read=False))
    wrong = _wrong(model, hardware)
    if wrong is None:
        text.append(drawing.compared(_SAME, coloured(drawn(model, room))))
    else:
        boards = (coloured(drawn(board, room // 2, crossed=[wrong])) for board in (model, hardware))
        text.append(drawing.compared(_difference(model, hardware, wrong), *boards))
    signs = legend(model, ascii_only=ascii_only)
    if seam != NO_SEAM:
        sign = SEAM * (seam.column is not None) + SEAM_ABOVE * (seam.row is not None)
        signs += f"   {'~' if ascii_only else sign} seam of the torus: {size - 1} | 0"
    return text.append(f"    {size_of(model)}\n    {signs}\n")


def steps(script: Script, size: int, streams: Streams, outcome: Outcome) -> list[Step]:
    """See loopline.contract.steps.steps_of."""
    model = Engine(size, streams)
    engine = model.reference
    words = [word for word in write_script(script, size).split() if not word.startswith("at:")]

    def compared(step: Step, asked: int) -> Step:
        return _compared(engine, step, outcome, asked)

    def now() -> Picture:
        return pictured(engine.position)

    carry_out = partial(model.watched, streams=streams, pictured=now)
    return steps_of(words, script.requests(size), streams, outcome, carry_out, now, compared)


def pictured(position: Position, crossed: Sequence[Cell] = (), said: str = "") -> Picture:
    """Return the board as it is now; it is drawn later.

    Args:
        position: The position.
        crossed: Cells to cross out.
        said: The text below the board, instead of the caption.
    """
    then = position.copy()
    return Picture(lambda: coloured(draw(then, crossed=crossed)).plain, lambda: svg(Game.of(then), crossed, said))


def _compared(engine: ReferenceEngine, step: Step, outcome: Outcome, asked: int) -> Step:
    """Return the last step, with the hardware's board and what differs there."""
    model, hardware = engine.position, _hardware(engine, outcome, asked)
    if hardware is None:
        return step._replace(hardware=UNREAD)
    wrong = _wrong(model, hardware)
    if wrong is None:
        return step._replace(says=_SAME)
    read = pictured(hardware, [wrong], "as read from the hardware")
    return step._replace(model=pictured(model, [wrong]), hardware=read, says=_difference(model, hardware, wrong))


def _wrong(model: Position, hardware: Position) -> Cell | None:
    cells = _cells(model, hardware)
    return next((cell for cell in cells if model.tiles.get(cell) != hardware.tiles.get(cell)), None)


def _difference(model: Position, hardware: Position, wrong: Cell) -> str:
    ours, theirs = (tile_name(board.tiles.get(wrong, 0)) for board in (model, hardware))
    return f"First wrong cell: {label(model, wrong)}, where the model has {ours}, the hardware {theirs}."


def _seam(engine: ReferenceEngine, asked: Sequence[Request]) -> Seam:
    """Return where the torus is joined, if the game, or the cell asked for beside it, lies on both sides."""
    (across, down), box = engine.at, area(engine.position)
    for request in asked:
        cell = engine.cell(request.x, request.y)
        if request.op in (Op.PLAY, Op.READ) and cell in labelled(engine.position):
            box = box.including(cell)
    columns, rows = range(box.left + 1, box.right + 1), range(box.top + 1, box.bottom + 1)
    return Seam(
        next((column for column in columns if (column + across) % engine.size == 0), None),
        next((row for row in rows if (row + down) % engine.size == 0), None),
    )


def _hardware(engine: ReferenceEngine, outcome: Outcome, asked: int) -> Position | None:
    """Return a position with the tiles that the hardware says it has, read back after these requests.

    It was not played, so turns are unknown.
    """
    read = [(request, answer) for request, answer in outcome.board[asked:] if request[0] == Op.READ and answer]
    if not read and engine.position.tiles:
        return None
    tiles = {engine.cell(x, y): Tile(answer[6]) for (_, x, y, *_), answer in read if answer[6] in SYMBOL}
    # The same frame for both pictures, so that a cell is at the same place and has the same name.
    return Position.of_tiles(tiles, engine.position.box, engine.position.rules)


def _cells(model: Position, hardware: Position) -> list[Cell]:
    return sorted({*model.tiles, *hardware.tiles})
