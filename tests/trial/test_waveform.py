"""The signals around the first wrong cycle, from the text of a record."""

from dataclasses import replace

import pytest
from loopline.contract.checker import Mismatch, Wrong
from loopline.signals import Layout, Streams
from loopline.simulation.recording import FLAGS
from loopline.trial.waveform import waveform

STREAMS = Streams(Layout.of(op=2, value=4), Layout.of(sum=4), Layout.of(order=32, kind=1), Layout.of(fsm=2, total=4), 1)
REQUESTS = [(1, 3, 0), (1, 2, 0)]


def line(total, *flags, answer=0, event=0, fsm=0):
    bits = FLAGS.pack([name in flags for name in FLAGS.names])
    state = STREAMS.state.text(STREAMS.state.pack([fsm, total]))
    return " ".join([FLAGS.text(bits), STREAMS.response.text(answer), STREAMS.event.text(event), state]) + "\n"


#: Two requests to add: 3, then 2.
RIGHT = [
    line(0, "rst"),
    line(0, "req_valid", "req_ready"),
    "+14 " + line(0, "vp_valid", event=1),
    line(3, "resp_valid", answer=3),
    line(3, "resp_valid", "resp_ready", answer=3),
    line(3, "req_valid", "req_ready"),
    line(3, "vp_valid", event=3),
    line(5, "resp_valid", "resp_ready", answer=5),
]


def shown(lines, predicted="", signal="vp_state.total", expected="5", found="4", cycle=27, streams=STREAMS, port=True):
    mismatch = Mismatch(cycle, 1, Wrong(signal, expected, found, "it is wrong"))
    made = waveform(streams, REQUESTS, "".join(lines), predicted, mismatch, port=port)
    return made, {trace.name: (trace.found, trace.expected) for trace in made.traces}


def test_all_values_of_a_cycle_exact_design_are_predicted():
    lines = [*RIGHT[:-1], line(4, "resp_valid", "resp_ready", answer=5)]
    made, traces = shown(lines, predicted="".join(RIGHT))
    assert made.cycles == [0, 1, 22, 23, 24, 25, 26, 27, 28, 29]
    assert made.cycles[made.wrong] == 27
    total = traces["vp_state.total"]
    assert total == (["", "0", "0", "3", "3", "3", "3", "4", "4"], ["", "0", "0", "3", "3", "3", "3", "5", "5"])
    assert traces["resp_sum"] == (["", "", "", "3", "3", "", "", "5", "5"], [])
    assert traces["req_value"] == (["", "3", "", "", "", "2", "", "", ""], [])
    assert traces["resp_ready"] == ([*"000010011"], [])
    assert traces["vp_kind"] == (["", "", "1", "", "", "", "1", "", ""], [])
    assert "vp_state.fsm" not in traces  # 0 all the time


@pytest.mark.parametrize("port", [True, False])
def test_requests_are_listed_up_to_the_first_wrong_cycle(port):
    made, _ = shown(RIGHT, cycle=27, port=port)
    first, second = made.requests
    assert (first.taken, first.answered, second.taken, second.answered) == (1, 23, 25, 27)
    assert [first.events, second.events] == ([[(22, [1])], [(26, [1])]] if port else [[], []])
    made, _ = shown(RIGHT, cycle=25, port=port)
    assert [one.taken for one in made.requests] == [1]
    made, _ = shown(RIGHT, cycle=22, port=port)
    assert (made.requests[0].answered, len(made.requests[0].events)) == (None, port)


def test_only_the_wrong_value_of_other_designs_is_known():
    made, traces = shown([*RIGHT[:-1], line(4, "resp_valid", "resp_ready", answer=5)])
    found, expected = traces["vp_state.total"]
    assert found[made.wrong] == "4"
    assert expected == ["5" if column == made.wrong else "" for column in range(len(found))]
    assert [name for name, (_, wanted) in traces.items() if wanted] == ["vp_state.total"]


def test_a_signal_that_stays_0_and_should_not_is_shown():
    lines = [*RIGHT[:3], line(3)]
    made, traces = shown(lines, signal="resp_valid", expected="1", found="0", cycle=23)
    assert traces["resp_valid"][0] == ["0"] * len(made.cycles[1:])
    assert traces["resp_valid"][1][made.wrong] == "1"


def test_bits_that_are_unknown_are_shown_as_they_are():
    binary = "00000101 0101 " + f"{3:033b}" + " 00x1xz"
    _, traces = shown([*RIGHT[:-1], binary + "\n"])
    assert traces["vp_state.total"][0][-2] == "x1xz"
    assert traces["resp_sum"][0][-2] == "5"


@pytest.mark.parametrize("port", [True, False])
def test_there_may_be_no_verification_port(port):
    _, traces = shown(RIGHT, port=port, signal="resp_sum")
    assert any(name.startswith("vp_") for name in traces) == port


def test_only_columns_near_the_first_wrong_cycle_are_shown():
    lines = [line(0, "rst"), *(line(total % 16, fsm=total % 4) for total in range(200))]
    made, traces = shown(lines, cycle=100)
    assert (made.wrong, made.cycles[0], made.cycles[-1]) == (10, 90, 105)
    assert all(len(found) == 15 for found, _ in traces.values())


def test_a_field_without_bits_has_no_port():
    streams = replace(STREAMS, response=Layout.of(sum=4, none=0))
    _, traces = shown(RIGHT, streams=streams)
    assert "resp_none" not in traces
