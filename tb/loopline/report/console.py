"""How commands print: plain text unless it goes to a terminal, in ASCII if the terminal shows nothing else.

Control characters from files are escaped. Here are tables, and what is printed while a command lasts: a head, how far
it is, and each failure as soon as it is known.

How far it is: a bar on a terminal; elsewhere a line every ten seconds, on the error output.
"""

from __future__ import annotations

import codecs
import io
import platform
import re
import shlex
import sys
import textwrap
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from importlib.metadata import version
from threading import Event, Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, Protocol

from rich.console import Console
from rich.text import Text

from loopline.errors import Notice

if TYPE_CHECKING:
    from rich.progress import Progress

    from loopline.design.dut import Dut
    from loopline.design.simulators import Simulator
    from loopline.simulation.job import Outcome


_ASCII = {
    "×": "x",
    "·": "-",
    "…": "...",
    "–": "-",
    "✓": "ok",
    "✗": "X",
    "≤": "<=",
    "≥": ">=",
    "→": "->",
    "═": "=",
    "─": "-",
}
_HANDLER = "loopline"

#: A space at which `wrapped` breaks no line; a control character, as texts have none.
_NO_BREAK = "\x1f"

#: The exit code that a shell gives a program ended by a closed pipe. Not 1, which means a mismatch.
READER_GONE = 141


Row = Sequence[str]


def prepare_streams() -> None:
    """Have characters that the terminal cannot show replaced by similar ones, instead of ending the program."""
    codecs.register_error(_HANDLER, _in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)
    warnings.showwarning = _show_warning


def _show_warning(message: Warning | str, *where: Any, **more: Any) -> None:
    if not isinstance(message, Notice):
        _python_shows(message, *where, **more)
    elif str(message) not in _said:
        _said.add(str(message))
        complain(str(message))


_python_shows = warnings.showwarning
#: A design may be built several times in a run.
_said: set[str] = set()


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return "".join(_ASCII.get(char, "?") for char in text), error.end


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """End quietly: the reader has closed the pipe."""
        try:
            super().on_broken_pipe()
        except SystemExit:
            raise SystemExit(READER_GONE) from None


def console(*, stderr: bool = False, file: IO[str] | None = None) -> Console:
    """Return a console that prints text character by character, with lines of any length and no markup."""
    return _Console(stderr=stderr, file=file, highlight=False, markup=False, emoji=False, soft_wrap=True)


def ascii_only(target: Console) -> bool:
    """Return whether the terminal's encoding has ASCII characters only."""
    return not target.encoding.lower().startswith("utf")


def complain(text: str) -> None:
    """Print an error message. Text quoted from a file cannot move the cursor or change the colours."""
    safe = "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)
    console(stderr=True).print(f"loopline: {safe}", style="red")


def printable(text: str, longest: int = 60) -> str:
    """Return text from outside, safe to print: control characters are escaped, and long text is cut off."""
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[: longest + 1])
    return safe if len(safe) <= longest else f"{safe[:longest]}…"


def wrapped(text: str, width: int, first: str = "", following: str = "", most: int = 100) -> list[str]:
    """Return a text in lines of at most this width, if its words are not longer, and no more lines than `most`.

    A number of seconds and its unit stay in one line.

    Args:
        text: The text.
        width: The columns.
        first: What the first line begins with.
        following: What the other lines begin with.
        most: The number of lines; a last one that is not the end has an ellipsis.
    """
    lines = textwrap.wrap(
        re.sub(r"(?<=\d) (?=s\b)", _NO_BREAK, text),
        width,
        initial_indent=first,
        subsequent_indent=following,
        break_long_words=False,
        break_on_hyphens=False,
        max_lines=most,
        placeholder=" …",
    )
    return [line.replace(_NO_BREAK, " ") for line in lines]


def print_wrapped(screen: Console, text: str, first: str = "", style: str | None = None) -> None:
    """Print a text in lines of the console's width.

    Args:
        screen: Where to.
        text: The text.
        first: What the first line begins with; the others begin with as many spaces.
        style: The style of rich.
    """
    screen.print("\n".join(wrapped(text, screen.width, first, " " * len(first))), style=style)


def heading(name: str, rest: str, style: str = "bold red") -> Text:
    """Return the first line of a failure.

    It is printed whole: a progress bar would be drawn behind half a line.

    Args:
        name: The property or check that failed; a cross stands before it.
        rest: The text behind it, without emphasis.
        style: The style of rich for the name.
    """
    return Text.assemble((f"\n✗ {name}", style), rest)


def watched(target: Console) -> bool:
    """Return whether it is a terminal, where a progress display makes sense."""
    return target.is_terminal and not target.is_dumb_terminal


def table(head: Row, rows: Sequence[Row], left: set[int], styles: Mapping[str, str] | None = None) -> Text:
    """Return a table: columns as wide as their widest cell, numbers flush right.

    It is the same on a terminal and in a file.

    Args:
        head: The first row.
        rows: The other rows.
        left: The columns that are flush left.
        styles: The style for each cell text.
    """
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for row in (head, *rows):
        line = Text(style="bold" if row is head else "")
        for i, (cell, width) in enumerate(zip(row, widths, strict=True)):
            line.append("  " if i else "")
            line.append(cell.ljust(width) if i in left else cell.rjust(width), (styles or {}).get(cell, ""))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


#: Seconds between two lines, without a terminal.
EVERY = 10.0

#: The share of a step that has to be done before it is estimated: what comes first may take longest, such as a build.
_KNOWN = 0.02


class Meter(Protocol):
    """Shows progress."""

    def __call__(self, about: str, done: int | None = 0, total: int | None = None) -> None:
        """Show what is being done, and how far it is.

        Args:
            about: What is being done.
            done: How much is done; None while something else goes on. Then nothing is estimated from the time it takes.
            total: Of how much; None if that is not known.
        """


#: The columns of counts and times behind a bar, those for what is being done, and the least and the most of a bar.
_COUNTS, _ABOUT, _BAR = 35, 62, (6, 40)


@contextmanager
def meter(screen: Console) -> Iterator[Meter]:
    """Show a meter until the end of the block. What is printed on `screen` meanwhile stands above its bar."""
    if not watched(screen):
        with _Lines() as lines:
            yield lines.show
        return
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn

    steps = _Steps()

    class Far(ProgressColumn):
        def render(self, task: object) -> Text:
            return Text(steps.in_short(monotonic()))

    left = screen.width - _COUNTS
    width = max(_BAR[0], min(_BAR[1], left - _ABOUT))
    columns = (TextColumn("{task.description}"), BarColumn(width), Far())
    with Progress(*columns, console=screen, transient=True) as bar:
        yield _Bar(bar, steps, left - width).show


class _Steps:
    """How far a step is, when it began, and what is left of it, which both kinds of meters show."""

    def __init__(self) -> None:
        self.about, self.done = "", 0
        self.total: int | None = None
        self._began = self._since = self._moved = monotonic()
        #: When something else than the step began, if it still goes on.
        self._paused: float | None = None

    def show(self, about: str, done: int | None, total: int | None) -> None:
        """Keep what is done.

        Args:
            about: What is done.
            done: How much of it is; None: it is something else than the step.
            total: How much there is.
        """
        self.about = about
        if done is None:
            self._paused = self._paused or monotonic()
            return
        if self._paused is not None:
            paused = monotonic() - self._paused
            self._since, self._moved, self._paused = self._since + paused, self._moved + paused, None
        if total != self.total or done != self.done:
            self._moved = monotonic()
        if total != self.total or done < self.done:  # another step, with an estimate of its own
            self._since = monotonic()
        self.done, self.total = done, total

    @property
    def pauses(self) -> bool:
        """Whether something else than the step goes on."""
        return self._paused is not None

    def elapsed(self, now: float) -> float:
        """Return the seconds since the first step began."""
        return now - self._began

    def left(self, now: float) -> float | None:
        """Return an estimate of the seconds that are left of the step; None if there can be none."""
        stands = self.pauses or now - self._moved > EVERY
        if not self.total or self.done < max(1, _KNOWN * self.total) or stands:
            return None
        return (now - self._since) * (self.total - self.done) / self.done

    def in_short(self, now: float) -> str:
        """Return what stands behind a bar, like `16/441 0:00:42 left 0:10:00`."""
        words = [f"{self.done:>{len(str(self.total))}}/{self.total}"] if self.total else []
        words.append(str(timedelta(seconds=int(self.elapsed(now)))))
        left = self.left(now)
        return " ".join(words if left is None else [*words, "left", str(timedelta(seconds=int(left)))])

    def in_words(self, now: float) -> str:
        """Return a line, like `… wins, 2 of 120, 20 s so far`."""
        far = [self.about] if self.about else []
        far += [f"{self.done:,} of {self.total:,}"] if self.total else []
        far.append(f"{self.elapsed(now):.0f} s so far")
        left = self.left(now)
        return f"… {', '.join(far if left is None else [*far, f'about {left:.0f} s to go'])}"


class _Bar:
    def __init__(self, progress: Progress, steps: _Steps, room: int) -> None:
        self._progress, self._steps, self._room = progress, steps, room
        self._task = progress.add_task("", total=None)

    def show(self, about: str, done: int | None = 0, total: int | None = None) -> None:
        """Move the bar.

        Args:
            about: What is done.
            done: How much of it is; None: the bar only moves.
            total: How much there is.
        """
        steps = self._steps
        steps.show(about, done, total)
        about = about if len(about) <= self._room else textwrap.shorten(about, self._room, placeholder=" …")
        self._progress.update(self._task, description=about, completed=steps.done)
        # `update` takes None for "as before"
        self._progress.tasks[0].total = None if steps.pauses else steps.total
        if done is None:  # a short phase is seen, too
            self._progress.refresh()


class _Lines:
    """A thread of its own prints: a step that takes long, such as a build, calls nothing."""

    def __init__(self) -> None:
        self._over = Event()
        self._thread = Thread(target=self._print, name="meter", daemon=True)
        self._steps = _Steps()

    def __enter__(self) -> _Lines:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def show(self, about: str, done: int | None = 0, total: int | None = None) -> None:
        """Keep what the next line will say. The parameters are those of a meter."""
        self._steps.show(about, done, total)

    def _print(self) -> None:
        while not self._over.wait(EVERY):
            with suppress(OSError, ValueError):  # the reader may be gone, and the work goes on
                print(printable(self._steps.in_words(monotonic()), 200), file=sys.stderr, flush=True)


def print_head(
    screen: Console,
    design: Dut,
    simulators: list[Simulator],
    seed: int,
    command: list[str],
    notes: Sequence[str] = (),
    *,
    verbose: bool = True,
) -> None:
    """Print the versions, the design, its board and the command.

    Args:
        screen: Where to.
        design: The design.
        simulators: The simulators.
        seed: The seed.
        command: The command.
        notes: Lines to print below the design.
        verbose: Whether versions of Python and its packages are printed, too.
    """
    screen.print(
        versions(simulators) if verbose else " · ".join([f"loopline {version('loopline')}", *map(str, simulators)])
    )
    board = f", board {design.board}" if str(design.board) else ""
    screen.print(f"{design.name}: {design.top}{board}, from {design.shown}")
    if design.contract == "player":
        screen.print(_line_of(design))
    for note in notes:
        screen.print(note)
    screen.print(f"seed {seed} · {shlex.join(command)}\n", style="bold")


def versions(simulators: list[Simulator]) -> str:
    """Return the versions of everything that affects the results, in a line."""
    packages = [f"{name} {version(name)}" for name in ("loopline", "cocotb", "hypothesis")]
    return " · ".join([*packages, f"Python {platform.python_version()}", *map(str, simulators)])


def _line_of(design: Dut) -> str:
    """Return the serial line of a player, and how the simulated one differs from it."""
    text = f"serial line at {design.serial.baud:,} baud, clock {design.clock.mhz:g} MHz"
    if design.baud != design.serial.baud:
        times = design.baud / design.serial.baud
        text += f"; simulated at {design.baud:,} baud, {times:.3g} times as fast, {design.bit:g} cycles a bit"
    return text


@contextmanager
def progress(
    screen: Console, goal: int | None = None, *, quiet: bool = False, verbose: bool = False
) -> Iterator[Watch]:
    """Show how far a run is, and first words on failures, unless it is to be quiet.

    Args:
        screen: Where to.
        goal: The examples in all, if that is known.
        quiet: Show nothing.
        verbose: Say the words of every failure at length, not only of the first in which a signal is wrong.
    """
    if quiet:
        yield Watch()
        return
    with meter(screen) as show:
        show("building", 0, goal)
        yield Watch(screen, show, goal, verbose=verbose)


class Watch:
    """Shows what it hears of a run."""

    def __init__(
        self,
        screen: Console | None = None,
        show: Meter = lambda *_: None,
        goal: int | None = None,
        *,
        verbose: bool = False,
    ) -> None:
        """Show it with a meter; failures on the screen, if there is one. `goal` and `verbose`: as of `progress`."""
        self._screen, self._show, self._goal, self._verbose = screen, show, goal, verbose
        self._known: dict[tuple[str, str], tuple[int, int, int]] = {}
        self._failed = set[tuple[str, str] | str]()
        self._phase = ""

    def __call__(self, simulator: Simulator, outcome: Outcome) -> None:
        """Show how far a property is."""
        if self._screen:
            self._tell(self._screen, simulator, outcome)
        self._known[simulator.name, outcome.name] = outcome.examples, outcome.turns, outcome.cycles
        examples, turns, cycles = map(sum, zip(*list(self._known.values()), strict=True))
        if outcome.state == "shrinking":
            self._show(how_far(outcome), None)
            return
        if self._phase:
            self._show(self._phase, None)
            return
        about = f"{simulator.name:<9} {outcome.name:<16} {turns:>9,} turns {cycles:>12,} cycles"
        self._show(about, examples if self._goal is None else min(examples, self._goal), self._goal)

    def busy(self, words: str) -> None:
        """Show what goes on beside the examples until it `rests`. What others play meanwhile is not what takes long."""
        self._phase = words
        self._show(words, None)

    def rests(self) -> None:
        """Show the examples again, with the next of them."""
        self._phase = ""

    def _tell(self, screen: Console, simulator: Simulator, outcome: Outcome) -> None:
        """Print the first words on a failure."""
        from loopline.simulation.job import FAILURES

        key = simulator.name, outcome.name
        # a saved game is not a numbered example
        settled = outcome.found_at is not None or outcome.turns_before is None
        crashed = outcome.state in ("died", "hung")
        if outcome.state not in FAILURES or not (outcome.signal or crashed) or not settled:
            return
        words = first_words(simulator, outcome)
        if not self._verbose:
            words = "\n".join(wrapped(words, screen.width, following="  ", most=2))
        shown: set[tuple[str, str] | str] = {key} if self._verbose else {key, outcome.signal or outcome.sentence}
        if not shown & self._failed:
            screen.print(Text(words))
        self._failed.update(shown)


def first_words(simulator: Simulator, outcome: Outcome) -> str:
    """Return a line for a failure, as soon as it is known."""
    where = [] if outcome.found_at is None else [example_of(outcome)]
    where += [] if outcome.cycle is None else [f"cycle {outcome.cycle:,}"]
    after = f" ({', '.join(where)})" if where else ""
    return f"{outcome.name} ({simulator.name}): {printable(outcome.sentence, 600)}{after}"


def example_of(outcome: Outcome) -> str:
    """Return which example has failed, in words."""
    return f"example {outcome.found_at}" if outcome.found_at else "an example of an earlier run"


def how_far(outcome: Outcome) -> str:
    """Return how far shrinking is, for the progress line."""
    turns = f"{outcome.turns_before} → {outcome.turns_left} turns"
    left = "" if outcome.shrink_left is None else f", {outcome.shrink_left:.0f} s left"
    return f"shrinking {outcome.name}: {turns}{left}"
