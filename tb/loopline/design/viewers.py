"""Files for viewers of waves, beside the waves of a failure: the signals that matter, in groups and in words.

A save file for GTKWave, with files of words; a command file for Surfer, with mapping translators.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from loopline.design.dut import Dut
from loopline.design.shown import PREFIX, Signal, groups
from loopline.signals import Streams

#: Of each contract: the power of two of picoseconds for a part of the screen, and the picoseconds before the marker. An
#: engine is looked at cycle by cycle, a player character by character. What is shown must end before the waves do: if
#: not, GTKWave shows their beginning. A player's failure is often the last thing that happens.
_ZOOM = {"engine": (15.5, 80_000), "player": (21.5, 7_600_000)}

#: GTKWave's flags: a comment; one bit; decimal, of a vector; the same through a file of words.
_COMMENT, _BIT, _DECIMAL, _WORDS = "@200", "@28", "@24", "@2024"

#: The number of the colour of what the model expects: orange. Others have the usual one.
_COLOUR = 2

#: The sizes in pixels: of the window, of its tree of scopes, and of the list of signals.
_WINDOW = ["[size] 1600 900", "[pos] -1 -1", "[sst_width] 200", "[signals_width] 250"]


def write_gtkwave(waves: Path, top: str, dut: Dut, streams: Streams, picoseconds: int | None, wrong: str = "") -> Path:
    """Write the save file, and beside it a file of words for each field that has them. Returns its path. The marker
    stands at that time, if one is given; the wrong signal comes first."""
    words = waves.parent / "words"
    lines = [f'[dumpfile] "{waves.resolve()}"', *_WINDOW]
    if picoseconds is not None:
        zoom, before = _ZOOM[dut.contract]
        lines += [f"[timestart] {max(0, picoseconds - before)}", f"*-{zoom} {picoseconds} " + " ".join(["-1"] * 26)]
    for title, signals in groups(dut, streams, wrong):
        lines += [_COMMENT, f"-{title}"] if title else []
        for signal in signals:
            lines += _trace(top, signal, streams, words)
    path = waves.with_suffix(".gtkw")
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _trace(top: str, signal: Signal, streams: Streams, folder: Path) -> Iterator[str]:
    file = _words_of(signal, streams, folder)
    if file:
        yield from (_WORDS, f"^1 {file}")
    else:
        yield _DECIMAL if signal.bits > 1 else _BIT
    if signal.is_expected:
        yield f"[color] {_COLOUR}"
    bits = f"[{signal.bits - 1}:0]" if signal.bits > 1 else ""
    yield f"+{{{signal.label}}} {top}.{signal.path}{bits}"


def _words_of(signal: Signal, streams: Streams, folder: Path) -> Path | None:
    """The file that has each value in words; None if they are plain numbers."""
    words = signal.words(streams)
    if not words:
        return None
    folder.mkdir(exist_ok=True)
    path = folder.resolve() / f"{PREFIX.sub('', signal.name)}.txt"
    path.write_text("".join(f"{value} {told}\n" for value, told in words.items()), "utf-8")
    return path


#: Where Surfer looks for mapping translators, below the folder in which it is started.
MAPPINGS = Path(".surfer", "mappings")

#: Picoseconds, about: the part of the waves that is to be on the screen.
_SHOWN = {"engine": 400_000, "player": 40_000_000}

#: The name of the colour of what the model expects, in Surfer's themes.
_EXPECTED = "Orange"


def write_surfer(waves: Path, top: str, dut: Dut, streams: Streams, picoseconds: int | None, wrong: str = "") -> Path:
    """Write the command file, and translators for all fields that have words. Returns its path. The cursor and a marker
    stand at that time, if one is given; the wrong signal comes first."""
    folder = waves.parent / MAPPINGS
    shutil.rmtree(folder, ignore_errors=True)
    lines = []
    for title, signals in groups(dut, streams, wrong):
        lines += [f"divider_add {title}"] if title else []
        for signal in signals:
            lines += _commands(top, signal, streams, folder)
    if picoseconds is not None:
        halves = (picoseconds // _SHOWN[dut.contract]).bit_length()
        lines += [*["zoom_in"] * halves, f"cursor_set {picoseconds}", "marker_set #1"]
    path = waves.with_suffix(".sucl")
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _commands(top: str, signal: Signal, streams: Streams, folder: Path) -> Iterator[str]:
    """The commands act on the variable that was added last."""
    yield f"variable_add {top}.{signal.path}"
    yield f"item_rename {signal.label}"
    if words := signal.words(streams):
        name = f"loopline_{PREFIX.sub('', signal.name)}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("".join(_mapping(name, signal, words)), encoding="utf-8")
        yield f"item_set_format {name}"
    elif signal.bits > 1:
        yield "item_set_format Unsigned"
    if signal.is_expected:
        yield f"item_set_color {_EXPECTED}"


def _mapping(name: str, signal: Signal, words: dict[int, str]) -> Iterator[str]:
    yield f"Name = {name}\n"
    yield f"Bits = {signal.bits}\n"
    codes = signal.field.values if signal.field else None
    known = {int(code) for code in codes} if codes else words
    for value, told in words.items():
        yield f"{value}{'' if value in known else '[error]'} {told}\n"
