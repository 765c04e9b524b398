"""What the model expects, as waves read it, from the text of a record."""

from enum import IntEnum

import pytest
from loopline.contract.checker import Mismatch, Wrong
from loopline.signals import Field, Layout, Streams
from loopline.trial.waveform import as_followed, as_predicted
from trial.test_waveform import RIGHT, STREAMS, line


class Colour(IntEnum):
    RED = 3


LAYOUT = Layout.of(
    **{"known": 1, "req_ready": 1, "resp_valid": 1, "vp_valid": 1, "resp_sum": 4, "vp_kind": 1, "vp_state.total": 4}
)


def told(text, layout=LAYOUT):
    lines = [line.split() for line in text.splitlines()]
    return {int(cycle, 16): layout.unpack(int(values, 16)) for cycle, values in lines}


def test_cycle_exact_design_is_expected_as_predicted():
    cycles = told(as_predicted(STREAMS, LAYOUT, "".join(RIGHT)))
    assert list(cycles) == [0, 1, 22, 23, 24, 25, 26, 27]
    assert [one["known"] for one in cycles.values()] == [0, *[1] * 7]
    assert [one["vp_state.total"] for one in cycles.values()] == [0, 0, 0, 3, 3, 3, 3, 5]
    bits = {"known": 1, "req_ready": 0, "resp_valid": 1, "vp_valid": 0}
    assert cycles[27] == {**bits, "resp_sum": 5, "vp_kind": 0, "vp_state.total": 5}


def followed(signal, expected, streams=STREAMS, layout=LAYOUT):
    mismatch = Mismatch(24, 1, Wrong(signal, expected, "?", "it is wrong"))
    return told(as_followed(streams, layout, "".join(RIGHT), mismatch), layout)


@pytest.mark.parametrize(
    ("signal", "expected", "value"), [("vp_state.total", "7", 7), ("resp_sum", "9", 9), ("resp_valid", "0", 0)]
)
def test_other_design_is_known_until_the_first_wrong_cycle(signal, expected, value):
    cycles = followed(signal, expected)
    assert list(cycles) == [0, 1, 22, 23, 24, 25]
    assert [one["known"] for one in cycles.values()] == [0, 1, 1, 1, 1, 0]
    found = told(as_predicted(STREAMS, LAYOUT, "".join(RIGHT)))
    assert [cycles[cycle] for cycle in (0, 1, 22, 23)] == [found[cycle] for cycle in (0, 1, 22, 23)]
    assert cycles[24] == found[24] | {signal: value}


@pytest.mark.parametrize(
    ("signal", "expected"), [("timing", "in cycle 24"), ("vp_state.total", "0 or 1 more"), ("vp_state.total", "16")]
)
def test_signal_without_a_value_is_unknown(signal, expected):
    cycles = followed(signal, expected)
    assert [one["known"] for one in cycles.values()] == [0, 1, 1, 1, 0]


def test_codes_are_found_by_their_words():
    for field, words in ((Field(2, values=Colour), "3, red"), (Field(2, shows=lambda value: "abcd"[value]), "d")):
        streams = Streams(STREAMS.request, Layout.of(sum=field), STREAMS.event, STREAMS.state, 1)
        layout = Layout.of(known=1, resp_sum=2)
        text = line(0, "rst") + f"02 0 0 {STREAMS.state.text(0)}\n"
        mismatch = Mismatch(1, 0, Wrong("resp_sum", words, "?", "it is wrong"))
        assert told(as_followed(streams, layout, text, mismatch), layout)[1] == {"known": 1, "resp_sum": 3}
