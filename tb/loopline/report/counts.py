"""How many properties or checks were played, and what came of them: each is counted once."""

from __future__ import annotations

from collections.abc import Iterable

from loopline.tables import Table


class Counts(Table):
    """How many properties, or checks, ended in which way."""

    played: int
    """Those with or without a verdict."""
    agree: int
    disagree: int
    untested: int
    """Played, without a verdict: the simulator died, or nothing was asked."""
    not_played: int

    @classmethod
    def of(cls, states: Iterable[str]) -> Counts:
        """Count the states of outcomes or of checks."""
        all_ = list(states)
        agree, disagree = all_.count("agrees"), all_.count("mismatch")
        not_played = all_.count("not run") + all_.count("interrupted")
        played = len(all_) - not_played
        untested = played - agree - disagree
        return cls(played=played, agree=agree, disagree=disagree, untested=untested, not_played=not_played)

    @property
    def total(self) -> int:
        """All that were planned."""
        return self.played + self.not_played

    def text(self, what: str = "") -> str:
        """`12 of 12 agree`, or `3 of 12 played (2 agree, 1 disagrees)`. `what` they are, if that has to be said."""
        of = f"of {self.total} {what}".rstrip()
        agree = "agrees" if self.agree == 1 else "agree"
        others = [f"{self.disagree} disagree{'s' * (self.disagree == 1)}"] if self.disagree else []
        others += [f"{self.untested} could not be tested"] if self.untested else []
        if self.not_played:
            return f"{self.played} {of} played ({', '.join([f'{self.agree} {agree}', *others])})"
        return ", ".join([f"{self.agree} {of} agree", *others])
