"""From a description to a finished build: sources and ports, the top, the simulators.

May import: signals, tables and below.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """Keys of [board] and their values: `side=5,wrap=true`. `16` is `size=16`."""

    text: str

    @property
    def values(self) -> dict[str, object]:
        """Raises ValueError."""
        text = f"size={self.text}" if re.fullmatch(r"[0-9]+", self.text) else self.text
        return dict(map(_key_and_value, text.split(",")))

    @property
    def words(self) -> list[str]:
        """The option that asks for it."""
        return ["--size" if self.text.isdigit() else "--board", self.text]


def _key_and_value(text: str) -> tuple[str, object]:
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise ValueError(f"{text!r} is not KEY=VALUE")
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key, value
