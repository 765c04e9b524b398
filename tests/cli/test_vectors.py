"""`loopline vectors`: what it writes is replayed by two other implementations, neither of which shares its code."""

import json
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import model.trax.oracle as oracle
import pytest
from cli.running import run
from goldenrules.trax.errors import Reason
from loopline.games.trax.vectors import KINDS, NOTHING

REPOSITORY = Path(__file__).parents[2]
COLOURS = {"w": "white", "r": "red"}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("vectors") / "vectors.jsonl"
    code, out, err = run("vectors", "--write", path, "--games", 2, "--seed", 7)
    assert (code, err) == (0, "")
    games, requests = (int(number.replace(",", "")) for number in re.findall(r"([\d,]+) (?:game|request)s?\b", out))
    written = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    assert games == sum(record["kind"] == "game" for record in written)
    assert requests == sum(len(record.get("requests", ())) for record in written)
    return path


@pytest.fixture(scope="module")
def records(file):
    return [json.loads(line) for line in file.read_text(encoding="ascii").splitlines()]


@pytest.fixture(scope="module")
def games(records):
    return [record for record in records if record["kind"] == "game"]


@pytest.fixture
def reader():
    """The program of the reference page."""
    page = (REPOSITORY / "docs" / "reference" / "vectors.md").read_text(encoding="utf-8")
    names = {"__name__": "replay"}
    exec(re.search(r"^```python\n(.*?)^```", page, re.M | re.S)[1], names)
    return names


def rules_of(game):
    rules = game["rules"]
    half, size = (rules["field"] or 0) // 2, rules["field"]
    first, last = (0, (size or 1) - 1) if rules["first_cell_free"] else (-half, (size or 1) - 1 - half)
    same = {one.name: rules[one.name] for one in fields(oracle.Rules)}
    return oracle.Rules(**same | {"field": (first, last) if size else None})


def test_the_oracle_gives_the_same_answers(games):
    """The rules once more, slow and obvious. It has no notation and no draws, and keeps every board for taking back."""
    for game in games:
        before = []
        referee = oracle.Referee(rules_of(game))
        for number, request in enumerate(game["requests"]):
            where = f"{game['about']}, request {number}: {request}"
            cell = tuple(request["cell"]) if "cell" in request else None
            if request["answer"] == NOTHING:
                assert before == [], where
            elif "take_back" in request:
                taken, referee = referee, before.pop()
                assert sorted(set(taken.board) - set(referee.board)) == list(map(tuple, request["removed"])), where
            elif cell and request["answer"] == "done":
                before.append(oracle.Referee(referee.rules, dict(referee.board), referee.mover, referee.winner))
                won = referee.play(cell, request["symbol"])
                placed = {(column, row): edges for column, row, edges in request["placed"]}
                assert {here: referee.board[here] for here in referee.board.keys() - before[-1].board} == placed, where
                assert tuple(request["placed"][0][:2]) == cell, where
                assert {f"{COLOURS[colour]} {kind}" for colour, kind, _ in won} == set(request["wins"]), where
            elif cell:
                reasons, _, _ = referee.judge(cell, request["symbol"])
                lost = before and before[-1].winner is None and referee.winner
                assert request["answer"] in reasons or (lost and request["answer"] == "game over"), where
            if game["rules"]["fouls_lose"] and cell and request["answer"] not in ("done", "game over"):
                before.append(oracle.Referee(referee.rules, dict(referee.board), referee.mover, None))
                referee.winner = "r" if referee.mover == "w" else "w"
            assert request["tiles"] == len(referee.board), where
            assert request["to_move"] == COLOURS[referee.mover], where
            if referee.winner:
                assert request["result"] == COLOURS[referee.winner], where
            if referee.board:
                left, right, top, bottom = oracle.bounds(referee.board)
                assert request["box"] == [left, top, right - left + 1, bottom - top + 1], where


def test_the_reader_of_the_page_agrees(reader, file, capsys):
    assert reader["main"](file) == 0
    assert re.fullmatch(r"[\d,]+ requests, 0 answers wrong\n", capsys.readouterr().out)


@pytest.mark.parametrize("field", ["answer", "placed", "tiles", "box", "to_move", "wins", "result"])
def test_the_reader_of_the_page_notices_a_wrong_answer(reader, games, field):
    game = json.loads(json.dumps(games[0]))
    assert not list(reader["replay"](game))
    request = next(request for request in game["requests"] if "placed" in request)
    request[field] = "wrong"
    assert [asked for asked, _ in reader["replay"](game)] == [request]


def test_a_file_that_is_cut_off_is_noticed(reader, file, tmp_path):
    shorter = tmp_path / "shorter.jsonl"
    shorter.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(AssertionError, match="cut off"):
        reader["main"](shorter)


def test_the_file_says_what_it_is_and_where_it_ends(records):
    first, *_, last = records
    assert (first["kind"], first["version"], first["games"], first["seed"]) == ("trax vectors", 1, 2, 7)
    assert last == {"kind": "end", "records": len(records) - 1}


def test_there_are_games_of_every_kind(games):
    assert {game["about"] for game in games} == {*KINDS, "deep traps", "variants", "texts"}
    answers = {request["answer"] for game in games for request in game["requests"]}
    assert answers <= {*Reason} | {"done", NOTHING}
    assert {"done", "trap"} <= answers


def test_the_reference_figures(records):
    figures = {
        (record["ply"], record["sequences"], record["won"], record["forced"], record["trapped"])
        for record in records
        if record["kind"] == "count" and record["rules"]["lines"] == 8
    }
    assert (4, 9_568, 276, 3_716, 0) in figures
    assert (5, 246_888, 8_564, 106_348, 0) in figures


def test_the_same_seed_makes_the_same_games():
    """In processes of their own, so that nothing has been drawn before."""
    first, again, other = (made_by_itself(seed) for seed in (7, 7, 8))
    assert first == again != other


def made_by_itself(seed):
    code = f"from loopline.games.trax.vectors import example_games; print(list(example_games(3, {seed})))"
    return subprocess.check_output([sys.executable, "-c", code], text=True)


def test_where_it_cannot_write(tmp_path):
    code, _, err = run("vectors", "--write", tmp_path / "nowhere" / "vectors.jsonl")
    assert code == 2
    assert "vectors.jsonl: No such file or directory" in err
