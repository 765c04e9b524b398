"""Which options of a simulator a description may name: those that change how it compiles, never what is compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """The options of one simulator, each as a regular expression."""

    #: The options that may be named.
    allowed: str
    #: Of these, those that a number follows, as a word of its own.
    with_number: str
    #: Some of those that may not be named, and why.
    refused: Mapping[str, str]
    #: Those that may be named, for readers.
    known: str

    def problems(self, words: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield each word that may not be named, and why."""
        number_follows = ""
        for word in words:
            if number_follows and not word.isdecimal():
                yield number_follows, "a number must follow it, as the next text of the list"
            if number_follows and (word.isdecimal() or not word.startswith("-")):
                number_follows = ""
                continue
            number_follows = word if re.fullmatch(self.with_number, word) else ""
            if not number_follows and not re.fullmatch(self.allowed, word):
                yield word, self._why(word)
        if number_follows:
            yield number_follows, "a number must follow it, as the next text of the list"

    def _why(self, word: str) -> str:
        for pattern, why in self.refused.items():
            if re.fullmatch(pattern, word):
                return why
        if not word.startswith(("-", "+")):
            return "is no option: files belong into sources, libraries or file_list"
        return f"loopline cannot say whether it changes what is compared; known are {self.known}"


#: Why options are refused that several simulators have.
MACRO = "macros belong into [defines], where the ports are read with them, too"
PARAMETER = "parameters belong into [parameters], where the ports are read with them, too"
FOLDER = "folders belong into include, where the ports are read with them, too"
FILES = "files belong into sources, libraries or file_list, where the ports are read with them, too"
LANGUAGE = "the language belongs into the key language, by which the ports are read, too"
TOP = "the top of what is simulated is loopline's own, and the key top names that of the design"
OUTPUT = "loopline says where a build is made, and keeps it"
WAVES = "loopline makes waves by itself where a game fails, and with --waves"
TIME = "loopline drives the clock, in its own units of time"
