"""What passes between the host's end of a line and the game that decides what the host says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import NamedTuple, Protocol, TypeVar

from loopline.signals.uart import Wave
from loopline.simulation.line import Heard


class Say(NamedTuple):
    """The host's next words, and what it waits for."""

    wave: Wave
    #: So many lines, for so many cycles after the last word.
    wanted: int = 0
    patience: int = 0
    #: So many cycles it listens on when they have come, or if it waits for none; None: until the line is surely quiet.
    listen: int | None = None
    #: Number of the step, in the script.
    step: int = 0
    #: The design is reset in it.
    resets: bool = False


class Answers(NamedTuple):
    """What has come back."""

    lines: list[Heard]
    #: What has come of a line that has no end yet.
    rest: bytes
    #: The cycle in which the host's last word ended, and the present one.
    sent: int
    now: int


#: Yields what to say, is sent the answers, and raises Mismatch when they are wrong.
Conversation = Generator[Say, Answers, None]


Script = TypeVar("Script")


class Host(Protocol[Script]):
    """Decides what the host says, and judges what comes back."""

    #: What was said and heard, a line each: `> ` what the host says, `< ` what the player does, `! ` what happens else.
    transcript: list[str]
    #: What there was of this and that, to be added up.
    figures: Counter[str]

    def converse(self, script: Script, delays: bytes) -> Conversation: ...

    @property
    def concrete(self) -> Script:
        """The script that it has followed, with nothing left to choose."""
