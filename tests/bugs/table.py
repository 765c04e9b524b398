"""What came of the hunts: out/bugs/ZOO/zoo.json, and a table of it at the end of the tests."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import median
from typing import Any

from bugs.hunting import OUT, locked
from bugs.zoo import OTHERS, OTHERS_SPIED, PLAIN, SPIED, ZOOS, Bug, Zoo
from loopline.simulation.job import Outcome
from rich.console import Console
from rich.table import Table


def _report(zoo: Zoo) -> Path:
    return OUT / zoo.name / "zoo.json"


@dataclass
class Row:
    """A bug and, for each seed, how it was caught."""

    name: str
    mistake: int | None
    property: str
    simulator: str
    at_most: int | None
    states: list[str]
    examples: list[int | None]
    #: Of the game that was made smaller: the first seed's.
    shrunk_to: int | None
    #: The shortest game that is known.
    shortest: int | None
    seconds: float
    cycle: int | None
    signal: str
    game: str
    delays: str
    #: A game before it, if it takes one.
    before: str

    @property
    def games(self) -> list[tuple[str, str]]:
        """All that must be played to see the bug: games and their waiting."""
        return [*([(self.before, "")] if self.before else []), (self.game, self.delays)]

    def problems(self, small: bool = True) -> list[str]:
        """`small`: its game should have been made as small as it can be."""
        problems = [f"{self.name}: {state}" for state in self.states if state != "mismatch"]
        if small and None not in (self.shrunk_to, self.at_most) and self.shrunk_to > 2 * self.at_most + 2:
            problems.append(f"{self.name}: {self.shrunk_to} turns, and {self.at_most} should do: {self.game}")
        return problems


def row(bug: Bug, outcomes: Sequence[Outcome]) -> Row:
    """The first outcome is of a game that was made smaller."""
    first = outcomes[0]
    return Row(
        bug.name,
        bug.mistake,
        bug.property,
        bug.simulator,
        bug.at_most,
        [_state(outcome, lingers=bool(first.before)) for outcome in outcomes],
        [outcome.found_at for outcome in outcomes],
        first.turns_left,
        bug.known if bug.shortest is None else bug.shortest,
        round(sum(outcome.seconds for outcome in outcomes), 1),
        first.cycle,
        first.signal,
        first.script,
        first.delays,
        first.before,
    )


def _state(outcome: Outcome, lingers: bool) -> str:
    """Of a bug that lingers, because a reset leaves something behind, a game does not fail by itself; whoever does not
    make it smaller does not look for the game before it, and can only say that it failed once."""
    found = ("Mismatch", "FlakyProperty") if lingers else ("Mismatch",)
    return "mismatch" if outcome.error.startswith(found) else outcome.state


def rows(zoo: Zoo, bugs: Sequence[Bug], seeds: Sequence[int], outcomes: Mapping[str, Outcome], part: str) -> list[Row]:
    """Those of these bugs, written down."""
    made = [row(bug, [outcomes[f"{bug.name} {seed}"] for seed in seeds]) for bug in bugs]
    _keep(zoo, part, made)
    return made


def _keep(zoo: Zoo, part: str, rows: Sequence[Row]) -> None:
    """Write them down, and all that there are together."""
    folder = OUT / zoo.name / "parts"
    with locked(f"{zoo.name}-table"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{part}.json").write_text(json.dumps([asdict(row) for row in rows], indent=1))
        newest_last = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        parts = [json.loads(file.read_text()) for file in newest_last]
        columns = {column.name for column in fields(Row)}  # an older version of these tests may have had others
        known = {one["name"]: one for part in parts for one in part if set(one) == columns}
        report = [known[bug.name] for bug in zoo.bugs if bug.name in known]
        _report(zoo).write_text(json.dumps(report, indent=1) + "\n")


def drawn(title: str, report: Sequence[dict[str, Any]]) -> Table:
    table = Table(title=title, caption=f"examples: one figure a seed · {excess(report)}")
    for name in ("bug", "mistake", "property", "examples", "turns", "cycle", "signal"):
        table.add_column(name, justify="right" if name in ("mistake", "examples", "turns", "cycle") else "left")
    for one in report:
        caught = all(state == "mismatch" for state in one["states"])
        table.add_row(
            one["name"],
            str(one["mistake"] or ""),
            one["property"],
            " ".join(map(_figure, one["examples"])),
            _figure(one["shrunk_to"]),
            _figure(one["cycle"]),
            one["signal"] if caught else " ".join(sorted(set(one["states"]))),
            style="" if caught else "red",
        )
    return table


def excess(report: Sequence[dict[str, Any]]) -> str:
    """How much longer than the shortest known the games are that shrinking has come to."""
    found = sorted(
        one["shrunk_to"] - one["shortest"] for one in report if None not in (one["shrunk_to"], one["shortest"])
    )
    if not found:
        return "no game made smaller of which a shortest is known"
    return f"turns over the shortest known: median {median(found):g}, at most {found[-1]}, of {len(found)} bugs"


def _figure(number: int | None) -> str:
    return "–" if number is None else f"{number:,}"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A table of each zoo, if these tests have made a new one."""
    for zoo in [*ZOOS, SPIED, PLAIN, *OTHERS_SPIED, *OTHERS]:
        report = _report(zoo)
        if report.is_file() and report.stat().st_mtime >= _STARTED:
            terminalreporter.section(zoo.title)
            table = drawn(zoo.title, json.loads(report.read_text()))
            Console(file=terminalreporter._tw._file, width=110).print(table)


_STARTED = time.time()
