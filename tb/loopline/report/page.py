"""What has come of one or several campaigns as one HTML file that needs nothing else: docs/failure.md."""

from __future__ import annotations

import shlex
import webbrowser
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from math import log1p
from pathlib import Path
from typing import NamedTuple

from loopline.campaign import Campaign
from loopline.campaign.findings import Failed
from loopline.contract.steps import Step
from loopline.design.plugins import in_words
from loopline.errors import plural
from loopline.report import findings, overview
from loopline.report.console import complain, printable, versions
from loopline.report.documents import Counts
from loopline.report.failure import bugs
from loopline.report.overview import rendered, source
from loopline.simulation.job import Outcome, Waveform
from loopline.system import replace_file

NAME = overview.NAME

#: The class of a row, by the style of its result.
_TONES = {"green": "good", "bold red": "bad"}

#: Replayed games that agree: the first of them can be stepped through.
_GAMES = 12

#: Characters of a game, and of any other text.
_GAME, _LONGEST = 2000, 600


class PlayedCampaign(NamedTuple):
    """A campaign, and the command that does it again."""

    campaign: Campaign
    command: Sequence[str]


class Cell(NamedTuple):
    """A value of a signal, over one or more columns of a waveform."""

    columns: int
    value: str
    #: "high" or "low" of a signal of one bit; "wrong" if it is not what was expected.
    classes: str


class _Row(NamedTuple):
    """A row of a waveform: a signal, or below it, without a name, what the model has."""

    name: str
    cells: list[Cell]
    #: Whether it is wrong only after the first wrong cycle. Never of the signal that the failure names.
    later: bool = False


class _Wave(NamedTuple):
    """A waveform, ready to be shown: for each column its first cycle and all of them, and rows of signals."""

    cycles: list[tuple[int, str]]
    wrong: int
    rows: list[_Row]
    #: Signals that do not change, with their values.
    still: list[str]


class Failure(NamedTuple):
    """One game that fails, and all that fails with it."""

    finding: Failed
    #: Its design and board.
    where: str
    steps: Sequence[Step]
    #: What the game says of it, if it lacks steps.
    text: str
    game: str
    replay: str
    issue: str
    wave: _Wave | None
    #: Only the conversation has a board, not the model and the hardware.
    talks: bool
    #: Others that are alike, each with its board and the command that plays it again.
    same: list[tuple[Failed, str, str]]

    @property
    def outcome(self) -> Outcome:
        """What the property's run has returned."""
        return self.finding.outcome

    @property
    def alike(self) -> dict[str, list[str]]:
        """Those others by board: each property, with the simulators that found it."""
        found = dict[str, dict[str, list[str]]]()
        for finding, where, _ in self.same:
            simulators = found.setdefault(where, {}).setdefault(finding.outcome.name, [])
            if finding.simulator.name not in simulators:
                simulators.append(finding.simulator.name)
        return {
            where: [f"{name} ({' and '.join(simulators)})" for name, simulators in names.items()]
            for where, names in found.items()
        }

    @property
    def found_by(self) -> str:
        """Which property found it, and how many others did."""
        others = {finding.outcome.name for finding, _, _ in self.same} - {self.outcome.name}
        return f"found by {self.outcome.name}" + (f" and {plural(len(others), 'other')}" if others else "")

    @property
    def no_line(self) -> str:
        """Why no line is suspected."""
        return findings.no_line(self.finding)

    @property
    def place(self) -> str:
        """After which step it is wrong, and in which cycle; "" if it could not be tested."""
        if self.outcome.state != "mismatch":
            return ""
        after = f"after {self.steps[-1].word}, " if self.steps else ""
        return printable(f"{after}cycle {self.outcome.cycle or 0:,}", _LONGEST)

    @property
    def line(self) -> str:
        """The likeliest line of source, without its folders; nothing if none is known."""
        why = findings.why_of(self.finding)
        places = [(line.file, line.line) for lines in (why.mends, why.suspects) for line in lines] if why else []
        return f"{Path(places[0][0]).name}:{places[0][1]}" if places else ""

    @property
    def kept(self) -> str:
        """Why it is kept as it was found; nothing, if it is not."""
        return findings.how_kept(self.outcome)

    @property
    def details(self) -> list[str]:
        """The lines on an untested property that are not in the sentence."""
        return [printable(line, 600) for line in findings.details_of(self.outcome)]

    @property
    def title(self) -> str:
        """The first line that says what is wrong, shortened."""
        return findings.sentence_of(self.outcome)


def write(played: Sequence[PlayedCampaign], out: Path, *, running: bool = False) -> Path:
    """Write OUT/report.html. Return its path.

    Args:
        played: The campaigns, those of a design one after the other.
        out: The folder.
        running: Whether they are still played.
    """
    campaigns = [run.campaign for run in played]
    failures = _failures(campaigns)
    games = [*islice((game for campaign in campaigns for game in _agreed(campaign)), _GAMES)]
    states = [finding.outcome.state for campaign in campaigns for finding in campaign.findings]
    simulators = list(dict.fromkeys(finding.simulator for campaign in campaigns for finding in campaign.findings))
    text = rendered(
        "page.html",
        designs=", ".join(dict.fromkeys(campaign.plan.dut.name for campaign in campaigns)),
        counts=Counts.of(states, len(campaigns[0].plan.dut.known) if campaigns else 0),
        partial=_partial(campaigns, running),
        versions=versions(simulators),
        runs=[
            (
                _where(run.campaign),
                run.campaign.plan.seed,
                shlex.join(run.command),
                _rows(run),
                _times(run.campaign),
                findings.tried(run.campaign),
            )
            for run in played
        ],
        head=findings.HEAD,
        tones={result: _TONES.get(style, "") for result, style in findings.STYLES.items()},
        failures=failures,
        games=games,
        data=overview.within_bounds([*(game.steps for game in failures), *(game.steps for game in games)]),
        css=source("page.css"),
        js=source("page.js"),
    )
    out.mkdir(parents=True, exist_ok=True)
    path = out / NAME
    replace_file(path, text)
    return path


def _partial(campaigns: Sequence[Campaign], running: bool) -> str:
    """Return what stands before the counts of a run that has not played all; else ""."""
    if running:
        return "This run has not finished. Until now: "
    return "Partial, interrupted: " if any(campaign.interrupted for campaign in campaigns) else ""


def _where(campaign: Campaign) -> str:
    return ", ".join(filter(None, (campaign.plan.dut.name, str(campaign.plan.dut.board))))


def _rows(played: PlayedCampaign) -> list[list[str]]:
    """Return the rows as on the terminal; turns, cycles and seconds have bars."""
    outcomes = [finding.outcome for finding in played.campaign.findings]
    columns: list[Sequence[str]] = list(zip(*findings.rows(played.campaign), strict=True))
    for name, values in (
        ("turns", [outcome.turns for outcome in outcomes]),
        ("cycles", [outcome.cycles for outcome in outcomes]),
        ("seconds", [outcome.seconds for outcome in outcomes]),
    ):
        if outcomes:
            place = findings.HEAD.index(name)
            columns[place] = overview.bars(values, columns[place])
    return list(overview.Rows(findings.HEAD, list(zip(*columns, strict=True))).cells())


def _times(campaign: Campaign) -> tuple[overview.Rows, str] | None:
    """Return how long answers took, and the slowest in words; None if no answer was timed.

    The largest have bars as long as the logarithm of the cycles beside that of the limit: linear ones could not be
    seen.
    """
    times = findings.answer_times(campaign)
    if not times:
        return None
    columns: list[Sequence[str]] = list(zip(*findings.times_rows(campaign, times), strict=True))
    for name, cycles in (("median cycles", [row.median for row in times]), ("largest", [row.largest for row in times])):
        place = findings.TIMES_HEAD.index(name)
        logarithms = [min(log1p(number), log1p(times[0].limit)) for number in cycles]
        columns[place] = overview.bars(logarithms, columns[place], log1p(times[0].limit))
    return overview.Rows(findings.TIMES_HEAD, list(zip(*columns, strict=True))), findings.slowest(campaign, times)


def _failures(campaigns: Sequence[Campaign]) -> list[Failure]:
    """Return a failure for each bug, with all that show it."""
    failures = []
    for bug in bugs(campaigns):
        failures.append(_failure(bug.campaign, bug.finding))
        for campaign, finding in bug.others:
            replay = findings.replay_command(finding, campaign) if finding.game else ""
            failures[-1].same.append((finding, _where(campaign), replay))
    return failures


def _agreed(campaign: Campaign) -> Iterator[overview.SteppedGame]:
    """Yield the games that were replayed and agree."""
    for finding in campaign.findings:
        outcome = finding.outcome
        if outcome.state == "agrees" and outcome.script:
            steps, why = overview.agreed(campaign.plan.game, outcome)
            game = _lines(findings.game_of(outcome, _GAME))
            yield overview.SteppedGame(
                outcome.name, why or f"{_where(campaign)} · {finding.simulator}: agrees", steps, game
            )


def _failure(campaign: Campaign, finding: Failed) -> Failure:
    outcome = finding.outcome
    steps, text = _explained(campaign, outcome)
    replay = findings.replay_command(finding, campaign) if finding.game else ""
    game = _lines(findings.game_of(outcome, _GAME))
    where = _where(campaign)
    issue = (
        f"{where}: {outcome.says or outcome.error}\n\n{outcome.name}, {finding.simulator}, seed {campaign.plan.seed}\n"
    )
    if outcome.state == "mismatch":
        issue += f"Cycle {outcome.cycle:,}, {outcome.signal}: expected {outcome.expected}, found {outcome.found}\n"
    issue += f"\n    {game}\n\nTo see it: {replay}\n" if game else ""
    wave = _wave(outcome.waveform, outcome.signal) if outcome.waveform else None
    talks = campaign.plan.dut.contract == "player" and not (steps and steps[-1].hardware)
    return Failure(finding, where, steps, text, game, replay, issue, wave, talks, [])


def _explained(campaign: Campaign, outcome: Outcome) -> tuple[Sequence[Step], str]:
    """Return the steps of a mismatch; if the game lacks them, its words.

    If a game can do neither, its failure is there all the same.
    """
    if outcome.state != "mismatch" or not outcome.script:
        return (), ""
    try:
        game = campaign.plan.game
        script = game.read(outcome.script.split())
        steps = game.steps(script, outcome)
        return steps, "" if steps else game.explain(script, outcome, 100, False).plain
    except Exception as error:  # the failure is reported all the same
        return (), f"There is no picture: {in_words(error)}"


def _lines(text: str) -> str:
    return "\n".join(printable(line, _GAME) for line in text.splitlines())


def _wave(waveform: Waveform, signal: str) -> _Wave:
    starts, ends = waveform.cycles, waveform.cycles[1:]
    cycles = [
        (start, f"{start:,}" + f"–{end - 1:,}" * (end > start + 1)) for start, end in zip(starts, ends, strict=False)
    ]
    rows, still, until = list[_Row](), list[str](), waveform.wrong + 1
    for trace in waveform.traces:
        name, found, expected = printable(trace.name, _LONGEST), trace.found, trace.expected
        if not expected and len({*found}) == 1:
            still += [f"{name} = {found[0]}"] if found[0] else []
            continue
        wanted = [want or value for value, want in zip(found, expected or found, strict=True)]
        later = trace.name != signal and wanted != found and wanted[:until] == found[:until]
        rows.append(_Row(name, _cells(found, wanted), later))
        if wanted != found:
            rows.append(_Row("", _cells(expected, expected), later))
    return _Wave(cycles, waveform.wrong, rows, still)


def _cells(values: Sequence[str], others: Sequence[str]) -> list[Cell]:
    """Join equal values beside each other into one cell, as long as all of them are as expected, or none is."""
    cells = []
    bit = {*values} <= {"0", "1"}
    for (value, wrong), columns in groupby(
        (value, value != wanted) for value, wanted in zip(values, others, strict=True)
    ):
        kind = ("high" if value == "1" else "low") if bit else "value" if value else ""
        cells.append(Cell(len([*columns]), printable(value, _LONGEST), f"{kind}{' wrong' * (wrong and value != '')}"))
    return cells


def open_page(out: Path, asked: bool) -> None:
    """Show report.html of the folder, if `--open` has been given."""
    page = (out / NAME).resolve()
    if asked and not webbrowser.open(page.as_uri()):
        complain(f"--open: no browser found; the page is {page}")
