"""The script of a player: what the host does on its line, one game or more and everything that may happen in them.

As text, it has a word for every step:

    -T -W -B B2/            a line, sent as it stands
    hex=2d57                a line of these bytes
    ?17                     a legal reply: the 17th there is, counted again from the first if there are fewer
    ~17                     an illegal one
    *17                     a legal one that makes the game long: the best for that of a few, chosen by the number
    $17                     a legal one that ends the game, or lets the player end it, if there is one
    &17                     a legal one that lets the player win, if there is one
    %17                     what a reader who loses a bit or a character takes for a legal one
    _17                     a legal one without a part of it that it needs
    !glitch=30              the idle line is low for this many hundredths of a bit
    !glitch=12,1            the same; a receiver that votes must be ready for a byte a cycle later, which is as soon
                            after the pulse has begun as after a stop bit has
    !break=15               it is low for this many bit times
    !break=15,3             the same, and this many sixteenths of a bit more
    !noise=7,1000           a thousand bytes at random, from this seed
    !flood=1000             a line of this many characters
    !flood=1000,2           the same, between the first character of -W and its last; 1: of -T, 3: of -B
    !flood=1000,6           the same, and those between have no stop bit
    !reset=5                the design is reset when this many bit times of a byte are sent
    !reset=5,3              the same, and this many sixteenths of a bit later
    !reset=25,3,2d570a      the same, of these bytes instead of one of any kind
    !low=20                 the line is low while it is reset, and for this many sixteenths of a bit more

A game may have marks for more kinds of replies than `?`, `~` and `*`. A line, a reply, a reset, a break and a flood may
be prefixed by how they are sent, and a colon, as in `now,crlf:-B`:

    now:                    without waiting for the answer to the line before
    cr: crlf:               the end of the line
    baud-8:                 at a rate that is 8 % too slow
    spike37:                with a spike of a sixteenth of a bit after 37 sixteenths; an eighth for one that votes
    broken1:                without the stop bit of byte 1, counted from 0
    broken1,held3:          the same, and the line stays low for three bits more, then high for two
    cut1: cut-1:            the stop bit of byte 1 and the next, or of the last one, are as short as `serial.stop` says
    torn1:                  with a break before byte 1
    paused1:                with a pause of 131,072 cycles before byte 1
    paused1,idle129:        with one of 129 cycles
    after7:                 without waiting, seven cycles after the line before; left out if the design may have no room
    extra,after7:           a `-T` that may be too many, and may go unanswered
    now,meet-3:             so that it ends three cycles before the answer to the line before begins; if none comes as
                            the game is over, before the lamps show that
    now,meet-3@2:           the same, before byte 2 of that answer begins
    lasts9:                 a reset nine cycles longer than `reset.cycles`
    through:                a reset during which its bytes are sent to their end; the design must not hear them

The moments of `meet` are known once the same game has been played before in the script.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from loopline.games import script as scripts

#: What a step may be: a line; one that is chosen when its time comes, of these kinds or a game's own; a disturbance.
LINE, CHOICE, WRONG, LONG, ENDING, GIVING = "line", "choice", "wrong", "long", "ending", "giving"
ALIAS, PART = "alias", "part"
MARKS = {CHOICE: "?", WRONG: "~", LONG: "*", ENDING: "$", GIVING: "&", ALIAS: "%", PART: "_"}
DISTURBANCES = "glitch", "break", "noise", "flood", "reset", "low"
GLITCH, BREAK, NOISE, FLOOD, RESET, LOW_RESET = DISTURBANCES
RESETS = RESET, LOW_RESET

ENDS = {"lf": b"\n", "cr": b"\r", "crlf": b"\r\n"}


class Step(NamedTuple):
    """A line to a player, or a disturbance of the line."""

    kind: str
    #: A line's bytes; of a reset, those in which it comes: empty for a byte of any kind.
    data: bytes = b""
    #: The number of the choice; the amount of a disturbance.
    number: int = 0
    #: Of noise, in bytes; of a break or a reset, sixteenths of a bit more; of a glitch, whether a line follows closely;
    #: of a flood, the command that it is like, and whether its bytes have stop bits.
    length: int = 0
    end: str = "lf"
    #: Per cent that the line is faster than it should be.
    baud: int = 0
    now: bool = False
    #: Sixteenths of a bit into it, there is a spike.
    spike: int | None = None
    #: The byte of it that lacks its stop bit.
    broken: int | None = None
    #: The stop bits of this byte and the next are cut short; -1: of the last one.
    cut: int | None = None
    #: Bits for which the line stays low after a byte without a stop bit; None: it is high for long then.
    held: int | None = None
    #: Before this byte there is a break.
    torn: int | None = None
    #: Before this byte there is a pause; and its cycles, None: very many.
    paused: int | None = None
    idle: int | None = None
    #: It ends this many cycles after the answer to the line before has begun, or after this byte of it has.
    meet: int | None = None
    byte: int = 0
    #: It begins this many cycles after what was before.
    after: int | None = None
    #: It is sent even if its answer may not fit.
    extra: bool = False
    #: A reset lasts this many cycles longer than it must; and its bytes are sent to their end in it.
    lasts: int = 0
    through: bool = False

    @property
    def at_once(self) -> bool:
        """Without waiting for the answer to what was before."""
        return self.now or self.after is not None

    @property
    def is_damaged(self) -> bool:
        """Whether it cannot be read."""
        return self.broken is not None or self.torn is not None

    @property
    def is_line(self) -> bool:
        """Whether it sends a line, given or chosen."""
        return self.kind not in DISTURBANCES

    @property
    def is_chosen(self) -> bool:
        """Whether its line depends on the position at that time."""
        return self.is_line and self.kind != LINE


#: Of this many numbers of an alias, the last is that of the move farthest to the right.
KINDS_OF_ALIASES = 4


def far(number: int) -> Step:
    """Return an alias of the move farthest to the right."""
    return Step(ALIAS, number=KINDS_OF_ALIASES - 1 + KINDS_OF_ALIASES * number, now=True)


Script = scripts.Script[Step]


def line(text: str | bytes) -> Step:
    """Return the step that sends exactly this line."""
    return Step(LINE, text if isinstance(text, bytes) else text.encode("latin-1"))


def batches(script: Script, known: bool) -> Iterator[tuple[int, list[Step]]]:
    """Yield the steps in groups that are sent in one go, and the number of the first of them.

    Args:
        script: The script.
        known: Whether the player's answers are known. If not, a `-W` or a disturbance begins a group: it may drop an
            answer that is owed, and nobody could tell which one came.
    """
    group: list[Step] = []
    for number, step in enumerate(script.steps):
        strange = step.data == b"-W" or not step.is_line
        if group and (not step.at_once or (strange and not known)):
            yield number - len(group), group
            group = []
        group.append(step)
    if group:
        yield len(script.steps) - len(group), group


_MEET = r"meet[+-][0-9]{1,4}(?:@[0-9]{1,2})?"
#: When a disturbance comes, and how long a reset lasts.
_ELSE = rf"now(?:,{_MEET})?|after[0-9]{{1,6}}"
_LASTS = r"lasts[1-9][0-9]{0,3}(?:,through)?|through"
_BYTES = "(?:[0-9a-f]{2})+"
_DISTURBANCE = re.compile(
    rf"(?:((?:{_ELSE})(?:,(?:{_LASTS}))?|{_LASTS}):)?"
    rf"!({'|'.join(DISTURBANCES)})=([0-9]{{1,6}})(?:,([0-9]{{1,6}}))?(?:,({_BYTES}))?"
)
#: How a line is sent.
_HOW = (
    r"(?:now|extra|crlf|cr|baud[+-][0-9]{1,2}|(?:spike|broken|held|torn|paused)[0-9]{1,4}|cut(?:-1|[0-9]{1,4})"
    rf"|idle[1-9][0-9]{{0,5}}|after[0-9]{{1,6}}|{_MEET})"
)


class Words:
    """Scripts of one game as text."""

    def __init__(self, move: str, marks: Mapping[str, str] = MARKS) -> None:
        """Take the words of a game.

        `move`: what its moves look like, as a regular expression; they are written as they stand.
        """
        self._marks = marks
        self._kinds = {mark: kind for kind, mark in marks.items()}
        self._plain = re.compile(f"-[TWB]|{move}")
        choice = f"(?P<choice>[{re.escape(''.join(self._kinds))}])(?P<number>[0-9]{{1,6}})"
        self._line = re.compile(
            rf"(?:(?P<how>{_HOW}(?:,{_HOW})*):)?"
            rf"(?:(?P<text>{self._plain.pattern})|hex=(?P<hex>(?:[0-9a-f]{{2}})*)|{choice})"
        )

    def write(self, script: Script) -> str:
        """Return the script as words with blanks between them; `read` takes it."""
        return " ".join(map(self._word, script.steps))

    def read(self, words: Iterable[str]) -> Script:
        """Return the script that the words mean. Raise ValueError for an unknown word."""
        return Script(tuple(map(self._step, words)))

    def _word(self, step: Step) -> str:
        how = [word for word, is_set in (("now", step.now), ("extra", step.extra)) if is_set]
        how += [step.end] if step.end != "lf" else []
        how += [f"baud{step.baud:+d}"] if step.baud else []
        how += [] if step.spike is None else [f"spike{step.spike}"]
        how += [] if step.broken is None else [f"broken{step.broken}"]
        how += [] if step.cut is None else [f"cut{step.cut}"]
        how += [] if step.held is None else [f"held{step.held}"]
        how += [] if step.torn is None else [f"torn{step.torn}"]
        how += [] if step.paused is None else [f"paused{step.paused}"]
        how += [] if step.idle is None else [f"idle{step.idle}"]
        how += [] if step.after is None else [f"after{step.after}"]
        how += [] if step.meet is None else [f"meet{step.meet:+d}" + (f"@{step.byte}" if step.byte else "")]
        how += [f"lasts{step.lasts}"] if step.lasts else []
        how += ["through"] if step.through else []
        return f"{','.join(how)}:{self._body(step)}".removeprefix(":")

    def _body(self, step: Step) -> str:
        if not step.is_line:
            more = [str(step.length)] if step.length or step.data or step.kind == NOISE else []
            return ",".join([f"!{step.kind}={step.number}", *more, *([step.data.hex()] if step.data else [])])
        if step.is_chosen:
            return f"{self._marks[step.kind]}{step.number}"
        text = step.data.decode("latin-1")
        return text if self._plain.fullmatch(text) else f"hex={step.data.hex()}"

    def _step(self, word: str) -> Step:
        if match := _DISTURBANCE.fullmatch(word):
            how, kind, number, length, data = match.groups()
            step = _how((how or "").split(","))
            step = step._replace(kind=kind, number=int(number), length=int(length or 0), data=bytes.fromhex(data or ""))
            fits = {NOISE: length is not None, LOW_RESET: length is None}.get(kind, True)
            if fits and (kind == RESET or not (data or step.through)) and (kind in RESETS or not step.lasts):
                return step
        if match := self._line.fullmatch(word):
            how = _how((match["how"] or "").split(","))
            if match["choice"]:
                return how._replace(kind=self._kinds[match["choice"]], number=int(match["number"]))
            return how._replace(data=match["text"].encode() if match["text"] else bytes.fromhex(match["hex"]))
        raise ValueError(f"{word!r} is not a step of a player's script")


def _how(words: Sequence[str]) -> Step:
    """Return a line without text, sent as these words say."""

    def number(name: str) -> int | None:
        return next((int(word.removeprefix(name)) for word in words if word.startswith(name)), None)

    meet, _, byte = next((word for word in words if word.startswith("meet")), "").removeprefix("meet").partition("@")
    return Step(
        LINE,
        end=next((word for word in words if word in ENDS), "lf"),
        baud=number("baud") or 0,
        now="now" in words,
        spike=number("spike"),
        broken=number("broken"),
        cut=number("cut"),
        held=number("held"),
        torn=number("torn"),
        paused=number("paused"),
        idle=number("idle"),
        meet=int(meet) if meet else None,
        byte=int(byte or 0),
        after=number("after"),
        extra="extra" in words,
        lasts=number("lasts") or 0,
        through="through" in words,
    )
