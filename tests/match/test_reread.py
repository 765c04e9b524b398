"""What a match has written is read again as what was played, by the rules it was played by, without being told."""

import json

import pytest
import reports
from cli.running import run
from match.playing import LIMIT, scripted

RULES = [
    *(("trax", "trx", rules) for rules in ("", "classic", "loop", "mini-lines", "zillions", "connexion")),
    ("evening", "evening", "side=3,rule=odd-even"),
    ("evening", "evening", ""),
    ("globe", "globe", "capture=P,history=20"),
    ("globe", "globe", "capture=T"),
    ("tsolitaire", "tsol", "seed=7"),
]
#: Where a game's facts have its rules, and what they are then.
SAID = {
    "side=3,rule=odd-even": {"side": 3, "rule": "odd-even"},
    "capture=P,history=20": {"capture": "P", "history": 20},
}


def played_and_read(tmp_path, game, suffix, rules):
    asked = ["--rules", rules] if rules else []
    players = ("random:3", "random:4")
    code, _, err = run("match", *players, "--game", game, *asked, "--games", 3, "--out", tmp_path)
    assert (code, err) == (0, "")
    code, out, err = run("check", tmp_path / f"match.{suffix}", "--json", tmp_path / "check.json")
    assert (code, err) == (0, ""), out
    checked = [json.loads(line) for line in (tmp_path / "check.json").read_text().splitlines()]
    return reports.read(tmp_path / "match.json")["games"], checked


@pytest.mark.parametrize(("game", "suffix", "rules"), RULES)
def test_log_is_read_by_its_own_rules(tmp_path, game, suffix, rules):
    played, read = played_and_read(tmp_path, game, suffix, rules)
    if game == "tsolitaire":  # each side has a record of its own
        assert len(read) == 6
        sides = [one["placements"] + other["placements"] for one, other in zip(read[::2], read[1::2], strict=True)]
        assert sides == [one["moves"] for one in played]
        return
    for one, again in zip(played, read, strict=True):
        length = next(again[name] for name in ("turns", "plies", "moves") if name in again)
        assert (one["sides"].get(again["winner"]), length) == (one["winner"], len(one["moves"]))
        assert {name: again[name] for name in SAID.get(rules, {})} == SAID.get(rules, {})


#: A game, its suffix, the moves of both players, who wins and how.
CALLED = [("evening", "evening", "Wc3 Bc3", "White", "foul"), ("globe", "globe", "N3-C1 silent:", "North", "time")]


@pytest.mark.parametrize(("game", "suffix", "moves", "winner", "how"), CALLED)
def test_a_game_that_was_won_by_a_foul_or_by_the_clock(game, suffix, moves, winner, how, tmp_path):
    player = scripted(moves)
    code, *_ = run("match", player, player, "--game", game, "--games", 1, "--limit", LIMIT, "--out", tmp_path)
    assert code == 1
    file = tmp_path / f"match.{suffix}"
    code, out, _ = run("check", file, "--json", tmp_path / "check.json")
    assert (code, f"{winner} has won {'by foul' if how == 'foul' else 'on time'}" in out) == (0, True), out
    read = json.loads((tmp_path / "check.json").read_text())
    assert (read["winner"], read["how"]) == (winner, how)


def test_rules_in_the_log_override_the_option(tmp_path):
    played_and_read(tmp_path, "trax", "trx", "connexion")
    _, out, _ = run("check", tmp_path / "match.trx", "--rules", "mini")
    assert out.count("note: the game says its own rules: Connexion; not those of --rules: Mini Trax 3×3") == 3


def test_rules_are_written_and_converted(tmp_path):
    played_and_read(tmp_path, "trax", "trx", "mini-lines")
    code, out, _ = run("convert", tmp_path / "match.trx", "--to", "1998")
    assert code == 0
    assert out.count("Rules: mini-lines\n1. A1") == 3


@pytest.mark.parametrize("line", ["Rules: nonsense", "rules: Contests"])
def test_unknown_rules_cost_one_game(tmp_path, line):
    file = tmp_path / "games.trx"
    file.write_text(f"1. @0/ 2. A0+\n{line}\n1. @0/\n\nRULES: Mini\n1. @0+\n")
    code, out, err = run("check", file)
    assert code == 2
    assert f"games.trx:2:8: the rules, {line.split()[1]}: unknown rules: found" in out + err
    assert "3 games in 1 file: 2 legal, 0 illegal, 1 unreadable" in out


def test_a_foul_in_a_game_of_other_rules(tmp_path):
    """The file says who has won, though the board does not show it."""
    a, b = scripted("E1/ E2/"), scripted("E1/")
    code, *_ = run("match", a, b, "--game", "trax", "--rules", "connexion", "--games", 1, "--out", tmp_path)
    assert code == 1
    code, out, _ = run("check", tmp_path / "match.trx")
    assert (code, "White wins" in out) == (0, True)
