"""A mutation run on a small engine: who is killed and how, the same whoever plays, and from where it was cut short."""

import asyncio
from functools import cache
from types import SimpleNamespace

import pytest
from cosim.engines import needs
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.design.dut import load
from loopline.errors import BadInput
from loopline.mutate.inside import Example, Examples, Killer
from loopline.mutate.proof import Prover
from loopline.mutate.run import MutationRun, _harness, _verdict
from loopline.mutate.score import Score, results
from loopline.mutate.verdict import MutantJob, MutantOutcome, Verdict, Verdicts
from loopline.report import mutation
from loopline.simulation.job import DECK
from loopline.system import DiskFull
from loopline.workers.pool import LocalPool
from mutate.designs import DANGER, ENGINE, LAX, OUT, dangerous, mutants_of, on_line, only, written

FOLDER = OUT / "dangerous" / "mutants"
EXAMPLES = 6


@cache
def chosen():
    """Mutants that do harm to the simulation, and some like others."""
    mutants = mutants_of(dangerous(), FOLDER).mutants
    engine = (OUT / "dangerous" / "trax_engine.v").read_text()
    armed, wound = (
        [one for one in on_line(mutants, engine, f"// {name}", "const1") if (one.kind, one.port) == ("$and", "Y")]
        for name in ("armed", "wound")
    )
    assert armed
    assert wound
    assert "swing" in DANGER
    loose, tight = on_an_x()
    others = [one for one in mutants if one.part in ("trax_score", "trax_match", "trax_control", "ram_1r1w")]
    picked = others[:: len(others) // 12][:12]
    return sorted([*armed, *wound, loose, tight, *picked], key=lambda one: one.number), armed[0].number, wound[0].number


@cache
def on_an_x():
    """Two that do harm only if an X is 1, or 0."""
    mutants, engine = mutants_of(dangerous(), FOLDER).mutants, (OUT / "dangerous" / "trax_engine.v").read_text()
    loose, tight = (on_line(mutants, engine, f"// {name}", "const1") for name in ("loose", "tight"))
    return tuple(next(one for one in some if (one.kind, one.port) == ("$and", "Y")) for some in (loose, tight))


def mutation_run(mutants=None, folder=FOLDER, **how):
    return run_of(only(mutants_of(dangerous(), folder), mutants or chosen()[0]), **how)


def run_of(made, jobs=2, simulator="verilator", timeout=20, watch=lambda *_: None):
    return MutationRun(made, needs(simulator), EXAMPLES, made.seed, LocalPool(jobs), jobs, timeout, watch)


def known(one):
    """All that is known in the end, but for the time that it took."""
    return [result.verdict.model_dump(exclude={"seconds"}) for result in results(one)]


@pytest.fixture(scope="module")
def finished():
    forget(mutation_run())
    one = mutation_run()
    one.run()
    return one


def forget(one):
    for path in (one.verdicts.path, one.verdicts.proofs):
        path.unlink(missing_ok=True)


@pytest.mark.slow
def test_oscillating_mutant_does_not_end_others(finished):
    armed = chosen()[1]
    verdict = finished.verdicts.get("probe", armed)
    assert verdict.state == "killed"
    assert verdict.how.startswith("died")


@pytest.mark.slow
def test_state_left_by_a_mutant_is_not_blamed_on_the_next(finished):
    wound = chosen()[2]
    assert finished.verdicts.get("probe", wound).state == "killed"
    forget(mutation_run([one for one in chosen()[0] if one.number != wound]))
    alone = mutation_run([one for one in chosen()[0] if one.number != wound])
    alone._probe()
    for one in alone.netlist.mutants:
        assert alone.verdicts.get("probe", one.number).state == finished.verdicts.get("probe", one.number).state


@pytest.mark.slow
def test_verdicts_do_not_depend_on_workers_or_interrupts(finished):
    """The verdicts of what was played are cut short; then those of what was proven."""
    expected = known(finished)
    for path in (finished.verdicts.path, finished.verdicts.proofs):
        lines = path.read_text().splitlines(keepends=True)
        for keep in (0, len(lines) // 2):
            before = mutation_run().verdicts.found - len(lines)
            path.write_text("".join(lines[:keep]) + lines[keep][: len(lines[keep]) // 2])
            again = mutation_run(jobs=1 if keep else 2)
            assert again.verdicts.found == before + keep
            again.run()
            assert known(again) == expected
            assert len(path.read_text().splitlines()) == len(lines)


@pytest.mark.slow
def test_each_x_has_both_values():
    """Whatever it is at random, one value shows the mutant and the other does not."""
    loose, tight = (one.number for one in on_an_x())
    forget(mutation_run(on_an_x(), jobs=1))
    one = mutation_run(on_an_x(), jobs=1)
    one.verdicts = Verdicts(one.verdicts.path, one.verdicts.proofs)
    for number in (loose, tight):
        one.verdicts.add(Verdict(step="probe", mutant=number, state="open"))
        one.verdicts.add(Verdict(step="play", mutant=number, state="open"))
        one.verdicts.add(Verdict(step="deep", mutant=number, state="open"))
    assert {one.verdict(mutant).state for mutant in on_an_x()} == {"open"}  # nobody has survived yet
    one._other_values()
    states = {step: one.verdicts.get(step, tight if step == "zeros" else loose).state for step in ("zeros", "ones")}
    assert states == {"zeros": "killed", "ones": "killed"}
    assert one.verdicts.get("zeros", loose).state == "open"
    assert one.verdicts.get("ones", tight) is None  # was killed before
    assert {one.verdict(mutant).state for mutant in on_an_x()} == {"killed"}


def test_broken_line_of_verdicts_is_played_again(tmp_path):
    path, proofs = tmp_path / "verdicts.jsonl", tmp_path / "proofs.jsonl"
    lines = [Verdict(step="probe", mutant=number, state="open") for number in (1, 2)]
    for one in lines:
        Verdicts(path, proofs).add(one)
    whole = path.read_text()
    path.write_text(f'{whole}{{}}\nnonsense\n{{"step":"pro')
    again = Verdicts(path, proofs)
    assert again.found == 2
    assert again.of("probe") == lines
    assert path.read_text() == f"{whole}{{}}\nnonsense\n"  # what comes next is a line of its own


def test_a_proof_is_good_for_other_games_too(tmp_path):
    """Whoever is proven harmless is not played against again; whoever is not has to survive the other games first."""
    harmless, harmful = (SimpleNamespace(number=number) for number in (1, 2))
    known = [Verdict(step="deep", mutant=1, state="equivalent"), Verdict(step="deep", mutant=2, state="open")]
    for one in known:
        Verdicts(tmp_path / "games-1", tmp_path / "proofs").add(one)
    one = run_of(mutants_of(written("lax", LAX), OUT / "lax" / "mutants", 1))
    one.verdicts = Verdicts(tmp_path / "games-2", tmp_path / "proofs")
    for mutant in (harmless, harmful):
        one.verdicts.add(Verdict(step="probe", mutant=mutant.number, state="open", turns=5))
    assert not one.verdicts.is_open("probe", harmless.number)
    assert one.verdicts.is_open("probe", harmful.number)
    assert (one.verdict(harmless).state, one.verdict(harmful).state) == ("equivalent", "open")
    for step in ("play", "zeros", "ones"):
        assert one.verdict(harmful).state == "open"
        one.verdicts.add(Verdict(step=step, mutant=harmful.number, state="open", turns=50))
    assert (one.verdict(harmful).state, one.verdict(harmful).turns) == ("survived", 155)


@pytest.mark.slow
def test_killed_mutant_is_never_proven_harmless(finished):
    killed = [one.mutant for one in results(finished) if one.verdict.state == "killed" and not one.verdict.how][:6]
    verdicts = list(Prover(finished.netlist, 1).verdicts(killed, False))
    assert [verdict.state for verdict in verdicts] == ["open"] * len(killed)


def test_a_simulation_that_hangs_costs_one_timeout():
    [armed] = [one for one in chosen()[0] if one.number == chosen()[1]]
    forget(mutation_run([armed], jobs=1, simulator="icarus", timeout=3))
    one = mutation_run([armed], jobs=1, simulator="icarus", timeout=3)
    one._probe()
    verdict = one.verdicts.get("probe", armed.number)
    assert (verdict.state, verdict.how) == ("killed", "hung: no progress in 3 s of processor time")


@pytest.mark.slow
def test_design_that_disagrees_without_mutants_is_refused():
    design = dangerous()
    wrong = design.path.with_name("wrong.toml")
    swapped = "cycle_exact = true\nsignals = { resp_left = 'resp_top', resp_top = 'resp_left' }"
    wrong.write_text(design.path.read_text().replace("cycle_exact = true", swapped))
    made = mutants_of(load(wrong).with_board(Change("8")), OUT / "dangerous" / "wrong", 3)
    one = MutationRun(made, simulators.find("verilator"), 2, made.seed, LocalPool(), 1, 20, lambda *_: None)
    with pytest.raises(BadInput, match="the design disagrees with the model"):
        one.run()


def test_interrupted_before_it_began():
    made = mutants_of(written("lax", LAX), OUT / "lax" / "mutants", 1)
    one = run_of(made)
    one.interrupted = True
    one.run()
    assert [one.verdict(mutant).state for mutant in made.mutants] == ["open"]


def test_run_interrupted_before_any_verdict_has_no_score():
    one = SimpleNamespace(interrupted=True, budget=0)
    mutant = SimpleNamespace(number=1, verdict=Verdict(step="play", mutant=1, state="open"))
    text = mutation.summary(one, Score([mutant]))
    assert text == "PARTIAL, interrupted: no score: no mutant was killed, and none survived; 1 of 1 mutants are open"


def test_unexpected_error_does_not_kill_a_mutant():
    outcome = MutantOutcome(name="games", state="error", error="KeyError: 3\nmore", mutant=4, example=2)
    verdict = _verdict("probe", 4, outcome)
    assert (verdict.state, verdict.how, verdict.trace) == ("unjudged", "error: KeyError: 3", "KeyError: 3\nmore")
    assert (verdict.mutant, verdict.property, verdict.example) == (4, "games", 2)


def test_games_that_kill_most_per_turn_come_first():
    class Game:
        def turns(self, script):
            return script

    examples = Examples(SimpleNamespace(account=SimpleNamespace(game=Game())), 1)
    examples._examples = {name: [Example(name, n, n, b"", 10 * n) for n in (1, 2, 3)] for name in ("a", "b")}
    order = [(one.property, one.number) for one in examples.order(["b", "a"], [("a", 3, 30), ("b", 2, 30)], 0, 3)]
    assert order == [("b", 2), ("a", 3), ("b", 1), ("a", 1), ("a", 2), ("b", 3)]
    assert [one.number for one in examples.order(["a"], [("a", 1, 9)], 1, 3)] == [2, 3]


def test_the_whole_deck_comes_before_the_first_examples():
    """But for those that have killed more."""
    examples = Examples(SimpleNamespace(account=None), 1)
    sizes = {"a": 3, DECK: 4}
    examples._examples = {name: [Example(name, n + 1, n, b"", 10) for n in range(size)] for name, size in sizes.items()}

    def order(properties, first, last):
        kills = [(DECK, 3, 2), ("a", 1, 1)]
        return [(one.property, one.number) for one in examples.order(properties, kills, first, last)]

    deck = [(DECK, 1), (DECK, 2), (DECK, 4)]
    assert order(["a", DECK], 0, 2) == [(DECK, 3), ("a", 1), *deck, ("a", 2)]
    assert order([DECK], 0, 1) == [(DECK, 3), *deck]
    assert order(["a", DECK], 1, 3) == [("a", 2), ("a", 3)]
    assert order(["a"], 0, 3) == [("a", 1), ("a", 2), ("a", 3)]


def test_verdicts_depend_on_every_file_of_the_harness():
    dut = load(ENGINE)
    files = _harness(Subject.of(dut))
    assert all(file.is_file() for file in files)
    assert {"checker.py", "session.py", "inside.py", "verdict.py"} <= {file.name for file in files}
    assert {file.parent.name for file in files} >= {"contract", "design", "games", "hdl", "hypothesis", "trial"}


def test_full_disk_does_not_kill_a_mutant(tmp_path):
    full = MutantOutcome(name="", state="error", set_up=True, error="the disk is full", mutant=3)
    netlist = SimpleNamespace(folder=tmp_path, dut=SimpleNamespace(shown="engine.toml"))
    one = MutationRun(netlist, None, EXAMPLES, 1, None, 1, 20, lambda *_: None)
    one.verdicts = Verdicts(tmp_path / "verdicts.jsonl", tmp_path / "proofs.jsonl")
    with pytest.raises(BadInput, match="the disk is full"):
        one.rounds.note("probe", SimpleNamespace(mutant=3), full, None)


def test_simulation_killed_from_outside_does_not_kill_a_mutant(tmp_path):
    """Such as one killed for want of memory, and the ones after it."""
    one = MutationRun(SimpleNamespace(folder=tmp_path), None, EXAMPLES, 1, None, 1, 20, lambda *_: None)
    one.verdicts = Verdicts(tmp_path / "verdicts.jsonl", tmp_path / "proofs.jsonl")
    killed = MutantOutcome(name="", state="died", error="10 were killed in it")
    one.rounds.note("probe", SimpleNamespace(mutant=3), killed, None)
    assert one.verdicts.get("probe", 3).state == "unjudged"


def test_example_that_fails_on_a_full_disk_does_not_kill_a_mutant(monkeypatch):
    monkeypatch.setattr("loopline.system.disk_full", lambda *_: "the disk is full")
    account = SimpleNamespace(report=lambda: None, outcome=None, game=None)
    trial = SimpleNamespace(hardware=SimpleNamespace(play=_failing, account=account))
    examples = SimpleNamespace(order=lambda *_: [Example("games", 1, None, b"", 1)], plan=lambda _: None)
    monkeypatch.setattr("loopline.mutate.inside.trial", lambda *_: trial)
    job = MutantJob(dut=load(ENGINE), mutant=3, last=1)
    killer = Killer(SimpleNamespace(dut=SimpleNamespace(loopline_mutant=SimpleNamespace())), job, None)
    killer._examples = examples
    with pytest.raises(DiskFull):
        asyncio.run(killer._try(job))


async def _failing(_):
    raise ValueError("a record that was cut off")
