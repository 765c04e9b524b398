"""`loopline match`: the referee, for anything that plays."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from loopline.cli._options import DEFAULT, GameName, Out, Rules, SimulatorName, command_line
from loopline.contract import paper
from loopline.contract.contest import Contest
from loopline.contract.designs import bundled, path_of
from loopline.contract.game import Subject
from loopline.design.dut import Dut, load
from loopline.errors import BadInput
from loopline.match import Match
from loopline.match.players import open_player, player, with_seed
from loopline.match.referee import Endpoint, Log, Referee
from loopline.report import match as report
from loopline.report.console import console, printable
from loopline.report.match import Screen
from loopline.report.unfinished import begin

GAMES, LIMIT, MOST_TURNS = 2, 1.0, 1000

_HELP = (
    "exec:COMMAND, tcp:HOST:PORT, tcp-listen:[HOST:]PORT, serial:DEVICE[@BAUD], human, random, another player of the "
    "game's own, or a simulated design."
)


def command(
    ctx: typer.Context,
    a: Annotated[str, typer.Argument(metavar="A", help=_HELP)],
    b: Annotated[str, typer.Argument(metavar="B", help=_HELP)],
    games: Annotated[
        int, typer.Option(min=1, max=100_000, metavar="N", help="Games; A begins in the first, B in the second, …")
    ] = GAMES,
    limit: Annotated[
        float, typer.Option(min=0.001, max=86_400, metavar="S", help="Seconds that a player has for each answer.")
    ] = LIMIT,
    identify: Annotated[bool, typer.Option(help="Begin each game by asking both players for their names (-T).")] = True,
    max_turns: Annotated[
        int, typer.Option(min=1, metavar="N", help="Turns after which a game is called off without a winner.")
    ] = MOST_TURNS,
    sim: Annotated[SimulatorName, typer.Option(help="The simulator for a design.")] = DEFAULT,
    game: GameName = None,
    rules: Rules = None,
    out: Out = Path("out"),
) -> None:
    """Let two players play, by the rules of a contest and against its clock.

    Prints how each game ends, and a table. Writes all moves into a game file in OUT, each as soon as it is played,
    and OUT/match.json. Exit code 0: all games were won, drawn, or called off; 1: a player broke the rules or was late;
    2: bad input or set-up; 3: a player was lost.
    """

    def simulated(name: str) -> Endpoint:
        opened = open_player(path_of(name), called, sim, out)
        opened.name = name
        return opened

    def designs() -> list[str]:
        return [dut.name for dut in bundled() if dut.game.name == called and dut.contract == "player"]

    called, suffix, contest = _contest(game, _design((a, b)), rules)
    a, b = with_seed(a, contest.golden), with_seed(b, contest.golden)
    first, second = (player(word, contest.golden, simulated, designs, contest.messages) for word in (a, b))
    match = Match((first, second), Referee(limit, identify, max_turns, contest.messages), contest, games)
    words = command_line(ctx, a=a, b=b)

    screen = console()
    names = [printable(side.name, 200) for side in (first, second)]
    log_path, report_path = out / f"match{suffix}", out / "match.json"
    try:
        out.mkdir(parents=True, exist_ok=True)
        begin("match", out, shlex.join(words))
        log = log_path.open("w", encoding="utf-8")
        report.write(report_path, match, words, finished=False)
    except OSError as error:
        raise BadInput(f"cannot write to {out}: {error.strerror}. Choose another folder with --out.") from error
    boards = report.Boards()
    with log, Screen(screen, match, names) as show:
        _print_head(screen, names, words)
        match.play([Log(log, names), report.Report(report_path, match, words), boards, show])
    report.write(report_path, match, words, finished=True)
    screen.print()
    screen.print(report.table_of(match, names))
    page = report.write_page(out, match, names, words, boards)
    screen.print(f"\n{report.summary(match)}. Written: {log_path}, {report_path}, {page}")
    raise typer.Exit(report.exit_code(match))


def _contest(name: str | None, design: Dut | None, rules: str | None) -> tuple[str, str, Contest]:
    """Return the name of the game that is meant, the suffix of its files, and how it is played. Raises BadInput."""
    own = Subject.of(design).game if design and not name else None
    if design and own and own.contest:
        if rules:
            raise BadInput(f"--rules {rules}: {own.name} has one set of rules only: leave it out")
        contest = own.contest()
        if not isinstance(contest, Contest):
            raise BadInput(
                f"{design.place('game')}: the contest of {own.name} is not a Contest of loopline.contract.contest"
            )
        return own.name, own.suffix, contest
    played = paper.the_game(
        name or (design.game if design else None),
        lambda rival: rival.contest(rival.rules.of("")) is not None,
        "that two players can play",
    )
    on_paper = played.contest(paper.rules_of(played, rules))
    assert on_paper
    return played.name, played.suffix, on_paper


def _design(players: Sequence[str]) -> Dut | None:
    """Return the first design among them."""
    names = {dut.name for dut in bundled()}
    return next((load(path_of(name)) for name in players if name.endswith(".toml") or name in names), None)


def _print_head(screen: Console, names: list[str], words: list[str]) -> None:
    screen.print(f"loopline {version('loopline')} · {printable(shlex.join(words), 500)}", style="bold")
    for letter, name in zip("AB", names, strict=True):
        screen.print(f"{letter}  {name}")
    screen.print()
