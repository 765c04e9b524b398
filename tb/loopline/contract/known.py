"""Known bugs that a description sets aside: requests that are not asked, so that the hunt goes on behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from loopline import tables
from loopline.contract.game import AnyEngine, AnyRequest, AnyScript, Subject
from loopline.design import plugins
from loopline.design.dut import Dut, Known
from loopline.design.plugins import GameMistake, NoGame
from loopline.errors import BadInput, plural
from loopline.signals import Field
from loopline.tables import nearest

#: Whether a request is not asked, from the game as it stands and the fields of the request.
Condition = Callable[[Any, Mapping[str, int]], bool]


class AllowedScript(NamedTuple):
    """A script without the requests that are not asked, and their number."""

    script: AnyScript
    left_out: int


class OmittedRequests:
    """Requests that are left out of the scripts of an engine.

    Raises BadInput for a condition that cannot be used.
    """

    def __init__(self, subject: Subject) -> None:
        dut, game = subject.dut, subject.engine
        self._game, self._names = game, game.streams.request.names
        self._conditions = [
            _condition(dut, game, number, known) for number, known in enumerate(dut.known) if known.not_asked
        ]
        #: Whether a condition looks at the game.
        self._follows = any(isinstance(known.not_asked, str) for known in dut.known)
        self._check(dut)

    def of(self, script: AnyScript) -> AllowedScript:
        """Return the script without what is not asked."""
        if not self._conditions:
            return AllowedScript(script, 0)
        requests = self._game.requests(script)[: self._game.length(script)]
        kept = self._asked(requests)
        if len(kept) == len(requests):
            return AllowedScript(script, 0)
        return AllowedScript(self._game.script_of(kept), len(requests) - len(kept))

    def _asked(self, requests: Sequence[AnyRequest]) -> list[AnyRequest]:
        kept, model = list[AnyRequest](), self._game.model() if self._follows else None
        for request in requests:
            fields = dict(zip(self._names, request, strict=False))
            now = None if model is None else model.now
            if not any(condition(now, fields) for condition in self._conditions):
                kept.append(request)
                if model is not None:
                    model.carry_out(request)
        return kept

    def _check(self, dut: Dut) -> None:
        """Raise BadInput if a condition names requests that read the board back after each script."""
        reads = self._game.requests(self._game.script_of([])) if self._conditions else []
        if len(self._asked(reads)) != len(reads):
            raise BadInput(
                f"{dut.place('known')}: known: not_asked names requests with which the whole board is read back after "
                "each game, which cannot be left out: name others"
            )


def _condition(dut: Dut, game: AnyEngine, number: int, known: Known) -> Condition:
    """Return the condition of an entry."""
    at = f"{dut.place('known', number, 'not_asked')}: known.not_asked"
    if isinstance(known.not_asked, str):
        return _of_the_game(dut, at, known.not_asked)
    wanted = {name: _values(at, game, name, value) for name, value in (known.not_asked or {}).items()}
    return lambda _, request: all(request[name] in values for name, values in wanted.items())


def _of_the_game(dut: Dut, at: str, name: str) -> Condition:
    """Return the function of this name, beside the description or the game."""
    try:
        function: Any = plugins.at(name, dut.folder_of_game)
    except NoGame as problem:
        raise BadInput(f"{at} = {tables.shown(name)}: {problem}") from None
    if not callable(function):
        raise BadInput(f"{at} = {tables.shown(name)}: expected a function, got {type(function).__name__}")

    def condition(now: Any, request: Mapping[str, int]) -> bool:
        found = function(now, request)
        if not isinstance(found, bool):
            raise GameMistake(function, f"expected true or false, got {found!r}")
        return found

    return condition


def _values(at: str, game: AnyEngine, name: str, value: int | str | list[int | str]) -> set[int]:
    """Return the values that a field of a request may not have."""
    fields = dict(game.streams.request.fields)
    if name not in fields:
        meant = nearest(name, fields)
        hint = f"did you mean {meant}? " if meant else ""
        raise BadInput(f"{at}: a request has no field {name}; {hint}it has: {', '.join(fields)}")
    return {_value(at, name, fields[name], choice) for choice in (value if isinstance(value, list) else [value])}


def _value(at: str, name: str, field: Field, value: int | str) -> int:
    codes = {code.name.lower(): int(code) for code in field.values or ()}
    if isinstance(value, str):
        if value.lower() not in codes:
            known = f"its values are {', '.join(codes)}" if codes else "its values are numbers"
            raise BadInput(f"{at}: {name} is never {tables.shown(value)}; {known}")
        return codes[value.lower()]
    if value >> field.bits:
        raise BadInput(f"{at}: {name} is never {value}: it has {plural(field.bits, 'bit')}")
    return value
