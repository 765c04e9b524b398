"""The games of a file, for any game whose reader is based on `goldenrules.lines`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from loopline.contract.paper import Location, Replayed, UnreadableFile

Text = TypeVar("Text")


def replayed(texts: Iterable[Text], replay: Callable[[Text], Replayed]) -> Iterator[Replayed]:
    """The games one after the other, up to where the file cannot be read."""
    from goldenrules.lines import NotText

    try:
        yield from map(replay, texts)
    except NotText as error:
        raise UnreadableFile(Location(error.line, error.column), str(error)) from error
