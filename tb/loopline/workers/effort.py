"""How much of a design `verify` tries: numbers of examples, games and cycles, never seconds. So the same seed gives the
same run on any machine. docs/effort.md says where the numbers come from. (The command line reads this before it has
anything to do with workers.)"""

from __future__ import annotations

from typing import Literal

Effort = Literal["quick", "normal", "thorough"]

#: The share of the examples of the design's description, or of the model's checks.
_SHARES: dict[Effort, float] = {"quick": 0.3, "normal": 0.5, "thorough": 1}

#: On other boards than that of the description are played one in so many of the examples.
ELSEWHERE = 4

#: A sample has one in so many of the examples, or of the games of a deck, but at least so many, if there are so many.
SAMPLE, _FEWEST = 20, 2

#: In a sample a batch ends after so many cycles for each example of a property, and with it a conversation: the
#: simulators that it is for are slow. But it has so many at least.
_CYCLES, _LEAST = 2_000, 10_000

#: With so many examples of each property all of a deck is played; with fewer the same share of it, but two games.
WHOLE = 12


def examples(most: int, effort: Effort) -> int:
    """Of each property, if `most` are its examples with the greatest effort."""
    return max(1, round(most * _SHARES[effort]))


def games(number: int, examples: int) -> int:
    """Of so many games of a deck."""
    return max(min(number, _FEWEST), -(-number * min(examples, WHOLE) // WHOLE))


def sampled(number: int) -> int:
    """Of so many examples, or games of a deck."""
    return min(number, max(_FEWEST, number // SAMPLE))


def cycles(examples: int) -> int:
    """Of a batch in a sample, if a property has so many examples."""
    return max(_LEAST, _CYCLES * examples)
