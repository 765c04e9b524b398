"""Can the board be read off its pictures? The characters are followed from point to point."""

import re
from pathlib import Path

import pytest
from goldenrules.globe import LINES, NAMES, NORTH, POINT, POINTS, SOUTH, Capture, Position, Rules
from goldenrules.globe.captions import caption
from goldenrules.globe.drawing import CAPTURED, PIECES, draw, legend
from goldenrules.globe.svg import svg

CAPTURING = "....nns.nn...s.snssns", NORTH, "W1-W4"
#: A character of a line → where it leads.
LEADS = {"│": "ns", "─": "we", "╭": "se", "╮": "sw", "╰": "ne", "╯": "nw"}
STEPS = {"n": (0, -1), "s": (0, 1), "w": (-1, 0), "e": (1, 0)}
BACK = dict(zip("nswe", "snew", strict=True))


def capturing():
    board, side, step = CAPTURING
    position = Position(Rules(), board, side)
    position.play(step)
    return position


def points_drawn(lines):
    """Where each point's three characters begin."""
    return {
        POINT[name]: (match.start() - 1, y)
        for y, line in enumerate(lines)
        for match in re.finditer("[NWSEC][1-5]", line)
        for name in [match[0]]
    }


def follow(lines, cells, x, y, way):
    """The point at the other end of the line that leaves this place."""
    while True:
        x, y = x + STEPS[way][0], y + STEPS[way][1]
        if (x, y) in cells:
            return cells[x, y]
        char = lines[y][x] if 0 <= y < len(lines) and 0 <= x < len(lines[y]) else " "
        if BACK[way] not in LEADS.get(char, ""):
            return None
        (way,) = set(LEADS[char]) - {BACK[way]}


def test_every_line_can_be_followed_and_no_other():
    lines = str(draw(Position())).split("\n")
    at = points_drawn(lines)
    assert set(at) == set(POINTS)
    cells = {(x + offset, y): point for point, (x, y) in at.items() for offset in range(3)}
    found = set()
    for point, (x, y) in at.items():
        for start, way in (((x, y), "w"), ((x + 1, y), "n"), ((x + 1, y), "s"), ((x + 2, y), "e")):
            if (other := follow(lines, cells, *start, way)) is not None:
                found.add(frozenset((point, other)))
    assert found == {frozenset(line) for line in LINES}


@pytest.mark.parametrize("ascii_only", [False, True])
def test_pieces_differ_without_colour(ascii_only):
    position = Position.from_moves(["N3-C1"])
    signs = [*"oOxX."] if ascii_only else [*PIECES[NORTH], *PIECES[SOUTH], "·"]
    lines = str(draw(position, ascii_only=ascii_only)).split("\n")
    for point, (x, y) in points_drawn(lines).items():
        moved = point == POINT["C1"]
        side = position.at(point)
        assert lines[y][x] == (signs[{NORTH: 0, SOUTH: 2}[side] + moved] if side else signs[4])


def test_captured_points_are_crossed():
    lines = str(draw(capturing())).split("\n")
    crossed = {NAMES[point] for point, (x, y) in points_drawn(lines).items() if lines[y][x] == CAPTURED}
    assert crossed == {"W3", "C2", "C3", "C5"}


def test_the_legend_names_the_signs_that_occur():
    assert legend(Position()) == "○ North   ● South"
    assert legend(capturing()) == "○ North   ● South   ◎ just moved   × captured"


def test_captions():
    assert caption(Position()) == "North to move · 0 plies · 6 against 6"
    assert caption(capturing()) == "North has won · 1 ply · 6 against 2 · last W1-W4"
    locked = Position(Rules(Capture.PIECE), "........nnnsnssn...n.", SOUTH)
    assert caption(locked) == "South to move and must pass · 0 plies · 6 against 3"


def test_the_picture_in_the_documentation_is_that_of_its_page():
    docs = Path(__file__).parents[3] / "docs"
    assert "'board=....nns.nn...s.snssns W1-W4'" in (docs / "globe.md").read_text(encoding="utf-8")
    assert (docs / "globe.svg").read_text(encoding="utf-8") == svg(capturing())
