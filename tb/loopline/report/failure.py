"""Which failures are one bug, as far as that is known; bugs on the terminal; and the summary of a run that has failed.

Each bug has one block, as short as it can be: the sentence, where it is, the likeliest line, the board, the game, one
command, and where more is. All that is known of a failure is on the page, and printed by `findings` with -v.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from loopline.campaign import Campaign
from loopline.campaign.failures import IN_FLIGHT
from loopline.campaign.findings import Diagnosis, Failed, Fix, Mismatch, Suspect, Untested
from loopline.errors import plural
from loopline.report.console import ascii_only, example_of, printable, wrapped
from loopline.report.findings import (
    NOTHING,
    details_of,
    explained,
    how_kept,
    how_small,
    no_line,
    print_failure,
    replay_command,
    sentence_of,
    why_of,
)
from loopline.simulation.delays import told_delays
from loopline.simulation.job import FAILURES, PLACE, START, Outcome

#: The columns of a field's name; lines of a block, and of one whose line of source comes later; and of a text in one.
_NAME, _LINES, _TEXT = 12, (25, 22), 3

#: The last lines of a simulator that died.
_BECAUSE = 6

#: Bugs that the summary names.
_NAMED = 2


class Bug(NamedTuple):
    """The first failure that shows a bug, and the others that do, each with its campaign."""

    campaign: Campaign
    finding: Failed
    others: list[tuple[Campaign, Failed]]

    @property
    def outcomes(self) -> set[int]:
        """Which outcomes show it; findings are replaced when more is known of them, outcomes are not."""
        return {id(finding.outcome) for _, finding in [(self.campaign, self.finding), *self.others]}


def bugs(campaigns: Sequence[Campaign]) -> list[Bug]:
    """Return the bugs in campaigns of one design, on whatever board, in the order in which they were found."""
    found, names = dict[int, Bug](), dict[tuple[int, str], Bug]()
    whys = (why_of(finding) for campaign in campaigns for finding in campaign.findings)
    fixed = any(why and why.mends for why in whys)
    failures = [
        (campaign, finding)
        for campaign in campaigns
        for finding in campaign.findings
        if isinstance(finding, Failed) and finding.outcome.state in FAILURES
    ]
    for campaign, finding in sorted(failures, key=lambda pair: (bool(pair[1].outcome.same_as), bool(pair[1].like))):
        first = id((finding.like.finding if finding.like else finding).outcome)
        bug = names.get((id(campaign), finding.outcome.same_as)) or found.get(first)
        bug = bug or next((known for known in found.values() if _is_the_same(known.finding, finding, fixed)), None)
        if bug:
            bug.others.append((campaign, finding))
        else:
            bug = found[first] = Bug(campaign, finding, [])
        names.setdefault((id(campaign), finding.outcome.name), bug)
    return [_smallest(bug) for bug in found.values()]


def _is_the_same(first: Failed, second: Failed, fixed: bool) -> bool:
    """Return whether one change makes both pass, or the same signal is wrong in both, and one line is the likeliest.

    Where that is not known, the same is said of both. Of what could not be tested the same is said. A failure that was
    seen once is played with no fix, so a fix for the run says nothing of it.

    Args:
        first: A failure.
        second: Another one.
        fixed: Whether a fix is known: with it all pass that has failed.
    """
    if isinstance(first, Untested) and isinstance(second, Untested):
        return sentence_of(first.outcome) == sentence_of(second.outcome)
    if isinstance(first, Mismatch) and isinstance(second, Mismatch):
        shown_again = "once" not in (first.outcome.kept, second.outcome.kept)
        if (fixed and shown_again) or _changes(first) & _changes(second):
            return True
    if not first.outcome.signal or first.outcome.signal != second.outcome.signal:
        return False
    places = [_place(finding) for finding in (first, second)]
    return places[0] == places[1] if all(places) else first.outcome.says == second.outcome.says


def _smallest(bug: Bug) -> Bug:
    """Return the bug with the shortest script first, if the simulator died: only one of these was made small."""
    if not isinstance(bug.finding, Untested):
        return bug
    pairs = [(bug.campaign, bug.finding), *bug.others]
    campaign, finding = min(pairs, key=lambda pair: len(pair[1].outcome.script) or sys.maxsize)
    return Bug(campaign, finding, [pair for pair in pairs if pair[1] is not finding])


def _place(finding: Failed) -> str:
    suspects = finding.why.suspects if isinstance(finding, Mismatch) and finding.why else ()
    return "".join(f"{line.file}:{line.line}" for line in suspects[:1])


def _changes(finding: Mismatch) -> set[tuple[str, int, str]]:
    """Return the changes with which the failure's game passes, and all others that were played with them."""
    why = finding.why or Diagnosis()
    found = [*why.mends, *(proposal.mend for proposal in why.proposed)]
    return {(mend.file, mend.line, mend.after) for mend in found}


def print_bug(screen: Console, campaign: Campaign, finding: Failed, page: Path, *, early: bool = False) -> None:
    """Print the block of a failure.

    Args:
        screen: Where to.
        campaign: Whose failure it is.
        finding: The failure.
        page: Where it will be shown at length.
        early: Whether its line of source is still looked for, and printed below it.
    """
    block = _Block(screen, campaign, finding)
    # at once: a progress bar would be drawn behind half a line, and other lines would come between
    screen.print(Text("\n").join([Text(), *block.head, *block.rest(_LINES[early] - 1, page)]))


def print_failures(screen: Console, campaign: Campaign, page: Path) -> None:
    """Print the block of each bug of a campaign, and what tested nothing.

    Args:
        screen: Where to.
        campaign: The campaign.
        page: Where they will be shown at length.
    """
    for finding in campaign.findings:
        if finding.outcome.state in NOTHING:
            print_failure(screen, campaign, finding)
    for bug in bugs([campaign]):
        print_bug(screen, campaign, bug.finding, page)


class _Block:
    def __init__(self, screen: Console, campaign: Campaign, finding: Failed) -> None:
        self._screen, self._width, self._ascii = screen, screen.width, ascii_only(screen)
        self._campaign, self._finding, self._outcome = campaign, finding, finding.outcome
        self._words, self._board = self._explained()
        sentence = wrapped(f"✗ {sentence_of(self._outcome)}", self._width, following="  ", most=_TEXT)
        #: What is wrong, and where.
        self.head = [*(Text(line, "bold red") for line in sentence), *self._where()]

    def rest(self, most: int, page: Path) -> list[Text]:
        """Return what follows; the board has the lines that are left of so many for the block."""
        finding = self._finding
        line = _line(finding, self._width)
        tail = [*self._game(), *self._remarks()]
        if replay := finding.game and replay_command(finding, self._campaign):
            tail += [_whole("replay", replay)]
        elif finding.game:
            tail += [_whole("file", f"{finding.game}")]
        tail += [_whole("waves", f"{finding.waves}")] if finding.waves else []
        tail += [_whole("page", f"{page}")]
        return [*line, *self._cut(self._board, most - len(self.head) - len(line) - len(tail)), *tail]

    def _field(self, name: str, text: str) -> list[Text]:
        return _field(name, text, self._width)

    def _where(self) -> list[Text]:
        outcome, words = self._outcome, list[str]()
        if outcome.state == "mismatch":
            after = self._after()
            words = [f"after {after}"] if after else []
            time = "" if outcome.nanoseconds is None else f" ({outcome.nanoseconds:,} ns)"
            words += [f"cycle {outcome.cycle:,}{time}", outcome.signal]
        named = [("where" if IN_FLIGHT.search(detail) else "because", detail) for detail in details_of(outcome)]
        because = [line for name, detail in named for line in self._field(name, detail)]
        found = [f"{outcome.name} ({self._finding.simulator.name})"]
        found += [example_of(outcome)] if outcome.found_at is not None else []
        found += [how_small(outcome)] if outcome.turns_before is not None and outcome.turns_left is not None else []
        return [
            *self._field("where", ", ".join(words)),
            *because[:_BECAUSE],
            *self._field("found by", ", ".join(found)),
        ]

    def _after(self) -> str:
        """Return the word of the script after which it is wrong, if the game says so."""
        _, arrow, rest = self._words.partition("|> " if self._ascii else "▸ ")
        return rest.split()[0] if arrow and not rest.startswith("(") else rest.strip("()") if arrow else ""

    def _explained(self) -> tuple[str, list[Text]]:
        """Return the game with an arrow at its failing word, and what is below it: the board, or the conversation."""
        outcome = self._outcome
        if outcome.state != "mismatch" or not outcome.script:
            return _in_flight(outcome, "|>" if self._ascii else "▸"), []
        words, picture, why = explained(self._campaign, outcome, self._width - 8, only_ascii=self._ascii)
        return words, self._field("board", f"none: {why}") if why else [*picture]

    def _cut(self, board: Sequence[Text], most: int) -> list[Text]:
        """Return so many lines of the board: around the wrong cell; of a conversation, which ends with it, the last."""
        # what is drawn fits; a text, such as the legend, may be longer
        lines = [part for line in board for part in self._wrapped(line)]
        while lines and not lines[0].plain.strip():
            del lines[0]
        while lines and not lines[-1].plain.strip():
            del lines[-1]
        if len(lines) < most:
            return [*lines, Text()] if lines else []
        kept = max(3, most - 2)
        last = max(0, len(lines) - kept)
        wrong = next((number for number, line in enumerate(lines) if "✗" in line.plain), 0)
        start = last if self._campaign.plan.dut.contract == "player" else min(max(0, wrong - kept // 2), last)
        note = f"    … {len(lines) - kept} more lines are on the page, and printed with -v"
        return [*lines[start : start + kept], Text(note), Text()]

    def _wrapped(self, line: Text) -> Iterable[Text]:
        if line.cell_len <= self._width:
            return [line]
        margin = len(line.plain) - len(line.plain.lstrip())
        parts = line[margin:].wrap(self._screen, self._width - margin)
        for part in parts:
            part.rstrip()  # the space that was broken at
        return [Text(" " * margin).append(part) for part in parts]

    def _game(self) -> list[Text]:
        """Return the failing game: as it is written where the game has no words of its own."""
        outcome = self._outcome
        if outcome.unwritten:
            return self._field("game", f"cannot be written: {outcome.unwritten}")
        if not outcome.script:
            return []
        before = outcome.before.splitlines()
        delays = f"delays:{outcome.delays} " if outcome.delays else ""
        lines = wrapped(printable(f"{delays}{self._words}", 4000), self._width, "  game".ljust(_NAME), " " * _NAME)
        if len(lines) > _TEXT:  # those around the failing word, or the last
            failing = next((number for number, line in enumerate(lines) if "▸" in line or "|>" in line), len(lines))
            start = max(0, min(failing - 1, len(lines) - _TEXT + 1))
            lines = [f"{'  game'.ljust(_NAME)}… {len(lines)} lines, all in the file", *lines[start : start + _TEXT - 1]]
        of = "request" if self._campaign.plan.dut.contract == "engine" else "line"
        waits = self._field("delays", told_delays(outcome.delays, of)) if outcome.delays else []
        return [*(self._field("before", _before(before)) if before else []), *map(Text, lines), *waits]

    def _remarks(self) -> Iterator[Text]:
        outcome = self._outcome
        if outcome.agreed_again:
            again = f"the same game was played {plural(outcome.agreed_again, 'time')} more without failing"
            yield from self._field("flaky", f"{again}. Does the reset leave something behind?")
        if outcome.kept:
            yield from self._field("kept", how_kept(outcome))
        elif outcome.unshrunk:
            yield from self._field("shrinking", f"ended early: {outcome.unshrunk}. A shorter game may fail, too")
        for carried in outcome.carried[:1]:
            yield from self._field("carried", f"{carried}, and that must not matter: where it is 0 the game passes")
        if outcome.close_up:
            yield from self._field("remark", f"waves: {outcome.close_up}")


def _in_flight(outcome: Outcome, arrow: str) -> str:
    """Return the script, with an arrow before the request that was in flight when the simulator died, if known."""
    known, words = IN_FLIGHT.search(outcome.error), outcome.script.split()
    before = int(known[1]) - 1 if known else len(words)
    at = words.index(known[2], before) if known and known[2] in words[before:] else len(words)
    return " ".join([*words[:at], arrow, *words[at:]]) if at < len(words) else outcome.script


def _before(games: Sequence[str]) -> str:
    return games[0] if len(games) == 1 else f"{len(games):,} games, all in the file; the last is {games[-1]}"


def _field(name: str, text: str, width: int) -> list[Text]:
    first = f"  {name}".ljust(_NAME)
    return [Text(line) for line in wrapped(printable(text, 600), width, first, " " * _NAME, _TEXT)]


def _whole(name: str, text: str) -> Text:
    """Return a field with a command or a path, which is left in one line."""
    return Text(f"  {name}".ljust(_NAME) + printable(text, 2000))


def _line(finding: Failed, width: int) -> list[Text]:
    """Return the likeliest line with a fix, if one is known; or why there is none."""
    why = why_of(finding)
    if why and why.mends:
        return _fix(why, width)
    if why and why.suspects:
        suspect = why.suspects[0]
        quoted = Text(" " * _NAME + printable(suspect.text, 600))
        quoted.truncate(width, overflow="ellipsis")
        return [_whole("line", f"{suspect.file}:{suspect.line}"), quoted, *_field("", suspect.reason, width)]
    missing = no_line(finding)
    return _field("line", f"none: {missing}", width) if missing else []


def _fix(why: Diagnosis, width: int) -> list[Text]:
    """Return the smallest change with which everything passes."""
    fix = why.mends[0]
    passed = f"with this change all {plural(fix.games, 'game')} pass, {fix.failing} that had failed among them:"
    lines = [Text(f"{'  fix'.ljust(_NAME)}{fix.file}:{fix.line}"), Text(" " * _NAME + passed)]
    before, after = _where_they_differ(fix.before, fix.after, width - _NAME - 2)
    for sign, text in (("-", before), ("+", after)):
        lines.append(Text(f"{' ' * _NAME}{sign} {printable(text, 600)}"))
    for line in lines[1:]:
        line.truncate(width, overflow="ellipsis")
    return lines


def _where_they_differ(before: str, after: str, room: int) -> tuple[str, str]:
    """Return two lines; if one is too long, both without so much of the same beginning that the difference is seen."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    left = max(0, same - room // 3) if max(len(before), len(after)) > room else 0
    return ("…" + before[left + 1 :], "…" + after[left + 1 :]) if left else (before, after)


def print_line(screen: Console, finding: Mismatch) -> None:
    """Print the likeliest line of a failure whose block is above, if one was looked for and the block lacks it."""
    if line := _line(finding, screen.width):
        head = Text(f"{finding.outcome.name} ({finding.simulator.name})")
        screen.print(Text("\n").join([Text(), head, *line]))


def print_fix(screen: Console, finding: Mismatch) -> None:
    """Print the fix of a failure whose block is above. Nothing if there is none."""
    if finding.why and finding.why.mends:
        screen.print(Text("\n").join([Text(), *_fix(finding.why, screen.width)]))


def place_of(campaign: Campaign, finding: Failed) -> str:
    """Return the likeliest line of the source, FILE:LINE, or the line that the simulator has named; else ""."""
    why = why_of(finding)
    found: list[Fix | Suspect] = [*why.mends, *why.suspects] if why else []
    if found:
        return f"{found[0].file}:{found[0].line}"
    if named := PLACE.match(sentence_of(finding.outcome)):
        name, _, line = named[0].rpartition(":")
        files = [file for file in campaign.plan.dut.named_files if file.match(name)]
        return f"{files[0]}:{line}" if len(files) == 1 else ""
    return ""


def print_summary(screen: Console, campaigns: Sequence[Campaign], seconds: float, page: Path) -> None:
    """Print what came of a run that has failed, in at most four lines.

    Args:
        screen: The console, whose width cuts sentences off.
        campaigns: The campaign of each board.
        seconds: The wall-clock time of the run.
        page: The report to open.
    """
    results = [finding for campaign in campaigns for finding in campaign.findings]
    found, names = bugs(campaigns), {finding.outcome.name for finding in results}
    failed = {finding.outcome.name for finding in results if finding.outcome.state in FAILURES}
    idle = {finding.outcome.name for finding in results if finding.outcome.state in NOTHING}
    mismatch = any(finding.outcome.state == "mismatch" for finding in results)
    kind = "bug" if all(bug.finding.outcome.state == "mismatch" for bug in found) else "failure"
    shown_by = f"shown by {len(failed - {START})} of {len(names - {START})} properties"
    where = shown_by if failed - {START} else "at the start of the simulation"
    words = [f"{plural(len(found), kind)}, {where}"] if found else []
    words += [f"{len(idle)} of {len(names)} properties tested nothing"] if idle else []
    words += ["PARTIAL, interrupted"] if any(campaign.interrupted for campaign in campaigns) else []
    head = "FAILED" if mismatch else "NOT TESTED"
    screen.print(f"\n{head}  {' · '.join([*words, f'{seconds:.0f} s'])}", style="bold red")
    shown = found if len(found) <= _NAMED else found[:1]
    for bug in shown:
        screen.print(_in_a_line(bug, screen.width))
    if len(found) > len(shown):
        screen.print(f"  and {len(found) - len(shown)} more, above")
    screen.print(f"{'  page'.ljust(_NAME)}{page}")


def _in_a_line(bug: Bug, width: int) -> Text:
    place = place_of(bug.campaign, bug.finding)
    name = place.rpartition("/")[2]
    text = Text(f"  {sentence_of(bug.finding.outcome)}")
    text.truncate(width - len(name) - 3 * bool(name), overflow="ellipsis")
    return text.append(f"   {name}") if name else text
