"""The commands for games without hardware.

`check`, `convert` and `show` look at files; `perft` counts sequences of turns.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Literal, TextIO

import typer

from loopline.cli._options import GameByFile, GameFiles, GameName, Notation, Rules
from loopline.contract import paper
from loopline.contract.paper import ReplayedGame
from loopline.errors import BadInput
from loopline.report.console import complain, console, meter
from loopline.report.game_files import STDIN, GameOptions, Games, draw, record, remarked, shown, write_picture

#: The least widths of the columns of `perft`: the ply, the sequences, any other.
_PLY, _SEQUENCES, _OTHER = 3, 16, 14


def check(
    files: GameFiles,
    game: GameByFile = None,
    rules: Rules = None,
    notation: Notation = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Also write JSON Lines: one object for each game.")
    ] = None,
) -> None:
    """Replay game files.

    Prints a line for each game: how it stands or has ended, and how large it is. A game that cannot be read, or is
    illegal, does not affect the others. Exit code 0: all games are legal; 1: a game is illegal; 2: a game or a file
    cannot be read, or a file holds no game.
    """
    games, out = Games(GameOptions(game, rules, notation), files), console()
    if json_file and json_file.exists() and any(Path(file).exists() and json_file.samefile(file) for file in files):
        raise BadInput(f"--json {json_file} would overwrite a file that is to be checked")
    with _opened(json_file, "w") as records:
        for name, replayed in games.of_files(files):
            if replayed.problem:
                out.print(games.wrong(name, replayed, replayed.problem), style="red")
            else:
                out.print(f"{shown(name)}:{replayed.line}: {replayed.caption}")
            for remark in replayed.remarks:
                out.print(remarked(name, remark), style="yellow")
            if records:
                print(json.dumps(record(name, replayed)), file=records)
    out.print(games.summary(len(files)))
    raise typer.Exit(games.exit_code)


def _opened(path: Path | None, mode: Literal["w", "x"]) -> AbstractContextManager[TextIO | None]:
    """Open the file for writing; for `x` it must be new. Raise BadInput."""
    if path is None:
        return nullcontext()
    try:
        return path.open(mode, encoding="utf-8")
    except FileExistsError as error:
        raise BadInput(f"{path} exists already: remove it, or choose another name") from error
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error


def convert(
    files: GameFiles,
    to: Annotated[str, typer.Option("--to", metavar="NAME", help="Notation to write.", show_default=False)],
    from_: Annotated[
        str | None, typer.Option("--from", metavar="NAME", help="Notation to read; by default the other one.")
    ] = None,
    game: GameByFile = None,
    rules: Rules = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this new file, not to standard output.")
    ] = None,
) -> None:
    """Write games in another notation, for games that have several.

    Writes the games one after the other, a blank line between two of them; comments and lines of text are left out. A
    game that is illegal or cannot be read is reported and left out. Exit code 0: all games are written; 1: a game is
    illegal; 2: a game or a file cannot be read, or a file holds no game.
    """
    games = Games(GameOptions(game, rules, from_, "--from"), files, to=to)
    with _opened(out, "x") as file:
        screen, written = console(file=file), 0
        for name, replayed in games.of_files(files):
            if replayed.problem:
                complain(games.wrong(name, replayed, replayed.problem))
                continue
            screen.print("\n" * (written > 0) + replayed.written(to), end="")
            written += 1
    console(stderr=True).print(games.summary(len(files)))
    raise typer.Exit(games.exit_code)


def show(
    moves: Annotated[str, typer.Argument(metavar="GAME", help="Moves in quotes, a file of one game, or - .")],
    game: GameByFile = None,
    rules: Rules = None,
    notation: Notation = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also draw it as an SVG picture.")] = None,
    gif: Annotated[
        Path | None, typer.Option("--gif", metavar="FILE", help="Draw it turn by turn instead, as a GIF.")
    ] = None,
    apng: Annotated[Path | None, typer.Option("--apng", metavar="FILE", help="The same as a PNG that moves.")] = None,
    dut: Annotated[
        str | None,
        typer.Option("--dut", metavar="DUT", help="The design, for --gif and --apng.", show_default="the game's own"),
    ] = None,
) -> None:
    """Draw the board after the last move.

    The game may also be one that `verify` has saved; with --gif or --apng what is wrong is shown last.
    The signs are explained below the picture. Moves in quotes are of the game that can read the first of them; if there
    is not exactly one, name it with --game. Exit code 0: drawn; 1: a move is illegal; 2: bad input, or a move that
    cannot be read. The board before such a move is drawn.
    """
    files: dict[Literal["GIF", "PNG"], Path] = {**({"GIF": gif} if gif else {}), **({"PNG": apng} if apng else {})}
    if dut and not files:
        raise BadInput("--dut goes with --gif and --apng")
    if files:
        if rules or notation or svg:
            raise BadInput("--gif and --apng go with --game and --dut alone")
        from loopline.report.animation import animate

        animate(moves, files, game, dut)
        return
    games = Games(GameOptions(game, rules, notation))
    found, unreadable = None, BadInput("")
    try:
        found = _one_game(moves, games)
    except BadInput as error:
        unreadable = error
    if not found or (found[1].problem and found[1].problem.unreadable):
        from loopline.report.animation import last_board, player_for

        # a game that is saved has words that are for the hardware alone
        is_file = os.path.isfile(moves)  # noqa: PTH113 - that of Path fails if it is too long
        if is_file and not (rules or notation or svg) and (board := last_board(moves, game)):
            console().print(board)
            return
        if is_file and player_for(moves):
            raise BadInput(
                f"{shown(moves)}: lines that a host sends to a player, whose answers are not in the file; "
                f"`loopline replay {shown(moves)} --dut DUT` plays them"
            )
    if not found:
        raise unreadable
    name, replayed = found
    draw(replayed)
    for remark in replayed.remarks:
        complain(remarked(name, remark))
    if replayed.problem:
        complain(games.wrong(name, replayed, replayed.problem))
        raise typer.Exit(games.exit_code)
    if svg:
        write_picture(svg, replayed.svg().encode())
        console().print(f"Written: {svg}")


def _one_game(argument: str, games: Games) -> tuple[str, ReplayedGame]:
    """Return where the game comes from, and the game. Raise BadInput."""
    is_file = argument == STDIN or os.path.exists(argument)  # noqa: PTH110 - that of Path fails if it is too long
    source, found = (shown(argument), games.read(argument)) if is_file else ("moves", games.read_text(argument))
    maybe_a_name = not is_file and len(argument.split()) == 1
    try:
        first = next(found)
    except BadInput as problem:
        if not maybe_a_name:
            raise
        raise BadInput(f"there is no file {shown(argument)}, and as {problem}") from problem
    if maybe_a_name and first.problem and first.problem.unreadable:
        raise BadInput(f"there is no file {shown(argument)}, and it is not a move: {first.problem.why}")
    if (second := next(found, None)) is not None:
        hint = f" {second.unmarked}" if second.unmarked else ""
        raise BadInput(
            f"{source}: more than one game; the second begins in line {second.line}. Draw one at a time.{hint}"
        )
    return source, first


def perft(
    plies: Annotated[int, typer.Argument(min=1, metavar="N", help="Number of plies.")],
    game: GameName = None,
    rules: Rules = None,
) -> None:
    """Count the sequences of legal turns, ply by ply.

    A game that has ended is not continued. What the other columns count is in the documentation of the game.
    """
    counted = paper.the_game(game, lambda candidate: bool(candidate.columns), "that can be counted")
    chosen = paper.rules_of(counted, rules)
    head = ("ply", *counted.columns)
    widths = [_PLY, *(max(_OTHER, len(name) + 2) for name in head[1:])]
    widths[1] = max(widths[1], _SEQUENCES)
    out = console()
    out.print(_aligned(head, widths), style="bold")
    with meter(out) as show_progress:
        show_progress("counting ply 1")
        for row in counted.perft(plies, chosen):
            out.print(_aligned([f"{number:,}" for number in row], widths))
            out.file.flush()
            show_progress(f"counting ply {row[0] + 1}")


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
