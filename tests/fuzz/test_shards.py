"""Shares of a fuzzing run, done by machines that know nothing of each other; and the fewest games of a corpus."""

import json
from collections import Counter

import pytest
from cli.running import run
from cosim.engines import described, needs
from fuzz.test_corpus import ENGINE, files, saved_games
from fuzz.test_workers import TURNS, short_legs  # noqa: F401
from loopline.contract import game as games
from loopline.coverage import coverage_of
from loopline.design import simulators
from loopline.design.change import Change
from loopline.errors import BadInput
from loopline.fuzz.corpus import Corpus
from loopline.fuzz.minimise import minimise
from loopline.fuzz.run import Fuzzing
from loopline.fuzz.shards import hand_in
from loopline.simulation.session import timings_of
from loopline.workers.handed_in import write
from loopline.workers.pool import LocalPool
from loopline.workers.shard import Shard
from workers.killing import Killer


def features(corpus):
    """Of each game, as the fuzzer counts them."""
    found = []
    for script, delays in Corpus(corpus.folder, ENGINE).fresh():
        collector = coverage_of(ENGINE).collector()
        collector.add(games.scripts(ENGINE).read(script.split()), timings_of(delays))
        counts = collector.counts.items()
        found.append({(group, key, n.bit_length()) for group, seen in counts for key, n in seen.items()})
    return found


@pytest.fixture
def corpus(tmp_path):
    made = Corpus(tmp_path / "corpus", ENGINE)
    for saved in saved_games():
        made.add(saved, "reads: something")
    return Corpus(made.folder, ENGINE)


def test_the_fewest_games_that_have_it_all(corpus):
    before, there = set().union(*features(corpus)), len(files(corpus))
    found = minimise(corpus, ENGINE)
    after = features(corpus)
    assert set().union(*after) == before
    assert found.features == len(before)
    assert found.games == (there, len(after))
    assert len(after) < there
    assert found.turns[1] < found.turns[0]
    had_by = Counter(feature for one in after for feature in one)
    assert all(any(had_by[feature] == 1 for feature in one) for one in after)  # none can be left out
    assert minimise(Corpus(corpus.folder, ENGINE), ENGINE).games == (len(after), len(after))


def test_what_others_add_meanwhile_stays(corpus):
    late = corpus.folder / "late.trx"
    minimise(corpus, ENGINE, lambda *_: late.write_text("new:classic @0/"))
    assert late.is_file()


def test_one_at_a_time(corpus):
    with pytest.raises(BadInput, match=r"process [0-9]+ on .* is minimising it"):
        minimise(corpus, ENGINE, lambda *_: minimise(Corpus(corpus.folder, ENGINE), ENGINE))
    assert len(files(corpus)) > len(saved_games()) / 2  # neither has removed anything
    assert not (corpus.folder / "minimising").exists()


@pytest.mark.parametrize("option", [("--sim", "icarus"), ("--minimise",)])
def test_the_games_of_another_board_are_refused(option, corpus, tmp_path):
    code, _, err = run("fuzz", "trax-engine", "--size", 8, *option, "--corpus", corpus.folder, "--out", tmp_path)
    assert code == 2
    assert "its games are of trax, 16 x 16, and not of trax, 8 x 8. Name another folder with --corpus" in err
    assert len(files(corpus)) > len(saved_games()) / 2


@pytest.mark.parametrize("option", [("--sim", "icarus"), ("--seed", 1), ("--shrink", 5), ("--turns", 9)])
def test_what_takes_hardware_is_refused(option, corpus, tmp_path):
    code, _, err = run("fuzz", "trax-engine", "--minimise", *option, "--corpus", corpus.folder, "--out", tmp_path)
    assert (code, "--minimise: only --corpus, --board and --out go with it" in err) == (2, True)


def test_shares_add_up(tmp_path):
    """One of the simulations is killed."""
    needs("icarus")
    dut, icarus = described(None, Change("16")), simulators.find("icarus")
    outcomes, names = {}, set()
    for number in (1, 2):
        shard, out = Shard(number, 2), tmp_path / str(number)
        one = Fuzzing(dut, out, seed=5, turns=TURNS // 2, pool=LocalPool(1), shard=shard)
        kill = Killer(out, number % 2)
        outcomes[f"fuzz {shard}"] = one.fuzz(icarus, kill)
        assert len(kill.killed) == number % 2
        names |= {path.name for path in files(Corpus(one.corpus_folder, dut))}
        write(hand_in(one, icarus, ["loopline", "fuzz"]), out)
    first, second = outcomes.values()
    assert first.turns >= TURNS // 4
    assert second.turns >= TURNS // 4
    assert first.covered != second.covered
    code, out, err = run("merge", tmp_path / "2", tmp_path / "1", "--out", tmp_path / "both")
    assert (code, err) == (0, "")
    document = json.loads((tmp_path / "both" / "fuzz.json").read_text())
    assert {one["name"]: one["turns"] for one in document["findings"]} == {
        name: one.turns for name, one in outcomes.items()
    }
    covered = json.loads((tmp_path / "both" / "coverage.json").read_text())
    assert covered["examples"] == first.examples + second.examples
    (folder,) = (tmp_path / "both" / "fuzz").iterdir()
    kept = {path.name for path in folder.iterdir()}
    assert kept <= names
    assert f"corpus {folder}: of {len(names)} games" in out
