"""Texts: legal moves among everything that can be wrong with one."""

import io
from collections import Counter

import pytest
from goldenrules.errors import NotationError, Refused
from goldenrules.trax import IllegalGame, Position, UnreadableText, notation, notation_1998, read_games, replay_text
from loopline.drawing import examples_of
from loopline.games.trax.strategies.texts import texts

MANY = 1000

#: Errors of whole games, which lines of a serial link have nothing to do with: tests/model/trax/test_game_texts.py.
OF_GAMES = {"missing move number", "unknown result", "unknown rules", "wrong rules"}


@pytest.fixture(scope="module")
def made():
    return examples_of(texts(), MANY, seed=1)


def all_errors(error=NotationError):
    for sub in error.__subclasses__():
        yield sub.reason
        yield from all_errors(sub)


def errors_line_by_line(text, read_move):
    position = Position()
    for line in text.decode("latin-1").splitlines():
        try:
            position.play(*read_move(position, line))
        except (NotationError, Refused) as error:
            yield error.reason
        else:
            yield "legal"


def errors_as_a_game_text(text):
    try:
        for game in read_games(io.BytesIO(text)):
            replay_text(game)
    except (UnreadableText, IllegalGame) as problem:
        yield problem.error.reason


def test_every_error_of_notation_is_reached(made):
    found = Counter()
    for text in made:
        for read_move in (notation.read_move, notation_1998.read_move):
            found.update(set(errors_line_by_line(text, read_move)))
        found.update(errors_as_a_game_text(text))
    assert {reason for reason in all_errors() if not found[reason]} <= OF_GAMES
    assert found["legal"] > MANY / 2


def test_every_line_ending_and_every_byte(made):
    together = b"".join(made)
    assert all(bytes([byte]) in together for byte in range(256))
    for ending in (b"\n", b"\r", b"\r\n", b"\n\n", b"\n\r"):
        assert ending in together


def test_long_columns_and_rows(made):
    words = b"".join(made).split()
    assert any(word.startswith(b"AA") and word[2:3].isdigit() for word in words)
    assert any(len(word) > 200 for word in words)
