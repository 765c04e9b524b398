"""Fields that an operation does not use carry anything, and nothing else changes."""

from loopline.games.trax.protocol import Op, Request
from loopline.games.trax.streams import streams
from loopline.signals.unused import in_reset, packed

LAYOUT = streams(16, True).request
REQUESTS = [Request(Op.PLAY, x, y, 1) for x in range(16) for y in range(16)] + [Request(Op.TAKE_BACK)] * 9


def test_what_is_used_is_sent_as_it_is():
    for request, sent in zip(REQUESTS, packed(LAYOUT, REQUESTS), strict=True):
        unused = LAYOUT.unused(request.op)
        assert sent & ~unused == LAYOUT.pack(request)
        assert sent >> LAYOUT.width == 0
    assert LAYOUT.unused(Op.NEW) == sum(
        mask << right for right, mask in (LAYOUT.shifts[name] for name in ("x", "y"))
    ) + (3 << LAYOUT.shifts["symbol"][0])


def test_each_unused_bit_is_0_and_1():
    unused, sent = LAYOUT.unused(Op.PLAY), [*packed(LAYOUT, REQUESTS[:-9])]
    all_of_them = some_of_them = 0
    for one in sent:
        all_of_them |= one & unused
        some_of_them |= ~one & unused
    assert (all_of_them, some_of_them) == (unused, unused)
    assert unused in {one & unused for one in sent}
    assert 0 in {one & unused for one in sent}


def test_the_same_script_is_sent_in_the_same_way():
    assert [*packed(LAYOUT, REQUESTS)] == [*packed(LAYOUT, REQUESTS)]
    assert in_reset(LAYOUT, REQUESTS) == in_reset(LAYOUT, REQUESTS[:1])


def test_a_reset_sees_requests_of_every_kind_or_none():
    kinds = [in_reset(LAYOUT, [request]) for request in REQUESTS[:-9]]
    assert {kind for kind, _ in kinds} == {0, 1, 3}
    assert {sent >> LAYOUT.width - 2 for _, sent in kinds} == set(map(int, Op))
