"""A command file for Surfer beside the waves of a failure, and mapping translators: files that tell codes in words."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from loopline.design.dut import Dut
from loopline.design.shown import PREFIX, Signal, groups
from loopline.signals import Streams

#: Where Surfer looks for mapping translators, below the folder in which it is started.
MAPPINGS = Path(".surfer", "mappings")

#: Picoseconds, about: the part of the waves that is to be on the screen.
_SHOWN = {"engine": 400_000, "player": 40_000_000}

#: The name of the colour of what the model expects, in Surfer's themes.
_EXPECTED = "Orange"


def write(waves: Path, top: str, dut: Dut, streams: Streams, picoseconds: int | None, wrong: str = "") -> Path:
    """Write the command file, and translators for all fields that have words. Returns its path. The cursor and a marker
    stand at that time, if one is given; the wrong signal comes first."""
    folder = waves.parent / MAPPINGS
    shutil.rmtree(folder, ignore_errors=True)
    lines = []
    for title, signals in groups(dut, streams, wrong):
        lines += [f"divider_add {title}"] if title else []
        for signal in signals:
            lines += _signal(top, signal, streams, folder)
    if picoseconds is not None:
        halves = (picoseconds // _SHOWN[dut.contract]).bit_length()
        lines += [*["zoom_in"] * halves, f"cursor_set {picoseconds}", "marker_set #1"]
    path = waves.with_suffix(".sucl")
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _signal(top: str, signal: Signal, streams: Streams, folder: Path) -> Iterator[str]:
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
