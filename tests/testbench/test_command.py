"""The command: what it writes, and what it refuses."""

from cli.running import run
from copies import HEAP
from testbench.simulators import icarus


def test_testbench_says_how_to_run_it(tmp_path):
    deck = tmp_path / "deck.heap"
    deck.write_text("take:1 take:2\ntake:3\n")
    code, out, err = run("testbench", HEAP / "heap.toml", "--deck", deck, "--out", tmp_path)
    assert (code, err) == (0, "")
    assert "2 games, 5 requests" in out
    assert "iverilog -g2012 -o testbench -f sources.f testbench.v loopline_deck.v && vvp -n testbench" in out
    head = (tmp_path / "testbench" / "testbench.v").read_text()
    assert "compares answers and events." in head
    assert f"loopline testbench {HEAP}/heap.toml --deck {deck}" in head
    assert icarus(tmp_path / "testbench").says == "PASS: 2 games, 5 requests\n"


def test_without_a_deck_there_is_nothing_to_write(tmp_path):
    code, _, err = run("testbench", HEAP / "heap.toml", "--out", tmp_path)
    assert (code, "no deck fits it: name a file of games with --deck" in err) == (2, True)


def test_a_player_is_refused_before_anything_is_read(tmp_path):
    code, _, err = run("testbench", "trax-player", "--deck", tmp_path / "none.trx", "--out", tmp_path)
    assert (code, "only engines have decks" in err) == (2, True)
