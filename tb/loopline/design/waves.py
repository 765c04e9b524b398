"""The signals that are worth looking at in waves: each field of the ports and below it what the model expects.

There are files for viewers of waves, with these signals in groups and in words.

A build with waves has all of them below its top, in two scopes: `ports` has the fields of the design's ports, `model`
has the same as the model expects them. A save file for GTKWave, with files of words; a command file for Surfer, with
mapping translators.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from math import log2
from pathlib import Path
from typing import NamedTuple

from loopline.design.dut import Dut
from loopline.numbers import is_wide
from loopline.signals import Field, Layout, Streams

#: The scopes.
PORTS, MODEL = "ports", "model"

#: In the model's scope: 1 as long as it is known what the model expects.
KNOWN = "known"


def _as_text(byte: int) -> str:
    return "none" if not byte else chr(byte) if byte in range(0x21, 0x7F) else f"{byte:#04x}"


#: Of a player's line: the byte that it carries, and how many lines of the conversation there have been.
TX_BYTE, LINES = "tx_byte", "lines"
_OF_A_LINE = {TX_BYTE: Field(8, shows=_as_text), LINES: Field(16)}

#: Fields wider than this are told as numbers.
_IN_WORDS = 8

#: What precedes the name of a field in that of a signal.
PREFIX = re.compile(r"^(req_|resp_|vp_state\.|vp_)")


class Signal(NamedTuple):
    """A signal in the waves."""

    #: What a report calls it.
    name: str
    #: Where it is, below the top.
    path: str
    #: What its values are; None of a plain bit.
    field: Field | None = None
    is_expected: bool = False

    @property
    def label(self) -> str:
        """Its name in a list of signals: without a dot, of which GTKWave would show only what follows it."""
        return in_verilog(f"{MODEL}_{PREFIX.sub('', self.name)}" if self.is_expected else self.name)

    @property
    def bits(self) -> int:
        """Its width."""
        return self.field.bits if self.field else 1

    @property
    def in_hexadecimal(self) -> bool:
        """Whether a viewer is to show it in hexadecimal, as reports write a large number.

        The number of an event counts from 0, and has 32 bits for the sake of long sessions only.
        """
        return is_wide(self.bits) and PREFIX.sub("", self.name) != "order"

    def words(self, streams: Streams) -> dict[int, str]:
        """Return each value in words; nothing if they are plain numbers, or too many for the lists of viewers."""
        field, name = self.field, PREFIX.sub("", self.name)
        if not field or not (field.values or field.shows) or field.bits > _IN_WORDS:
            return {}
        return {
            value: field.describe(value) if name in _OF_A_LINE else streams.describe(name, value)
            for value in range(1 << field.bits)
        }


def expected(dut: Dut, streams: Streams) -> Layout:
    """Return how the waves read what the model expects in a cycle: packed, by the names of reports.

    The private part of the state is in it only if it is that of a cycle-exact engine.
    """
    engine = dut.contract == "engine"
    bits, fields = [KNOWN], list[tuple[str, Layout]]()
    if engine:
        bits, fields = [KNOWN, "req_ready", "resp_valid"], [("resp_", streams.response)]
    if dut.verification_port:
        bits.append("vp_valid")
        exact = engine and dut.cycle_exact
        fields += [("vp_", streams.event), ("vp_state.", streams.state if exact else streams.settled)]
    plain = [*((name, Field(1)) for name in bits), *(() if engine else _OF_A_LINE.items())]
    return Layout((*plain, *((f"{prefix}{name}", field) for prefix, layout in fields for name, field in layout.fields)))


def vectors(dut: Dut, streams: Streams) -> list[tuple[str, str, Layout]]:
    """Return the vectors of the top that consist of fields: name, what precedes the names of the fields, layout."""
    found = []
    if dut.contract == "engine":
        found += [("req", "req_", streams.request), ("resp", "resp_", streams.response)]
    if dut.verification_port:
        found += [("event_data", "vp_", streams.event), ("state", "vp_state.", streams.state)]
    return found


def in_verilog(name: str) -> str:
    """Return the name of a signal in its scope."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def groups(dut: Dut, streams: Streams, wrong: str = "") -> Iterator[tuple[str, list[Signal]]]:
    """Yield groups of signals with their titles. After the first comes the wrong signal, if it is among them.

    Args:
        dut: The design, with its reset, lamps and line.
        streams: The streams of its game.
        wrong: The name of the wrong signal, as a mismatch names it; empty: none is known.

    Yields:
        The title of a group, and its signals.
    """
    model = dict(expected(dut, streams).ports)

    def both(name: str, path: str, field: Field | None = None) -> Iterator[Signal]:
        yield Signal(name, path, field)
        if name in model:
            yield Signal(name, f"{MODEL}.{in_verilog(name)}", field, is_expected=True)

    by_vector: dict[str, list[Signal]] = {}
    for vector, prefix, layout in vectors(dut, streams):
        signals = by_vector[vector] = []
        bits = {"req": ("valid", "ready"), "resp": ("valid", "ready"), "event_data": ("valid",)}.get(vector, ())
        for bit in bits:
            path = f"{vector.removesuffix('_data')}_{bit}"
            signals += both(f"{prefix}{bit}", path)
        for name, field in layout.ports:
            signals += both(f"{prefix}{name}", f"{PORTS}.{in_verilog(prefix + name)}", field)
    names = ["clk", "rst", *(("rx", "tx") if dut.contract == "player" else ())]
    first = [Signal(name, name) for name in names]
    if dut.contract == "player":
        first += [
            *both(TX_BYTE, "line.tx_byte_q", model[TX_BYTE]),
            Signal(LINES, f"{MODEL}.{LINES}", model[LINES], True),
        ]
    yield "", first
    if found := [signal for signals in by_vector.values() for signal in signals if signal.name == wrong]:
        yield "wrong", found
    titles = {"event_data": "events"}
    for vector, signals in by_vector.items():
        yield titles.get(vector, vector), signals


#: An engine is looked at cycle by cycle: the power of two of picoseconds that GTKWave calls the zoom, and the
#: picoseconds before the marker.
_ZOOM = 15.5, 80_000

#: A player is looked at character by character: the bits on the screen, and those of them behind the marker. What is
#: shown must end before the waves do, or GTKWave shows their beginning; behind a failure the line is watched for 12.
_BITS, _BEHIND = 60, 10

#: A cycle in picoseconds, as the clock of the top has it.
_CYCLE = 10_000

#: The screen is this many times as wide as the zoom says.
_SCREEN = 5.3

#: GTKWave's flags: a comment; one bit; hexadecimal and decimal, of a vector; the latter through a file of words.
_COMMENT, _BIT, _HEXADECIMAL, _DECIMAL, _WORDS = "@200", "@28", "@22", "@24", "@2024"

#: The number of the colour of the model's signals: orange. Others have the usual one.
_COLOUR = 2

#: The sizes in pixels: of the window, of its tree of scopes, and of the list of signals.
_WINDOW = ["[size] 1600 900", "[pos] -1 -1", "[sst_width] 200", "[signals_width] 250"]


def write_gtkwave(waves: Path, top: str, dut: Dut, streams: Streams, picoseconds: int | None, wrong: str = "") -> Path:
    """Write the save file, and beside it a file of words for each field that has them.

    Args:
        waves: The waveform file.
        top: The name of the top module.
        dut: The design.
        streams: Its streams.
        picoseconds: The time at which the marker stands.
        wrong: The wrong signal, which comes first.

    Returns:
        The path of the save file.
    """
    words = waves.parent / "words"
    lines = [f'[dumpfile] "{waves.resolve()}"', *_WINDOW]
    if picoseconds is not None:
        zoom, before = _ZOOM if dut.contract == "engine" else _zoom(_CYCLE * dut.bit)
        lines += [f"[timestart] {max(0, picoseconds - before)}", f"*-{zoom} {picoseconds} " + " ".join(["-1"] * 26)]
    for title, signals in groups(dut, streams, wrong):
        lines += [_COMMENT, f"-{title}"] if title else []
        for signal in signals:
            lines += _trace(top, signal, streams, words)
    path = waves.with_suffix(".gtkw")
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _zoom(bit: float) -> tuple[float, int]:
    """Return the zoom, and where the screen begins, for a player whose bits take this many picoseconds."""
    return round(log2(_BITS * bit / _SCREEN), 2), round((_BITS - _BEHIND) * bit)


def _trace(top: str, signal: Signal, streams: Streams, folder: Path) -> Iterator[str]:
    file = _words_of(signal, streams, folder)
    if file:
        yield from (_WORDS, f"^1 {file}")
    else:
        yield _HEXADECIMAL if signal.in_hexadecimal else _DECIMAL if signal.bits > 1 else _BIT
    if signal.is_expected:
        yield f"[color] {_COLOUR}"
    bits = f"[{signal.bits - 1}:0]" if signal.bits > 1 else ""
    yield f"+{{{signal.label}}} {top}.{signal.path}{bits}"


def _words_of(signal: Signal, streams: Streams, folder: Path) -> Path | None:
    """Write the file that has each value in words, and return its path; None if the values are plain numbers."""
    words = signal.words(streams)
    if not words:
        return None
    folder.mkdir(exist_ok=True)
    path = folder.resolve() / f"{PREFIX.sub('', signal.name)}.txt"
    path.write_text("".join(f"{value} {text}\n" for value, text in words.items()), "utf-8")
    return path


#: Where Surfer looks for mapping translators, below the folder in which it is started.
MAPPINGS = Path(".surfer", "mappings")

#: Picoseconds, about: the part of an engine's waves that is to be on the screen.
_SHOWN = 400_000

#: The name of the colour of the model's signals, in Surfer's themes.
_EXPECTED = "Orange"


def write_surfer(waves: Path, top: str, dut: Dut, streams: Streams, picoseconds: int | None, wrong: str = "") -> Path:
    """Write the command file, and translators for all fields that have words.

    Args:
        waves: The waveform file.
        top: The name of the top module.
        dut: The design.
        streams: Its streams.
        picoseconds: The time at which the cursor and a marker stand.
        wrong: The wrong signal, which comes first.

    Returns:
        The path of the command file.
    """
    folder = waves.parent / MAPPINGS
    shutil.rmtree(folder, ignore_errors=True)
    lines = []
    for title, signals in groups(dut, streams, wrong):
        lines += [f"divider_add {title}"] if title else []
        for signal in signals:
            lines += _commands(top, signal, streams, folder)
    if picoseconds is not None:
        shown = _SHOWN if dut.contract == "engine" else round(_BITS * _CYCLE * dut.bit)
        halves = (picoseconds // shown).bit_length()
        lines += [*["zoom_in"] * halves, f"cursor_set {picoseconds}", "marker_set #1"]
    path = waves.with_suffix(".sucl")
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _commands(top: str, signal: Signal, streams: Streams, folder: Path) -> Iterator[str]:
    """Yield the commands that add a signal. They act on the variable that was added last."""
    yield f"variable_add {top}.{signal.path}"
    yield f"item_rename {signal.label}"
    if words := signal.words(streams):
        name = f"loopline_{PREFIX.sub('', signal.name)}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("".join(_mapping(name, signal, words)), encoding="utf-8")
        yield f"item_set_format {name}"
    elif signal.bits > 1:
        yield f"item_set_format {'Hexadecimal' if signal.in_hexadecimal else 'Unsigned'}"
    if signal.is_expected:
        yield f"item_set_color {_EXPECTED}"


def _mapping(name: str, signal: Signal, words: dict[int, str]) -> Iterator[str]:
    yield f"Name = {name}\n"
    yield f"Bits = {signal.bits}\n"
    codes = signal.field.values if signal.field else None
    known = {int(code) for code in codes} if codes else words
    for value, text in words.items():
        yield f"{value}{'' if value in known else '[error]'} {text}\n"
