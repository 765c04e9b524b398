"""`loopline perft`: count every sequence of legal turns, the fingerprint of a rules engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from loopline.cli._options import GameName, Rules
from loopline.report.console import console
from loopline.report.progress import meter

#: Columns are so wide at least: the ply, the sequences, any other.
_PLY, _SEQUENCES, _OTHER = 3, 16, 14


def command(
    plies: Annotated[int, typer.Argument(min=1, metavar="N", help="Number of plies.")],
    game: GameName = None,
    rules: Rules = None,
) -> None:
    """Count the sequences of legal turns, ply by ply.

    A game that has ended is not continued. What the other columns count is in the documentation of the game.
    """
    from loopline.contract import paper

    counted = paper.the_game(game, lambda one: bool(one.columns), "that can be counted")
    chosen = paper.rules_of(counted, rules)
    head = ("ply", *counted.columns)
    widths = [_PLY, *(max(_OTHER, len(name) + 2) for name in head[1:])]
    widths[1] = max(widths[1], _SEQUENCES)
    out = console()
    out.print(_line(head, widths), style="bold")
    with meter(out) as show:
        show("counting ply 1")
        for row in counted.perft(plies, chosen):
            out.print(_line([f"{number:,}" for number in row], widths))
            out.file.flush()
            show(f"counting ply {row[0] + 1}")


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
