"""What the errors of all games have in common."""

from __future__ import annotations

from typing import Any, ClassVar


class GameError(ValueError):
    """Base of all errors of the models."""

    #: The error's short name, the same in every report and for the hardware.
    reason: ClassVar[str] = ""

    def __reduce__(self) -> tuple[Any, ...]:
        """An exception is pickled as its class and its message; ours may take other arguments than the message."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[GameError], args: tuple[Any, ...], state: dict[str, Any]) -> GameError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class TextError(GameError):
    """A text that is not what it should be. `at` counts characters from the start of `text`."""

    def __init__(self, text: str, at: int, found: str, expected: str) -> None:
        super().__init__(f"{self.reason}: found {found}, expected {expected}")
        self.text = text
        self.at = at
        self.found = found
        self.expected = expected
