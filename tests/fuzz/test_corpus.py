"""The folder of games: whole or not there, shared, and whatever else lies in it is named and left out."""

import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest
from cosim.engines import described
from loopline.campaign.saved import read_all
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.drawing import examples_of
from loopline.fuzz.corpus import Corpus, CorpusGame
from loopline.games.trax.strategies import NAMED
from waiting import until

ENGINE = described(None, Change("16"))


@cache
def saved_games():
    """Some of each strategy, every other with delays."""
    scripts = (script for one in NAMED.values() for script in examples_of(one(16), 4, seed=1))
    write = Subject.of(ENGINE).scripts.write
    return [
        CorpusGame(write(script), bytes([0xC7, 0xFF]) if number % 2 else b"") for number, script in enumerate(scripts)
    ]


@pytest.fixture
def corpus(tmp_path):
    return Corpus(tmp_path / "corpus", Subject.of(ENGINE))


def files(corpus):
    return sorted(corpus.folder.glob("*.trx"))


def reread(corpus):
    again = Corpus(corpus.folder, Subject.of(ENGINE))
    return list(again.fresh()), again


def test_kept_game_is_read_again(corpus):
    for saved in saved_games():
        assert corpus.add(saved, "reads: something")
    again, other = reread(corpus)
    assert not other.unusable
    assert sorted(again) == sorted(set(saved_games()))


def test_replay_takes_each_file(corpus):
    corpus.add(saved_games()[1], "reads: something")
    (path,) = files(corpus)
    ((_, words, delays),) = read_all([str(path)], Subject.of(ENGINE))
    assert delays == "c7ff"
    assert "reads: something" in path.read_text()
    assert words in path.read_text()


def test_a_game_is_kept_once(corpus):
    for _ in range(2):
        corpus.add(saved_games()[0], "reads: something")
        Corpus(corpus.folder, Subject.of(ENGINE)).add(saved_games()[0], "found by another, for something else")
    assert len(files(corpus)) == 1


def test_two_runs_share_a_corpus(corpus):
    """Each sees what the other has found since it last looked, and not what it has found itself."""
    other = Corpus(corpus.folder, Subject.of(ENGINE))
    corpus.add(saved_games()[0], "")
    assert list(corpus.fresh()) == []
    assert list(other.fresh()) == [saved_games()[0]]
    assert list(other.fresh()) == []
    other.add(saved_games()[1], "")
    assert list(corpus.fresh()) == [saved_games()[1]]


BROKEN = {
    "half of it": lambda whole: whole[: len(whole) // 2],
    "all but its last character": lambda whole: whole[:-1],
    "all but its last words": lambda whole: whole.rsplit(b" ", 2)[0] + b"\n",
    "nothing": lambda whole: b"",
    "zeros": lambda whole: bytes(len(whole)),
    "no text": lambda whole: b"\xff\xfe" + whole,
    "a game of somebody's": lambda whole: b"@0/ A0+ @1+\n",
    "another game": lambda whole: whole.replace(b"new", b"undo new"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_file_is_named_and_put_aside(corpus, what):
    for saved in saved_games()[:5]:
        corpus.add(saved, "reads: something")
    path = next(path for path in files(corpus) if b"new" in path.read_bytes())
    path.write_bytes(BROKEN[what](path.read_bytes()))
    again, other = reread(corpus)
    assert len(again) == 4
    (unusable,) = other.unusable
    assert unusable.file == path
    assert unusable.broken
    other.put_aside()
    assert (corpus.folder / "aside" / path.name).is_file()
    again, other = reread(corpus)
    assert len(again) == 4
    assert not other.unusable


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("16 x 16", "32 x 32", "it is of trax, 32 x 32, and not of trax, 16 x 16"),
        ("trax", "chess", "it is of chess"),
        ("fuzz 1;", "fuzz 2;", "another version of loopline"),
    ],
)
def test_file_that_others_may_need_is_named_and_kept(corpus, old, new, says):
    corpus.add(saved_games()[0], "reads: something")
    (path,) = files(corpus)
    path.write_text(path.read_text().replace(old, new))
    again, other = reread(corpus)
    assert not again
    (unusable,) = other.unusable
    assert says in unusable.why
    other.put_aside()
    assert files(corpus) == [path]


def test_unreadable_corpus_is_bad_input(corpus):
    (corpus.folder / "folder.trx").mkdir()
    (corpus.folder / "gone.trx").symlink_to(corpus.folder / "nowhere")
    again, other = reread(corpus)
    assert not again
    assert len(other.unusable) == 2


def test_unwritable_corpus_is_bad_input(tmp_path):
    corpus = Corpus(tmp_path / "corpus", Subject.of(ENGINE))
    corpus.folder.rmdir()
    assert not corpus.add(saved_games()[0], "")


WRITER = """
import sys
from itertools import count
from fuzz.test_corpus import Corpus, ENGINE, CorpusGame, Subject
from pathlib import Path
corpus = Corpus(Path(sys.argv[1]), Subject.of(ENGINE))
for number in count():
    corpus.add(CorpusGame("@0/ A0+ @1+", number.to_bytes(4, "big")), "reads: something " * 1000)
"""


def test_killed_while_it_writes(tmp_path):
    """At any moment: each file is whole."""
    folder = tmp_path / "corpus"
    for milliseconds in (0, 7, 23):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(folder)], cwd=Path(__file__).parents[1])
        until(lambda: len(list(folder.glob("*.trx"))) >= 50, process)
        time.sleep(milliseconds / 1000)
        process.kill()
        process.wait()
        there = len(list(folder.glob("*.trx")))
        again, other = reread(Corpus(folder, Subject.of(ENGINE)))
        assert len(again) == there >= 50
        assert not other.unusable
        for file in folder.iterdir():
            file.unlink()
