"""Can the paths be followed? The drawn characters, and the strokes of the SVG picture, against the board itself."""

from xml.etree import ElementTree

import pytest
from goldenrules.svg import TILE_FILL
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
from goldenrules.trax.cells import Box, neighbour
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
from goldenrules.trax.scan import column_name
from goldenrules.trax.svg import TILE, path_of, svg
from goldenrules.trax.tiles import EAST, NORTH, PLUS_RED_ACROSS, SOUTH, WEST, joined, opposite
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
    assert str(draw(position, crossed=[empty])).count(CROSS) == 1
    field = Position.from_moves(["B2/"], RULE_SETS["connexion"])
    assert str(draw(field, crossed=[empty])).count(CROSS) == 1


@pytest.mark.parametrize(
    ("cell", "label"), [((2, 0), "C"), ((-1, 0), "@"), ((0, -1), "0"), ((0, 3), "4"), ((5, 0), "F")]
)
def test_tile_beyond_the_box_is_drawn(cell, label):
    # As a picture of hardware has it that accepted a wrong move on the rim.
    inside, beyond = cell_at(0, 0), cell_at(*cell)
    tiles = {inside: PLUS_RED_ACROSS, beyond: PLUS_RED_ACROSS}
    picture = Position.of_tiles(tiles, Box(0, 0, 0, 0))
    drawn = svg(picture, [beyond], "as read from the hardware")
    assert drawn.count(f'fill="{TILE_FILL}"') == 2
    assert f">{label}<" in drawn
    lines = str(draw(picture, crossed=[beyond])).splitlines()
    alone = str(draw(Position.of_tiles({inside: PLUS_RED_ACROSS}, Box(0, 0, 0, 0))))
    assert sum(line.count("╫") + line.count("╪") for line in lines) == 2 * sum(map(alone.count, "╫╪"))
    assert any(label in line.split() for line in lines)


def test_both_boards_of_a_comparison_have_the_same_frame():
    wrong = cell_at(2, 0)
    model = Position.of_tiles({cell_at(0, 0): PLUS_RED_ACROSS}, Box(0, 0, 0, 0))
    hardware = Position.of_tiles({cell_at(0, 0): PLUS_RED_ACROSS, wrong: PLUS_RED_ACROSS}, Box(0, 0, 0, 0))
    ours, theirs = (str(draw(board, crossed=[wrong])).splitlines() for board in (model, hardware))
    assert ours[0] == theirs[0]
    assert len(ours) == len(theirs)
    assert "✗" in "".join(ours)


def test_column_below_zero_has_no_name():
    with pytest.raises(ValueError, match="expected a column from 0 on, got -1"):
        column_name(-1)
