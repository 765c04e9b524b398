"""Mini Trax, solved: every game on at most 3×3 cells, searched to its end (RULES 1.6)."""

from goldenrules.errors import Refused
from goldenrules.trax import EMPTY, RED, TILES, Position
from goldenrules.trax.rules import MINI_TRAX, MINI_TRAX_LINES
from model.playing import play


def permuted(tile, sides):
    """The tile with its north, east, south and west edges where `sides` says."""
    return sum(1 << to for side, to in enumerate(sides) if tile >> side & 1)


FLIPPED = {tile: permuted(tile, (2, 1, 0, 3)) for tile in (EMPTY, *TILES)}
TRANSPOSED = {tile: permuted(tile, (3, 2, 1, 0)) for tile in (EMPTY, *TILES)}
COLOURS_SWAPPED = {EMPTY: EMPTY} | {tile: tile ^ 15 for tile in TILES}


def images(rows):
    """The board turned and mirrored in all eight ways."""
    for _ in range(4):
        rows = [[FLIPPED[tile] for tile in row] for row in reversed(rows)]
        yield rows
        rows = [[TRANSPOSED[tile] for tile in row] for row in zip(*rows, strict=True)]
        yield rows


def key(position):
    """The same for positions that differ by a symmetry only; the colours are seen with the eyes of the mover."""
    rows = position.rows()
    if position.to_move == RED:
        rows = [[COLOURS_SWAPPED[tile] for tile in row] for row in rows]
    return min(tuple(map(tuple, image)) for image in images(rows))


def value(position, known):
    """1, 0, -1: the mover wins, draws, loses."""
    if position.winner is not None:
        return 1 if position.winner == position.to_move else -1
    at = key(position)
    if at not in known:
        best = None
        for move in position.candidates():
            try:
                position.play(*move)
            except Refused:
                continue
            best = max(-1 if best is None else best, -value(position, known))
            position.take_back()
            if best == 1:
                break
        known[at] = 0 if best is None else best
    return known[at]


def solved(rules):
    """What each first move is worth to White, who makes it."""
    known = {}
    return {text: -value(play(text, rules), known) for text in ("@0/", "@0+")}


def test_with_loops_only_it_is_a_draw():
    assert solved(MINI_TRAX) == {"@0/": 0, "@0+": 0}


def test_with_lines_of_three_the_cross_loses():
    assert solved(MINI_TRAX_LINES) == {"@0/": 0, "@0+": -1}


def test_the_box_never_exceeds_three_by_three():
    position = Position(MINI_TRAX)
    while moves := position.legal_turns():
        position.play(*moves[-1])
        assert position.box.columns <= 3
        assert position.box.rows <= 3
    assert position.over
