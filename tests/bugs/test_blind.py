"""Bugs written blind: how many of them does `loopline verify --effort thorough` find?"""

import json

import pytest
from bugs.hunting import OUT, PORTION, SEEDS, caged, hunt, run
from bugs.zoo import BLIND, misfit
from loopline.campaign.run import one_in
from loopline.campaign.saved import deck_of
from loopline.contract.game import Subject
from loopline.simulation.job import DECK

#: By seed: so many are found at least. docs/evidence/bugs.md has them, and what is missed.
FOUND = {
    "blind-engine": {1: 40, 2: 40, 3: 40},
    "blind-engine-second": {1: 40, 2: 40, 3: 40},
    "blind-engine-third": {1: 40, 2: 40, 3: 40},
    "blind-engine-fourth": {1: 18, 2: 18, 3: 18},
    "blind-engine-fifth": {1: 30, 2: 30, 3: 30},
    "blind-player-second": {1: 40},
    "blind-player": {1: 36},
    "blind-player-third": {1: 25},
    "blind-player-fourth": {1: 39, 2: 39, 3: 35},
    "blind-player-fifth": {1: 37, 2: 36, 3: 37},
    "blind-player-sixth": {1: 38, 2: 38, 3: 38},
    "blind-player-seventh": {1: 39, 2: 39, 3: 39},
    "blind-player-eighth": {1: 39, 2: 39, 3: 39},
    "blind-player-ninth": {1: 38, 2: 38, 3: 38},
    "blind-player-tenth": {1: 40, 2: 40, 3: 40},
    "blind-player-eleventh": {1: 14, 2: 14, 3: 14},
    "blind-globe": {1: 40, 2: 40, 3: 40},
    "blind-globe-second": {1: 39, 2: 39, 3: 39},
    "blind-evening": {1: 40, 2: 40, 3: 40},
    "blind-tsolitaire": {1: 40, 2: 40, 3: 40},
    "blind-evening-second": {1: 40, 2: 40, 3: 40},
    "blind-tsolitaire-second": {1: 39, 2: 40, 3: 40},
    "blind-globe-third": {1: 5, 2: 5, 3: 5},
    "blind-evening-third": {1: 5, 2: 5, 3: 5},
    "blind-tsolitaire-third": {1: 5, 2: 5, 3: 5},
}

#: Rounds that are smaller than forty. Of the fourth one's 52 most repeated older bugs.
SMALLER = {
    "blind-engine-fourth": 18,
    "blind-engine-fifth": 30,
    "blind-player-eleventh": 15,
    "blind-globe-third": 5,
    "blind-evening-third": 5,
    "blind-tsolitaire-third": 5,
}

each_file = pytest.mark.parametrize("zoo", BLIND, ids=lambda zoo: zoo.name)


@each_file
def test_blind_hunts_play_as_much_as_verify(zoo):
    design = zoo.design()
    assert (zoo.examples, zoo.settings) == (design.examples, {})


@each_file
def test_there_are_enough_blind_bugs(zoo):
    enough = SMALLER.get(zoo.name, 40)
    assert len({bug.name for bug in zoo.bugs}) == len({bug.story for bug in zoo.bugs}) == len(zoo.bugs) >= enough


@each_file
def test_the_bugs_fit_the_rtl(zoo):
    misfits = {bug.name: why for bug in zoo.bugs if (why := misfit(zoo, bug))}
    assert not misfits
    assert {bug.property for bug in zoo.bugs} == {None}


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@each_file
def test_blind_bugs_are_found_as_the_docs_say(zoo, seed):
    lines = {bug.name: {"bug": bug.name, "property": None} for bug in zoo.bugs}
    for board, seed_there in _boards(zoo, seed):
        build = caged(board, "verilator")
        assert {outcome.state for outcome in _hunted(board, build, seed_there, [None])[None].values()} == {"agrees"}
        left = [bug for bug in zoo.bugs if lines[bug.name]["property"] is None]
        for start in range(0, len(left), PORTION):
            for name, row in _hunted(board, build, seed_there, left[start : start + PORTION]).items():
                lines[name] = _first(name, row) | {"board": board.size}
    table = list(lines.values())
    (OUT / zoo.name / f"seed-{seed}.json").write_text(json.dumps(table, indent=1) + "\n")
    assert sum(line["property"] is not None for line in table) >= FOUND.get(zoo.name, {}).get(seed, 0)


def _boards(zoo, seed):
    """The boards of a run by default, each with its examples and its seed."""
    yield zoo, seed
    design = zoo.design()
    for number, board in enumerate(design.extremes, 1):
        name = f"{zoo.name}-{board.partition('=')[2]}"
        there = zoo.model_copy(update={"name": name, "size": board, "examples": zoo.examples // one_in(design, board)})
        yield there, seed + number


def _hunted(zoo, build, seed, bugs):
    """By the name of each bug, what each property has made of it. Once it is found, no other is tried."""
    names = [bug and bug.name for bug in bugs]
    deck = deck_of(Subject.of(zoo.design()))
    properties = [*([DECK] if deck else []), *zoo.properties]
    plan = [
        hunt(
            zoo,
            f"{name}: {one}",
            bug,
            properties=[one],
            deck=deck.games if deck else [],
            examples=zoo.examples,
            seed=seed,
            shrink=0,
            until_found=True,
        )
        for name, bug in zip(names, bugs, strict=True)
        for one in properties
    ]
    outcomes = run(build, plan, f"seed-{seed}-{names[0]}")
    return {name: {one: outcomes[f"{name}: {one}"] for one in properties} for name in names}


def _first(name, row):
    """Which property found the bug, at which of its examples, and how many turns that game had."""
    line = {"bug": name, "property": None, "example": None, "turns": None}
    for one, outcome in row.items():
        if outcome.state in ("agrees", "not run"):
            continue
        assert outcome.state == "mismatch" or outcome.error.startswith("FlakyProperty"), f"{name}: {one}: {outcome}"
        line |= {"property": one, "example": outcome.found_at, "turns": outcome.turns_before}
    return line
