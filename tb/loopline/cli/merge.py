"""`loopline merge`: what the shards of a run have found, as one run would have said it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopline.cli._hardware import tell
from loopline.cli._options import Out
from loopline.report.console import console

if TYPE_CHECKING:
    from loopline.report.whole import Verified
    from loopline.workers.handed_in import HandedIn


def command(
    shards: Annotated[
        list[Path], typer.Argument(metavar="SHARD...", help="Folders that were --out of the shards, or files in them.")
    ],
    out: Out = Path("out"),
) -> None:
    """Join the results of all shards of a run (--shard K/N): reports and exit code are those of one run.

    Refuses shards of different runs, and too few or too many of them (exit code 2).
    """
    from loopline.report.whole import worst
    from loopline.workers.handed_in import gather

    words = ["loopline", "merge", *map(str, shards), *([] if out == Path("out") else ["--out", str(out)])]
    codes: list[int] = []
    verified: dict[Path, Verified] = {}
    for folder, handed_in in gather(shards).items():
        if codes:
            console().print()
        if folder != Path():
            console().print(f"─── {folder} ───", style="bold")
        if handed_in[0].file.command == "verify":
            verified[folder] = _verify(handed_in, words, out / folder)
            codes.append(verified[folder].exit_code)
        else:
            codes.append(_BY_COMMAND[handed_in[0].file.command](handed_in, words, out / folder))
    _write_whole(verified, words, out)
    raise typer.Exit(worst(codes))


def _write_whole(verified: dict[Path, Verified], words: list[str], out: Path) -> None:
    """The reports of all boards of a design, and of all designs: the folder of a board is below that of its design."""
    from loopline.report.whole import write_boards, write_designs

    designs = [folder for folder in verified if not any(other in verified for other in folder.parents)]
    every = [[one for folder, one in verified.items() if folder.is_relative_to(design)] for design in designs]
    for design, boards in zip(designs, every, strict=True):
        write_boards(boards, out / design)
    if designs not in ([], [Path()]):
        write_designs(every, words, out)


def _verify(handed_in: list[HandedIn], words: list[str], out: Path) -> Verified:
    from loopline.campaign.shards import join
    from loopline.coverage import coverage_of
    from loopline.coverage.record import total
    from loopline.report import coverage as coverage_report
    from loopline.report.whole import Verified

    campaign, screen = join(handed_in, out), console()
    screen.print(f"{len(handed_in)} shards of seed {campaign.seed} · {shlex.join(campaign.words)}\n", style="bold")
    if campaign.covered:
        model = coverage_of(campaign.dut).model
        coverage_report.show(screen, total(campaign.dut, model, campaign.covered), out)
        screen.print()
    tell(screen, campaign, words)
    return Verified(campaign, words)


def _mutate(handed_in: list[HandedIn], words: list[str], out: Path) -> int:
    from loopline.cli.mutate import joined

    return joined(handed_in, out)


def _latency(handed_in: list[HandedIn], words: list[str], out: Path) -> int:
    from loopline.cli.latency import joined

    return joined(handed_in, out)


def _fuzz(handed_in: list[HandedIn], words: list[str], out: Path) -> int:
    from loopline.cli.fuzz import joined

    return joined(handed_in, words, out)


_BY_COMMAND = {"mutate": _mutate, "latency": _latency, "fuzz": _fuzz}
