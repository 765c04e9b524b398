"""`loopline fuzz` as a user meets it: stopped, killed, sharing its corpus, and with things in it that do not belong."""

import signal
from pathlib import Path
from xml.etree import ElementTree

import pytest
import reports
from cli.running import run, started, without_progress
from cosim.engines import described, needs, with_its_box_shifted
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.drawing import examples_of
from loopline.fuzz.corpus import Corpus, CorpusGame
from loopline.games.trax.requests import write_script
from loopline.games.trax.strategies import NAMED
from waiting import PATIENCE, until

QUICK = ("--sim", "icarus", "--size", 16, "--seed", 3)


@pytest.fixture(autouse=True)
def _icarus():
    needs("icarus")


@pytest.fixture
def box_shifted(tmp_path):
    return with_its_box_shifted(tmp_path)


def fuzz(*arguments, out):
    return run("fuzz", "trax-engine", *QUICK, *arguments, "--out", out)


def report(out):
    document = reports.read(out / "fuzz.json")
    return document, document["findings"][-1]


def games(folder):
    return sorted(folder.glob("*.trx"))


def test_the_same_seed_is_the_same_run(tmp_path):
    """The same games, in the same files; and on a terminal or not, nothing is printed over."""
    for name in "ab":
        code, out, err = fuzz("--turns", 120, out=tmp_path / name)
        assert (code, err) == (0, "")
        assert (
            f"seed 3 · loopline fuzz trax-engine --sim icarus --seed 3 --turns 120 --size 16 --out {tmp_path / name}"
            in out
        )
        assert "\x1b" not in out
        assert "\r" not in out
    (a, one), (b, other) = report(tmp_path / "a"), report(tmp_path / "b")
    for key in ("examples", "turns", "cycles"):
        assert one[key] == other[key]
    assert a["explored"] == b["explored"]
    assert a["exit_code"] == b["exit_code"] == 0
    assert one["turns"] >= 120
    folders = [tmp_path / name / "fuzz" / "bundled-engine-16" for name in "ab"]
    assert [path.read_text() for path in games(folders[0])] == [path.read_text() for path in games(folders[1])]
    assert len(games(folders[0])) == a["explored"]["kept"] > 3
    suite = ElementTree.parse(tmp_path / "a" / "fuzz.xml").find("testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("1", "0")
    covered = reports.read(tmp_path / "a" / "coverage.json")
    hit = sum(bool(one["hits"]) and not one["unreachable"] for group in covered["groups"] for one in group["bins"])
    assert hit == a["explored"]["reached"] > 100
    assert f"{hit} of {a['explored']['bins']} bins hit" in out


def test_mismatch_ends_the_run_and_is_reported(box_shifted, tmp_path):
    saved, out = tmp_path / "saved", tmp_path / "out"
    code, text, err = run("fuzz", box_shifted, *QUICK, "--regressions", saved, "--out", out)
    assert (code, err) == (1, "")
    assert "found by  fuzz (icarus)" in text
    game = out / "fuzz" / "minimal.trx"
    assert f"replay    loopline replay {game} --dut {box_shifted} --sim icarus --size 16 --out {out}" in text
    assert game.with_suffix(".fst").stat().st_size > 1000
    document, finding = report(out)
    assert document["exit_code"] == 1
    assert finding["state"] == "mismatch"
    assert finding["turns_left"] <= 2
    (kept,) = games(saved)
    assert kept.read_text() == game.read_text()
    # What is saved comes first the next time, and as long as it fails nothing else is looked for.
    code, text, _ = run("fuzz", box_shifted, *QUICK, "--regressions", saved, "--out", tmp_path / "again")
    assert code == 1
    assert f"found by  {saved}/" in text
    assert len(report(tmp_path / "again")[0]["findings"]) == 1


def test_ctrl_c_keeps_what_was_done(tmp_path):
    with started("fuzz", "trax-engine", *QUICK, "--out", tmp_path) as process:
        wait_for_games(tmp_path / "fuzz" / "bundled-engine-16", 4, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "PARTIAL, interrupted" in out
    assert "agrees so far" in out
    document, finding = report(tmp_path)
    assert document["partial"]
    assert document["exit_code"] == 130
    assert finding["examples"] >= 4
    assert reports.read(tmp_path / "coverage.json")["examples"] == finding["examples"]


def test_killed_at_any_time(tmp_path):
    """The simulation does not live on, and the next run goes on with the games that were found."""
    corpus = tmp_path / "corpus"
    with started("fuzz", "trax-engine", *QUICK, "--corpus", corpus, "--out", tmp_path / "killed") as process:
        wait_for_games(corpus, 6, process)
        process.kill()
        process.wait()
    until(lambda: not alive(tmp_path / "killed"))
    there = len(games(corpus))
    code, out, err = fuzz("--turns", 1, "--corpus", corpus, out=tmp_path / "next")
    assert (code, err) == (0, "")
    assert f"corpus {corpus}: {there}" in out
    read = Corpus(corpus, Subject.of(described(None, Change("16"))))
    assert len(list(read.fresh())) == there >= 6
    assert not read.unusable


@pytest.mark.slow
def test_two_runs_share_a_corpus(tmp_path):
    """A run looks for games of the other after eight legs."""
    needs("verilator")
    corpus = tmp_path / "corpus"
    arguments = ("--sim", "verilator", "--size", 16, "--turns", 20_000, "--corpus", corpus)
    both = [
        started("fuzz", "trax-engine", *arguments, "--seed", seed, "--out", tmp_path / str(seed)) for seed in (1, 2)
    ]
    for process in both:
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, without_progress(err)) == (0, ""), out
    explored = [report(tmp_path / str(seed))[0]["explored"] for seed in (1, 2)]
    assert sum(one["taken_over"] for one in explored) > 0
    assert len(games(corpus)) <= sum(one["kept"] for one in explored)
    for one in explored:
        assert one["taken_over"] == sum(source["scripts"] for source in one["sources"] if source["name"] == "corpus")


def test_foreign_files_in_the_corpus_are_named_and_skipped(tmp_path):
    corpus = tmp_path / "corpus"
    made = Corpus(corpus, Subject.of(described(None, Change("16"))))
    for script in examples_of(NAMED["wins"](16), 6, seed=1):
        made.add(CorpusGame(write_script(script, 16), b""), "")
    cut, other, *rest = games(corpus)
    cut.write_bytes(cut.read_bytes()[:-9])
    other.write_text(other.read_text().replace("16 x 16", "64 x 64"))
    (corpus / "mine.trx").write_text("@0/ A0+\n")
    code, _, err = fuzz("--turns", 100, "--corpus", corpus, out=tmp_path / "second")
    assert code == 0
    assert f"{cut}: left out: a part of it is missing or was changed" in err
    assert f"{other}: left out: it is of trax, 64 x 64, and not of trax, 16 x 16" in err
    assert f"{corpus / 'mine.trx'}: left out: it is not a corpus file" in err
    assert {path.name for path in (corpus / "aside").iterdir()} == {cut.name, "mine.trx"}
    assert other.is_file()
    assert 0 < report(tmp_path / "second")[0]["explored"]["taken_over"] <= len(rest)


def test_a_player_is_refused(tmp_path):
    code, _, err = run("fuzz", "trax-player", "--turns", 1, cwd=tmp_path)
    assert (code, "coverage needs the contract 'engine', got 'player'" in err) == (2, True), err


def wait_for_games(folder, count, process):
    until(lambda: len(games(folder)) >= count, process)


def alive(folder):
    """Processes that run with this folder in their command."""
    commands = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            commands.append(file.read_bytes())
        except OSError:
            continue
    return [command for command in commands if str(folder).encode() in command]
