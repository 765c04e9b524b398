"""What passes between a hunt and the simulations that it runs in."""

from __future__ import annotations

from pydantic import BaseModel

#: In a simulation's folder.
PLAN = "plan.json"

#: The number of the design without any mutant.
ITSELF = 0


class Shrink(BaseModel):
    """A game that kills a mutant, to be made smaller."""

    mutant: int
    property: str
    script: str
    waits: str


class Plan(BaseModel):
    """What is to be done; any number of simulations work on it at the same time."""

    #: The deck: so many examples of each property, drawn with this seed; tried in this order.
    properties: list[str]
    examples: int
    seed: int
    #: Examples that have killed, and how often: property, number, mutants.
    kills: list[tuple[str, int, int]] = []
    #: Random games instead, of so many turns.
    random_turns: int | None = None
    #: Of each property these examples are tried: the first of them, and the one behind the last.
    first: int = 0
    last: int = 0
    mutants: list[int] = []
    shrink: list[Shrink] = []
    #: A folder with a file for each mutant that somebody has taken on.
    claims: str
    #: The process that wants to know; without it there is nothing more to do.
    hunter: int
