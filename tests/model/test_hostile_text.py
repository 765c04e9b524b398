"""Text that somebody sends on purpose: an answer within milliseconds, in memory that does not grow with the text."""

import io
import random
import time
import tracemalloc

import pytest
from goldenrules.trax import IllegalGame, NotationError, UnreadableText, games, notation, notation_1998, read_games
from goldenrules.trax import replay as replay_text
from goldenrules.trax.errors import NotText, OutOfRange, TooLong
from hypothesis import given
from hypothesis import strategies as st
from model.playing import play

MEGABYTE = 1 << 20
#: Generous: what is looked at takes microseconds.
SECONDS = 0.1


def error_in(data):
    """What is wrong with it: not a text, not a game, or nothing."""
    try:
        for text in read_games(io.BytesIO(data)):
            replay_text(text)
    except (UnreadableText, IllegalGame) as error:
        return error
    return None


class Effort:
    """Processor time and the peak of memory, from here to the end of the block."""

    def __enter__(self):
        tracemalloc.start()
        self._start = time.process_time()
        return self

    def __exit__(self, *_):
        self.seconds = time.process_time() - self._start
        self.bytes = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()


LINES = {
    "letters": b"A" * 10 * MEGABYTE,
    "digits": b"A" + b"1" * 10 * MEGABYTE,
    "moves": b"A1+ " * (10 * MEGABYTE // 4),
    "an open comment": b"{" * 10 * MEGABYTE,
    "spaces": b" " * 10 * MEGABYTE,
    "zeros": bytes(10 * MEGABYTE),
    "garbage": random.Random(1).randbytes(10 * MEGABYTE).replace(b"\n", b" "),
}


@pytest.mark.parametrize("what", LINES)
def test_a_line_of_ten_megabytes(what):
    stream = io.BytesIO(LINES[what])
    with Effort() as effort, pytest.raises(UnreadableText) as caught:
        list(read_games(stream))
    assert isinstance(caught.value.error, TooLong | NotText)
    assert effort.seconds < SECONDS
    assert effort.bytes < MEGABYTE


@pytest.mark.parametrize("notation_", [notation, notation_1998], ids=["new", "1998"])
@pytest.mark.parametrize(
    "text", ["A" * 10 * MEGABYTE, "A" + "1" * 10 * MEGABYTE + "+", "1A" * MEGABYTE, "\0" * MEGABYTE]
)
def test_a_move_of_megabytes(text, notation_):
    position = play("@0+")
    with Effort() as effort, pytest.raises(TooLong) as caught:
        notation_.read_move(position, text)
    assert effort.seconds < SECONDS
    assert effort.bytes < MEGABYTE
    assert len(str(caught.value)) < 200
    assert len(caught.value.text) < 100


@pytest.mark.parametrize("notation_", [notation, notation_1998], ids=["new", "1998"])
@pytest.mark.parametrize("text", ["ZZZZZZZZZZZZZZZZZZZZ1", "A99999999999999999999", "ZZZZZZZZZZ9999999999"])
def test_cells_beyond_any_board(text, notation_):
    position = play("@0+")
    symbol = "+" if notation_ is notation else "S"
    with Effort() as effort, pytest.raises(OutOfRange):
        notation_.read_move(position, text + symbol)
    assert effort.seconds < SECONDS


@pytest.mark.parametrize(
    "line",
    [
        b"{" * 60_000 + b"\n",
        b"{}" * 30_000 + b"\n",
        b"#;" * 30_000 + b"\n",
        b"1." * 30_000 + b"\n",
        b"1" * 60_000 + b".\n",
        b"A" * 60_000 + b"\n",
        b"\\" * 60_000 + b"\n",
    ],
)
def test_a_line_as_long_as_is_read(line):
    """Whatever it is, move or not, it is dealt with in a time that is linear in its length."""
    with Effort() as effort:
        error = error_in(line)
    assert len(str(error)) < 200
    assert effort.seconds < 10 * SECONDS


def test_a_game_without_end(monkeypatch):
    monkeypatch.setattr(games, "MOST_MOVES", 1000)
    stream = io.BytesIO(b"A1+\n" * MEGABYTE)
    with Effort() as effort, pytest.raises(UnreadableText, match="a longer game") as caught:
        list(read_games(stream))
    assert (caught.value.line, caught.value.column) == (1001, 1)
    assert effort.bytes < MEGABYTE


@given(st.binary(max_size=200))
def test_any_bytes_are_games_or_a_named_error(data):
    error = error_in(data)
    if error:
        named = error.error
        assert named.reason
        assert not isinstance(named, NotationError) or (named.found and named.expected)


WORDS = ["@0+", "A0/", "1.", "2.", "{", "}", "#", "resigns", "White", "draw", "\r\n", "\n\n", "*", "A1", "\0"]


@given(st.lists(st.sampled_from(WORDS)))
def test_any_words_are_games_or_a_named_error(words):
    test_any_bytes_are_games_or_a_named_error.hypothesis.inner_test(" ".join(words).encode())
