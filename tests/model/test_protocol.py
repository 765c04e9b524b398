"""The golden models have one protocol: docs/reference/models.md says what each name of it does."""

import re
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import goldenrules
import pytest
from goldenrules.errors import GameError, NotationError, Refused

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "models.md"

#: By game: two moves, and one that the rules refuse after them.
GAMES = {
    "trax": ("@0/ A0+", "A1+"),
    "evening": ("Wc3 Bc4", "Wc4"),
    "globe": ("N3-C1 W3-W2", "E1-N3"),
    "tsolitaire": ("1B13R 1E33T", "1B13R"),
}


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


@pytest.fixture
def model(game):
    return import_module(f"goldenrules.{game}")


@pytest.fixture
def moves(game):
    return GAMES[game][0].split()


def test_each_name_of_the_page_is_there(game, model):
    table = PAGE.read_text().partition("Where the games differ")[0]
    named = {name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`([\w.]+)", row)}
    missing = []
    for name in named - {"symmetric", "str"}:
        module, _, inner = name.rpartition(".")
        if module not in ("", "Position"):
            there = hasattr(import_module(f"goldenrules.{game}.{module}"), inner)
        else:
            there = any(hasattr(one, inner) for one in (model, model.Position(), getattr(model, "Game", None)))
        missing += [] if there else [name]
    assert len(named) > 15
    assert not missing


def test_a_game_is_played_and_taken_back(model, moves):
    played = model.Position.from_moves(moves)
    position, empty = played.copy(), played.copy()
    while empty.turns:
        empty.take_back()
        position.take_back()
    for move in moves:
        position.play(move)
    assert position == played != empty
    assert position.key() == model.Position.from_moves(moves).key()
    assert len(position.turns) == len(moves)
    copied = position.copy()
    for _ in moves:
        position.take_back()
    assert position == empty
    assert len(copied.turns) == len(moves)


def test_a_move_is_read_as_it_was_written_and_is_legal(model, moves):
    position = model.Position()
    for text in moves:
        move = model.read_move(position, text)
        assert model.write_move(position, move) == text
        listed = position.legal_moves(*([move.tile] if hasattr(move, "tile") else []))
        assert move in listed
        assert [model.read_move(position, model.write_move(position, one)) for one in listed] == listed
        for one in listed:
            position.play(one)
            position.take_back()
        assert position.play(move).move == position.turns[-1].move == move
        assert model.Position.from_moves([turn.move for turn in position.turns]) == position


def test_a_position_is_no_key_and_nothing_comes_before_the_first_move(model):
    position = model.Position()
    assert position != "a position"
    with pytest.raises(TypeError):
        hash(position)
    with pytest.raises((IndexError, Refused)):
        position.take_back()


def test_refused_move_changes_nothing(game, model, moves):
    position = model.Position.from_moves(moves)
    for text, kind in ((GAMES[game][1], Refused), ("?!", NotationError)):
        with pytest.raises(kind) as caught:
            position.play(text)
        assert isinstance(caught.value, GameError)
        assert caught.value.reason in model.Reason
    assert position == model.Position.from_moves(moves)


def test_a_game_is_replayed_from_a_text(model, moves):
    played = model.replay(" ".join(moves))
    position = getattr(played, "position", played)
    assert position == model.Position.from_moves(moves)
    again = model.replay(model.write_game(played))
    assert getattr(again, "position", again) == position


def test_an_illegal_game_says_its_line(game, model, moves):
    with pytest.raises(model.IllegalGame, match=r"^line 12\b"):
        model.replay(f"{' '.join(moves)}\n{GAMES[game][1]}", 11)
    with pytest.raises(model.IllegalGame) as caught:
        model.replay(f"{' '.join(moves)} {GAMES[game][1]}{'1' * 5000}")
    assert len(str(caught.value)) < 200


def test_position_is_shown_in_a_notebook(game, model, moves):
    position = model.Position.from_moves(moves)
    captions, drawing, svg = (import_module(f"goldenrules.{game}.{name}") for name in ("captions", "drawing", "svg"))
    assert captions.caption(position)
    assert str(position) == str(drawing.draw(position))
    assert drawing.legend(position)
    assert position._repr_svg_() == svg.svg(position)


def test_modules_of_a_model_have_no_circle():
    """Not even within a function, or for types alone."""
    root = Path(goldenrules.__file__).parent
    needs = {}
    for path in root.rglob("*.py"):
        name = ".".join(["goldenrules", *path.relative_to(root).with_suffix("").parts])
        needs[name] = set()
        for module, names in re.findall(r"^ *from (goldenrules[\w.]*) import ([^(\n]*)", path.read_text(), re.M):
            needs[name] |= {module, *(f"{module}.{one}" for one in re.findall(r"\w+", names))} - {name}
    order = {name: found & needs.keys() for name, found in needs.items()}
    assert len(order) > 70
    TopologicalSorter(order).prepare()  # or there is a CycleError
