"""Worked games of the variants, with what follows from each: how they end, and what may be played."""

import json
from pathlib import Path

import pytest
from goldenrules.errors import Refused
from goldenrules.trax import COLOUR_NAMES, RULE_SETS, Game, read_move

SAMPLE = Path(__file__).parents[4] / "shared" / "data" / "variants-sample.jsonl"
GAMES = [json.loads(line) for line in SAMPLE.read_text().splitlines()[1:]] if SAMPLE.is_file() else []

pytestmark = pytest.mark.skipif(not GAMES, reason="needs ../shared/data beside the repository")

#: Their words for our reasons.
REASONS = {"outside": {"outside the field", "box limit"}, "supply": {"out of tiles"}, "plus": {"bad symbol"}}
REASONS |= {"first": {"first move"}, "dead": {"dead cell"}}


@pytest.mark.parametrize("record", GAMES, ids=lambda record: f"{record['variant']}-{record['tag']}")
def test_a_game(record):
    game = Game(RULE_SETS[record["variant"].replace("_", "-")])
    for text in record["moves"].split():
        assert game.result is None
        game.play(*read_move(game.position, text))
    assert len(game.position.tiles) == record["tiles"]
    if record["result"] == "draw":
        assert game.position.draw in (*record["why"], "stalemate" if record["why"] == ["no move"] else None)
    elif record["result"]:
        assert COLOUR_NAMES[game.position.winner][0] == record["result"]
    else:
        assert game.result is None
    for text, expected in record.get("probes", ()):
        assert judged(game, text) in REASONS.get(expected, {expected, expected.replace("-", " ")}), text


def judged(game, text):
    try:
        game.position.play(*read_move(game.position, text))
    except Refused as refusal:
        return refusal.reason
    game.position.take_back()
    return "ok"
