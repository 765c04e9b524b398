"""The common parts of all games' SVG pictures.

They bring their own ground, so that they can stand on a white page as well as on a dark one.
"""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

GROUND, TEXT = "#f3efe6", "#4a4a4a"
#: The colours of a tile, and of differences from the golden model.
TILE_FILL, TILE_EDGE, WRONG = "#26323d", "#465767", "#d500a0"


def document(width: int, height: int, title: str, turn: int, place: str = "") -> tuple[Element, Element]:
    """Return an empty picture, and in it the part for the board.

    Args:
        width: The width.
        height: The height.
        title: The title.
        turn: The angle, in degrees, by which the page of a failure may turn the board.
        place: A `transform` that says where the board lies in the picture.
    """
    root = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}")
    root.attrib.update(width=str(width), height=str(height))
    SubElement(root, "title").text = title
    SubElement(root, "rect", width=str(width), height=str(height), rx="10", fill=GROUND)
    placed = SubElement(root, "g", transform=place) if place else root
    return root, SubElement(placed, "g", {"data-turn": str(turn)})


def written(root: Element) -> str:
    """Return the picture as text."""
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def texts(parent: Element) -> Element:
    """Return the part for words that are centred."""
    part = SubElement(parent, "g", fill=TEXT)
    part.attrib.update({"font-family": "sans-serif", "font-size": "15", "text-anchor": "middle"})
    return part


def number(value: float) -> str:
    """Return a number with two decimals, and no more than needed."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def text(parent: Element, x: float, y: float, words: str) -> None:
    """Add words to a picture, in the style of `parent`.

    Args:
        parent: The element that they are in.
        x: The horizontal place.
        y: The vertical place.
        words: The text.
    """
    SubElement(parent, "text", x=number(x), y=number(y)).text = words


def square(parent: Element, size: float, fill: str, edge: str, width: float, inset: float = 0.5) -> Element:
    """Add a tile to a picture, or a line along its edge.

    Args:
        parent: The element that it is in.
        size: The length of a side.
        fill: The colour inside.
        edge: The colour of the line.
        width: The width of the line.
        inset: How far inside the border of the tile the square begins.
    """
    inner = number(size - 2 * inset)
    drawn = SubElement(parent, "rect", x=number(inset), y=number(inset), width=inner, height=inner, rx="2", fill=fill)
    drawn.attrib.update({"stroke": edge, "stroke-width": number(width)})
    return drawn


def stroke(parent: Element, path: str, colour: str, width: float) -> None:
    """Add a line to a picture.

    Args:
        parent: The element that it is in.
        path: The `d` of the SVG path.
        colour: The colour.
        width: The width.
    """
    SubElement(parent, "path", d=path, fill="none", stroke=colour).set("stroke-width", number(width))


def cross(parent: Element, x: float, y: float, half: int) -> None:
    """Cross a place out, on a light edge that shows on dark ground, too.

    Args:
        parent: The element that the cross is in.
        x: The middle, horizontally.
        y: The middle, vertically.
        half: Half of the cross's width.
    """
    for colour, width in ((GROUND, 9), (WRONG, 5)):
        path = f"M{x - half:g} {y - half:g}l{2 * half} {2 * half}m0 -{2 * half}l-{2 * half} {2 * half}"
        stroke(parent, path, colour, width)
