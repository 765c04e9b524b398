"""`loopline merge`: what the shards of a run have found, as one run would have said it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopline.cli._hardware import tell, worst
from loopline.cli._options import Out
from loopline.report.console import console

if TYPE_CHECKING:
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
    from loopline.workers.handed_in import gather

    words = ["loopline", "merge", *map(str, shards), *([] if out == Path("out") else ["--out", str(out)])]
    codes = list[int]()
    for folder, handed_in in gather(shards).items():
        if codes:
            console().print()
        if folder != Path():
            console().print(f"─── {folder} ───", style="bold")
        codes.append(_BY_COMMAND[handed_in[0].file.command](handed_in, words, out / folder))
    raise typer.Exit(worst(codes))


def _verify(handed_in: list[HandedIn], words: list[str], out: Path) -> int:
    from loopline.campaign.shards import join
    from loopline.coverage import coverage_of
    from loopline.coverage.record import total
    from loopline.report import coverage as coverage_report
    from loopline.report import findings

    campaign, screen = join(handed_in, out), console()
    screen.print(f"{len(handed_in)} shards of seed {campaign.seed} · {shlex.join(campaign.words)}\n", style="bold")
    if campaign.covered:
        model = coverage_of(campaign.dut).model
        coverage_report.show(screen, total(campaign.dut, model, campaign.covered), out)
        screen.print()
    tell(screen, campaign, words)
    return findings.exit_code(campaign)


def _mutate(handed_in: list[HandedIn], words: list[str], out: Path) -> int:
    from loopline.cli.mutate import joined

    return joined(handed_in, out)


def _latency(handed_in: list[HandedIn], words: list[str], out: Path) -> int:
    from loopline.cli.latency import joined

    return joined(handed_in, out)


def _fuzz(handed_in: list[HandedIn], words: list[str], out: Path) -> int:
    from loopline.cli.fuzz import joined

    return joined(handed_in, words, out)


_BY_COMMAND = {"verify": _verify, "mutate": _mutate, "latency": _latency, "fuzz": _fuzz}
