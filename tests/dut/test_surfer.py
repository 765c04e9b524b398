"""The command file for Surfer, against the words of its documentation: docs/commands and the page on mapping
translators. (Surfer itself is in no package registry that set-up uses.) tests/cosim/test_viewers.py compares it with
waves."""

import re

import pytest
from cosim.engines import ROOT
from loopline.contract.game import Subject
from loopline.design import waves
from loopline.design.dut import load

ENGINE, PLAYER = "trax/engine.toml", "trax/player/player.toml"

#: The commands that are used, with what they take.
COMMANDS = {
    "variable_add": r"top(\.\w+)+",
    "divider_add": r"\w+",
    "item_rename": r"\w+",
    "item_set_format": r"\w+",
    "item_set_color": r"[A-Z][a-z]+",
    "zoom_in": "",
    "cursor_set": r"\d+",
    "marker_set": r"#\d+",
}

#: A line of a mapping after its name and width: a number, perhaps a kind, and the text.
MAPPED = re.compile(r"(\d+)(\[error\])? (\S.*)")


@pytest.fixture
def written(tmp_path):
    """The lines of the command file of a design."""

    def written(name, picoseconds=None, wrong="", **changes):
        dut = load(ROOT / "rtl" / name).model_copy(update=changes)
        path = waves.write_surfer(
            tmp_path / "minimal.fst", "top", dut, Subject.of(dut).scripts.streams, picoseconds, wrong
        )
        assert path == tmp_path / "minimal.sucl"
        lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines:
            command, _, value = line.partition(" ")
            assert re.fullmatch(COMMANDS[command], value), line
        return lines

    return written


def test_what_the_model_expects_is_below_what_was_found(written):
    lines = written(ENGINE, wrong="vp_state.count")
    assert [line for line in lines if line.startswith("divider_add")] == [
        f"divider_add {title}" for title in ("wrong", "req", "resp", "events", "state")
    ]
    at = lines.index("divider_add wrong")
    assert lines[at + 1 : at + 8] == [
        *("variable_add top.ports.vp_state_count", "item_rename vp_state_count", "item_set_format Unsigned"),
        *("variable_add top.model.vp_state_count", "item_rename model_count", "item_set_format Unsigned"),
        "item_set_color Orange",
    ]


def test_the_cursor_is_on_the_first_wrong_cycle(written):
    assert written(ENGINE, 9_000_000)[-7:] == [*["zoom_in"] * 5, "cursor_set 9000000", "marker_set #1"]
    assert written(PLAYER, 9_000_000)[-2:] == ["cursor_set 9000000", "marker_set #1"]
    assert not any(line.startswith(("zoom_in", "cursor_set", "marker_set")) for line in written(ENGINE))


def test_codes_are_in_words(written, tmp_path):
    lines = written(ENGINE)
    formats = {line.split()[1] for line in lines if line.startswith("item_set_format loopline_")}
    assert formats == {file.name for file in (tmp_path / ".surfer" / "mappings").iterdir()}
    for name in formats:
        head, width, *values = (tmp_path / ".surfer" / "mappings" / name).read_text(encoding="utf-8").splitlines()
        assert head == f"Name = {name}"
        bits = int(width.removeprefix("Bits = "))
        assert [int(MAPPED.fullmatch(line)[1]) for line in values] == [*range(1 << bits)]
    winner = (tmp_path / ".surfer" / "mappings" / "loopline_winner").read_text().splitlines()[2:]
    assert winner == ["0 0, none", "1 1, White", "2 2, Red", "3[error] 3, which means nothing"]
