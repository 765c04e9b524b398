"""Games and positions that others have played or worked out, of all games, if their collection is at hand."""

import json
from pathlib import Path

import pytest
from goldenrules import evening, globe, trax, tsolitaire
from goldenrules.errors import Refused
from model.trax.playing import board_of, edges_of, winner_of

DATA = Path(__file__).parents[3] / "shared" / "data"


def lines_of(name):
    if not (DATA / name).exists():
        pytest.skip(f"needs ../shared/data/{name} beside the repository")
    return [line for line in (DATA / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def entries(name, kind):
    found = [one for one in map(json.loads, lines_of(name)) if one.get("kind") == kind]
    assert found
    return found


def refusal(position, play, text):
    """The reason why a turn is refused; "ok": it is not, and is taken back."""
    try:
        play(text)
    except Refused as refused:
        return refused.reason
    position.take_back()
    return "ok"


# --- Trax: two thousand games that people and programs have played, four hundred traps, and games of the variants ---

#: The collection's number of a tile.
CODES = {"wrwr": 1, "rwrw": 2, "wrrw": 3, "rwwr": 4, "wwrr": 5, "rrww": 6}


def test_every_real_game_ends_as_it_did():
    games = lines_of("real-games.tsv")
    assert len(games) == 2000
    for line in games:
        words, verdict, tiles, box, board = line.split("\t")
        position = trax.Position(trax.CLASSIC)
        for word in words.split():
            assert position.winner is None
            position.play(word)
        assert f"{(winner_of(position) or 'ongoing').upper()} {len(words.split())}" == verdict
        assert len(position.tiles) == len(board_of(position)) == int(tiles)
        assert f"{position.box.columns}x{position.box.rows}" == box
        rows = ("".join(str(CODES[edges_of(tile)] if tile else 0) for tile in row) for row in position.rows())
        assert "|".join(rows) == board


def test_every_trap_is_one_at_its_last_move_and_not_before():
    traps = lines_of("traps.txt")
    assert len(traps) == 400
    for line in traps:
        *words, last = line.split()
        position = trax.Position.from_moves(words, trax.CLASSIC)
        assert position.winner is None
        with pytest.raises(trax.Trap):
            position.play(last)
        assert len(position.turns) == len(words)


#: Their words for our reasons.
REASONS = {"outside": {"outside the field", "box limit"}, "supply": {"out of tiles"}, "plus": {"bad symbol"}}
REASONS |= {"first": {"first move"}, "dead": {"dead cell"}}


def test_games_of_the_variants():
    _, *records = map(json.loads, lines_of("variants-sample.jsonl"))
    assert records
    for record in records:
        game = trax.Game(trax.RULE_SETS[record["variant"].replace("_", "-")])
        for text in record["moves"].split():
            assert game.result is None
            game.play(*trax.read_move(game.position, text))
        assert len(game.position.tiles) == record["tiles"]
        if record["result"] == "draw":
            assert game.position.draw in (*record["why"], "stalemate" if record["why"] == ["no move"] else None)
        elif record["result"]:
            assert trax.COLOUR_NAMES[game.position.winner][0] == record["result"]
        else:
            assert game.result is None
        for text, expected in record.get("probes", ()):
            found = refusal(game.position, game.position.play, text)
            assert found in REASONS.get(expected, {expected, expected.replace("-", " ")}), text


# --- Evening ----------------------------------------------------------------------------------------------------------

EVENING = "evening-sample.jsonl"
SIDES = evening.WHITE, evening.BLACK
COLOURS = {evening.LETTERS[colour]: colour for colour in SIDES}
RULES = {"base": evening.Rule.BASE, "odd_even": evening.Rule.ODD_EVEN, "odd-even": evening.Rule.ODD_EVEN}


@pytest.mark.parametrize("rule", ["base", "odd_even"])
def test_positions_of_evening(rule):
    for sample in entries(EVENING, "position"):
        position = evening.Position.from_rows(sample["rows"], evening.RuleSet(sample["side"], RULES[rule]))
        assert position.leader is COLOURS[sample[rule]]
        assert [*map(position.cells, SIDES)] == [sample["white_cells"], sample["black_cells"]]
        assert [*map(position.sizes, SIDES)] == [sample["white_groups"], sample["black_groups"]]
        assert position.identical == (sample["cascade"] == "-")
        assert evening.board_text(position).split("/") == sample["rows"]
        if "last" in sample:  # lifted and laid once more, the stone leaves the board that it made
            cell, letter = sample["last"]
            again = evening.Position(position.rules)
            again.load({one: stone for one, stone in enumerate(position.stones) if stone and one != cell})
            again.lay(COLOURS[letter], cell)
            assert (again, again.owners) == (position, position.owners)


def test_games_of_evening():
    for sample in entries(EVENING, "game"):
        position = evening.Position(evening.RuleSet(sample["side"], RULES[sample["rule"]]))
        for (cell, letter), after in zip(sample["placements"], sample["after"], strict=True):
            position.place(COLOURS[letter], cell)
            cells = [len(position.cells(colour)) for colour in SIDES]
            assert [evening.LETTERS[position.loser], *cells, *map(position.sizes, SIDES)] == after
        assert evening.board_text(position).split("/") == sample["final"]
        assert position.winner is COLOURS[sample["winner"]]


# --- the Globe --------------------------------------------------------------------------------------------------------

GLOBE = "globe-sample.jsonl"


def captured(turn):
    return [globe.NAMES[point] for point in sorted(point for part in turn.captured for point in part)]


def globe_position(one, board, side):
    return globe.Position(globe.Rules(globe.Capture(one["option"])), one[board], globe.read_side(one[side]))


def test_positions_of_the_globe():
    for one in entries(GLOBE, "position"):
        position, moves = globe_position(one, "board", "to_move"), []
        for step in filter(None, position.legal_moves()):
            turn = position.play(step)
            moves.append([str(step), captured(turn), "win" if position.winner else ""])
            position.take_back()
        assert moves == one["moves"]
        assert position.must_pass == one["must_pass"]


def test_games_of_the_globe():
    for one in entries(GLOBE, "game"):
        position = globe_position(one, "start", "first")
        for move, *after in one["plies"]:
            turn = position.play(move)
            counts = position.count(globe.NORTH), position.count(globe.SOUTH)
            assert [captured(turn), *counts, turn.occurrence] == after
        ended = ["win" if position.winner else "draw", position.winner or 0] if position.over else None
        assert (position.board, ended) == (one["board"], one["result"])
        assert position.to_move == globe.read_side(one["to_move"])


# --- Tsolitaire -------------------------------------------------------------------------------------------------------

TSOLITAIRE = "tsolitaire-sample.jsonl"


def places(stones):
    return [str(place) for place in stones]


def test_tiles_and_starts_of_tsolitaire():
    (header,) = entries(TSOLITAIRE, "header")
    assert [list(orientations[tsolitaire.Rotation(0)]) for orientations in tsolitaire.JOINTS] == header["tiles"]
    assert list(tsolitaire.PERIOD) == header["period"]
    assert places(tsolitaire.STARTS) == header["stones"]


def test_positions_of_tsolitaire():
    for entry in entries(TSOLITAIRE, "position"):
        position = tsolitaire.Position.from_moves(entry["placed"].split())
        assert places(position.stones) == entry["stones"]
        position.offer(entry["tile"])
        assert [str(placement) for placement in position.legal_moves()] == entry["legal"]
        assert position.over == entry["over"]
        for text, stones, runs in entry["after"]:
            turn = position.play(text)
            assert places(position.stones) == stones
            assert runs == [
                [run.stone, len(run.passes), sum(passed.cell == turn.move.cell for passed in run.passes)]
                for run in turn.runs
            ]
            position.take_back()
        for text, reason, stones in entry["refused"]:
            with pytest.raises(Refused) as refused:
                position.play(text)
            assert (refused.value.reason, list(getattr(refused.value, "stones", []))) == (reason, stones)


def test_records_of_tsolitaire():
    for entry in entries(TSOLITAIRE, "record"):
        record, result = tsolitaire.replay(entry["text"]), entry["result"]
        position = record.position
        assert result["ok"]
        assert " ".join(str(turn.move) for turn in position.turns) == result["line"]
        assert {str(one)[:2]: str(one)[2:] for one in position.placed.values()} == result["board"]
        assert places(position.stones) == result["stones"]
        assert (position.cleared, record.end) == (result["cleared"], result["over"])
        assert (len(position.taken_back), len(record.warnings)) == (result["redo_left"], len(result["warnings"]))


def test_malformed_records_of_tsolitaire():
    for entry in entries(TSOLITAIRE, "malformed"):
        with pytest.raises(tsolitaire.IllegalGame) as caught:
            tsolitaire.replay(entry["text"])
        error = caught.value
        at = sum(map(len, entry["text"].splitlines(keepends=True)[: error.word.line - 1])) + error.word.column - 1
        found = (error.error.reason, at, len(error.played.position.turns))
        assert found == (entry["error"], entry["offset"], entry["moves_before"]), entry["tag"]
