"""What the commands without hardware make of each game. How it looks is on the game's page, whose examples are carried
out; here is the rest: exit codes, files that are wrong, facts for programs, and what is refused."""

import json
import shlex
from xml.etree import ElementTree

import pytest
from cli.running import run
from loopline.contract import paper
from loopline.games.trax.model_checks import FIRST_TRAP

#: The game, a file of it, options, the exit code, and what is said.
CHECKED = [
    ("trax", "@0/ B1/\n\n@0+\n", [], 0, "2 games in 1 file: 2 legal, 0 illegal\n"),
    ("trax", "@0/ A1/\n\n@0+\n", [], 1, "2 games in 1 file: 1 legal, 1 illegal\n"),
    ("trax", "@0/ a1/\n\n@0+\n", [], 2, "2 games in 1 file: 1 legal, 0 illegal, 1 unreadable\n"),
    ("trax", "@0/ ZZZZ1/\n\n@0+\n", [], 2, "2 games in 1 file: 1 legal, 0 illegal, 1 unreadable\n"),
    ("trax", f"@0/ A0+{' ' * (1 << 16)}\n@0+\n", [], 2, ":1:1: before the first move: too long: found a longer line"),
    ("trax", "@0/ A0+ # White was late\nRed wins\n", [], 0, ":1: Red wins, as stated · 2 turns · 2 tiles · box 1 × 2"),
    ("trax", "@0+ A0+ A0+\n", [], 0, ":1: Red to move"),
    ("trax", "@0+ A0+ A0+\n", ["--rules", "mini-lines"], 0, ":1: White wins, line down"),
    ("trax", "@0+ A0+ A0+ Red wins", ["--rules", "mini-lines"], 1, ":1:13: the result, Red: wrong result"),
    ("trax", f"{FIRST_TRAP} A2/", ["--rules", "classic"], 1,
     "trap: forced play brings 3 red edges into one cell, from the east, south, west; the cell is B2"),
    ("trax", f"{FIRST_TRAP} A2/ Red wins", ["--rules", "contest"], 0,
     ":1: Red wins, foul: trap in B2 · 8 turns · 8 tiles"),
    ("evening", "side=3 Wc3 Bc4\n  Wz1 # no such cell\n", [], 2, ":2:3: move 3 of 3, Wz1: bad cell: found 'z1'"),
    ("evening", "side=3 Wc3 Wc4\n", [], 1, "move 2 of 2, Wc4: turn: White leads, so Black has the move"),
    ("evening", "side=3 Wc3 White wins\n", [], 1, "the result, White wins: wrong result: "),
    ("evening", "side=3 1. Wc3 2. B-\nWhite wins\n", [], 0, ":1: White has won, one group more · 1 stone · White 1"),
    ("evening", "side=3 Wc3\n", ["--rules", "side=4,rule=odd-even"], 0,
     "1:1: note: the game says its own rules: side 3, odd-even, loser-moves"),
    ("globe", "N3-C1 W3-W2\n", [], 0, ""),
    ("globe", "N3-C1\n\nN3-C1 N4-N3\n", [], 1, ":3:7: move 2 of 2, N4-N3: from: no piece of South stands on N4"),
    ("globe", "N3-C1\n\nN3-C1 hello\n", [], 2, ":3:7: move 2 of 2, hello: unknown point: found 'he'"),
    ("globe", "capture=Q N3-C1\n", [], 2, ":1:1: the options, capture=Q: bad option: found 'Q', expected one of G, P"),
    ("globe", "board=nn.................sss.\n", [], 2, "bad board: found 23 characters, expected 21"),
    ("globe", "board=nn................sss\n", [], 1, "material: North has 2 pieces"),
    ("globe", "N3-\0C1\n", [], 2, ":1:4: found the byte 0x00"),
    ("globe", "# nothing\n", [], 2, "no game in it"),
    ("globe", "E1-E2 S1-C3 E2-E1", ["--rules", "history=3"], 0, ":1: drawn by length"),
    ("tsolitaire", "6B16B\n", [], 0, ":1: going on · 1 of 35 tiles"),
    ("tsolitaire", "6B16B 6B1T\n", [], 1, ":1:7: item 2, 6B1T: occupied: tile 16 lies on 6B already"),
    ("tsolitaire", "6B16B\n 5F8L hello\n", [], 2, ":2:7: item 3, hello: syntax: found 'hello', expected a placement"),
    ("tsolitaire", "6B16B 1/\n", [], 1, ":1:7: item 2, 1/: not-stuck: found tile 1, which can be placed: 1B1R"),
    ("tsolitaire", "1B13R 1E33T 0/\n", [], 0, ":1: over: tile 0 has no legal placement · 2 of 35 tiles"),
    ("tsolitaire", "Undo 1B34R\n", [], 0, "note: 1B34R: tile 34 on 1B looks the same in rotation T, so R is T"),
    ("tsolitaire", "", [], 2, "no game in it"),
    ("tsolitaire", "\0", [], 2, "found the byte 0x00"),
    ("tsolitaire", "6B16B 5F8L 6F12T", ["--rules", "deck=16 8 12 32"], 0, ""),
    ("tsolitaire", "6B16B 5F8L", ["--rules", "deck=16 9"], 1,
     "item 2, 5F8L: not-next: the deck has tile 9 next, not tile 8"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "text", "options", "code", "says"), CHECKED)
def test_check(game, text, options, code, says, tmp_path):
    file = tmp_path / f"games{paper.named(game).suffix}"
    file.write_text(text)
    found, out, err = run("check", file, *options)
    assert (found, says in out + err) == (code, True), out + err
    assert "Traceback" not in err


#: A game, and some of the facts that a program is told of it.
FACTS = {
    "evening": (
        "side=3 1. Wc3 2. B- White wins",
        {"winner": "White", "white": [1], "board": ".../..../..W../..../..."},
    ),
    "globe": (
        "board=....nns.nn...s.snssns W1-W4",
        {"winner": "North", "how": "win", "plies": 1, "north": 6, "south": 2},
    ),
    "tsolitaire": (
        "2F8B 2A17B 1F2B 3A7L* 1E4R* 3A7L [00:10] 5F4B",
        {"placements": ["2F8B", "2A17B", "1F2B", "3A7L", "5F4B"], "over": None, "error": None},
    ),
}
#: One that is wrong, and where.
WRONG = {
    "evening": ("side=3 Wc3 Wz1", {"reason": "bad cell", "line": 3}),
    "globe": ("N3-C1 N4-N3", {"reason": "from"}),
    "tsolitaire": ("6B16B 5a8L", {"reason": "column"}),
}


@pytest.mark.parametrize("game", FACTS)
def test_facts_for_programs(game, tmp_path):
    (text, facts), (wrong, error) = FACTS[game], WRONG[game]
    (tmp_path / "games").write_text(f"{text}\n\n{wrong}\n")
    run("check", tmp_path / "games", "--game", game, "--json", tmp_path / "check.json")
    first, second = map(json.loads, (tmp_path / "check.json").read_text().splitlines())
    assert facts.items() <= first.items()
    assert error.items() <= second["error"].items()


#: A board, the first line of its picture, and what is said below it.
SHOWN = {
    "evening": ("board=WB/WBW/WB", "  a1  W3  B3    a2", "White has won, one group more - 7 stones"),
    "globe": ("N3-C1 W3-W2", "             +----oN1----+", "North to move - 2 plies - 6 against 6"),
    "tsolitaire": ("6B16B 5F8L 6F12T", "     A      B      C      D      E      F", "going on - 3 of 35 tiles"),
}


@pytest.mark.parametrize("game", SHOWN)
def test_show_in_ascii_and_as_a_picture(game, tmp_path):
    text, first, caption = SHOWN[game]
    options = ("--game", game, "--svg", tmp_path / "board.svg")
    code, out, err = run("show", text, *options, PYTHONIOENCODING="ascii")
    assert (code, err, out.isascii()) == (0, "", True)
    assert out.splitlines()[0].rstrip() == first
    assert caption in out
    assert ElementTree.parse(tmp_path / "board.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        ("4 --game trax", [4, 9_568, 276, 3_716, 0]),
        ("1 --game trax --rules connexion", [1, 25, 0, 0, 0]),  # 25 cells for the one first curve
        ("9 --game evening --rules side=2", [7, 24, 24]),
        ("3 --game globe --rules capture=T", [3, 147, 4, 0, 0]),
        ("1 --game tsolitaire", [1, 720, 120]),
    ],
)
def test_perft(arguments, last):
    code, out, _ = run("perft", *arguments.split())
    assert code == 0
    assert [int(word.replace(",", "")) for word in out.splitlines()[-1].split()] == last


TSOLITAIRE = "--game tsolitaire --rules"
REFUSED = [
    ("perft 0 --game trax", "greater than or equal to 1"),
    ("perft 1 --game trax --rules chess", "no rule set is called 'chess'; there are contest, classic, loop"),
    ("perft 2 --game evening --rules side=7", "side=7: expected a whole number from 2 to 6"),
    ("perft 3 --game globe --rules capture=Q", "expected G or P or T"),
    ("match perfect random --game evening --rules side=4", "side 4 cannot be solved"),
    ("match perfect random --game evening --rules protocol=free", "a match needs turns, and free play has none"),
    (f"match random greedy {TSOLITAIRE} 'deck=0 1 2'", "the first tile of the deck, 0, cannot be placed"),
    (f"perft 1 {TSOLITAIRE} 'deck=16 x'", "found 'x', expected numbers of tiles, 0 to 34"),
    (f"perft 1 {TSOLITAIRE} 'deck=16 35'", "found tile 35, expected each of the tiles 0 to 34 once"),
    (f"perft 1 {TSOLITAIRE} 'deck=16 16'", "found tile 16, expected each of the tiles 0 to 34 once"),
    (f"perft 1 {TSOLITAIRE} seed=-1", "expected a whole number"),
    (f"perft 1 {TSOLITAIRE} deck=1,seed=1", "not by both"),
    (f"perft 1 {TSOLITAIRE} order=1", "there is no 'order'"),
    ("verify tsolitaire-engine --size 8", "the board has no size; it has no keys, so there is one"),
    ("fuzz tsolitaire-engine --minimise", "out/fuzz/bundled-tsolitaire-engine: folder not found"),
    ("solve tsolitaire", "say which deck: --deck TILES, or --seed S"),
    ("solve tsolitaire --seed 1 --deck 1", "say which deck"),
    ("solve tsolitaire --deck ' '", "--deck: it has no tiles"),
    ("solve tsolitaire --deck '1 2 35'", "--deck: column 5: deck: found tile 35"),
    ("solve tsolitaire --deck '1 2' --after 6B16B", "--after: line 1, column 1: item 1, 6B16B: not-next"),
    ("solve tsolitaire --deck '1 2' --after '1B1R [1'", "--after: line 1, column 1: item 1, 1B1R [1: time"),
    ("solve chess --seed 1", "expected tsolitaire, the only game with a solver, got chess"),
]


@pytest.mark.parametrize(("command", "says"), REFUSED)
def test_bad_games_are_refused(command, says, tmp_path):
    code, out, err = run(*shlex.split(command), cwd=tmp_path)
    assert (code, says in err) == (2, True), err
    assert "Traceback" not in out + err


def test_an_illegal_placement_is_shown_before_it():
    code, out, err = run("show", "6B16B 1B0T")
    assert (code, "1 of 35 tiles" in out) == (1, True)
    assert "item 2, 1B0T: leaves: stone 0 would leave the board" in err


def test_solve_reports_an_unknown_value():
    code, out, _ = run("solve", "tsolitaire", "--seed", "0", "--nodes", "100")
    assert code == 0
    assert "# gave up: it is not known whether all 35 tiles can be placed; 100 placements tried" in out
    assert "proved" not in out


def test_solution_passes_check(tmp_path):
    (tmp_path / "solved.tsol").write_text(run("solve", "tsolitaire", "--seed", "0")[1])
    out = run("check", "solved.tsol", "--rules", "seed=0", cwd=tmp_path)[1]
    assert "solved.tsol:3: cleared · 35 of 35" in out
