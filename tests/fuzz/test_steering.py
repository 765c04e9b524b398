"""Who is asked for the next script, and what that is worth."""

from collections import Counter
from itertools import cycle

from cosim.engines import described
from hypothesis import strategies as st
from loopline.contract.coverage import Bin, Group
from loopline.contract.game import Property, Subject
from loopline.coverage import coverage_of
from loopline.design import Change
from loopline.fuzz import NAME, FuzzJob, FuzzOutcome, run
from loopline.fuzz.corpus import Corpus
from loopline.fuzz.run import Exploration
from loopline.fuzz.steering import VARIED, FuzzDraft, FuzzSession, Steering, features_of, variations
from loopline.simulation.session import timings_of

MODEL = [Group("digits", "", {key: Bin(str(key), "high" if key >= 50 else "low") for key in range(100)})]
LOW = Property("low", "", st.integers(0, 49))
HIGH = Property("high", "", st.integers(50, 99))

#: For each of the ways that are compared.
TURNS = 16000


def play(steering, count):
    """A script is a number, and meets itself."""
    for _ in range(count):
        tried = steering.next()
        yield tried, steering.learn(tried, 1, {tried.script: 1})


def next_to(one, other, random):
    return (one + random.choice((-1, 1))) % 100


def steering(vary=next_to, properties=(LOW, HIGH), seed=1):
    return Steering(MODEL, properties, vary, seed)


def test_the_same_seed_asks_for_the_same():
    assert list(play(steering(), 300)) == list(play(steering(), 300))
    assert list(play(steering(), 300)) != list(play(steering(seed=2), 300))


def test_all_bins_are_filled_and_none_twice():
    one = steering()
    new = [feature for _, features in play(one, 2000) for feature in features]
    assert one.reached == one.bins == 100
    assert not one.empty
    assert sorted(key for _, key, _ in new) == list(range(100))
    assert one.met["digits"].total() == 2000


def test_strategies_of_empty_bins_are_asked_first():
    asked = Counter()
    for seed in range(8):
        one = steering(seed=seed)
        for key in range(50):
            one.learn(one.of("low"), 1, {key: 1})
        asked.update(tried.source for tried, _ in play(one, 40))
    assert asked["high"] > 2 * asked["low"]


def test_variation_finds_what_no_strategy_draws():
    """Nobody makes 50 to 99, but they are next to what is made, and next to that."""
    one = steering(properties=[LOW])
    found = {key: tried.source for tried, features in play(one, 1500) for _, key, _ in features}
    assert {key for key in found if key < 50} == {*range(50)}
    beyond = [source for key, source in found.items() if key >= 50]
    assert len(beyond) > 12
    assert {*beyond} == {VARIED}


def test_without_variation_it_stays_unfound():
    one = steering(vary=lambda one, other, random: one, properties=[LOW])
    for _ in play(one, 600):
        pass
    assert one.reached == 50


def test_unfillable_bins_do_not_block_the_run():
    model = [Group("digits", "", {0: Bin("0", "low"), 1: Bin("1", "low", "because")})]
    assert Steering(model, [LOW], next_to, 1).bins == 1


def test_more_bins_for_the_same_turns(tmp_path):
    """Than by all strategies in turn, and those more than by random games. Counted as the model plays the scripts."""
    dut, seed = described(None, Change("16")), 1
    game = Subject.of(dut).engine
    random = filled(in_turn(dut, [game.baseline()], seed))
    strategies = filled(in_turn(dut, game.properties(), seed))
    assert random + 100 < strategies < filled(fuzzed(dut, seed, Corpus(tmp_path, Subject.of(dut))))


def filled(played):
    """How many bins are filled after this many turns."""
    done, bins = 0, set()
    while done < TURNS:
        turns, counts = next(played)
        done += turns
        bins.update((group, key) for group, seen in counts.items() for key in seen)
    return len(bins)


def in_turn(dut, properties, seed):
    """One script of each property, and so on, as `verify` gives each as many: the turns, and what they meet."""
    subject = Subject.of(dut)
    game = subject.engine
    steering = Steering(coverage_of(subject).model, properties, variations(game), seed)
    for one in cycle(properties):
        tried = steering.of(one.name)
        yield game.turns(tried.script), counts_of(dut, tried)


def fuzzed(dut, seed, corpus):
    """One leg after the other, as the fuzzer plays them."""
    subject = Subject.of(dut)
    exploration = Exploration(FuzzJob(dut=dut, seed=seed, turns=2 * TURNS), subject, corpus)
    while numbered := exploration.run.next_batch():
        number, job = numbered
        leg = FuzzSession(FuzzJob.model_validate(job), subject, variations(subject.engine))
        for tried in leg.tries():
            counts = counts_of(dut, tried)
            leg.learn(tried, counts)
            yield subject.engine.turns(tried.script), counts
        leg.tell(outcome := FuzzDraft(name=NAME, state="agrees", examples=1))
        exploration.run.update(number, FuzzOutcome.model_validate(dict(outcome)))


def counts_of(dut, tried):
    collector = coverage_of(Subject.of(dut)).collector()
    collector.add(tried.script, timings_of(tried.delays))
    return collector.counts


def test_a_run_knows_as_much_without_the_scripts_by_which_nothing_is_gained():
    """What they have met is enough."""
    by_all, fewer, bins, features, passed = steering(seed=2), steering(seed=2), Counter(), Counter(), 0
    for tried, _ in play(steering(), 400):
        met = {tried.script: 1, 0: 3}
        if fewer.gains_by(1, met):
            fewer.learn(tried, 1, met)
        else:
            fewer.spend(tried.source, 1)
            bins.update(met)
            features.update(features_of(met))
            passed += 1
        by_all.learn(tried, 1, met)
    fewer.add(bins, [(*feature, n) for feature, n in features.items()])
    assert 0 < passed < 400
    assert fewer.met == by_all.met
    assert list(play(fewer, 50)) == list(play(by_all, 50))


def test_later_legs_are_longer(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "_SHARE_OF_TURNS", 20)
    subject = Subject.of(described(None, Change("16")))
    exploration, turns = Exploration(FuzzJob(dut=subject.dut, seed=1), subject, Corpus(tmp_path, subject)), []
    for _ in range(100):
        number, job = exploration.run.next_batch()
        turns.append(job.turns)
        exploration.run.update(number, FuzzOutcome(name=NAME, state="agrees", examples=1))
    assert {*turns[:20]} == {2_000}
    assert sorted(turns) == turns
    assert turns[-1] == 10_000
