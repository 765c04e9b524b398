"""The file by which the player in the simulator is told what to ask."""

import pytest
from loopline.contract.designs import bundled, path_of
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.drawing import examples_of
from loopline.resets import Reset
from loopline.simulation.session import AT_ONCE, Timing, read_session, session_file

ENGINES = [one.name for one in bundled() if one.contract == "engine"]


@pytest.mark.parametrize("name", ENGINES)
def test_written_sessions_are_read(name):
    """Without what the fields carry that must not matter."""
    game = Subject.of(load(path_of(name))).engine
    layout, used = game.streams.request, set()
    for script in examples_of(game.properties()[0].scripts, 3, seed=1):
        requests = list(game.requests(script))
        read = read_session(game.streams, session_file(game.streams, requests, [AT_ONCE]))
        assert len(read) == len(requests)
        for asked, found in zip(requests, read, strict=True):
            assert layout.pack(asked[:-1]) & ~layout.unused(asked) == layout.pack(found[:-1])
            assert found[-1] == asked[-1]
            used.add(asked[0])
    assert len(used) > 1


def test_session_file_has_timings_before_requests():
    """Byte by byte, as hdl/loopline_session.v has it; after the last timing comes the first again."""
    game = Subject.of(load(path_of(ENGINES[0]))).engine
    operation = 1
    request = (operation, *[0] * (len(game.streams.request.fields) - 1), Reset(0x10203, "held", 5).cut)
    data = session_file(
        game.streams, [request] * 3, [Timing(gap=0x104, stall=5), Timing(stall=0x206, ahead=7, early=0x89, first=True)]
    )
    each = len(data) // 7
    before = [data[at : at + 11].hex() for at in range(each, len(data), 2 * each)]
    assert before == ["0000000104016102030005", "0089078000016102030206", "0000000104016102030005"]


def test_incomplete_request_is_refused():
    game = Subject.of(load(path_of(ENGINES[0]))).engine
    script = examples_of(game.properties()[0].scripts, 1, seed=1)[0]
    requests = list(game.requests(script))
    data = session_file(game.streams, requests, [])
    assert requests[-1][-1] == 0
    assert len(read_session(game.streams, data[:-1])) == len(requests) - 1
    assert read_session(game.streams, b"") == []
