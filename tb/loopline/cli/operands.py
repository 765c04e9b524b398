"""`loopline operands`: which cases of a design's comparisons, sums and indexes games meet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from loopline.cli._designs import DutArgument, load_design
from loopline.cli._hardware import BoardOption, Jobs, chosen, pool_of, tell, words_of
from loopline.cli._options import Out
from loopline.report.console import console
from loopline.report.meter import meter
from loopline.report.progress import print_head, progress

SEED = 1


def command(
    dut: DutArgument = None,
    examples: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Scripts for each property.", show_default="the design's, 200"),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="Selects the games.")] = SEED,
    board: BoardOption = None,
    jobs: Jobs = None,
    out: Out = Path("out"),
) -> None:
    """Measure which operands matter: whether games meet the cases in which a wrong bit or limit would show.

    Of every comparison in the design: both operands equal, one apart, and different in a single bit. Of every sum: each
    bit and each carry. Of every index: the first, the last, each bit alone. Yosys finds them, Verilator counts, and
    what was never met may be proven impossible. Prints the rest; writes OUT/operands.json. Exit code 0: all games
    agree, whatever was met; else as of `loopline verify`.
    """
    from loopline.campaign import Campaign
    from loopline.campaign.deck import deck_of
    from loopline.operands.cases import counted
    from loopline.operands.netlist import watch
    from loopline.operands.proof import impossible
    from loopline.report import findings
    from loopline.report import operands as report

    design, dut = load_design(dut, board)
    examples = examples or design.examples
    words = ["loopline", "operands", dut, "--examples", str(examples), "--seed", str(seed), *words_of(board)]
    words += [*(["--jobs", str(jobs)] if jobs else []), *([] if out == Path("out") else ["--out", str(out)])]
    screen, [simulator] = console(), chosen("verilator")
    print_head(screen, design, [simulator], seed, words)
    netlist, watched = watch(design, folder := out / "operands")
    campaign = Campaign(netlist, folder, seed, examples, rtl_coverage=True)
    campaign.deck, campaign.pool = deck_of(design), pool_of(jobs, None)
    properties = campaign.properties()
    amount = examples * len(properties) + len(campaign.games_of_deck())
    with campaign.attentive():
        with progress(screen, amount) as note:
            campaign.build(simulator)
            campaign.verify(simulator, properties, note)
        cases = counted(campaign.counted, watched)
        if campaign.counted and not campaign.interrupted:
            with meter(screen) as step:

                def go_on(done: int) -> bool:
                    step("proving", done, len(asked))
                    return not campaign.interrupted

                asked = cases.open
                cases.rule_out(impossible(netlist, folder, asked, go_on))
    if campaign.counted:
        report.show(screen, cases, out)
    tell(screen, campaign, words)
    raise typer.Exit(findings.exit_code(campaign))
