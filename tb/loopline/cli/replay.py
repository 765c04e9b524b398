"""`loopline replay`: play saved games, or one from the command line, against a design."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from loopline.campaign import Campaign
from loopline.campaign.findings import Mismatch
from loopline.campaign.plan import Plan
from loopline.campaign.saved import read_all
from loopline.cli._hardware import chosen_simulators, load_design
from loopline.cli._options import DEFAULT, BoardOption, DutOption, Open, Out, Sim, command_line
from loopline.contract.designs import first_of
from loopline.contract.game import Subject
from loopline.report.console import console, print_head, progress
from loopline.report.documents import ReplayDocument
from loopline.report.page import open_page
from loopline.report.terminal import tell
from loopline.report.unfinished import begin


def command(
    ctx: typer.Context,
    games: Annotated[
        list[str], typer.Argument(metavar="FILE|DIR|MOVES…", help="Game files, folders of them, or moves.")
    ],
    dut: DutOption = None,
    sim: Sim = DEFAULT,
    board: BoardOption = None,
    seed: Annotated[
        int, typer.Option(min=0, metavar="S", help="In Verilator, the seed for bits that were never written.")
    ] = 0,
    waves: Annotated[bool, typer.Option("--waves", help="Keep waves of every game, not only of failing ones.")] = False,
    show: Open = False,
    out: Out = Path("out"),
) -> None:
    """Replay games on hardware.

    A folder stands for all its game files. Writes OUT/report.html, a page to step through each failure,
    OUT/replay.json and OUT/replay.xml (JUnit). Exit code 0: all agree;
    1: at least one does not; 2: bad input; 3: the simulator died or hung.
    """
    design, dut = load_design(dut or _design_for(games), board, "--dut", out)
    subject = Subject.of(design)
    scripts = read_all(games, subject)
    simulators = chosen_simulators(sim)
    words = command_line(ctx, dut=dut, show=None)
    begin("replay", out, shlex.join(words))
    screen = console()
    print_head(screen, design, simulators, seed, words)
    campaign = Campaign(Plan(subject, out, seed=seed, board=board), waves_always=waves)
    with campaign.collect_interrupts():
        with progress(screen, len(simulators) * len(scripts)) as watch:
            for simulator in simulators:
                campaign.replay(simulator, scripts, watch)
        if any(isinstance(finding, Mismatch) for finding in campaign.findings):
            subject.rehearse()  # the model may be wrong, and not the design
        tell(screen, campaign, words, ReplayDocument)
    open_page(out, show)
    raise typer.Exit(campaign.exit_code)


def _design_for(games: list[str]) -> str | None:
    """Return the first bundled design of the game whose files the first one is of."""
    found = next((design for name in games if (design := first_of(Path(name).suffix))), None)
    return found and found.name
