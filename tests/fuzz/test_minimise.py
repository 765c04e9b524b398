"""The fewest games of a corpus, and of several together."""

import shutil
from collections import Counter

import pytest
from cli.running import run
from fuzz.test_corpus import ENGINE, files, saved_games
from fuzz.test_workers import TURNS, short_legs  # noqa: F401
from loopline.contract.game import Subject
from loopline.coverage import coverage_of
from loopline.errors import BadInput
from loopline.fuzz.corpus import Corpus, minimise
from loopline.simulation.session import timings_of


def features(corpus):
    """Of each game, as the fuzzer counts them."""
    found = []
    for script, delays in Corpus(corpus.folder, Subject.of(ENGINE)).fresh():
        collector = coverage_of(Subject.of(ENGINE)).collector()
        collector.add(Subject.of(ENGINE).scripts.read(script.split()), timings_of(delays))
        counts = collector.counts.items()
        found.append({(group, key, n.bit_length()) for group, seen in counts for key, n in seen.items()})
    return found


@pytest.fixture
def corpus(tmp_path):
    made = Corpus(tmp_path / "corpus", Subject.of(ENGINE))
    for saved in saved_games():
        made.add(saved, "reads: something")
    return Corpus(made.folder, Subject.of(ENGINE))


def test_the_fewest_games_that_have_it_all(corpus):
    before, there = set().union(*features(corpus)), len(files(corpus))
    found = minimise(corpus, Subject.of(ENGINE))
    after = features(corpus)
    assert set().union(*after) == before
    assert found.features == len(before)
    assert found.games == (there, len(after))
    assert len(after) < there
    assert found.turns[1] < found.turns[0]
    had_by = Counter(feature for one in after for feature in one)
    assert all(any(had_by[feature] == 1 for feature in one) for one in after)  # none can be left out
    assert minimise(Corpus(corpus.folder, Subject.of(ENGINE)), Subject.of(ENGINE)).games == (
        len(after),
        len(after),
    )


def test_games_added_meanwhile_are_kept(corpus):
    late = corpus.folder / "late.trx"
    minimise(corpus, Subject.of(ENGINE), lambda *_: late.write_text("new:classic @0/"))
    assert late.is_file()


def test_only_one_run_minimises_a_corpus(corpus):
    with pytest.raises(BadInput, match=r"process [0-9]+ on .* is minimising it"):
        minimise(
            corpus,
            Subject.of(ENGINE),
            lambda *_: minimise(Corpus(corpus.folder, Subject.of(ENGINE)), Subject.of(ENGINE)),
        )
    assert len(files(corpus)) > len(saved_games()) / 2  # neither has removed anything
    assert not (corpus.folder / "minimising").exists()


@pytest.mark.parametrize("option", [("--sim", "icarus"), ("--minimise",)])
def test_the_games_of_another_board_are_refused(option, corpus, tmp_path):
    code, _, err = run("fuzz", "trax-engine", "--size", 8, *option, "--corpus", corpus.folder, "--out", tmp_path)
    assert code == 2
    assert "its games are of trax, 16 x 16, and not of trax, 8 x 8. Name another folder with --corpus" in err
    assert len(files(corpus)) > len(saved_games()) / 2


@pytest.mark.parametrize("option", [("--sim", "icarus"), ("--seed", 1), ("--shrink", 5), ("--turns", 9)])
def test_options_that_need_hardware_are_refused(option, corpus, tmp_path):
    code, _, err = run("fuzz", "trax-engine", "--minimise", *option, "--corpus", corpus.folder, "--out", tmp_path)
    assert (code, "--minimise: only --corpus, --board and --out go with it" in err) == (2, True)


def test_several_folders_are_joined_in_the_first(corpus, tmp_path):
    """The others stay as they are. A game that is in both is there once."""
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    every = files(corpus)
    for number, file in enumerate(every):
        for folder in ((one, other), (one,), (other,))[number % 3]:
            shutil.copyfile(file, folder / file.name)
    before = {path.name for path in other.iterdir()}
    words = ["fuzz", "trax-engine", "--size", ENGINE.board.size, "--minimise", "--out", tmp_path]
    code, out, err = run(*words, "--corpus", one, "--corpus", other)
    assert (code, err) == (0, "")
    assert f"corpus {one}: of {len(every)} games" in out
    assert {path.name for path in other.iterdir()} == before
    joined = Corpus(one, Subject.of(ENGINE))
    assert set().union(*features(joined)) == set().union(*features(corpus))
    code, _, err = run(*words, "--corpus", one, "--corpus", tmp_path / "none")
    assert (code, f"{tmp_path / 'none'}: folder not found" in err) == (2, True)
