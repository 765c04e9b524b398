"""By which rules a game can be played, and how a user says so: `--rules NAME`, or `--rules KEY=VALUE,KEY=VALUE`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

RulesT = TypeVar("RulesT")


class RuleSets(ABC, Generic[RulesT]):
    """All the rules there are to choose from."""

    #: What may stand after `--rules`, as an error lists it.
    known: str

    @abstractmethod
    def of(self, text: str) -> RulesT:
        """Those that are meant; an empty text means the usual ones. Raises ValueError, which says what there is."""


class NamedRules(RuleSets[RulesT]):
    """Rule sets that have names."""

    def __init__(self, named: Mapping[str, RulesT]) -> None:
        """The first is the usual one."""
        self._named = named
        self.known = ", ".join(named)

    def of(self, text: str) -> RulesT:
        """Return the rule set of this name; without one, the usual one. Raises ValueError."""
        if text and text not in self._named:
            raise ValueError(f"no rule set is called {text!r}; there are {self.known}")
        return self._named[text or next(iter(self._named))]


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen."""

    #: What is meant where nothing is said, as a user would write it.
    default: str
    #: From what a user writes. Raises ValueError, which says what is expected.
    read: Callable[[str], object]
    #: What a user may write.
    known: str


def one_of(*words: str) -> Option:
    """One of these words, of which the first is the usual one."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"expected {' or '.join(words)}")
        return text

    return Option(words[0], read, "|".join(words))


def whole(default: int, least: int, most: int) -> Option:
    """A whole number."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ValueError(f"expected a whole number from {least:,} to {most:,}")
        return int(text)

    return Option(str(default), read, f"{least}–{most}")


class Options(RuleSets[RulesT]):
    """Rules of which several things can be chosen, each by its key."""

    def __init__(self, made: Callable[..., RulesT], **options: Option) -> None:
        """`made` gets each option by its key."""
        self._made, self._options = made, options
        self.known = ", ".join(f"{key}={option.known}" for key, option in options.items())

    def of(self, text: str) -> RulesT:
        """Return the rules that KEY=VALUE,… chooses. Raises ValueError."""
        given: dict[str, str] = {}
        for part in text.split(",") if text else ():
            key, equals, value = part.partition("=")
            if not equals or key not in self._options:
                what = f"there is no {key!r}" if equals else f"{part!r} is not KEY=VALUE"
                raise ValueError(f"{what}; there are {self.known}" if self._options else "there is nothing to choose")
            if key in given:
                raise ValueError(f"{key} stands twice")
            given[key] = value
        return self._made(**{key: self._value(key, given) for key in self._options})

    def _value(self, key: str, given: Mapping[str, str]) -> object:
        option = self._options[key]
        try:
            return option.read(given.get(key, option.default))
        except ValueError as error:
            raise ValueError(f"{key}={given[key]}: {error}" if key in given else str(error)) from None
