"""Checks of a game, made once before anything is played.

What shows itself only later, such as an answer with a value too few after a rare move, is found when it comes:
returned.py.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterator, Sequence
from enum import EnumMeta, IntEnum
from typing import Any, Protocol

from loopline.design.plugins import GameMistake, place_of
from loopline.errors import Notice
from loopline.games.model import EngineModel
from loopline.games.returned import ReturnChecks
from loopline.signals import Streams

#: Requests of each kind that are tried.
_FEW = 3

#: The bits of an event's number.
_ORDER = 32


class CheckedGame(Protocol):
    """A game whose steps are its requests, as far as it is checked here."""

    operations: type[IntEnum]
    content: str

    @property
    def streams(self) -> Streams:
        """What passes over the ports."""

    @property
    def new(self) -> Any:
        """The request that begins a game."""

    @property
    def take_back(self) -> Any:
        """The request that takes a turn back."""

    def model(self) -> Any:
        """Return a model."""

    def begin(self, number: int) -> Any:
        """Return a request that begins a game."""

    def moves(self, model: Any) -> Sequence[Any]:
        """Return the moves of a position."""

    def tries(self, model: Any) -> Sequence[Any]:
        """Return what short games end with."""

    def read_back(self, model: Any) -> Sequence[Any]:
        """Return the requests that read the board."""

    def word(self, request: Any) -> str:
        """Return the word for a request."""

    def step(self, word: str) -> Any:
        """Return the request that a word means."""


def check(game: CheckedGame) -> None:
    """Raise GameMistake unless the game has what loopline needs."""
    for name in ("request", "operations"):
        if not hasattr(game, name):
            raise GameMistake(game, f"it has no {name}")
    if not isinstance(game.operations, EnumMeta):
        raise GameMistake(game, f"expected an IntEnum as operations, got {game.operations!r}")
    check_names(game)
    _check_streams(game)
    model = game.model()
    if not isinstance(model, EngineModel):
        raise GameMistake(game.model, f"expected an EngineModel, got {model!r}")
    check_names(model)
    model.reset()
    ReturnChecks(model, game.streams).check_state()
    for request in _requests(game, model):
        if misfit := game.streams.asked.misfit(request, "a request"):
            raise GameMistake(game, f"its request {request!r}: {misfit}")
        _check_words(game, request)
        model.reset()
        model.begin(request)
        ReturnChecks(model, game.streams).check_operation()


def check_names(part: object) -> None:
    """Raise GameMistake for a member that takes the name of a method of loopline's, and is something else."""
    seam = next(base for base in type(part).__mro__ if base.__module__.startswith("loopline."))
    for name, method in inspect.getmembers(seam, inspect.isfunction):
        member = getattr(part, name)
        if getattr(member, "__func__", member) is method or name.startswith("__"):
            continue
        parameters = [*inspect.signature(method).parameters][1:]
        if name.startswith("_") or not callable(member) or not _takes(member, len(parameters)):
            theirs = f"{name}({', '.join(parameters)}) is a method of loopline's {seam.__name__}"
            raise GameMistake(type(part), f"{theirs}: give yours another name")


def _takes(method: Any, arguments: int) -> bool:
    try:
        inspect.signature(method).bind(*[None] * arguments)
    except TypeError:
        return False
    return True


def _check_streams(game: CheckedGame) -> None:
    event = game.streams.event.fields
    if event and (event[0][0], event[0][1].bits) != ("order", _ORDER):
        raise GameMistake(game, f"the first field of the event stream is not order, of {_ORDER} bits")
    names = game.streams.response.names
    if game.content and game.content not in names:
        raise GameMistake(game, f"content is {game.content!r}, and the response has only {', '.join(names)}")


def _requests(game: CheckedGame, model: Any) -> Iterator[Any]:
    """Yield some requests of each kind, as they are asked after a reset."""
    yield from (request for request in (game.new, game.take_back, game.begin(0)) if request is not None)
    read = _some(game.read_back, model)
    if read and not game.content:
        raise GameMistake(game, "it has no content: the field of a response that says what read_back has read")
    moves = _some(game.moves, model)
    if not moves and (at := place_of(game.moves)):
        warnings.warn(
            Notice(f"{at}: no moves in the first position, so random and short games are empty"), stacklevel=2
        )
    yield from (*read, *moves, *_some(game.tries, model))


def _some(method: Any, model: Any) -> Sequence[Any]:
    """Return the first few, and the last, of the requests that a method returns."""
    requests = method(model)
    if not isinstance(requests, Sequence):
        raise GameMistake(method, f"expected a list of requests, got {requests!r}")
    return [*requests[:_FEW], *requests[_FEW:][-1:]]


def _check_words(game: CheckedGame, request: Any) -> None:
    """Raise GameMistake unless a saved request is read as it was written."""
    author = getattr(game, "author", None)  # of a block, which writes and reads arguments only
    writes, reads = (author.label, author.values_of) if author else (game.word, game.step)
    word = game.word(request)
    if not isinstance(word, str) or word.split() != [word]:
        raise GameMistake(writes, f"expected a word without spaces for {request!r}, got {word!r}")
    try:
        step = game.step(word)
    except ValueError as problem:
        raise GameMistake(
            reads, f"it does not read {word!r}, which {writes.__name__}() writes for {request!r}: {problem}"
        ) from None
    if step != request:
        raise GameMistake(reads, f"it reads {step!r} from {word!r}, which {writes.__name__}() writes for {request!r}")
