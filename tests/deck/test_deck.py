"""A deck is played before anything random, and what fails in it is reported as any failure is."""

import json
from uuid import uuid4

import pytest
import reports
from cli.running import run
from copies import ROOT, copied_heap
from cosim.engines import needs
from loopline import testing
from loopline.campaign.saved import deck_of, read_deck
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.errors import BadInput

QUICK = ("--sim", "icarus", "--seed", 1, "--jobs", 1)

#: The second game fails with bug 3, in its last turn but one.
GAMES = "# loopline deck 1; heap, 15 stones\n\n# a short one\ntake:1 take:2\n\n"
FAILS = "take:1 take:1 take:1 take:2 take:2 take:3 take:3 take:3 new take:1\n"


@pytest.fixture
def heap(tmp_path):
    """Its description, which names a deck, with so many more lines; a copy for a process of its own."""
    file = copied_heap(tmp_path, f"game_{uuid4().hex}")
    head, board = file.read_text().split("[board]")

    def write(text=GAMES + FAILS, tables=""):
        file.with_name("deck.heap").write_text(text)
        file.write_text(f'{head}deck = "deck.heap"\n\n[board]{board}\n{tables}')
        return file

    return write


def played(file, tmp_path, *words):
    """The exit code, what was printed, and the findings by property."""
    code, out, err = run("verify", file, *QUICK, *words, "--out", tmp_path / "out")
    report = tmp_path / "out" / "verify.json"
    findings = json.loads(report.read_text())["findings"] if report.is_file() else []
    return code, out + err, {one["name"]: one for one in findings}


def test_deck_is_played_first(heap, tmp_path):
    needs("icarus")
    code, says, findings = played(heap(), tmp_path, "--examples", 10)
    assert code == 0, says
    assert list(findings) == ["deck", "taking"]
    deck = findings["deck"]
    assert (deck["examples"], deck["turns"], deck["state"]) == (2, 12, "agrees")


def test_deck_is_played_first_under_pytest(heap, tmp_path):
    needs("icarus")
    file = heap(tables="[parameters]\nBUG = 3\n")
    assert testing.properties(file) == ["deck", "taking"]
    with pytest.raises(AssertionError, match="One event too many"):
        testing.verify(file, "deck", sim="icarus", examples=1, out=tmp_path / "out")
    campaign = testing.verify(heap(), sim="icarus", examples=1, out=tmp_path / "out")
    assert [finding.outcome.name for finding in campaign.findings] == ["deck", "taking"]


def test_failing_deck_game_is_shrunk_and_replayed(heap, tmp_path):
    needs("icarus")
    file = heap(tables="[parameters]\nBUG = 3\n")
    code, says, findings = played(file, tmp_path, "--examples", 60, "-x")
    assert code == 1, says
    deck = findings["deck"]
    assert (deck["state"], deck["found_at"], deck["turns_before"]) == ("mismatch", 2, 10)
    assert deck["turns_left"] < 10
    assert deck["nanoseconds"]
    assert deck["wave_file"]
    assert "One event too many" in deck["says"]
    # Nothing random was begun.
    assert findings["taking"]["state"] == "not run"
    code, out, err = run("replay", deck["game_file"], "--dut", file, "--sim", "icarus", "--out", tmp_path / "again")
    assert code == 1, out + err


def test_deck_can_be_chosen_and_left_out(heap, tmp_path):
    needs("icarus")
    for only in ("deck", "taking"):
        code, says, findings = played(heap(), tmp_path, "--only", only, "--examples", 5)
        assert (code, list(findings)) == (0, [only]), says


def test_a_sample_has_the_first_of_its_games(heap, tmp_path):
    needs("icarus")
    needs("verilator")
    file = heap(GAMES + "\n".join(["take:1"] * 10))
    code, out, err = run("verify", file, "--seed", 1, "--only", "deck", "--out", tmp_path / "out")
    assert code == 0, out + err
    findings = reports.read(tmp_path / "out" / "verify.json")["findings"]
    assert [(one["simulator"].split()[0], one["examples"]) for one in findings] == [("verilator", 11), ("icarus", 2)]


WRONG = {
    "no file": (None, "{folder}/heap.toml:7: deck: there is no file {folder}/deck.heap"),
    "no game": ("# loopline deck 1; heap, 15 stones\n", "{folder}/deck.heap: holds no game"),
    "a word": (GAMES + "take:1 tke:2\n", "{folder}/deck.heap:6: 'tke:2' is not a request"),
    "another version": ("# loopline deck 7; heap, 15 stones\ntake:1\n", "is a deck of version 7"),
    "another game": ("# loopline deck 1; chess\ntake:1\n", "is a deck for chess, and the game of"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_deck_that_cannot_be_used_is_refused(what, heap, tmp_path):
    text, says = WRONG[what]
    file = heap(text or "")
    if text is None:
        (tmp_path / "heap" / "deck.heap").unlink()
    with pytest.raises(BadInput) as refused:
        deck_of(Subject.of(load(file)))
    assert says.format(folder=tmp_path / "heap") in str(refused.value)


def test_deck_on_another_board_has_the_games_that_fit(heap, tmp_path):
    file = heap("# loopline deck 1; heap, 255 stones\ntake:1\ntake:9\ntake:2\n")
    deck = deck_of(Subject.of(load(file)))
    assert [text for _, text, _ in deck.games] == ["take:1", "take:2"]
    file = tmp_path / "heap" / "deck.heap"
    said = f"1 of 3 known games skipped; the first: {file}:3: 'take:9' has"
    assert deck.note.startswith(said)


def test_a_file_without_a_head_is_a_deck_too(heap, tmp_path):
    file = heap("take:1\ntake:2\n")
    assert len(read_deck(tmp_path / "heap" / "deck.heap", Subject.of(load(file))).games) == 2


def test_player_deck_comes_with_the_game_and_refuses_a_file(tmp_path):
    player = ROOT / "rtl" / "trax" / "player" / "player.toml"
    dut = load(player)
    game, deck = Subject.of(dut).player, deck_of(Subject.of(dut))
    assert [game.write(game.read(text.split())) for _, text, _ in deck.games] == [text for _, text, _ in deck.games]
    assert len({text for _, text, _ in deck.games}) == len(deck.games)
    assert len(deck_of(Subject.of(dut.with_board(Change("size=128")))).games) == 4
    assert len(deck_of(Subject.of(load(player.with_name("player_depth2.toml")))).games) == 3
    file = tmp_path / "player.toml"
    file.write_text(
        player.read_text().replace("contract =", 'deck = "a.trx"\ncontract =').replace('"..', f'"{player.parent}/..')
    )
    with pytest.raises(BadInput, match="deck is for engines"):
        load(file)
