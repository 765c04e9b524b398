"""Errors in a move or a text, in any game. Each game's own `Reason` says why."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class GameError(ValueError):
    """The base of all errors of the models."""

    #: The error's short name, the same in every report and for the hardware.
    reason: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how the error is pickled.

        An exception is pickled as its class and its message; ours may take other arguments than the message.
        """
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[GameError], args: tuple[Any, ...], state: dict[str, Any]) -> GameError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class Refused(GameError):
    """The exception for a move that the rules refuse; the position is what it was before it.

    `reason` is a member of the game's `Reason`.
    """

    reason: StrEnum

    def __init__(self, reason: StrEnum, why: str) -> None:
        super().__init__(f"{reason}: {why}")
        self.reason = reason


class NotationError(GameError):
    """The exception for a text that differs from what it should be. `at` counts characters from the start of `text`."""

    reason: StrEnum

    def __init__(self, reason: StrEnum, text: str, at: int, found: str, expected: str) -> None:
        super().__init__(f"{reason}: found {found}, expected {expected}")
        self.reason = reason
        self.text = text
        self.at = at
        self.found = found
        self.expected = expected
