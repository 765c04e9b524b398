"""The results of a campaign, for people and for programs: table, failures, JSON, JUnit XML."""

from __future__ import annotations

import io
import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, assert_never
from xml.etree.ElementTree import Element

from rich.console import Console
from rich.text import Text

from loopline.campaign import Campaign
from loopline.campaign.findings import Agrees, BaseFinding, Diagnosis, Failed, Finding, Mismatch, NotPlayed, Untested
from loopline.design.dut import Known
from loopline.design.plugins import in_words
from loopline.errors import duration, plural
from loopline.report import documents
from loopline.report.console import ascii_only, console, example_of, heading, print_wrapped, printable, table
from loopline.report.documents import Counts
from loopline.simulation.delays import told_delays
from loopline.simulation.job import FAILURES, PLACE, Outcome, summed
from loopline.tables import Document, Table, shown

#: States in which a pass would mean nothing, and why.
NOTHING = {
    "nothing ran": "no example was run: a pass would mean nothing",
    "nothing asked": "in {outcome.examples:,} examples nothing was asked, so a pass would mean nothing; the board is "
    "{board}. Are there moves() in its first position, and does the property ask for any?",
}

#: How a failure was kept that a new simulation does not show by itself.
_KEPT = {
    "as found": "as it was found: in a new simulation it agrees by itself. It fails after {before} that were played "
    "before it, from power-up on",
    "once": "as it was found, and it was seen only once: in a new simulation the game agrees by itself, and after the "
    "{before} that were played before it, too. Nothing shows it again",
}

#: Games before a failing one that are printed.
_FEW = 4

#: How a result is shown.
STYLES = {"agrees": "green", **dict.fromkeys(("MISMATCH", "error", "died", "hung", *NOTHING), "bold red")}
STYLES |= dict.fromkeys(("not run", "agrees so far", "known bug"), "yellow")

HEAD = ("property", "simulator", "examples", "turns", "cycles", "seconds", "result")


def rows(campaign: Campaign) -> list[tuple[str, ...]]:
    """Return the table's rows, one for each property and simulator."""
    return [
        (
            finding.outcome.name,
            finding.simulator.name,
            _examples(finding.outcome),
            f"{finding.outcome.turns:,}",
            f"{finding.outcome.cycles:,}",
            f"{finding.outcome.seconds:,.1f}",
            _state(finding),
        )
        for finding in campaign.findings
    ]


def _examples(outcome: Outcome) -> str:
    cut = f", {outcome.cut:,} cut" if outcome.cut else ""
    return f"{outcome.examples:,}{cut}" + (f", {outcome.replayed:,} earlier" if outcome.replayed else "")


def _state(finding: Finding) -> str:
    match finding:
        case Agrees():
            return "agrees so far" if finding.outcome.partial == "interrupted" else "agrees"
        case Mismatch():
            return "known bug" if finding.is_known else "MISMATCH"
        case Untested() | NotPlayed():
            return finding.outcome.state
        case other:
            assert_never(other)


def print_table(screen: Console, campaign: Campaign) -> None:
    """Print one row for each property and simulator."""
    screen.print(table(HEAD, rows(campaign), left={0, 1, 6}, styles=STYLES))
    print_replayed(screen, campaign)


def print_replayed(screen: Console, campaign: Campaign) -> None:
    """Print how many examples were those that failed in earlier runs. Print nothing if all were new."""
    if replayed := sum(finding.outcome.replayed for finding in campaign.findings):
        kept = campaign.plan.out / "cache" / "examples"
        words = f"{plural(replayed, 'failing example')} of earlier runs, kept in {kept}, came first"
        print_wrapped(screen, words)


def print_failure(screen: Console, campaign: Campaign, finding: Finding) -> None:
    """Print what failed, and the commands that repeat it, but not why; nothing if the property agrees.

    Args:
        screen: Where to.
        campaign: The campaign.
        finding: What came of the property.
    """
    outcome = finding.outcome
    if outcome.state not in (*FAILURES, *NOTHING):
        return
    like = finding.like if isinstance(finding, Failed) else None
    words = [str(finding.simulator), f"seed {campaign.plan.seed}"]
    if outcome.found_at is not None and outcome.turns_before is not None:
        words.append(f"{example_of(outcome)}, {how_small(outcome)}")
    screen.print(heading(outcome.name, "".join(f" · {word}" for word in words)))
    match finding:
        case Mismatch() | Untested() if outcome.same_as:
            how = "not shrunk" if outcome.turns_left == outcome.turns_before else "shrunk no further"
            _field(screen, "as", f"{outcome.same_as}, which failed in the same way; this game was {how}")
        case Mismatch():
            _print_mismatch(screen, outcome)
        case Untested():
            for line in outcome.error.splitlines():
                _field(screen, "because", line)
        case NotPlayed():
            _field(screen, "because", NOTHING[outcome.state].format(outcome=outcome, board=campaign.plan.dut.board))
        case Agrees():
            raise AssertionError("what agrees has not failed")
        case other:
            assert_never(other)
    if like:
        where = "in the same game" if like.finding.outcome.script == outcome.script else "in an image of its game"
        _field(screen, "like", f"{like.name}: the same signal is wrong {where}")
    failures = [failed for failed in campaign.findings if failed.outcome.state in FAILURES]
    same = next((failed for failed in failures if game_of(failed.outcome) == game_of(outcome)), finding)
    if like:
        _field(screen, "game", game_of(outcome))
    elif outcome.script and same is finding and not outcome.same_as:
        _explain(screen, campaign, finding)
    elif outcome.script and not outcome.same_as:
        _field(screen, "game", f"the same as for {same.outcome.name} ({same.simulator.name}), above")
    if outcome.unwritten:
        _field(screen, "game", f"cannot be written: {outcome.unwritten}")
    if finding.game and outcome.kept == "once":
        _field(screen, "file", f"{finding.game}: the games, the failing one last")
    elif finding.game:
        _field(screen, "replay", replay_command(finding, campaign))
    if finding.waves:
        when = f", first wrong cycle at {outcome.nanoseconds:,} ns" if outcome.nanoseconds is not None else ""
        _field(screen, "waves", f"{finding.waves}{when}{outcome.close_up and f', {outcome.close_up}'}")
    elif outcome.close_up:
        _field(screen, "waves", outcome.close_up)


def print_printed(screen: Console, campaign: Campaign, most: int | None = None) -> None:
    """Print what the simulators have printed, each line once.

    Args:
        screen: Where to.
        campaign: The campaign.
        most: The most lines; if given, each is cut to the width of the screen.
    """
    lines = {(finding.simulator.name, line): None for finding in campaign.findings for line in finding.outcome.printed}
    for name, line in list(lines)[:most]:
        text = Text(f"{name} says: {printable(line, 600)}")
        if most is not None:
            text.truncate(screen.width, overflow="ellipsis")
        screen.print(text)
    if most is not None and len(lines) > most:
        screen.print(f"and {len(lines) - most} more lines, printed with -v")


def has_failed(campaign: Campaign) -> bool:
    """Return whether anything has failed, or was not tested, in a campaign."""
    return any(finding.outcome.state in (*FAILURES, *NOTHING) for finding in campaign.findings)


def answer_times(campaign: Campaign) -> list[documents.AnswerTimes]:
    """Return how long answers took, by kind."""
    limit, found = round(campaign.plan.dut.limit * campaign.plan.dut.clock.mhz * 1e6), []
    for kind, counts in sorted(summed(finding.outcome.latency for finding in campaign.findings).items()):
        cycles = sorted(Counter(counts).elements())
        median = cycles[(len(cycles) - 1) // 2]
        found.append(
            documents.AnswerTimes(kind=kind, timed=len(cycles), median=median, largest=cycles[-1], limit=limit)
        )
    return found


def print_answer_times(screen: Console, campaign: Campaign) -> None:
    """Print the same, and the slowest answer against the limit. Nothing if no answer took a share worth a word."""
    times = answer_times(campaign)
    if any(time.largest >= _LEAST * time.limit for time in times):
        screen.print()
        screen.print(table(TIMES_HEAD, times_rows(campaign, times), left={0}))
        screen.print(slowest(campaign, times))


#: The share of the limit that is 0.01 % when it is shown.
_LEAST = 0.00005

#: What `times_rows` has.
TIMES_HEAD = ("answers, a sample", "timed", "median cycles", "largest", "in time")


def times_rows(campaign: Campaign, times: Sequence[documents.AnswerTimes]) -> list[tuple[str, ...]]:
    """Return a row for each kind of answer."""
    seconds = campaign.plan.dut.seconds
    return [
        (row.kind, f"{row.timed:,}", f"{row.median:,}", f"{row.largest:,}", duration(seconds(row.largest, 0)))
        for row in times
    ]


def slowest(campaign: Campaign, times: Sequence[documents.AnswerTimes]) -> str:
    """Return the slowest answer against the limit, in words."""
    share = max(row.largest / row.limit for row in times)
    part = f"{share:.2%}" if share >= _LEAST else "less than 0.01%"
    return f"the slowest of them took {part} of the limit, {duration(campaign.plan.dut.limit)}"


def _print_mismatch(screen: Console, outcome: Outcome) -> None:
    _field(screen, f"cycle {outcome.cycle:,}", outcome.says)
    _field(screen, "signal", f"{outcome.signal}: expected {outcome.expected}, found {outcome.found}")
    if outcome.agreed_again:
        times = "time" if outcome.agreed_again == 1 else "times"
        again = f"the same game was played {outcome.agreed_again} {times} more without failing"
        _field(screen, "flaky", f"{again}. Does the reset leave something behind?")
    if kept := how_kept(outcome):
        _field(screen, "kept", kept)
    if outcome.unshrunk and not outcome.kept:
        _field(screen, "shrinking", f"ended early: {outcome.unshrunk}. A shorter game may fail, too")


def sentence_of(outcome: Outcome) -> str:
    """Return what is wrong, in a sentence: on the terminal, the page, in JUnit and in annotations."""
    return printable(outcome.sentence, 600)


def details_of(outcome: Outcome) -> list[str]:
    """Return the lines on an untested property that are not in the sentence."""
    lines = outcome.error.splitlines()  # Verilator marks those of its own with "- "
    return [line for line in lines if printable(line, 600).removeprefix("- ") not in sentence_of(outcome)]


def failure_text(campaign: Campaign, finding: Finding) -> str:
    """Return what `print_failure` and `print_why` print without a terminal."""
    text = io.StringIO()
    screen = console(file=text)
    print_failure(screen, campaign, finding)
    print_why(screen, why_of(finding))
    return text.getvalue()


#: Suspects that are printed, of those in JSON.
_PRINTED = 5


def why_of(finding: BaseFinding) -> Diagnosis | None:
    """Return what is known of where a failure comes from; None if that was not looked for."""
    return finding.why if isinstance(finding, Mismatch) else None


def no_line(finding: BaseFinding) -> str:
    """Return why no line is suspected; "" if that was not looked for, or if the sentence begins with a line."""
    why = why_of(finding)
    return why.not_known if why and not PLACE.match(sentence_of(finding.outcome)) else ""


def print_why(screen: Console, why: Diagnosis | None) -> None:
    """Print the suspects and fixes of a failure, or why they are missing. Nothing if none were looked for."""
    if not why:
        return
    if why.not_known:
        _field(screen, "suspects", f"none: {why.not_known}")
    for number, suspect in enumerate(why.suspects[:_PRINTED], 1):
        _field(screen, "" if number > 1 else "suspects", f"{number} {suspect.file}:{suspect.line}: {suspect.text}")
        _field(screen, "", f"  {suspect.reason}")
    if why.proposed:
        _field(screen, "fix", "at the end of the run, if all games that fail in it pass with the change that was found")
    else:
        print_fixes(screen, why)


def print_fixes(screen: Console, why: Diagnosis | None) -> None:
    """Print the fixes of a failure, or why they are missing."""
    why = why or Diagnosis()
    if why.no_mends:
        _field(screen, "fix", f"none found: {why.no_mends}")
    for fix in why.mends:
        passed = f"all {plural(fix.games, 'game')} pass, {fix.failing} that had failed among them"
        _field(screen, "fix", f"{fix.file}:{fix.line}: with this change {passed}:")
        _field(screen, "", f"- {fix.before}")
        _field(screen, "", f"+ {fix.after}")


def game_of(outcome: Outcome, longest: int | None = None) -> str:
    """Return all that is played to see a failure, as in its file: a line for each game.

    With `longest` they are safe to print and no longer than that.
    """
    delays = f"delays:{outcome.delays} " if outcome.delays else ""
    lines = [*outcome.before.splitlines(), delays + outcome.script]
    return "\n".join(lines if longest is None else [printable(line, longest) for line in lines])


def how_small(outcome: Outcome) -> str:
    """Return how many turns a failing game has, and had when it was found."""
    before, left = outcome.turns_before, outcome.turns_left
    turns = "turn" if left == 1 else "turns"
    return f"{left} {turns}" if left == before or before == 0 else f"shrunk from {before} to {left} {turns}"


def _explain(screen: Console, campaign: Campaign, finding: Finding) -> None:
    outcome = finding.outcome
    if outcome.delays:
        of = "request" if campaign.plan.dut.contract == "engine" else "line"
        _field(screen, "delays", f"{outcome.delays} ({told_delays(outcome.delays, of)})")
    before = outcome.before.splitlines()
    for line in before[:_FEW]:
        _field(screen, "before", line)
    if len(before) > _FEW:
        _field(screen, "before", f"and {len(before) - _FEW:,} more games, all in the file")
    for carried in outcome.carried:
        _field(screen, "carried", f"{carried}, and that must not matter: where it is 0 instead, the game agrees")
    words, picture, why = explained(campaign, outcome, screen.width - 4, only_ascii=ascii_only(screen))
    screen.print(Text("  game      ").append_text(Text("\n").join([Text(printable(words, 2000)), *picture])))
    if why:
        _field(screen, "picture", f"none: {why}")


class GameExplanation(NamedTuple):
    """A failing game, as the game itself explains it."""

    #: The game, an arrow before the word at which it fails; as it is written, if the game cannot explain it.
    words: str
    #: The lines below it: the board, or the conversation.
    picture: Sequence[Text] = ()
    #: Why they are missing, if the game's own code has failed.
    why: str = ""


def explained(campaign: Campaign, outcome: Outcome, room: int, *, only_ascii: bool = False) -> GameExplanation:
    """Return a failing game as the game itself explains it.

    Args:
        campaign: Whose failure it is.
        outcome: The failure.
        room: The columns.
        only_ascii: Whether there are characters of ASCII only.
    """
    if outcome.state != "mismatch" or not outcome.script:
        return GameExplanation(outcome.script)
    try:
        game = campaign.plan.game
        words, *picture = game.explain(game.read(outcome.script.split()), outcome, room, only_ascii).split("\n")
    except Exception as error:  # the failure is reported all the same
        return GameExplanation(outcome.script, why=in_words(error))
    return GameExplanation(words.plain, picture)


def _field(screen: Console, name: str, text: str) -> None:
    screen.print(f"  {name:<9} {printable(text, 600)}")


#: Seconds of building; with less, the build was there already.
_WORTH_A_WORD = 0.5

#: What `in_a_line` says.
LINE_HEAD = ("properties", "turns", "cycles compared", "seconds", "result")
_IN_A_WORD = {0: "agrees", 1: "MISMATCH", 2: "not verified", 3: "died or hung"}


def in_a_line(campaign: Campaign) -> tuple[str, ...]:
    """Return the whole campaign as one row of a table."""
    outcomes = [finding.outcome for finding in campaign.findings]
    turns, cycles = sum(outcome.turns for outcome in outcomes), sum(outcome.cycles for outcome in outcomes)
    result = _IN_A_WORD.get(campaign.exit_code, "interrupted")
    return counts(campaign).text(), f"{turns:,}", f"{cycles:,}", f"{campaign.elapsed:.1f}", result


def counts(campaign: Campaign) -> Counts:
    """Return how many properties agreed, disagreed and were not tested."""
    own = campaign.known_games  # they are not properties: those that fail as they must are not counted
    outcomes = (finding.outcome for finding in campaign.findings)
    states = [outcome.state for outcome in outcomes if outcome.state != "known" or outcome.name not in own]
    return Counts.of(states, len(campaign.plan.dut.known))


def how_kept(outcome: Outcome) -> str:
    """Return in words why a failure is kept as it was found; nothing, if it is not."""
    return _KEPT[outcome.kept].format(before=plural(len(outcome.before.splitlines()), "game")) if outcome.kept else ""


def not_tried(outcome: Outcome) -> list[str]:
    """Return what a property is for and has not come to, although it was played."""
    return [aim for aim, times in outcome.aims.items() if not times] if outcome.examples else []


class CampaignScope(NamedTuple):
    """What a campaign has and has not tried, in words."""

    #: The aims that every property has missed; empty if all were reached.
    missing: str
    #: When resets came, the longest wait and the longest session; nothing, if none was played.
    came: str


def tried(campaign: Campaign) -> CampaignScope:
    """Return the aims that every property has missed, when resets came, the longest wait and the longest session."""
    outcomes = [finding.outcome for finding in campaign.findings]
    missing, met = dict[str, dict[str, None]](), set[tuple[str, str]]()
    for outcome in outcomes:
        met |= {(outcome.name, aim) for aim, times in outcome.aims.items() if times}
    for outcome in outcomes:
        for aim in not_tried(outcome):
            if (outcome.name, aim) not in met:  # a sample of the examples need not come to it
                missing.setdefault(aim, {})[outcome.name] = None
    left = ", ".join(f"{aim} ({', '.join(names)})" for aim, names in missing.items())
    resets = summed({"": outcome.resets} for outcome in outcomes).get("", {})
    if not any(outcome.longest_session for outcome in outcomes):
        return CampaignScope(left, "")
    when = ", ".join(f"{times:,} {moment}" for moment, times in sorted(resets.items(), key=lambda pair: -pair[1]))
    wait, asked = (max(getattr(outcome, name) for outcome in outcomes) for name in ("longest_wait", "longest_session"))
    return CampaignScope(
        left,
        f"{f'resets: {when}' if when else 'no reset came within a session'}; the longest wait {wait:,} cycles, "
        f"the longest session {_asked(asked, campaign)}",
    )


def print_what_was_tried(screen: Console, campaign: Campaign) -> None:
    """Print what `tried` returns."""
    missing, came = tried(campaign)
    if missing:
        screen.print()
        print_wrapped(screen, f"not tried: {missing}", style="yellow")
    if came:
        screen.print()
        print_wrapped(screen, came)


def _asked(number: int, campaign: Campaign) -> str:
    return plural(number, "request" if campaign.plan.dut.contract == "engine" else "line")


def summary(campaign: Campaign) -> str:
    """Return the last line: the verdicts, the amount that was compared, and the time."""
    outcomes = [finding.outcome for finding in campaign.findings]
    turns, cycles = sum(outcome.turns for outcome in outcomes), sum(outcome.cycles for outcome in outcomes)
    seconds = campaign.elapsed
    amount = f"{plural(turns, 'turn')}, {cycles:,} cycles compared, {seconds:.1f} s"
    text = f"{counts(campaign).text()}: {amount}"
    text += f" with {campaign.pool.size} workers" if campaign.pool.size > 1 else ""
    text += f", {campaign.builds.seconds:.1f} s of them building" if campaign.builds.seconds >= _WORTH_A_WORD else ""
    killed = sum(outcome.killed for outcome in outcomes)
    text += f", {plural(killed, 'simulation')} killed from outside and started again" if killed else ""
    return f"PARTIAL, interrupted: {text}" if campaign.interrupted else text


def write(
    campaign: Campaign, command: list[str], kind: type[Document] = documents.VerifyDocument, **more: Table
) -> list[Path]:
    """Write the same for programs.

    Args:
        campaign: The campaign.
        command: The command.
        kind: The kind of the document.
        more: What this kind of document has besides.

    Returns:
        The files.
    """
    campaign.plan.out.mkdir(parents=True, exist_ok=True)
    report, xml = (campaign.plan.out / f"{kind.stem()}.{suffix}" for suffix in ("json", "xml"))
    kind(**dict(document(campaign, command)), **more).write(report)
    documents.write_junit(xml, [suite(campaign, command)])
    return [report, xml]


def document(campaign: Campaign, command: list[str]) -> documents.BoardEntry:
    """Return the run as JSON has it."""
    return documents.BoardEntry(
        command=shlex.join(command),
        seed=campaign.plan.seed,
        design=campaign.plan.dut.name,
        dut=str(campaign.plan.dut.path),
        board=str(campaign.plan.dut.board),
        partial=campaign.interrupted,
        workers=campaign.pool.size,
        seconds=campaign.elapsed,
        seconds_building=campaign.builds.seconds,
        exit_code=campaign.exit_code,
        counts=counts(campaign),
        known=[_known(campaign, bug) for bug in campaign.plan.dut.known],
        findings=[_finding(finding) for finding in campaign.findings],
        latency=answer_times(campaign),
    )


def _known(campaign: Campaign, known: Known) -> documents.KnownBug:
    met = [finding for finding in campaign.findings if finding.outcome.known == known.reason]
    return documents.KnownBug(
        reason=known.reason,
        game=known.game or "",
        signal=known.signal or "",
        not_asked="" if known.not_asked is None else shown(known.not_asked).strip('"'),
        met=[f"{finding.outcome.name} ({finding.simulator.name})" for finding in met],
    )


def print_known(screen: Console, campaign: Campaign) -> None:
    """Print the known bugs that are set aside."""
    for bug in (_known(campaign, known) for known in campaign.plan.dut.known):
        words = [f"not asked: {bug.not_asked}"] if bug.not_asked else []
        words += [f"met by {', '.join(bug.met)}"] if bug.met else []
        says = printable("; ".join([bug.reason, *words]), 800)
        print_wrapped(screen, says, "known bug  ")
    left_out = sum(finding.outcome.left_out for finding in campaign.findings)
    if any(bug.not_asked for bug in campaign.plan.dut.known):
        screen.print(f"{plural(left_out, 'request')} not asked because of known bugs", markup=False)


def _finding(finding: Finding) -> documents.FindingEntry:
    why = why_of(finding) or Diagnosis()
    return documents.FindingEntry(
        **finding.outcome.result(),
        simulator=str(finding.simulator),
        game_file=finding.game and str(finding.game),
        wave_file=finding.waves and str(finding.waves),
        not_tried=not_tried(finding.outcome),
        like=finding.like.name if isinstance(finding, Failed) and finding.like else "",
        suspects=list(why.suspects),
        mends=list(why.mends),
        no_mends=why.no_mends,
        no_suspects=why.not_known,
    )


def suite(campaign: Campaign, command: list[str]) -> Element:
    """Return the run as a JUnit suite, a case for each property and simulator."""
    name = ", ".join(filter(None, (f"loopline {campaign.plan.dut.name}", str(campaign.plan.dut.board))))
    cases = [_case(campaign, finding, command) for finding in campaign.findings]
    cases += [
        documents.JunitCase("loopline", f"known bug: {bug.reason}", kind="skipped", message=bug.reason)
        for bug in campaign.plan.dut.known
    ]
    return documents.junit_suite(name, cases)


def _case(campaign: Campaign, finding: Finding, command: list[str]) -> documents.JunitCase:
    outcome = finding.outcome
    case = documents.JunitCase("loopline", f"{outcome.name} ({finding.simulator.name})", outcome.seconds)
    match finding:
        case Agrees():
            return case._replace(output="\n".join(_tried(outcome, campaign)))
        case Mismatch():
            kind = "skipped" if finding.is_known else "failure"
        case Untested():
            kind = "error"
        case NotPlayed():
            kind = "skipped" if outcome.state == "not run" else "error"
        case other:
            assert_never(other)
    return case._replace(
        kind=kind,
        message=(f"known bug: {outcome.known}" if outcome.known else "") or sentence_of(outcome),
        text=f"{failure_text(campaign, finding)}\n{game_of(outcome, 10_000)}\n{shlex.join(command)}",
    )


def _tried(outcome: Outcome, campaign: Campaign) -> list[str]:
    """Return what a property that agrees has and has not tried."""
    resets = ", ".join(f"{times:,} {moment}" for moment, times in outcome.resets.items())
    return [
        *(f"not tried: {aim}" for aim in not_tried(outcome)),
        *([f"resets: {resets}"] if resets else []),
        *([f"longest wait: {outcome.longest_wait:,} cycles"] if outcome.longest_wait else []),
        *([f"longest session: {_asked(outcome.longest_session, campaign)}"] if outcome.longest_session else []),
    ]


def replay_command(finding: BaseFinding, campaign: Campaign) -> str:
    """Return the command that plays the game of a failure again; nothing, if nothing shows it again."""
    if finding.outcome.kept == "once":
        return ""
    plan = campaign.plan
    words = ["loopline", "replay", str(finding.game), "--dut", plan.dut.shown, "--sim", finding.simulator.name]
    words += plan.board.words if plan.board else []
    power_up = plan.seed if finding.outcome.power_up is None else finding.outcome.power_up
    words += ["--seed", str(power_up)] if finding.simulator.unknown(power_up) else []
    return shlex.join([*words, *([] if plan.out == Path("out") else ["--out", str(plan.out)])])
