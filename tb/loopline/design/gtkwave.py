"""A save file for GTKWave beside the waves of a failure: the signals that matter, in groups and in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from loopline.design.dut import Dut
from loopline.signals.fields import Field
from loopline.signals.layout import Layout
from loopline.signals.streams import Streams

#: Fields wider than this are told as numbers: GTKWave reads a line for each value.
_IN_WORDS = 8

#: Of each contract: the power of two of picoseconds for a part of the screen, and the picoseconds before the marker. An
#: engine is looked at cycle by cycle, a player character by character. What is shown must end before the waves do: if
#: not, GTKWave shows their beginning. A player's failure is often the last thing that happens.
_ZOOM = {"engine": (15.5, 80_000), "player": (21.5, 7_600_000)}

#: GTKWave's flags: a comment; one bit; decimal, of a vector; the same through a file of words.
_COMMENT, _BIT, _DECIMAL, _WORDS = "@200", "@28", "@24", "@2024"


def write(waves: Path, top: str, dut: Dut, streams: Streams, picoseconds: int | None) -> Path:
    """Write the save file, and beside it a file of words for each field that has them. Returns its path. The marker
    stands at that time, if one is given."""
    words = waves.parent / "words"
    lines = [f'[dumpfile] "{waves.resolve()}"']
    if picoseconds is not None:
        zoom, before = _ZOOM[dut.contract]
        lines += [f"[timestart] {max(0, picoseconds - before)}", f"*-{zoom} {picoseconds} " + " ".join(["-1"] * 26)]
    lines += [_BIT, f"{top}.clk", f"{top}.rst"]
    if dut.contract == "engine":
        lines += _stream(top, "req", streams.request, streams, words)
        lines += _stream(top, "resp", streams.response, streams, words)
    else:
        lines += [_BIT, f"{top}.rx", f"{top}.tx"]
    if dut.verification_port:
        lines += [_COMMENT, "-events", _BIT, f"{top}.event_valid"]
        lines += _fields(f"{top}.event_data", "vp_", streams.event, streams, words)
        lines += [_COMMENT, "-state"]
        lines += _fields(f"{top}.state", "vp_state.", streams.state, streams, words)
    path = waves.with_suffix(".gtkw")
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _stream(top: str, name: str, layout: Layout, streams: Streams, words: Path) -> Iterator[str]:
    yield from (_COMMENT, f"-{name}", _BIT, f"{top}.{name}_valid", f"{top}.{name}_ready")
    yield from _fields(f"{top}.{name}", f"{name}_", layout, streams, words)


def _fields(vector: str, prefix: str, layout: Layout, streams: Streams, words: Path) -> Iterator[str]:
    """Each field as a group of bits of its vector."""
    of = f"{vector}[{layout.width - 1}:0]"
    for name, field in layout.ports:
        right, _ = layout.shifts[name]
        bits = " ".join(f"({layout.width - 1 - bit}){of}" for bit in reversed(range(right, right + field.bits)))
        file = _words(name, field, streams, words)
        yield from (_WORDS, f"^1 {file}") if file else (_DECIMAL,)
        yield f"#{{{prefix}{name}}} {bits}"


def _words(name: str, field: Field, streams: Streams, folder: Path) -> Path | None:
    """The file that has each value in words; None if they are plain numbers."""
    if not (field.values or field.shows) or field.bits > _IN_WORDS:
        return None
    folder.mkdir(exist_ok=True)
    path = folder.resolve() / f"{name}.txt"
    path.write_text("".join(f"{value} {streams.told(name, value)}\n" for value in range(1 << field.bits)), "utf-8")
    return path
