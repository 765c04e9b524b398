"""A type checker tells points, sets of points, sides and their numbers apart; when the program runs, a point is a
number."""

from goldenrules.globe import NORTH, POINTS, Point, Position, Side
from mypy import api

CODE = """
from goldenrules.globe import *
position = Position.from_moves(["N3-C1"])
point: Point = position.legal_steps()[0].origin
side: Side | None = position.at(point)
rules = Rules(Capture.PIECE, 64)
position.play(*position.legal_steps()[0])
names = [NAMES[point] for point in points_of(position.pieces[NORTH])]
"""
WRONG = {
    "a number is no point": "position.play(3, 4)",
    "a side is no point": "position.at(NORTH)",
    "a number is no side": "position.count(1)",
    "a letter is no rule of capture": "Rules('G')",
    "a step is no text": "read_move(position.legal_steps()[0])",
    "a game text is no text": "replay('N3-C1')",
}


def test_what_is_right_is_accepted_and_what_is_mixed_up_is_found():
    code = CODE + "\n".join(WRONG.values())
    options = ["--config-file=", "--strict", "--no-error-summary", "--cache-dir", "out/cache/mypy-snippets", "-c", code]
    out, err, _ = api.run(options)
    complaints = {int(line.split(":")[1]) for line in (out + err).splitlines() if "error:" in line}
    first = CODE.count("\n") + 1
    assert complaints == set(range(first, first + len(WRONG)))


def test_when_it_runs_they_cost_nothing():
    assert Point is int
    assert {type(point) for step in Position().legal_steps() for point in (*step, *POINTS)} == {int}
    assert isinstance(Position().to_move, Side)
    assert repr(NORTH) == "<Side.NORTH: 1>"
