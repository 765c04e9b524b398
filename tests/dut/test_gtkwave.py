"""The save file for GTKWave, of designs without one stream or another. tests/cosim/test_close_up.py compares it with
waves."""

import pytest
from cosim.engines import ROOT
from loopline.contract.game import Subject
from loopline.design import waves
from loopline.design.dut import load

ENGINE, PLAYER = "trax/engine.toml", "trax/player/player.toml"


@pytest.fixture
def saved(tmp_path):
    """The lines of the save file of a design."""

    def saved(name, picoseconds=None, wrong="", **changes):
        dut = load(ROOT / "rtl" / name).model_copy(update=changes)
        path = waves.write_gtkwave(
            tmp_path / "minimal.fst", "top", dut, Subject.of(dut).scripts.streams, picoseconds, wrong
        )
        return path.read_text(encoding="utf-8").splitlines()

    return saved


def groups(lines):
    return [line[1:] for line in lines if line.startswith("-")]


def test_an_engine_has_its_streams_and_a_player_its_line(saved):
    assert groups(saved(ENGINE)) == ["req", "resp", "events", "state"]
    lines = saved(PLAYER)
    assert groups(lines) == ["events", "state"]
    signals = [line.partition(" ")[2] for line in lines if line.startswith("+{")]
    assert signals[:4] == [f"top.{name}" for name in ("clk", "rst", "rx", "tx")]
    assert signals[4:7] == ["top.line.tx_byte_q[7:0]", "top.model.tx_byte[7:0]", "top.model.lines[15:0]"]
    assert signals[7:9] == ["top.event_valid", "top.model.vp_valid"]
    assert not any("fsm" in signal for signal in signals if "model" in signal)


def test_what_the_model_expects_is_below_what_was_found(saved):
    lines = saved(ENGINE)
    at = lines.index("+{vp_state_count} top.ports.vp_state_count[12:0]")
    assert lines[at + 1 : at + 4] == ["@24", "[color] 2", "+{model_count} top.model.vp_state_count[12:0]"]
    assert any(line.startswith("+{model_fsm}") for line in lines)
    assert not any(line.startswith("+{model_fsm}") for line in saved(ENGINE, cycle_exact=False))


def test_the_wrong_signal_comes_first(saved):
    lines = saved(ENGINE, wrong="vp_state.count")
    assert groups(lines) == ["wrong", "req", "resp", "events", "state"]
    named = [line.partition("}")[0] for line in lines if line.startswith("+{")]
    assert named[2:5] == ["+{vp_state_count", "+{model_count", "+{req_valid"]


def test_missing_verification_port_is_left_out_of_waves(saved):
    assert groups(saved(ENGINE, verification_port=False)) == ["req", "resp"]
    assert groups(saved(PLAYER, verification_port=False)) == []


@pytest.mark.parametrize(("name", "zoom", "before"), [(ENGINE, 15.5, 80_000), (PLAYER, 20.79, 8_000_000)])
def test_the_marker_is_on_the_screen(name, zoom, before, saved):
    """The waves of a player end 12 bits behind a failure: of the 60 that are shown, 10 are behind it."""
    lines = saved(name, 90_000_000)
    assert f"[timestart] {90_000_000 - before}" in lines
    assert any(line.startswith(f"*-{zoom} 90000000 ") for line in lines)
    assert "[timestart] 0" in saved(name, 5)
    assert not any(line.startswith(("[timestart]", "*")) for line in saved(name))


def test_codes_are_in_words_and_wide_fields_are_numbers(saved, tmp_path):
    lines = saved(ENGINE)
    before = dict(zip([line.split("}")[0] for line in lines[1:]], lines, strict=False))
    assert before["+{req_op"] == f"^1 {tmp_path / 'words' / 'op.txt'}"
    assert (tmp_path / "words" / "op.txt").read_text().splitlines() == [
        "0 0, new game",
        "1 1, play",
        "2 2, take back",
        "3 3, read",
    ]
    assert before["+{vp_state_count"] == "@24"
