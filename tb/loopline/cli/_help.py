"""What `--help` prints: the commands in groups, each with its first sentence and an example; usage in plain words."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from typer.core import TyperCommand, TyperGroup

_OPTIONS = "[--option …]"

#: Commands that games have added.
_OF_GAMES = "of games"


class Command(TyperCommand):
    """`epilog` is an example, `rich_help_panel` the group."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        arguments = (one for one in self.get_params(ctx) if one.param_type_name == "argument")
        return [*(_name(one) if one.required else f"[{_name(one)}]" for one in arguments), _OPTIONS]

    def format_options(self, ctx: Any, formatter: Any) -> None:
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
        if self.epilog:
            with formatter.section("Example"):
                formatter.write_text(self.epilog)


class Commands(TyperGroup):
    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return ["COMMAND", "…"]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        known = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        for group, commands in groupby(known, lambda one: getattr(one[1], "rich_help_panel", None) or _OF_GAMES):
            rows = []
            for name, command in commands:
                if command:
                    rows.append((name, _first_sentence(command.help)))
                    rows += [("", command.epilog)] if command.epilog else []
            with formatter.section(group.capitalize()):
                formatter.write_dl(rows)


def _name(argument: Any) -> str:
    """As in the usage of the commands of Unix."""
    name: str = argument.metavar or argument.name
    return name


def _first_sentence(text: str | None) -> str:
    return " ".join(re.split(r"(?<=\.)\s", text or "", maxsplit=1)[0].split())
