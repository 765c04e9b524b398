"""Bytes become the same lines however they arrive, and what is shown of them is harmless."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopline.match.referee import LONGEST_LINE, LinkLost, shown
from loopline.match.stream import Lines

_ENDS = st.sampled_from([b"\n", b"\r", b"\r\n"])
_TEXTS = st.binary(min_size=1, max_size=20).filter(lambda text: not set(text) & set(b"\r\n"))


def taken(lines):
    return list(iter(lines.pop, None))


@given(st.lists(st.tuples(_TEXTS, _ENDS)), st.data())
def test_lines_are_read_from_any_pieces(texts, data):
    stream, lines, found = b"".join(text + end for text, end in texts), Lines(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        lines.feed(stream[:size])
        stream = stream[size:]
        found += taken(lines)
    assert found == [text for text, _ in texts]
    assert lines.unfinished == b""


def test_a_line_has_a_longest_length():
    lines = Lines()
    lines.feed(b"A" * LONGEST_LINE)
    assert lines.unfinished == b"A" * LONGEST_LINE
    with pytest.raises(LinkLost, match=r"floods the line: 256 bytes without a line end, 'A{40}…'"):
        lines.feed(b"A")


@given(st.binary())
def test_what_is_shown_is_one_line_of_ascii(data):
    text = shown(data)
    assert text.replace("…", "").isascii()
    assert text.isprintable()
    assert len(text) <= 4 * 40 + 3
