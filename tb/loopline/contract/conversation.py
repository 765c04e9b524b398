"""What passes between the host's end of a line and the game that decides what the host says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from loopline.signals.uart import Wave
from loopline.simulation.line import Heard, Lit


class Say(NamedTuple):
    """The host's next words, and what it waits for."""

    wave: Wave
    #: How many lines to wait for, and for how many cycles after the last word.
    wanted: int = 0
    patience: int = 0
    #: For how many cycles to keep listening after these lines. None: until the line is certainly idle.
    listen: int | None = None
    #: The number of the step in the script.
    step: int = 0
    #: This many cycles before its end the design is reset, once or more. What comes back before that is not heard.
    resets: Sequence[int] = ()


class Answers(NamedTuple):
    """What has come back."""

    lines: list[Heard]
    #: The beginning of a line that is not complete yet.
    rest: bytes
    #: The cycle in which the host's last word ended, and the current cycle.
    sent: int
    now: int
    #: Since when other lamps are on, each time that they have changed.
    lamps: list[Lit] = []  # noqa: RUF012 - it is a default of a NamedTuple, and never added to


#: Yields what to say, is sent the answers, and raises Mismatch when they are wrong.
Conversation = Generator[Say, Answers, None]


Script = TypeVar("Script")


class Host(Protocol[Script]):
    """Decides what the host says, and judges what comes back."""

    #: The transcript, line by line: `> ` from the host, `~ ` the same but damaged, `< ` from the player, `! ` other
    #: events.
    transcript: list[str]
    #: Counts of various things, to be summed over all scripts.
    figures: Counter[str]

    def converse(self, script: Script, delays: bytes) -> Conversation:
        """Yield what to send, be sent what was heard, and return at the end of the script. Raises Mismatch."""

    @property
    def concrete(self) -> Script:
        """The script as it was played, with every choice replaced by what was chosen."""
