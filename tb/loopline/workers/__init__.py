"""The workers: many simulators at work on one campaign, here or on other machines.

The examples and results are the same as with one. How much `verify` plays is here, too: numbers of examples, games and
cycles, never seconds, so that the same seed gives the same run on any machine. docs/effort.md says where the numbers
come from. (The command line imports this at its start, so it imports nothing.)

May import: simulation and below.
"""

from __future__ import annotations

from typing import Literal

Effort = Literal["quick", "normal", "thorough"]

#: The share of the examples of the design's description, or of the model's checks.
_SHARES: dict[Effort, float] = {"quick": 0.3, "normal": 0.5, "thorough": 1}

#: The first example is the simplest, which shows next to nothing: no effort plays fewer, unless the description does.
_SOME = 3

#: A batch with a player that looks further than one turn ends after this number of cycles for each example of a
#: property, and with it a conversation: a single search may take longer than all that is played without one.
SEARCHING = 100_000

#: The examples of the description's board for each example on another board.
ELSEWHERE = 4

#: The same for a board that is larger: to clear it after each reset takes longer than most games.
LARGER = 20

#: The examples, or games of a deck, for each one in a sample; and the least that a sample has.
SAMPLE, _FEWEST = 20, 2

#: A batch in a sample ends after this number of cycles for each example of a property, and with it a conversation,
#: because simulators with X are slow. The second number is the least.
_CYCLES, _LEAST = 1_000, 6_000

#: A lengthy property ends after this number of requests for each example and each property of the design, whether they
#: are turns or not: so it plays no more than a quarter of what all of them play.
REQUESTS = 20

#: The number of examples from which on the whole deck is played. With fewer, the same share of the deck is.
WHOLE = 12

#: Seconds for shrinking a failure, and for finding the lines that it comes from.
SHRINK, WHY = 30.0, 10.0


def examples(most: int, effort: Effort) -> int:
    """Return the examples of each property with this effort. `most`: those with the greatest."""
    return max(min(most, _SOME), round(most * _SHARES[effort]))


def games(number: int, examples: int) -> int:
    """Return how many of this number of games of a deck are played beside this number of examples."""
    return max(min(number, _FEWEST), -(-number * min(examples, WHOLE) // WHOLE))


def sampled(number: int) -> int:
    """Return how many of this number of examples, or games of a deck, a sample has."""
    return min(number, max(_FEWEST, number // SAMPLE))


def cycles(examples: int) -> int:
    """Return the cycles after which a batch in a sample ends, for this number of examples of a property."""
    return max(_LEAST, _CYCLES * examples)
