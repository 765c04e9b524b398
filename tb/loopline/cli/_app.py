"""All commands together, and the exit code for everything that they raise."""

from __future__ import annotations

import errno
import os
import re
import shlex
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from importlib.metadata import version
from itertools import groupby, pairwise
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Protocol, runtime_checkable

import typer
from typer.core import TyperCommand, TyperGroup

from loopline import system
from loopline.cli._options import report_folders
from loopline.contract import paper
from loopline.design import plugins
from loopline.design.plugins import mistake
from loopline.errors import BadInput
from loopline.report.console import complain, prepare_streams
from loopline.system import INTERRUPTED, collect_garbage, defer_interrupts, install_handlers, interrupted

_OPTIONS = "[--option …]"

FAULT = 3

#: Errors of the disk or its permissions, which are not faults of loopline.
_NOT_OURS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EISDIR, errno.EEXIST, errno.ENOTDIR}


@contextmanager
def _complaining(ctx: Any) -> Iterator[None]:
    """Print what the user can mend, and end with its exit code. Reports without results have the error, too."""
    try:
        yield
    except BadInput as problem:
        complain(str(problem))
        _report(problem.exit_code, str(problem), ctx)
        raise typer.Exit(problem.exit_code) from problem
    except OSError as problem:
        words = _unusable() or (_unwritten(problem) if problem.errno in _NOT_OURS else "")
        if not words:
            raise
        complain(words)
        _report(BadInput.exit_code, words, ctx)
        raise typer.Exit(BadInput.exit_code) from problem
    except KeyboardInterrupt as interrupt:
        complain("interrupted")
        _report(interrupted(), "interrupted", ctx)
        raise typer.Exit(INTERRUPTED) from interrupt


def _report(code: int, error: str, ctx: Any = None, out: Path | None = None, words: Sequence[str] = ()) -> None:
    """Write an error into the reports without results. `out`: their folder, if the options cannot be read."""
    from loopline.report import unfinished  # most commands end well

    command, folder = (ctx.info_name, out or ctx.params.get("out")) if ctx else ("", None)
    unfinished.fail(code, error, command, folder, shlex.join(["loopline", *(words or sys.argv[1:])]))


@runtime_checkable
class _Misused(Protocol):
    """What is raised for a command line that cannot be read: typer has it from one of two packages."""

    def format_message(self) -> str:
        """Say what is wrong with it."""


class Command(TyperCommand):
    """`epilog` is an example."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command. What it raises becomes a complaint and an exit code."""
        with _complaining(ctx):
            return super().invoke(ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options. What is wrong with them stands in the command's reports, too."""
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if isinstance(error, _Misused):
                out = next((after for word, after in pairwise(words) if word == "--out"), "out")
                out = next((word.removeprefix("--out=") for word in words if word.startswith("--out=")), out)
                _report(BadInput.exit_code, error.format_message(), ctx, Path(out), [ctx.info_name, *words])
            raise

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the arguments, and a word for the options."""
        arguments = (argument for argument in self.get_params(ctx) if argument.param_type_name == "argument")
        return [*(_name(argument) if argument.required else f"[{_name(argument)}]" for argument in arguments), _OPTIONS]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options, each in a section."""
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            rows = []
            for param in self.get_params(ctx):
                row = param.get_help_record(ctx) if param.param_type_name == kind else None
                if row:
                    rows.append((_name(param) if kind == "argument" else row[0], row[1].replace("  [required]", "")))
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the example."""
        if self.epilog:
            with formatter.section("Example"):
                formatter.write_text(self.epilog)


def _name(argument: Any) -> str:
    """Return the name of an argument as usages of Unix commands have it."""
    name: str = argument.metavar or argument.name
    return name


def first_sentence(text: str | None) -> str:
    """Return the first sentence of a help text, in a line."""
    return " ".join(re.split(r"(?<=\.)\s", text or "", maxsplit=1)[0].split())


class _Lazy(NamedTuple):
    """A command of loopline, which is imported when it is called."""

    group: str
    #: Its function, as module:name in this package.
    place: str
    #: The first sentence of its help.
    about: str
    #: Its arguments in the example. NAME is that of a game, and the suffix of its files.
    example: str


#: The commands in the order of the help, group by group.
COMMANDS = {
    "verify": _Lazy(
        "verify hardware",
        "verify:command",
        "Verify hardware: play games of all kinds against it and the model, and compare every cycle.",
        "my_engine.toml --seed 7",
    ),
    "replay": _Lazy(
        "verify hardware",
        "replay:command",
        "Replay games on hardware.",
        "out/games/minimal.NAME --dut my_engine.toml --waves",
    ),
    "fuzz": _Lazy(
        "verify hardware",
        "fuzz:command",
        "Fuzz hardware: play against it until stopped, and target situations that have not come up yet.",
        "my_engine.toml --seconds 600 --corpus corpus",
    ),
    "coverage": _Lazy(
        "verify hardware",
        "coverage:command",
        "Add up what runs of `loopline verify --coverage` have covered, and show it.",
        "out/coverage --dut my_engine.toml",
    ),
    "testbench": _Lazy(
        "verify hardware",
        "verilog:write_testbench",
        "Write games out as a plain Verilog testbench, with the answers and events that are expected.",
        "my_engine.toml --out testbench",
    ),
    "codes": _Lazy(
        "verify hardware",
        "verilog:print_codes",
        "Print the codes of a design's fields as Verilog, to include in the design.",
        "my_engine.toml --skeleton",
    ),
    "latency": _Lazy(
        "measure it",
        "latency:command",
        "Measure how long every answer takes, in long games and in the worst known.",
        "my_engine.toml",
    ),
    "mutate": _Lazy(
        "measure it",
        "mutate:command",
        "Put bugs into a design, one at a time, and check whether the deck and the properties find them.",
        "my_engine.toml --mutants 100 --write-deck my.deck",
    ),
    "show": _Lazy(
        "look at games", "games:show", "Draw the board after the last move.", '"@0/ A0+ @1+" --svg board.svg'
    ),
    "check": _Lazy("look at games", "games:check", "Replay game files.", "games.NAME"),
    "convert": _Lazy(
        "look at games",
        "games:convert",
        "Write games in another notation, for games that have several.",
        "games.NAME --to 1998",
    ),
    "perft": _Lazy("look at games", "games:perft", "Count the sequences of legal turns, ply by ply.", "5 --game NAME"),
    "match": _Lazy(
        "play",
        "match:command",
        "Let two players play, by the rules of a contest and against its clock.",
        "model random --game NAME --games 10",
    ),
    "verify-model": _Lazy(
        "verify the models",
        "verify_model:command",
        "Verify the golden models: reference figures, then properties of random games.",
        "--effort normal",
    ),
}


class _Commands(TyperGroup):
    """The commands in groups, each with its first sentence and its example: those of loopline, then those of games.

    Each is loaded when it is asked for.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run a command. What is raised before it begins becomes a complaint and an exit code, too."""
        with _complaining(ctx):
            return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return a word for the command."""
        return ["COMMAND", "…"]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, group by group."""
        for group, names in groupby(COMMANDS, lambda name: COMMANDS[name].group):
            rows = []
            for name in names:
                rows += [(name, COMMANDS[name].about), ("", f"loopline {name} {COMMANDS[name].example}")]
            with formatter.section(group.capitalize()):
                formatter.write_dl(rows)
        if self._of_games:
            with formatter.section("Of games"):
                formatter.write_dl(
                    [(name, first_sentence(self._of_games[name].help)) for name in sorted(self._of_games)]
                )

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return [*COMMANDS, *sorted(self._of_games)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of this name, or None."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            self.commands[cmd_name] = _load(cmd_name, COMMANDS[cmd_name])
        found = self.commands.get(cmd_name) or self._of_games.get(cmd_name)
        collect_garbage()
        return found

    @cached_property
    def _of_games(self) -> dict[str, Any]:
        """The commands of installed games. One that cannot be loaded is left out with a complaint."""
        found: dict[str, Any] = {}
        for name, place in [entry for game in paper.installed() for entry in game.commands.items()]:
            try:
                if name in COMMANDS or name in found:
                    raise ValueError("there is such a command already")
                found[name] = typer.main.get_command(program(plugins.at(place, None), name))
            except Exception as error:
                complain(f"the command {name} ({place}) is left out: {type(error).__name__}: {error}")
        return found


def _load(name: str, lazy: _Lazy) -> Any:
    """Import a command of loopline."""
    module, _, function = lazy.place.partition(":")
    with defer_interrupts():  # asyncio, for one, cannot be imported again once that was interrupted
        command = getattr(import_module(f"loopline.cli.{module}"), function)
    return typer.main.get_command(program(command, name, epilog=f"loopline {name} {lazy.example}"))


def program(command: Any, name: str | None = None, epilog: str | None = None) -> typer.Typer:
    """Return a program of a single command, which complains and ends as `loopline` does.

    Args:
        command: The function of the command.
        name: Its name, if that is not the function's.
        epilog: An example, for its help.
    """
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(name, cls=Command, epilog=epilog)(command)
    return app


def _unwritten(problem: OSError) -> str:
    """Return what could not be written and why; for a full disk, which one it is."""
    assert problem.errno
    places = [Path(problem.filename)] if problem.filename else report_folders
    if problem.errno == errno.ENOSPC:
        for place in places:
            if words := system.disk_full(place):
                return words
    where = "".join(f"{place}: " for place in places)
    return f"{where}cannot write: {os.strerror(problem.errno)}. What was written before is kept."


def _unusable() -> str:
    """Return why there cannot be a folder for the reports, if there cannot: a file is in its way, say."""
    for place in report_folders:
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            return f"cannot write to {place}: {problem.strerror}. Choose another folder with --out."
    return ""


app = typer.Typer(
    cls=_Commands,
    add_completion=True,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"loopline {version('loopline')}")
        raise typer.Exit


@app.callback()
def _top(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Play a game against hardware and a golden model, on every clock cycle, and find the smallest one that fails."""


def main(program: typer.Typer = app) -> None:
    """Run the program, and end with its exit code."""
    install_handlers()
    prepare_streams()
    try:
        program()
    except KeyboardInterrupt:
        raise SystemExit(interrupted()) from None
    except SystemExit as end:
        aborted = isinstance(end.__context__, typer.Abort)  # so typer calls Ctrl-C between two commands of its own
        raise SystemExit(interrupted() if aborted or end.code == INTERRUPTED else end.code) from None
    except Exception as error:
        if words := mistake(error):
            complain(words)
            _report(BadInput.exit_code, words)
            raise SystemExit(BadInput.exit_code) from None
        traceback.print_exc()
        complain("This is a bug in loopline. Please report it with the lines above.")
        _report(FAULT, f"loopline failed: {type(error).__name__}: {error}")
        raise SystemExit(FAULT) from None
