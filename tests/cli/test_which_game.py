"""Which game is meant: by the file's suffix, by --game, by the moves themselves; and what is said where none is."""

import pytest
from cli.running import run
from loopline.contract import paper

MOVES = {"trax": "@0/ A0+", "globe": "N3-C1 S1-C3", "tsolitaire": "6B16B 5F8L", "evening": "Wc5 Bc4"}


@pytest.mark.parametrize("name", MOVES)
def test_moves_choose_the_game_that_reads_them(name):
    assert run("show", MOVES[name]) == run("show", MOVES[name], "--game", name)
    assert run("show", MOVES[name])[0] == 0


@pytest.mark.parametrize("name", MOVES)
def test_suffix_chooses_the_game(name, tmp_path):
    for game in paper.installed():
        (tmp_path / f"a{game.suffix}").write_text(MOVES[game.name] + "\n")
    suffix = paper.named(name).suffix
    assert run("show", f"a{suffix}", cwd=tmp_path) == run("show", MOVES[name])


def test_files_of_several_games_at_once(tmp_path):
    files = []
    for game in paper.installed():
        (tmp_path / f"a{game.suffix}").write_text(MOVES[game.name] + "\n")
        files.append(f"a{game.suffix}")
    code, out, err = run("check", *files, cwd=tmp_path)
    assert (code, err) == (0, "")
    assert out.endswith("4 games in 4 files: 4 legal, 0 illegal\n")


NAMES = "trax, evening, globe, tsolitaire"
KNOWN = "trax (.trx), evening (.evening), globe (.globe), tsolitaire (.tsol)"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("check", "-"), f"standard input: name the game with --game; there are {KNOWN}"),
        (("show", "-"), f"standard input: name the game with --game; there are {KNOWN}"),
        (("show", "a1 b2"), "moves: no installed game can read the first of them; --game NAME says why not: "),
        (("show", "nothing"), "there is no file nothing, and as moves: no installed game can read the first of them"),
        (("show", "@0/ A0+", "--game", "chess"), f"--game chess: no installed game has this name; there are: {NAMES}"),
        (("show", "@0/ A0+", "--rules", "side=3"), "moves: no installed game can read the first of them"),
        (("perft", 1), f"name the game with --game; installed games that can be counted: {NAMES}"),
        (
            ("match", "random", "random"),
            f"name the game with --game; installed games that two players can play: {NAMES}",
        ),
        (("verify-model", "--game", "chess"), "--game chess: no installed game has this name"),
    ],
)
def test_a_game_that_is_not_clear(arguments, says, tmp_path):
    code, out, err = run(*arguments, stdin=b"", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert says in err


def test_a_file_of_no_game(tmp_path):
    (tmp_path / "games.txt").write_text("@0/ A0+\n")
    code, _, err = run("check", "games.txt", cwd=tmp_path)
    assert (code, err) == (2, f"loopline: games.txt: name the game with --game; there are {KNOWN}\n")
    assert run("check", "games.txt", "--game", "trax", cwd=tmp_path)[0] == 0


def test_rules_unknown_to_one_game_are_refused_before_reading(tmp_path):
    (tmp_path / "a.globe").write_text("N3-C1\n")
    (tmp_path / "b.trx").write_text("@0/\n")
    code, out, err = run("check", "a.globe", "b.trx", "--rules", "capture=P", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert "--rules capture=P: trax: no rule set is called 'capture=P'; there are contest" in err
