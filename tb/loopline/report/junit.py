"""Results as JUnit XML, which CI systems read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from loopline.report.console import printable

#: The attribute of a suite that counts the cases of each kind.
_COUNTS = {"failure": "failures", "error": "errors", "skipped": "skipped"}


class Case(NamedTuple):
    """One result."""

    classname: str
    name: str
    #: None: it took no time of its own.
    seconds: float | None = None
    #: `failure`, `error` or `skipped`; empty if it has passed.
    kind: str = ""
    #: Why it has not passed: in a line, and at length.
    message: str = ""
    text: str = ""


def suite(name: str, cases: Sequence[Case]) -> Element:
    """Return the test suite of these cases."""
    kinds = Counter(one.kind for one in cases)
    counts = {attribute: str(kinds[kind]) for kind, attribute in _COUNTS.items()}
    element = Element("testsuite", {"name": name, "tests": str(len(cases)), **counts})
    for one in cases:
        case = SubElement(element, "testcase", classname=one.classname, name=one.name)
        if one.seconds is not None:
            case.set("time", f"{one.seconds:.3f}")
        if one.kind:
            SubElement(case, one.kind, message=printable(one.message, 1000)).text = one.text or None
    return element


def write(file: Path, suites: Iterable[Element]) -> None:
    """Write these suites into one file."""
    root = Element("testsuites")
    root.extend(suites)
    ElementTree.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
