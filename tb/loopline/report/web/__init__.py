"""The pages: templates, and what they are made with. Each page is one file that needs nothing else.

May import: nothing of loopline."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote


def rendered(name: str, **values: Any) -> str:
    """Return the template of this name, filled in. What is filled in is escaped."""
    from jinja2 import Environment, PackageLoader  # most runs write no page

    environment = Environment(
        loader=PackageLoader(__name__, "."), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["image"] = _image
    return environment.get_template(name).render(**values)


def source(name: str) -> str:
    """Return the text of a style sheet or script of this folder."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _image(svg: str) -> str:
    return "data:image/svg+xml," + quote(svg)
