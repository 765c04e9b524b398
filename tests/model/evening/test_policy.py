"""The greedy player looks at every stone he may place, and only at these."""

from goldenrules.evening import Position, greedy, other
from hypothesis import given, settings
from loopline.games.evening.record import games


def worth(position, move):
    after = Position.from_rows(["".join(".WB"[stone or 0] for stone in row) for row in rows(position)], position.rules)
    after.place(move.colour, move.cell)
    mine, others = after.cells(move.colour), after.cells(other(move.colour))
    return after.winner is move.colour, after.leader is move.colour, -len(others), len(mine)


def rows(position):
    return [[position.stones[cell] for cell in row] for row in position.hexagon.rows]


@settings(max_examples=40)
@given(games((2, 3, 4)))
def test_no_stone_is_better(record):
    position = record.position()
    before = position.copy()
    best, others = greedy(position), position.legal_moves()
    assert position == before
    assert set(best) <= set(others)
    assert bool(best) == any(move.colour is position.players[0] for move in others)
    if best:
        most = worth(position, best[0])
        mine = [move for move in others if move.colour is best[0].colour]
        assert most == max(worth(position, move) for move in mine)
        assert best == [move for move in mine if worth(position, move) == most]
