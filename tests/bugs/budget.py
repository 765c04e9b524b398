"""How many examples of which property find the kept bugs: what `loopline verify --effort` rests on.

    make budget                                                  all bugs, with three seeds: many hours
    make budget ARGS="--every 4 --seed 1 engine blind-player"    one in four of two zoos
    make budget ARGS=--table                                     what is known

What is known is kept in out/budget, and a bug is played against once: the command can be ended and called again."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

from bugs.counting import Count, Found
from bugs.hunting import caged, count
from bugs.zoo import BLIND, BOX, CLASSES, OTHERS, OTHERS_SPIED, PLAIN, SPIED, ZOOS, Bug, Zoo
from loopline import workers
from loopline.campaign.run import one_in
from loopline.campaign.saved import deck_of
from loopline.contract.game import Subject
from loopline.simulation.job import DECK, PropertyJob
from loopline.workers import Effort

OUT = Path(__file__).parents[2] / "out" / "budget"
EVERY = [*BLIND, *CLASSES, *ZOOS, SPIED, PLAIN, *OTHERS_SPIED, *OTHERS, BOX]

#: A player that falls silent is not waited for any longer: each of the bundled ones answers sooner.
PATIENCE = 400_000


def main(words: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("zoos", nargs="*", help="these only")
    options.add_argument("--every", type=int, default=1, metavar="N", help="one in N bugs of each zoo")
    options.add_argument("--seed", type=int, action="append", help="these only, of 1, 2 and 3")
    options.add_argument("--examples", type=int, metavar="N", help="of each property; all of the description's")
    options.add_argument("--each", action="store_true", help="each property, although another has found the bug")
    options.add_argument("--table", action="store_true", help="only print what is known")
    given = options.parse_args(words)
    zoos = [zoo for zoo in EVERY if not given.zoos or zoo.name in given.zoos]
    seeds = given.seed or (1, 2, 3)
    if given.table:
        _print(zoos, seeds)
        return
    for seed, zoo in product(seeds, zoos):
        _hunt(zoo, seed, given.every, given.each, given.examples or zoo.design().examples)


def _hunt(zoo: Zoo, seed: int, every: int, each: bool, most: int) -> None:
    """On all boards; on each what has not been found on those before it."""
    for simulator in ("verilator", "icarus"):
        bugs = zoo.shown(simulator)[::every]
        for board, number in _boards(zoo):
            examples = most // _share(zoo, number)
            if bugs and examples:
                found = _played(board, simulator, seed + number, bugs, examples, each)
                bugs = [bug for bug in bugs if not found[bug.name].at]


def _boards(zoo: Zoo) -> Iterator[tuple[Zoo, int]]:
    """The boards of `verify`, and their numbers."""
    yield zoo, 0
    if zoo not in (*BLIND, *CLASSES):
        return
    for number, board in enumerate(zoo.design().extremes, 1):
        name = f"{zoo.name}-{board.partition('=')[2]}"
        yield zoo.model_copy(update={"name": name, "size": board}), number


def _share(zoo: Zoo, number: int) -> int:
    """How many examples of the description's board there are for each one on that of this number."""
    return one_in(zoo.design(), zoo.design().extremes[number - 1]) if number else 1


def _played(zoo: Zoo, simulator: str, seed: int, bugs: Sequence[Bug], examples: int, each: bool) -> dict[str, Found]:
    """By bug what has found it."""
    results = OUT / f"{zoo.name}-{simulator}-{seed}{'-each' * each}.jsonl"
    known = _read(results)
    left = [(bug.name, zoo.number(bug)) for bug in bugs if bug.name not in known]
    if not left:
        return known
    design = zoo.design()
    if design.contract == "player" and zoo.name != "deep_player":
        design = design.model_copy(update={"patience": min(PATIENCE, design.patience or PATIENCE)})
    deck = deck_of(Subject.of(design))
    job = PropertyJob(
        dut=design,
        properties=[*([DECK] if deck else []), *zoo.properties],
        examples=examples,
        seed=seed,
        deck=deck.games if deck else [],
        cycles=workers.SEARCHING * examples if design.depth > 1 else None,
    )
    results.parent.mkdir(parents=True, exist_ok=True)
    build = caged(zoo, simulator)
    print(f"{results.stem}: {len(left)} bugs", flush=True)
    count(build, Count(job=job, bugs=left, each=each, results=results.resolve()))
    known = _read(results)
    missing = [bug for bug, _ in left if bug not in known]
    assert not missing, f"nothing is known of {missing}: see out/bugs/{zoo.name}/run/{results.stem}"
    return known


def _read(results: Path) -> dict[str, Found]:
    if not results.is_file():
        return {}
    every = map(Found.model_validate_json, results.read_text().splitlines())
    return {one.bug: one for one in every}


# --- what is known ----------------------------------------------------------------------------------------------------

EFFORTS: tuple[Effort, ...] = ("quick", "normal", "thorough")


def _print(zoos: Sequence[Zoo], seeds: Sequence[int]) -> None:
    """Of each zoo how many bugs were tried, how many the deck and each effort finds, and which `quick` does not."""
    print(f"{'zoo':<28} seed tried  deck {' '.join(EFFORTS)}")
    for zoo, seed in product(zoos, seeds):
        known = _known(zoo, seed)
        if not known:
            continue
        most, decks = zoo.design().examples, sum(found.get((0, DECK), 0) > 0 for found in known.values())
        games = {
            number: len(deck.games) for board, number in _boards(zoo) if (deck := deck_of(Subject.of(board.design())))
        }
        by_effort = {
            one: {bug for bug, found in known.items() if _finds(zoo, found, workers.examples(most, one), games)}
            for one in EFFORTS
        }
        counts = "".join(f"{len(by_effort[one]):{len(one) + 1}}" for one in EFFORTS)
        missed = ", ".join(sorted(known.keys() - by_effort["quick"]))
        print(f"{zoo.name:<28} {seed:4} {len(known):5} {decks:5}{counts}  {missed}")


def _known(zoo: Zoo, seed: int) -> dict[str, dict[tuple[int, str], int]]:
    """By bug, board and property the example that finds it."""
    known: dict[str, dict[tuple[int, str], int]] = {}
    for simulator, (board, number), each in product(("verilator", "icarus"), _boards(zoo), ("", "-each")):
        for bug, found in _read(OUT / f"{board.name}-{simulator}-{seed + number}{each}.jsonl").items():
            known.setdefault(bug, {}).update({(number, name): at for name, at in found.at.items()})
    return known


def _finds(zoo: Zoo, found: Mapping[tuple[int, str], int], examples: int, games: Mapping[int, int]) -> bool:
    """Whether that is among so many examples of each property. `games`: of the deck of each board."""
    for (number, name), at in found.items():
        there = examples // _share(zoo, number)
        if at <= (workers.games(games[number], there) if name == DECK else there):
            return True
    return False


if __name__ == "__main__":
    main()
