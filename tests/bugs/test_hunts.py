"""The bugs of the zoos are caught, within one budget, whatever the seed; and their games shrink."""

import pytest
from bugs.hunting import SEEDS, caged, hunt, hunts, portions, problems, run
from bugs.zoo import DEEP_PLAYER, ENGINE, EVENING, GLOBE, PLAYER, TSOLITAIRE, ZOOS

#: Everybody hunts one of so many bugs; the gate a portion of each zoo; those who have hours all with all seeds.
SAMPLE = 40

#: So many turns all games can be played; longer ones that are known to be the shortest have been found that way once.
ALL_GAMES = 4

#: Found on Verilator by what was held in memory, or in a register that no reset clears, at the start or from games
#: before; on Icarus that is something else.
BY_WHAT_WAS_THERE = {
    "memory-writes-a-cycle-late",
    "reset-forgets-the-game",
    "reset-forgets-whose-move-it-is",
    "search-survives-a-reset",
    "sweep-misses-the-last-cell",
}


def by_name(value):
    return getattr(value, "name", value)


@pytest.mark.room(9)
@pytest.mark.parametrize(
    ("zoo", "simulator"),
    [
        (ENGINE, "icarus"),
        (PLAYER, "verilator"),
        (DEEP_PLAYER, "verilator"),
        (GLOBE, "icarus"),
        (TSOLITAIRE, "verilator"),
        (EVENING, "icarus"),
    ],
    ids=by_name,
)
def test_a_sample_is_caught(zoo, simulator):
    """For so few, Icarus mostly takes less than the compiler of C++ that Verilator needs."""
    bugs = [*zoo.shown("verilator")[::SAMPLE], *(zoo.shown("icarus")[::SAMPLE] if simulator == "icarus" else [])]
    caught(zoo, bugs, simulator, f"{zoo.name}-{simulator}-sample")


@pytest.mark.parametrize(("zoo", "bugs"), list(portions([ENGINE], most=1)))
def test_bugs_are_caught(zoo, bugs, request):
    caught_and_made_small(zoo, bugs, SEEDS[:1], request.node.callspec.id)


@pytest.mark.slow
@pytest.mark.parametrize(("zoo", "bugs"), list(portions(ZOOS)))
def test_bugs_are_caught_with_any_seed(zoo, bugs, request):
    caught_and_made_small(zoo, bugs, SEEDS, f"{request.node.callspec.id}-all-seeds")


def caught_and_made_small(zoo, bugs, seeds, name):
    known = [bug for bug in bugs if bug.shortest and bug.shortest <= ALL_GAMES and bug.simulator == "verilator"]
    plan = hunts(zoo, bugs, seeds)
    plan += [hunt(zoo, f"{bug.name} shortest", bug, short_games=ALL_GAMES) for bug in known]
    outcomes = run(caged(zoo, bugs[0].simulator), plan, name)
    shortest = {bug.name: outcomes[f"{bug.name} shortest"].turns_left for bug in known}
    assert (problems(bugs, seeds, outcomes), shortest) == ([], {bug.name: bug.shortest for bug in known})
    if zoo is ENGINE:
        each_game_alone_shows_its_bug(bugs, seeds[0], outcomes, name)


def caught(zoo, bugs, simulator, name):
    outcomes = run(caged(zoo, simulator), hunts(zoo, bugs, SEEDS[:1], shrink=0), name)
    assert not problems(bugs, SEEDS[:1], outcomes, small=False)
    if zoo is ENGINE:
        each_game_alone_shows_its_bug(bugs, SEEDS[0], outcomes, name)


def each_game_alone_shows_its_bug(bugs, seed, found, name):
    """And the game before it, if it takes one. On Icarus, whatever has found them."""
    plan = []
    for bug in bugs:
        one = found[f"{bug.name} {seed}"]
        scripts = [*([(bug.name, one.before, "")] if one.before else []), (bug.name, one.script, one.delays)]
        plan.append(hunt(ENGINE, bug.name, bug, scripts=scripts))
    outcomes = run(caged(ENGINE, "icarus"), plan, f"{name}-alone")
    unseen = {name for name, outcome in outcomes.items() if outcome.state != "mismatch"}
    assert unseen <= BY_WHAT_WAS_THERE


@pytest.mark.parametrize(
    ("zoo", "simulator", "examples"),
    [
        (ENGINE, "verilator", 3),
        (ENGINE, "icarus", 1),
        (PLAYER, "verilator", 1),
        (DEEP_PLAYER, "verilator", 1),
        (GLOBE, "verilator", 2),
    ],
    ids=by_name,
)
def test_without_a_bug_everything_agrees(zoo, simulator, examples):
    plan = [hunt(zoo, name, None, properties=[name], examples=examples) for name in zoo.properties]
    outcomes = run(caged(zoo, simulator), plan, f"control-{simulator}")
    assert {name: outcomes[name].error or outcomes[name].state for name in zoo.properties} == dict.fromkeys(
        zoo.properties, "agrees"
    )
