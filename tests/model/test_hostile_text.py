"""Text that somebody sends on purpose: an answer within milliseconds, in memory that does not grow with the text."""

import io
import random
import time
import tracemalloc

import pytest
from goldenrules.trax import (
    IllegalGame,
    NotationError,
    UnreadableText,
    games,
    notation,
    notation_1998,
    read_games,
    replay_text,
)
from goldenrules.trax.errors import Reason
from hypothesis import given
from hypothesis import strategies as st
from model.trax.playing import play

MEGABYTE = 1 << 20
#: Generous: what is looked at takes microseconds.
SECONDS = 0.1


def error_in(stream):
    """What is wrong with it: not a text, not a game, or nothing."""
    try:
        for text in read_games(stream):
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
    "letters": b"A" * 2 * MEGABYTE,
    "digits": b"A" + b"1" * 2 * MEGABYTE,
    "moves": b"A1+ " * (2 * MEGABYTE // 4),
    "an open comment": b"{" * 2 * MEGABYTE,
    "spaces": b" " * 2 * MEGABYTE,
    "zeros": bytes(2 * MEGABYTE),
    "garbage": random.Random(1).randbytes(2 * MEGABYTE).translate(None, b"\r\n"),
}


@pytest.mark.parametrize("what", LINES)
def test_a_line_of_two_megabytes(what):
    stream = io.BytesIO(LINES[what])
    with Effort() as effort:
        error = error_in(stream)
    assert error.error.reason in (Reason.TOO_LONG, Reason.NOT_TEXT, Reason.UNCLOSED_COMMENT)
    assert effort.seconds < 5 * SECONDS  # the longest line that is read takes half of one, or all on a busy machine
    assert effort.bytes < MEGABYTE


#: What is there many times in a file of megabytes, each costing a game or nothing.
LINES_AGAIN_AND_AGAIN = {
    "results in a line": b"resign " * 8000 + b"\n",
    "many moves in a line": b"A1+ " * 16000 + b"\n",
    "text": b"in the beginning\n",
    "comments": b"{\n}\n",
    "long lines": b"x" * (1 << 17) + b"\n",
}


@pytest.mark.parametrize("what", LINES_AGAIN_AND_AGAIN)
def test_the_memory_does_not_grow_with_the_file(what, monkeypatch):
    monkeypatch.setattr(games, "MOST_MOVES", 1000)
    line, peaks = LINES_AGAIN_AND_AGAIN[what], []
    number = max(2, 20_000 // len(line))
    for many in (number, 4 * number):
        stream = io.BytesIO(line * many)
        with Effort() as effort:
            for _ in read_games(stream):
                pass
        peaks.append(effort.bytes)
    assert peaks[1] - peaks[0] < MEGABYTE // 4


@pytest.mark.parametrize("notation_", [notation, notation_1998], ids=["new", "1998"])
@pytest.mark.parametrize("text", ["A" * 2 * MEGABYTE, "A" + "1" * 2 * MEGABYTE + "+", "1A" * MEGABYTE, "\0" * MEGABYTE])
def test_a_move_of_megabytes(text, notation_):
    position = play("@0+")
    with Effort() as effort, pytest.raises(NotationError, match=r"^too long:") as caught:
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
    with Effort() as effort, pytest.raises(NotationError, match=r"^out of range:"):
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
        error = error_in(io.BytesIO(line))
    assert len(str(error)) < 200
    assert effort.seconds < 10 * SECONDS


@given(st.binary(max_size=200))
def test_any_bytes_are_games_or_a_named_error(data):
    error = error_in(io.BytesIO(data))
    if error:
        named = error.error
        assert named.reason
        assert not isinstance(named, NotationError) or (named.found and named.expected)


WORDS = ["@0+", "A0/", "1.", "2.", "{", "}", "#", "resigns", "White", "draw", "\r\n", "\n\n", "*", "A1", "\0"]


@given(st.lists(st.sampled_from(WORDS)))
def test_any_words_are_games_or_a_named_error(words):
    test_any_bytes_are_games_or_a_named_error.hypothesis.inner_test(" ".join(words).encode())
