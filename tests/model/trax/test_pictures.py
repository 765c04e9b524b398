"""Can the paths be followed? The drawn characters, and the strokes of the SVG picture, against the board itself."""

from xml.etree import ElementTree

import pytest
from goldenrules.trax import (
    RED,
    RULE_SETS,
    TILES,
    WHITE,
    Game,
    Position,
    cell_at,
    column_of,
    read_move,
    row_of,
)
from goldenrules.trax.cells import neighbour
from goldenrules.trax.drawing import (
    CHOSEN,
    CROSS,
    CROSSINGS,
    FORCED,
    HEIGHT,
    LINES,
    NARROW,
    WIDE,
    WINNING,
    draw,
    tile_art,
)
from goldenrules.trax.notation import labelled
from goldenrules.trax.svg import TILE, path_of, svg
from goldenrules.trax.tiles import EAST, NORTH, SOUTH, WEST, joined, opposite
from hypothesis import given, settings
from loopline.games.trax.model_checks import GAME_1994
from loopline.games.trax.record import games, rule_sets

STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
SIDES_OF = {colour: {char: sides for sides, char in LINES[colour].items()} for colour in LINES}
DRAWN = settings(max_examples=40)


class Drawing:
    """A picture as a reader sees it: characters in a grid."""

    def __init__(self, position, width):
        room = None if width == WIDE else 0
        self.lines = str(draw(position, room)).split("\n")
        self.width = width
        labels = labelled(position)
        self.left, self.top = len(str(labels.rows - 1)) + 1 + NARROW, 2
        self.box = position.field if position.rules.first_cell_free else position.box

    def char(self, x, y):
        line = self.lines[y] if 0 <= y < len(self.lines) else ""
        return line[x] if 0 <= x < len(line) else " "

    def cell(self, x, y):
        return cell_at((x - self.left) // self.width + self.box.left, (y - self.top) // HEIGHT + self.box.top)

    def gate(self, cell, side):
        """The character in the middle of a tile's side."""
        x = (column_of(cell) - self.box.left) * self.width + self.left
        y = (row_of(cell) - self.box.top) * HEIGHT + self.top
        middle, last = self.width // 2, self.width - 1
        dx, dy = {NORTH: (middle, 0), SOUTH: (middle, HEIGHT - 1), WEST: (0, 1), EAST: (last, 1)}[side]
        return x + dx, y + dy

    def follow(self, cell, side, colour):
        """The cells that the eye comes through, in at a side of a cell and on until the line ends or closes."""
        x, y = start = self.gate(cell, side)
        heading, seen = opposite(side), []
        while True:
            char = self.char(x, y)
            if char in CROSSINGS.values():
                leaves = heading
            elif opposite(heading) in SIDES_OF[colour].get(char, ()):
                (leaves,) = SIDES_OF[colour][char] - {opposite(heading)}
            else:
                return seen
            if self.cell(x, y) not in seen[-1:]:
                seen.append(self.cell(x, y))
            heading = leaves
            x, y = x + STEPS[heading][0], y + STEPS[heading][1]
            if (x, y) == start:
                return seen


def path_from(position, cell, side, colour):
    """The cells of a path, in at a side of a cell."""
    cells, first = [], cell
    while cell in position.tiles:
        cells.append(cell)
        a, b = joined(position.tiles[cell], colour)
        side = b if side == a else a
        cell, side = neighbour(cell, side), opposite(side)
        if cell == first:
            break
    return cells


@pytest.mark.parametrize("width", [WIDE, NARROW])
@DRAWN
@given(games(rule_sets))
def test_every_path_can_be_followed_from_tile_to_tile(width, record):
    position = record.position()
    drawing = Drawing(position, width)
    for cell, tile in position.tiles.items():
        for colour in (WHITE, RED):
            for side in joined(tile, colour):
                assert drawing.follow(cell, side, colour) == path_from(position, cell, side, colour)


@DRAWN
@given(games(rule_sets))
def test_the_marks_are_counted_without_colour(record):
    position = record.position()
    picture = str(draw(position))
    turn = position.turns[-1:]
    winning = {cell for win in position.wins for cell in position.path(win)}
    assert picture.count(CHOSEN) == len(turn)
    assert picture.count(FORCED) == sum(one.tiles_after - one.tiles_before - 1 for one in turn)
    assert picture.count(WINNING) == len(winning)


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("tile", TILES)
def test_a_mark_never_covers_a_path(tile, width):
    blanks = {(x, y) for y, row in enumerate(tile_art(tile, width)) for x, glyph in enumerate(row) if not glyph.colours}
    corners = {(0, 0), (width - 1, HEIGHT - 1)}
    assert corners <= blanks or {(width - 1, 0), (0, HEIGHT - 1)} <= blanks


def strokes(tile):
    """Start, end and sweep of the path of each colour."""
    for colour in (WHITE, RED):
        words = path_of(tile, colour).replace("M", " ").replace("L", " ").replace("A", " ").split()
        numbers = [int(word) for word in words]
        yield colour, tuple(numbers[:2]), tuple(numbers[-2:]), numbers[6] if len(numbers) > 4 else None


@pytest.mark.parametrize("tile", TILES)
def test_svg_paths_join_the_middles_of_the_sides_around_the_corner_between_them(tile):
    half = TILE // 2
    for colour, start, end, sweep in strokes(tile):
        sides = joined(tile, colour)
        middles = [(half + STEPS[side][0] * half, half + STEPS[side][1] * half) for side in sides]
        assert [start, end] == middles
        assert (sweep is None) == (opposite(sides[0]) == sides[1])
        if sweep is not None:
            corner = [half + sum(STEPS[side][axis] for side in sides) * half for axis in (0, 1)]
            (ax, ay), (bx, by) = ((x - corner[0], y - corner[1]) for x, y in (start, end))
            assert sweep == (ax * by - ay * bx > 0)


def game_of(text):
    game = Game()
    for word in text.split():
        game.position.play(*read_move(game.position, word))
    return game


def test_svg_of_the_1994_game():
    root = ElementTree.fromstring(svg(game_of(GAME_1994)))
    name = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in root.iter(f"{name}text")]
    tiles = [group for group in root.iter(f"{name}g") if group.get("transform", "").startswith("translate")]
    assert root.tag == f"{name}svg"
    assert texts[:12] == list("@ABCDEFGHIJK")
    assert texts[12:26] == [str(row) for row in range(14)]
    assert "Red to move · 31 turns · 78 tiles · box 10 × 12" in texts
    assert len([tile for tile in tiles if "scale" not in tile.get("transform")]) == 78
    # One tile chosen in the last turn, one forced; and the two of the legend.
    assert len([rect for rect in root.iter(f"{name}rect") if rect.get("stroke-dasharray")]) == 2


def test_crosses_stand_on_tiles_and_on_empty_cells():
    position = Position.from_moves(["@0/", "A0+"])
    first, empty = position.placed[0].cell, cell_at(4, 4)
    assert str(draw(position, crossed=[first])).count(CROSS) == 2
    assert CROSS not in str(draw(position, crossed=[empty]))
    field = Position.from_moves(["B2/"], RULE_SETS["connexion"])
    assert str(draw(field, crossed=[empty])).count(CROSS) == 1
