"""Starts simulations of a cage, and tells what came of each hunt."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from bugs.counting import Count
from bugs.hunt import RESULTS, Hunt
from bugs.zoo import RTL, Bug, Zoo, cage
from cosim.engines import needs
from loopline.campaign.saved import deck_of
from loopline.contract.game import Subject
from loopline.design.build import TOP, Build
from loopline.simulation import plusargs
from loopline.simulation.job import DECK, UNDER_WAY, Outcome, PropertyJob
from waiting import PATIENCE, at_most

OUT = RTL.parent / "out" / "bugs"

#: With each of them every bug is found; what the first one finds is made as small as it can be, too.
SEEDS = (1, 2, 3)

#: So many bugs, more or less, are hunted by one process.
PORTION = 12

#: Seconds that such a process may take: it needs one or two minutes.
LONGEST = 6 * PATIENCE


@contextmanager
def locked(name: str) -> Iterator[None]:
    """One process at a time: the tests run in several."""
    OUT.mkdir(parents=True, exist_ok=True)
    with (OUT / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def caged(zoo: Zoo, simulator: str) -> Build:
    """The design with all bugs in that simulator; skips the test if it is not here."""
    found = needs(simulator)
    rtl = OUT / zoo.name / "rtl"
    with locked(f"{zoo.name}-cage"):
        cage(zoo, rtl)
    dut = zoo.design(rtl)
    build = Build(dut, Subject.of(dut).scripts.streams, found, OUT / zoo.name / "build")
    build.run()
    return build


def hunt(zoo: Zoo, name: str, bug: Bug | None, **job: object) -> Hunt:
    """A hunt for a bug, or, if it is None, in a design without. `job`: what is to be done."""
    number = 0 if bug is None else zoo.number(bug)
    own = {name: job.pop(name) for name in ("short_games", "until_found", "scripts", "effort") if name in job}
    empty = PropertyJob(dut=zoo.design())
    return Hunt(name=name, number=number, **own, job=empty.model_validate({**dict(empty), **job}))


def hunts(zoo: Zoo, bugs: Sequence[Bug], seeds: Sequence[int], shrink: float = 600) -> list[Hunt]:
    """Each bug with each seed; `shrink`: the seconds for making what the first one finds smaller, where it is known how
    small it should be."""
    deck = deck_of(Subject.of(zoo.design()))
    return [
        hunt(
            zoo,
            f"{bug.name} {seed}",
            bug,
            properties=[bug.property],
            deck=deck.games if deck and bug.property == DECK else [],
            examples=zoo.examples,
            effort=zoo.effort,
            seed=seed,
            shrink=shrink if seed == seeds[0] and bug.at_most is not None else 0,
        )
        for bug in bugs
        for seed in seeds
    ]


def portions(zoos: Iterable[Zoo], most: int | None = None) -> Iterator[Any]:
    """The bugs of zoos by simulator, in portions for several processes; `most`: so many of each."""
    for zoo, simulator in product(zoos, ("verilator", "icarus")):
        bugs = zoo.shown(simulator)
        count = -(-len(bugs) // PORTION)
        for number in range(count)[:most]:
            yield pytest.param(zoo, bugs[number::count], id=f"{zoo.name}-{simulator}-{number}")


def run(build: Build, hunts: Sequence[Hunt], name: str) -> dict[str, Outcome]:
    """All the hunts in one simulation; outcomes by the names of the hunts."""
    folder = build.folder.parents[1] / "run" / name
    folder.mkdir(parents=True, exist_ok=True)
    results, plan = folder / RESULTS, folder / "hunts.jsonl"
    results.unlink(missing_ok=True)
    for one in hunts:
        one.job.dut = build.dut
    plan.write_text("\n".join(one.model_dump_json() for one in hunts))
    with at_most(LONGEST):
        _simulate(build, folder, "bugs.hunt", {"LOOPLINE_HUNTS": str(plan)})
    outcomes = {outcome.name: outcome for outcome in _outcomes(results) if outcome.state not in UNDER_WAY}
    missing = [one.name for one in hunts if one.name not in outcomes]
    assert not missing, f"no outcome of {missing}; see {os.path.relpath(folder / _LOG)}"
    return outcomes


def problems(
    bugs: Sequence[Bug], seeds: Sequence[int], outcomes: Mapping[str, Outcome], small: bool = True
) -> list[str]:
    """A line for each hunt that has not caught its bug; and, if `small`, for each game that should be smaller: the
    first seed's is made as small as it can be."""
    found = []
    for bug in bugs:
        first, *others = (outcomes[f"{bug.name} {seed}"] for seed in seeds)
        # Of a bug that lingers, because a reset leaves something behind, a game does not fail by itself: without
        # looking for the game before it, it can only be said that it failed once.
        error = ("Mismatch", "FlakyProperty") if first.before else ("Mismatch",)
        uncaught = [one for one in (first, *others) if one.state != "mismatch" and not one.error.startswith(error)]
        found += [f"{bug.name}: {one.state}" for one in uncaught]
        turns, at_most = first.turns_left, bug.at_most
        if small and turns is not None and at_most is not None and turns > 2 * at_most + 2:
            found.append(f"{bug.name}: {turns} turns, and {at_most} should do: {first.script}")
    return found


def count(build: Build, counted: Count) -> None:
    """One simulation that counts which examples find which bugs."""
    folder = build.folder.parents[1] / "run" / counted.results.stem
    folder.mkdir(parents=True, exist_ok=True)
    plan = folder / "count.json"
    counted.job.dut = build.dut.model_copy(update={"patience": counted.job.dut.patience})
    plan.write_text(counted.model_dump_json())
    _simulate(build, folder, "bugs.counting", {"LOOPLINE_COUNT": str(plan)})


_LOG = "simulator.log"


def _simulate(build: Build, folder: Path, module: str, environment: dict[str, str]) -> None:
    build.simulator.runner(everything_public=False).test(
        test_module=module,
        hdl_toplevel=TOP,
        hdl_toplevel_lang="verilog",
        build_dir=build.folder,
        test_dir=folder,
        results_xml=str(folder / "cocotb.xml"),
        plusargs=plusargs(folder),
        extra_env={**environment, "COCOTB_LOG_LEVEL": "WARNING"},
        log_file=folder / _LOG,
    )


def _outcomes(results: Path) -> Iterable[Outcome]:
    return map(Outcome.model_validate_json, results.read_text().splitlines())
