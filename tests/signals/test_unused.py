"""Fields that must not matter carry anything, and nothing else changes."""

import pytest
from loopline.games.trax.protocol import Op, Request, streams
from loopline.signals import Field, Layout, in_resets, packed

LAYOUT = streams(16, True).request
REQUESTS = [Request(Op.PLAY, x, y, 1) for x in range(16) for y in range(16)] + [Request(Op.TAKE_BACK)] * 9


def test_used_fields_are_sent_unchanged():
    for request, sent in zip(REQUESTS, packed(LAYOUT, REQUESTS), strict=True):
        unused = LAYOUT.unused(request)
        assert sent & ~unused == LAYOUT.pack(request)
        assert sent >> LAYOUT.width == 0
    assert LAYOUT.unused(Request(Op.NEW, lines=1)) == bits("x", "y", "symbol")


def bits(*names):
    return LAYOUT.part({name: LAYOUT.shifts[name][1] for name in names})[0]


def test_field_made_meaningless_by_another_is_unused():
    """No line wins, so it says nothing how long one is."""
    assert LAYOUT.unused(Request(Op.NEW, lines=0)) == bits("x", "y", "symbol", "line_length")
    games = [Request(Op.NEW, box_limit=limit, lines=lines) for limit in range(16) for lines in (0, 1)]
    lengths = {
        (one.lines, LAYOUT.unpack(sent)["line_length"]) for one, sent in zip(games, packed(LAYOUT, games), strict=True)
    }
    assert (1, 0) in lengths
    assert len({length for lines, length in lengths if not lines}) > 4
    assert {length for lines, length in lengths if lines} == {0}


def test_connexion_has_no_box_that_could_grow():
    assert LAYOUT.unused(Request(Op.NEW, lines=1, field=5, connexion=1)) == bits("x", "y", "symbol", "box_limit")
    games = [Request(Op.NEW, lines=1, field=5, tiles=tiles, connexion=1) for tiles in range(40)]
    assert len({LAYOUT.unpack(sent)["box_limit"] for sent in packed(LAYOUT, games)}) > 4
    games = [game._replace(connexion=0, box_limit=3) for game in games]
    assert {LAYOUT.unpack(sent)["box_limit"] for sent in packed(LAYOUT, games)} == {3}


def test_unused_field_does_not_make_others_unused():
    layout = Layout.of(op=1, most=Field(4, of=(1,)), each=Field(4, only_if="most"))
    assert layout.unused((0, 0, 0)) == 0xF0
    assert layout.unused((1, 0, 0)) == 0x0F
    assert layout.unused((1, 3, 0)) == 0


def test_a_field_beside_none_is_refused():
    with pytest.raises(ValueError, match="length depends on 'lines'; expected another field"):
        Layout.of(op=1, length=Field(4, only_if="lines"))
    with pytest.raises(ValueError, match="length depends on 'loops'; expected another field"):
        Layout.of(op=1, length=Field(4, unless="loops"))


def test_each_unused_bit_is_0_and_1():
    unused, sent = LAYOUT.unused(REQUESTS[0]), [*packed(LAYOUT, REQUESTS[:-9])]
    all_of_them = some_of_them = 0
    for one in sent:
        all_of_them |= one & unused
        some_of_them |= ~one & unused
    assert (all_of_them, some_of_them) == (unused, unused)
    assert unused in {one & unused for one in sent}
    assert 0 in {one & unused for one in sent}


def test_the_same_script_is_sent_in_the_same_way():
    assert [*packed(LAYOUT, REQUESTS)] == [*packed(LAYOUT, REQUESTS)]
    assert shown(REQUESTS) == shown(REQUESTS)


def shown(requests):
    return [*in_resets(LAYOUT, requests, [*packed(LAYOUT, requests)])]


CUT = [request._replace(cut=number % 9) for number, request in enumerate(REQUESTS)]


def test_each_reset_shows_another_request():
    """One at the beginning, and one for each request with a reset."""
    found = shown(CUT)
    assert len(found) == 1 + sum(request.cut > 0 for request in CUT)
    assert len({one.request for one in found}) > 0.4 * len(found)
    assert {(one.valid, one.ready) for one in found} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert sum(one.valid for one in found) > 0.8 * len(found)


def test_a_reset_shows_what_is_asked_near_it_and_extremes():
    found, sent = [one.request for one in shown(CUT)], [*packed(LAYOUT, CUT)]
    every = (1 << LAYOUT.width) - 1
    assert sum(one in sent for one in found) > 0.3 * len(found)
    assert found.count(0) > 0.05 * len(found)
    assert found.count(every) > 0.05 * len(found)
    fields = [LAYOUT.unpack(one) for one in found]
    for name, (_, mask) in LAYOUT.shifts.items():
        assert {0, mask} <= {one[name] for one in fields}, name


def test_what_is_shown_depends_on_what_is_near():
    """A failing script may lose the rest."""
    all_of_them, some = by_request(CUT, 0, len(CUT)), by_request(CUT, 100, 120)
    inside = [number for number in some if 105 <= number < 115]
    assert len(inside) > 5
    assert [some[number] for number in inside] == [all_of_them[number] for number in inside]


def by_request(requests, start, end):
    """What is shown in the reset of each request, by its number, if only these are asked."""
    cut = [number for number in range(start, end) if requests[number].cut]
    return dict(zip(cut, shown(requests[start:end])[1:], strict=True))
