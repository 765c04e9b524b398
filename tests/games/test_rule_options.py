"""Any three options of the rules are played together, and what they refuse is asked for."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import pytest
from contract.heap.heap_game import Heap, HeapGame, Op
from hypothesis import given
from hypothesis import strategies as st
from loopline.drawing import examples_of
from loopline.games.evening.game import EveningEngine
from loopline.games.evening.protocol import Hexagon
from loopline.games.general import Toolkit
from loopline.games.general.options import combinations_of, covering_array, together, values_of
from loopline.games.globe.game import GlobeEngine
from loopline.games.globe.protocol import Globe
from loopline.games.trax.game import TraxEngine
from loopline.games.trax.protocol import RULES, Torus
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.games.trax.strategies.general import means
from loopline.signals import Field, Layout

NAME = "rule options"

#: The size of a torus that plays the variants; and how many of the combinations of three options with a reason to
#: refuse there are, as far as 4,000 examples have shown.
SIZE, EVER_SEEN = 16, 6375


class Asked(NamedTuple):
    op: int
    number: int = 0
    most: int = 0
    last: int = 0
    other: int = 0
    wide: int = 0
    cut: int = 0


class WithOptions(HeapGame):
    """A game from outside whose new game has four options; its rules ignore them."""

    request, new = Asked, Asked(Op.NEW)
    streams = replace(
        HeapGame.streams,
        request=Layout.of(
            op=Field(2, values=Op),
            number=Field(3, of=(Op.TAKE,)),
            most=Field(2, of=(Op.NEW,)),
            last=Field(1, of=(Op.NEW,)),
            other=Field(1, of=(Op.NEW,)),
            wide=Field(8, of=(Op.NEW,)),
        ),
    )

    def moves(self, model):
        return [Asked(Op.TAKE, number) for number in (1, 2, 3, 4, 0)]

    def properties(self):
        return self.general()


def missing(values, rows):
    strength = min(3, len(values))
    had = {combination for row in rows for combination in together(row, strength)}
    return [one for one in combinations_of(values, strength) if one not in had]


@given(st.lists(st.integers(1, 4), max_size=7).map(tuple))
def test_an_array_has_any_values_of_any_three_columns(values):
    rows = covering_array(values)
    assert not missing(values, rows)
    assert rows[0] == (0,) * len(values)
    assert all(0 <= value < most for row in rows for value, most in zip(row, values, strict=True))


@pytest.mark.parametrize(
    ("values", "rows"), [((), 1), ((3,), 3), ((2, 2), 4), ((2,) * 8, 24), ((2, 2, 3, 3, 3, 3, 2, 2), 42)]
)
def test_covering_array_has_few_rows(values, rows):
    assert len(covering_array(values)) <= rows


def test_a_row_that_is_left_out_is_missed():
    values = (2, 2, 3, 2)
    rows = covering_array(values)
    assert all(missing(values, rows[:number] + rows[number + 1 :]) for number in range(len(rows)))


@pytest.mark.parametrize(
    ("bits", "classes"), [(1, [[0], [1]]), (2, [[0], [1], [2], [3]]), (8, [[0], [*range(1, 5)], [*range(5, 256)]])]
)
def test_the_values_of_an_option_in_classes(bits, classes):
    assert [*map(list, values_of(Field(bits)))] == classes


def test_the_options_of_a_game_are_what_a_new_game_says():
    def names(layout, new):
        some = Toolkit(layout, tuple, lambda model, choice: None, lambda number: new, None, lambda model: ())
        return [layout.names[number] for number, _ in some.options]

    trax, plain = means(SIZE, True), means(SIZE, False)
    assert names(trax.layout, trax.begin(0)) == [*RULES]
    assert names(plain.layout, plain.begin(0)) == ["fouls_lose", "lines", "box_limit"]
    assert names(GlobeEngine(Globe()).streams.request, GlobeEngine.new) == ["option"]
    assert names(EveningEngine(Hexagon()).streams.request, EveningEngine.new) == ["rule", "protocol"]
    assert names(HeapGame.streams.request, HeapGame.new) == []
    assert names(HeapGame.streams.request, None) == []


def played(game, examples):
    """Of the property's examples: the options of each new game, in classes, and why a request was refused in it."""
    (scripts,) = (one.scripts for one in game.properties() if one.name == NAME)
    layout, reason, model = game.streams.request, game.streams.response.names.index("reason"), game.model()
    numbers = [n for n, (_, field) in enumerate(layout.fields) if field.bits and game.new[0] in field.of]
    for script in examples_of(scripts, examples, seed=1):
        model.reset()
        assert game.read(game.write(script).split()) == script
        for step in script.steps:
            if step.op == game.new[0]:
                row = tuple(classed(layout.fields[number][1], step[number]) for number in numbers)
            yield row, model.carry_out(step)[reason]


def classed(field, value):
    return next(number for number, values in enumerate(values_of(field)) if value in values)


@pytest.mark.parametrize(
    ("game", "values", "reasons"),
    [
        (WithOptions(Heap()), (4, 2, 2, 3), {1, 2}),
        (EveningEngine(Hexagon(side=3)), (2, 2), {1, 2, 3, 5, 6, 7, 8}),
        (GlobeEngine(Globe()), (4,), {5, 6, 7, 8, 9, 10}),
    ],
    ids=["outside", "evening", "globe"],
)
def test_thirty_examples_play_all_of_it_and_meet_every_reason(game, values, reasons):
    """Reasons that come with other operations, or late in a game, are met by other properties."""
    found = set(played(game, 30))
    assert not missing(values, {row for row, _ in found})
    for reason in reasons:
        assert not missing(values, {row for row, why in found if why == reason}), reason


@pytest.mark.parametrize(("examples", "least"), [(30, 0.6), pytest.param(200, 0.85, marks=pytest.mark.slow)])
def test_trax_refuses_by_any_three_options(examples, least):
    """Of all combinations of three options with a reason that have ever been seen: the share of so many examples."""
    (scripts,) = (one.scripts for one in TraxEngine(Torus(size=SIZE, variants=True)).properties() if one.name == NAME)
    options = means(SIZE, True).options
    found = Counter()
    for script in examples_of(scripts, examples, seed=1):
        engine = ReferenceEngine(SIZE)
        for request in script.requests(SIZE):
            if request.op == Op.NEW:
                row = tuple(classed(field, request[number]) for number, field in options)
            found.update((one, reason) for reason in [engine.answer(request).reason] for one in together(row, 3))
    assert len([one for one, reason in found if reason]) > least * EVER_SEEN


def test_limits_are_drawn_near_each_other():
    """Of the box, the field and a line, as large ones as small ones: what depends on two limits changes there."""
    (scripts,) = (one.scripts for one in TraxEngine(Torus(variants=True)).properties() if one.name == NAME)
    games = [
        request
        for script in examples_of(scripts, 30, seed=1)
        for request in script.requests(64)
        if request.op == Op.NEW
    ]
    limits = [[new.box_limit, new.line_length, new.field, new.tiles] for new in games]
    large = [sorted(limit for limit in some if limit > SIZE) for some in limits]
    assert {b - a for some in large for a, b in pairwise(some)} >= {0, 1}


def test_games_without_options_have_no_such_property():
    assert NAME not in [one.name for one in HeapGame(Heap()).general()]
