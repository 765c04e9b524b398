"""All commands together, and the exit code for everything that they raise."""

from __future__ import annotations

import errno
import os
import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from loopline import system
from loopline.cli import (
    coverage,
    fuzz,
    games,
    latency,
    match,
    mutate,
    replay,
    verify,
    verify_model,
    verilog,
)
from loopline.cli._options import report_folders
from loopline.contract import paper
from loopline.design import plugins
from loopline.design.plugins import mistake
from loopline.errors import BadInput
from loopline.report.console import complain, prepare_streams
from loopline.system import INTERRUPTED, code_of, install_handlers

_OPTIONS = "[--option …]"

#: Commands that games have added.
_OF_GAMES = "of games"


FAULT = 3

#: Errors of the disk or its permissions, which are not faults of loopline.
_NOT_OURS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EISDIR}


@contextmanager
def _complaining() -> Iterator[None]:
    """Print what the user can mend, and end with its exit code."""
    try:
        yield
    except BadInput as problem:
        complain(str(problem))
        raise typer.Exit(problem.exit_code) from problem
    except OSError as problem:
        words = _unwritten(problem) if problem.errno in _NOT_OURS else _unusable()
        if not words:
            raise
        complain(words)
        raise typer.Exit(BadInput.exit_code) from problem
    except KeyboardInterrupt as interrupt:
        complain("interrupted")
        raise typer.Exit(INTERRUPTED) from interrupt


class Command(TyperCommand):
    """`epilog` is an example, `rich_help_panel` the group."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command. What it raises becomes a complaint and an exit code."""
        with _complaining():
            return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the arguments, and a word for the options."""
        arguments = (one for one in self.get_params(ctx) if one.param_type_name == "argument")
        return [*(_name(one) if one.required else f"[{_name(one)}]" for one in arguments), _OPTIONS]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options, each in a section."""
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            rows = []
            for one in self.get_params(ctx):
                row = one.get_help_record(ctx) if one.param_type_name == kind else None
                if row:
                    rows.append((_name(one) if kind == "argument" else row[0], row[1].replace("  [required]", "")))
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the example."""
        if self.epilog:
            with formatter.section("Example"):
                formatter.write_text(self.epilog)


def _name(argument: Any) -> str:
    """As in the usage of the commands of Unix."""
    name: str = argument.metavar or argument.name
    return name


def _first_sentence(text: str | None) -> str:
    return " ".join(re.split(r"(?<=\.)\s", text or "", maxsplit=1)[0].split())


class _Commands(TyperGroup):
    """The commands in groups, each with its first sentence and its example: those of loopline, then those of games,
    which are loaded when they are asked for."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command. What is raised before it begins becomes a complaint and an exit code, too."""
        with _complaining():
            return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return a word for the command."""
        return ["COMMAND", "…"]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, group by group."""
        known = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        for group, commands in groupby(known, lambda one: getattr(one[1], "rich_help_panel", None) or _OF_GAMES):
            rows = []
            for name, command in commands:
                if command:
                    rows.append((name, _first_sentence(command.help)))
                    rows += [("", command.epilog)] if command.epilog else []
            with formatter.section(group.capitalize()):
                formatter.write_dl(rows)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return [*super().list_commands(ctx), *sorted(self._of_games)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of this name; None if there is none."""
        return super().get_command(ctx, cmd_name) or self._of_games.get(cmd_name)

    @cached_property
    def _of_games(self) -> dict[str, Any]:
        """The commands of installed games. One that cannot be loaded is left out with a complaint."""
        found: dict[str, Any] = {}
        for name, place in [one for game in paper.installed() for one in game.commands.items()]:
            try:
                if name in self.commands or name in found:
                    raise ValueError("there is such a command already")
                found[name] = typer.main.get_command(program(plugins.at(place, None), name))
            except Exception as error:
                complain(f"the command {name} ({place}) is left out: {type(error).__name__}: {error}")
        return found


def program(command: Any, name: str | None = None) -> typer.Typer:
    """Return a program of this one command, which complains and ends as `loopline` does."""
    one = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    one.command(name, cls=Command)(command)
    return one


def _unwritten(problem: OSError) -> str:
    """What could not be written and why. For a full disk, which one it is."""
    assert problem.errno
    places = [Path(problem.filename)] if problem.filename else report_folders
    if problem.errno == errno.ENOSPC:
        for place in places:
            if words := system.disk_full(place):
                return words
    where = "".join(f"{place}: " for place in places)
    return f"{where}cannot write: {os.strerror(problem.errno)}. What was written before is kept."


def _unusable() -> str:
    """Why there cannot be a folder for the reports, if there cannot: a file is in its way, its name is too long."""
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

#: The commands in groups, each with an example. NAME is that of a game, and the suffix of its files.
_GROUPS: dict[str, dict[str, tuple[Callable[..., object], str]]] = {
    "verify hardware": {
        "verify": (verify.command, "my_engine.toml --seed 7"),
        "replay": (replay.command, "out/games/minimal.NAME --dut my_engine.toml --waves"),
        "fuzz": (fuzz.command, "my_engine.toml --seconds 600 --corpus corpus"),
        "coverage": (coverage.command, "out/coverage --dut my_engine.toml"),
        "testbench": (verilog.write_testbench, "my_engine.toml --out testbench"),
        "codes": (verilog.print_codes, "my_engine.toml --skeleton"),
    },
    "measure it": {
        "latency": (latency.command, "my_engine.toml"),
        "mutate": (mutate.command, "my_engine.toml --mutants 100 --write-deck my.deck"),
    },
    "look at games": {
        "show": (games.show, '"@0/ A0+ @1+" --svg board.svg'),
        "check": (games.check, "games.NAME"),
        "convert": (games.convert, "games.NAME --to 1998"),
        "perft": (games.perft, "5 --game NAME"),
    },
    "play": {
        "match": (match.command, "model random --game NAME --games 10"),
    },
    "verify the models": {
        "verify-model": (verify_model.command, "--effort normal"),
    },
}
for group, commands in _GROUPS.items():
    for name, (command, example) in commands.items():
        app.command(name, cls=Command, epilog=f"loopline {name} {example}", rich_help_panel=group)(command)


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
        raise SystemExit(code_of(INTERRUPTED)) from None
    except SystemExit as end:
        interrupted = isinstance(end.__context__, typer.Abort)  # so typer calls Ctrl-C between two commands of its own
        raise SystemExit(code_of(INTERRUPTED if interrupted else end.code)) from None
    except Exception as error:
        if words := mistake(error):
            complain(words)
            raise SystemExit(BadInput.exit_code) from None
        traceback.print_exc()
        complain("This is a bug in loopline. Please report it with the lines above.")
        raise SystemExit(FAULT) from None
