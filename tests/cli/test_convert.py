"""Games written in another notation."""

import io

import pytest
from cli.running import run
from goldenrules.trax import BEFORE_1998, CLASSIC, MODERN, Game, read_games, replay_text, write_game
from hypothesis import given
from hypothesis import strategies as st
from loopline.games.trax.model_checks import FIRST_TRAP, GAME_1994
from model.trax.playing import board_of
from model.trax.strategies import games


def convert(*arguments, stdin=None, **options):
    return run("convert", *arguments, *([] if stdin is None else ["--game", "trax"]), stdin=stdin, **options)


def converted(text, source, target, rules=CLASSIC):
    read = [replay_text(game, rules, source.read_move) for game in read_games(io.BytesIO(text.encode()), source)]
    return read, "\n".join(write_game(game, target.write_move) for game in read)


@given(st.lists(games(), min_size=1, max_size=3), st.booleans())
def test_there_and_back_again_is_the_same(many, resigns):
    played = []
    for moves in many:
        game = Game(CLASSIC)
        for move in moves:
            game.play(*move)
        if resigns:
            game.resign()
        played.append(game)
    text = "\n".join(map(write_game, played))
    read, old = converted(text, MODERN, BEFORE_1998)
    again, modern = converted(old, BEFORE_1998, MODERN)
    assert modern == text
    for one, two, three in zip(played, read, again, strict=True):
        assert board_of(one.position) == board_of(two.position) == board_of(three.position)
        assert one.result == two.result == three.result


def test_a_file():
    text = b"Trax\n@0/ @1+ A0\\ White resigned\n\n1. @0+ 2. B1+ {a comment} Red wins on time\n"
    old = "1. A1C 2. A1S 3. 1AL White resigns\n\n1. A1S 2. B1S Red wins on time\n"
    summary = "2 games in 1 file: 2 legal, 0 illegal"
    assert convert("-", "--to", "1998", stdin=text) == (0, old, f"{summary}, 1 line of text skipped\n")
    modern = "1. @0/ 2. @1+ 3. A0\\ White resigns\n\n1. @0+ 2. B1+ Red wins on time\n"
    assert convert("-", "--to", "modern", stdin=old.encode()) == (0, modern, f"{summary}\n")
    assert convert("-", "--from", "modern", "--to", "modern", stdin=text)[1] == modern


def test_the_game_of_1994_as_it_was_written_then():
    code, out, _ = convert("-", "--to", "1998", stdin=GAME_1994.encode())
    assert code == 0
    assert out.startswith("1. A1S 2. A1U 3. B2R 4. A2S 5. B1R 6. C3D 7. D3S")
    assert convert("-", "--to", "modern", stdin=out.encode())[1].split()[1::2] == GAME_1994.split()


def test_a_trap_that_has_lost_is_kept():
    code, out, _ = convert("-", "--to", "1998", stdin=f"{FIRST_TRAP} A2/".encode())
    assert (code, out.split()[-4:]) == (0, ["9.", "A2L", "Red", "wins"])


@pytest.mark.parametrize(("bad", "code"), [("A1+", 1), ("oops", 2)])
def test_a_game_that_is_wrong_is_left_out(bad, code):
    found, out, err = convert("-", "--to", "1998", stdin=f"@0/ {bad}\n@0+ A0+\n".encode())
    assert (found, out) == (code, "1. A1S 2. 1AS\n")
    assert f"standard input:1:5: move 2 of 2, {bad}: " in err


def test_a_hint_names_the_option_of_this_command():
    assert "it is a move: --from modern" in convert("-", "--to", "modern", stdin=b"@0/ A0+")[2]


def test_a_new_file(tmp_path):
    code, out, err = convert("-", "--to", "1998", "--out", "old.trx", stdin=b"@0/", cwd=tmp_path)
    assert (code, out, err) == (0, "", "1 game in 1 file: 1 legal, 0 illegal\n")
    assert (tmp_path / "old.trx").read_text() == "1. A1C\n"


def test_a_file_is_not_overwritten(tmp_path):
    (tmp_path / "games.trx").write_text("@0/\n")
    code, _, err = convert("games.trx", "--to", "1998", "--out", "games.trx", cwd=tmp_path)
    assert (code, err) == (2, "loopline: games.trx exists already: remove it, or choose another name\n")
    assert (tmp_path / "games.trx").read_text() == "@0/\n"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("-",), "--to"),
        (("-", "--to", "2000"), "trax has no notation called '2000'; there are modern, 1998"),
        (("-", "--to", "1998", "--from", "2000"), "trax has no notation called '2000'; there are modern, 1998"),
        (("-", "--to", "1998", "--rules", "connexion"), "Connexion has no notation called 1998"),
        (("-", "--to", "1998", "--out", "missing/x.trx"), "cannot write missing/x.trx"),
        (("missing.trx", "--to", "1998"), "missing.trx: No such file or directory"),
    ],
)
def test_bad_input(arguments, error, tmp_path):
    code, out, err = convert(*arguments, stdin=b"@0/", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert error in " ".join(err.replace("│", " ").split())
