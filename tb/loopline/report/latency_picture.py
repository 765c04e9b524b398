"""The distribution as an SVG picture: a panel for each kind of answer, cycles to the right on a scale of decades.

It has its own background, so it can be read on light and on dark pages.
"""

from __future__ import annotations

from math import log10
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from loopline.design.dut import Dut
from loopline.latency.answers import Measured
from loopline.latency.figures import Bar, duration, histogram, spread, ticks

_WIDTH, _LEFT, _RIGHT = 760, 30, 30
_HEAD, _PANEL, _PLOT_TOP, _PLOT = 76, 218, 56, 100
_INNER = _WIDTH - _LEFT - _RIGHT
_BARS = 64

_GROUND, _TEXT, _AXIS, _BAR = "#f3efe6", "#4a4a4a", "#a9a08d", "#26323d"
_MEDIAN, _WORST = "#b88a00", "#d0282c"


def picture(dut: Dut, measured: Measured, limit: float) -> str:
    """A whole SVG document."""
    kinds = measured.varying
    height = _HEAD + _PANEL * len(kinds)
    root = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {_WIDTH} {height}")
    root.attrib.update({"width": str(_WIDTH), "height": str(height), "font-family": "sans-serif", "font-size": "13"})
    latest = measured.latest()[1].to_last(dut)
    title = f"{dut.name}: how long an answer takes"
    margin = f"limit {duration(limit)}; the last to be complete took {duration(latest)}, {latest / limit:.3%} of it"
    SubElement(root, "title").text = _clean(title)
    SubElement(root, "rect", width=str(_WIDTH), height=str(height), rx="10", fill=_GROUND)
    _text(root, _LEFT, 32, title, size=18)
    _text(root, _LEFT, 54, f"clock {dut.clock.mhz:g} MHz; {margin}")
    for number, kind in enumerate(kinds):
        panel = SubElement(root, "g", transform=f"translate({_LEFT} {_HEAD + number * _PANEL})")
        _panel(panel, dut, kind, measured.cycles(kind))
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _panel(panel: Element, dut: Dut, kind: str, cycles: list[int]) -> None:
    figures, bars = spread(cycles), histogram(cycles, _BARS)
    low, high = bars[0].low, bars[-1].high
    bottom = _PLOT_TOP + _PLOT

    def x(value: float) -> float:
        return round(_INNER * log10(max(value, 1) / low) / log10(high / low), 1)

    _text(panel, 0, 14, f"{kind}, {figures.number:,} measured", size=15)
    for bar in bars:
        _bar(panel, bar, x, max(one.number for one in bars))
    _line(panel, 0, bottom, _INNER, bottom, _AXIS)
    ticked = list(ticks(low, high))
    for tick in ticked:
        _line(panel, x(tick), bottom, x(tick), bottom + 5, _AXIS)
        if len(ticked) < 10 or str(tick)[0] == "1":
            _text(panel, x(tick), bottom + 20, f"{tick:,}", "middle")
            _text(panel, x(tick), bottom + 36, duration(dut.seconds(tick, 0)), "middle")
    for value, colour, name, y in ((figures.median, _MEDIAN, "median", 32), (figures.most, _WORST, "worst", 48)):
        anchor = "end" if x(value) > _INNER * 0.6 else "start"
        _line(panel, x(value), y - 10, x(value), bottom, colour)
        _text(panel, x(value) + (5 if anchor == "start" else -5), y, f"{name} {value:,.0f} cycles", anchor, colour)


def _bar(panel: Element, bar: Bar, x: object, tallest: int) -> None:
    """Draw one bar. Even a single answer is visible."""
    assert callable(x)
    if not bar.number:
        return
    left, right, height = x(bar.low), x(bar.high), max(2.0, _PLOT * bar.number / tallest)
    place = {"x": f"{left:.1f}", "y": f"{_PLOT_TOP + _PLOT - height:.1f}"}
    SubElement(panel, "rect", place, width=f"{max(1.0, right - left - 1):.1f}", height=f"{height:.1f}", fill=_BAR)


def _line(panel: Element, x1: float, y1: float, x2: float, y2: float, colour: str) -> None:
    place = {"x1": f"{x1:g}", "y1": f"{y1:g}", "x2": f"{x2:g}", "y2": f"{y2:g}"}
    SubElement(panel, "line", place, stroke=colour)


def _text(
    panel: Element, x: float, y: float, text: str, anchor: str = "start", fill: str = _TEXT, size: int = 13
) -> None:
    where = {"x": f"{x:g}", "y": f"{y:g}", "fill": fill, "text-anchor": anchor, "font-size": str(size)}
    SubElement(panel, "text", where).text = _clean(text)


def _clean(text: str) -> str:
    """XML cannot contain control characters, not even escaped; a design's name may have some."""
    return "".join(char if char.isprintable() else "?" for char in text)
