"""Paragraphs of a file: what lies between blank lines, without comments, whatever has written it."""

import io
import pickle

import pytest
from goldenrules.lines import LONGEST, NotText, read_paragraphs


def paragraphs(data):
    return [tuple(paragraph) for paragraph in read_paragraphs(io.BytesIO(data))]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n \n\n", []),
        (b"a", [(1, "a")]),
        (b"a b\nc\n\n\n d\n", [(1, "a b\nc"), (5, " d")]),
        (b"a\r\n\r\nb\r\rc\r\r\nd", [(1, "a"), (3, "b"), (5, "c\nd")]),
        (b"# one\n# two\na # three\n#\nb\n# four\n\n# five\n", [(3, "a\n\nb\n")]),
        ("\ufeffé\n".encode(), [(1, "é")]),
        ("é\n".encode("latin-1"), [(1, "é")]),
        (b"a\x1a", [(1, "a")]),
    ],
)
def test_paragraphs(data, expected):
    assert paragraphs(data) == expected


@pytest.mark.parametrize(
    ("data", "line", "column", "found"),
    [
        (b"a\nb\0", 2, 2, "the byte 0x00"),
        ("a".encode("utf-16"), 1, 1, "UTF-16"),
        (b"a\n\n" + b"b" * (LONGEST + 1), 3, 1, "a longer game"),
        (b"b\n" * LONGEST, LONGEST // 2 + 1, 1, "a longer game"),
    ],
)
def test_other_bytes_are_refused(data, line, column, found):
    with pytest.raises(NotText) as caught:
        paragraphs(data)
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert (error.line, error.column, error.found) == (line, column, found)


def test_comments_may_be_long():
    assert paragraphs(b"#" * LONGEST + b"\n" + b"# more\n" * LONGEST + b"a") == [(LONGEST + 2, "a")]


def test_a_long_game_costs_its_own_memory_only():
    stream = io.BytesIO((b"a" * 50_000 + b"\n\n") * 40)
    read = read_paragraphs(stream)
    next(read)
    assert stream.tell() < 200_000
