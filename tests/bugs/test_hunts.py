"""Every bug of the zoo is caught, within one budget, whatever the seed; and its game shrinks."""

import pytest
from bugs import table
from bugs.hunting import caged, hunt, run
from bugs.zoo import SIZE, zoo
from loopline.games.trax.game import properties

EXAMPLES = 200
SEEDS = (1, 2, 3)

#: So many turns all games can be played; longer ones that are known to be the shortest have been found that way once.
ALL_GAMES = 4


def portions():
    """The bugs by simulator, in portions for several processes."""
    for simulator, count in (("verilator", 8), ("icarus", 1)):
        bugs = [bug for bug in zoo().bugs if bug.simulator == simulator]
        for number in range(count):
            yield pytest.param(simulator, bugs[number::count], id=f"{simulator}-{number}")


@pytest.mark.parametrize(("simulator", "bugs"), list(portions()))
def test_bugs_are_caught(simulator, bugs, request):
    hunts = [
        hunt(f"{bug.name} {seed}", bug, properties=[bug.property], examples=EXAMPLES, seed=seed)
        for bug in bugs
        for seed in SEEDS
    ]
    known = [bug for bug in bugs if bug.shortest and bug.shortest <= ALL_GAMES and bug.simulator == "verilator"]
    hunts += [hunt(f"{bug.name} shortest", bug, short_games=ALL_GAMES) for bug in known]
    name = request.node.callspec.id
    outcomes = run(caged(simulator), hunts, name)
    rows = [table.row(bug, [outcomes[f"{bug.name} {seed}"] for seed in SEEDS]) for bug in bugs]
    table.keep(name, rows)
    problems = [problem for row in rows for problem in row.problems()]
    for bug in known:
        shortest = outcomes[f"{bug.name} shortest"].turns_left
        if shortest != bug.shortest:
            problems.append(f"{bug.name}: its shortest game has {shortest} turns, not {bug.shortest}")
    assert not problems, "\n".join(problems)
    both_speeds_agree(rows, name)


def both_speeds_agree(rows, name):
    """Recorded in HDL and compared afterwards, or with Python awake in every cycle: the same cycle, signal, values."""
    verdicts = []
    for close_up in (False, True):
        hunts = [
            hunt(row.name, bug(row.name), scripts=[(row.name, *each) for each in row.games], close_up=close_up)
            for row in rows
        ]
        outcomes = run(caged("icarus"), hunts, f"{name}-{'close-up' if close_up else 'fast'}")
        verdicts.append(
            {one.name: (one.state, one.cycle, one.signal, one.expected, one.found) for one in outcomes.values()}
        )
    assert verdicts[0] == verdicts[1]
    assert {state for state, *_ in verdicts[0].values()} == {"mismatch"}


def bug(name):
    return next(bug for bug in zoo().bugs if bug.name == name)


@pytest.mark.parametrize(("simulator", "examples"), [("verilator", 60), ("icarus", 5)])
def test_without_a_bug_everything_agrees(simulator, examples):
    names = [one.name for one in properties(SIZE)]
    hunts = [hunt(name, None, properties=[name], examples=examples) for name in names]
    outcomes = run(caged(simulator), hunts, f"control-{simulator}")
    assert {name: outcomes[name].error or outcomes[name].state for name in names} == dict.fromkeys(names, "agrees")
