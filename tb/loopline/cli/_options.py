"""Options that several commands share, each declared once; and the command line that repeats a run."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from loopline.design import Change
from loopline.workers import Effort

_ASKED = "asked for on a terminal; else they are listed"
_DUT = "The design: its description, or the name of a bundled one."


def _bundled(begun: str) -> list[str]:
    """Complete in a shell: the bundled designs whose names begin so. Without any, shells complete files."""
    from loopline.contract.designs import bundled

    return [dut.name for dut in bundled() if dut.name.startswith(begun)]


DutArgument = Annotated[
    str | None, typer.Argument(metavar="DUT", show_default=_ASKED, help=_DUT, autocompletion=_bundled)
]
DutOption = Annotated[
    str | None, typer.Option("--dut", metavar="DUT", show_default=_ASKED, help=_DUT, autocompletion=_bundled)
]


#: Those of design/simulators, which takes long to import.
SimulatorName = Literal["verilator", "icarus"]
DEFAULT: SimulatorName = "verilator"

Choice = Literal[SimulatorName, "both"]

Sim = Annotated[Choice, typer.Option("--sim", help="The simulator to use.")]
OneSim = Annotated[SimulatorName, typer.Option("--sim", help="The simulator to use.")]
BoardOption = Annotated[
    Change | None,
    typer.Option(
        "--board",
        "--size",
        parser=Change,
        metavar="KEY=VALUE",
        help="Build the design with another board, as in [board] of its file; a number is its size.",
        show_default="its own",
    ),
]
Seed = Annotated[
    int | None, typer.Option(min=0, metavar="S", help="The same seed gives the same run.", show_default="a new one")
]


def drawn(seed: int | None) -> int:
    """Return the seed that was given, or a new one."""
    return random.SystemRandom().randrange(1 << 32) if seed is None else seed


Jobs = Annotated[
    int | None, typer.Option("--jobs", min=1, metavar="N", help="Simulations at a time.", show_default="one per core")
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Use the workers of this Dask cluster, not this machine."),
]

Shrink = Annotated[
    float,
    typer.Option(
        "--shrink", min=0, max=86_400, metavar="SECONDS", help="Time for shrinking a failure's game; 0: do not shrink."
    ),
]

Why = Annotated[
    float,
    typer.Option(
        "--why", min=0, max=86_400, metavar="SECONDS", help="Time for finding the lines a failure comes from; 0: none."
    ),
]

Open = Annotated[bool, typer.Option("--open", help="Open the page, report.html, in a browser when all is done.")]

Compare = Annotated[
    Path | None,
    typer.Option(
        "--compare",
        metavar="OLD.json",
        dir_okay=False,
        help="Say what is better, worse, new or gone since this report of an earlier run.",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="With --compare: exit code 1 if anything is worse.")]

Regressions = Annotated[
    Path | None,
    typer.Option(
        "--regressions",
        metavar="DIR",
        help="Replay the games saved there first; save new failures there.",
        file_okay=False,
    ),
]

GameName = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="NAME", help="An installed game, or module:attribute.", show_default="the only one that can"
    ),
]

GameByFile = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="NAME", help="An installed game, or module:attribute.", show_default="by the file's suffix"
    ),
]

EffortOption = Annotated[
    Effort, typer.Option("--effort", help="How much to try: quick 30 %, normal 50 %, thorough 100 % of the examples.")
]

GameFiles = Annotated[list[str], typer.Argument(metavar="FILE…", help="Game files; - is standard input.")]

Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="NAME|KEY=VALUE,…",
        help="The rules to play by: a rule set of the game, or its options.",
        show_default="the game's usual ones",
    ),
]

Notation = Annotated[
    str | None,
    typer.Option("--notation", metavar="NAME", help="Notation of the moves.", show_default="the game's usual one"),
]

#: The folder for reports that was asked for. If a disk is full, it is probably the one that this folder is on.
report_folders: list[Path] = []


def _note(out: Path) -> Path:
    report_folders.append(out)
    return out


Out = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Folder for the reports.", file_okay=False, callback=_note)
]


def command_line(ctx: typer.Context, **values: object) -> list[str]:
    """Return the command that repeats this one, from the parser's own parameters.

    `values` replace given options: by a seed that was drawn, say. What has its default is left out, unless it
    was given; so is what is None.
    """
    words = ["loopline", str(ctx.info_name)]
    for option in ctx.command.params:
        name = str(option.name)
        value = values.get(name, ctx.params.get(name))
        given = getattr(ctx.get_parameter_source(name), "name", "") == "COMMANDLINE"
        if (given and name not in values) or str(value) != str(option.default):
            words += _words(option, value)
    return words


def _words(option: Any, value: object) -> list[str]:
    """Return the words that give the option, or argument, this value."""
    if isinstance(value, Change):
        return value.words
    if isinstance(value, bool):
        return [option.opts[0]] if value else list(option.secondary_opts[:1])
    several = value if isinstance(value, list | tuple) else [value]
    texts = [f"{item:g}" if isinstance(item, float) else str(item) for item in several if item is not None]
    return texts if option.param_type_name == "argument" else [word for arg in texts for word in (option.opts[0], arg)]
