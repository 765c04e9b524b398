"""Operations of a block, each a method of the block, and the events that they make."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, signature
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeAlias

#: A request: the code of its operation, the fields of the request stream, and after how many cycles a reset comes.
Request: TypeAlias = tuple[int, ...]

Arguments = ParamSpec("Arguments")

#: The arguments of one request: a value, or several in the order of the operation's parameters.
Values: TypeAlias = int | Sequence[int]


class Event:
    """An event on the verification port: its kind, and the fields of that kind.

    `adds` has fields of the status, and how much the event adds to each. The rest of the status changes with the last
    event of the operation.
    """

    def __init__(self, kind: str, /, adds: Mapping[str, int] | None = None, **fields: int) -> None:
        if adds is not None and not isinstance(adds, Mapping):
            raise TypeError(f"the fields of an event are named, as in Event({kind!r}, x=1); {adds!r} has no name")
        self.kind, self.adds, self.fields = kind, adds or {}, fields


#: The body of an operation with events: it yields one event, or several that may come in any order, and returns the
#: fields of the answer, or nothing.
Answer: TypeAlias = Generator[Event | Iterable[Event], None, Any]


class Requests(Protocol):
    """A block, as far as it makes requests."""

    @classmethod
    def request(cls, of: Operation[Any], values: Any) -> Request:
        """Return the request of an operation with these arguments."""


@dataclass(frozen=True)
class Operation(Generic[Arguments]):
    """One operation of a block. As an attribute of the block it makes requests: `Counter.count(3)`."""

    name: str
    body: Callable[..., Answer | Mapping[str, int] | None]
    begins: bool
    turn: bool
    takes_back: bool
    reads: str
    bare: bool
    moves: Callable[[Any], Iterable[Values]] | None
    tries: Callable[[Any], Iterable[Values]] | None

    @cached_property
    def arguments(self) -> tuple[str, ...]:
        """The fields of its request: the parameters of the method after `self` and the model."""
        return tuple(signature(self.body).parameters)[2:]

    def __get__(self, block: object, owner: type[Requests]) -> Callable[Arguments, Request]:
        def request(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Request:
            if not kwargs:
                return owner.request(self, args)
            given = signature(self.body).bind(None, None, *args, **kwargs).arguments
            return owner.request(self, [given[name] for name in self.arguments])

        return request


def operation(
    *,
    name: str = "",
    begins: bool = False,
    turn: bool = False,
    takes_back: bool = False,
    reads: str = "",
    bare: bool = False,
    moves: Callable[[Any], Iterable[Values]] | None = None,
    tries: Callable[[Any], Iterable[Values]] | None = None,
) -> Callable[[Callable[Concatenate[Any, Any, Arguments], Answer | Mapping[str, int] | None]], Operation[Arguments]]:
    """Declare a method of a block as an operation.

    The method gets the golden model and the arguments of the request, carries the operation out and returns fields of
    the answer; a generator yields its events first.

    Args:
        name: What scripts call it; by default the name of the method.
        begins: Whether it starts a game, with a model as after a reset.
        turn: Whether it counts as a turn. If no operation does, every one counts.
        takes_back: Whether it takes the last turn back.
        reads: The field of the answer that it reads, while it changes nothing.
        bare: Whether scripts write its arguments without its name, as players write moves.
        moves: Returns, from the model, the arguments worth asking for now; of an operation that reads, those to read
            back. Without it, small, large, single-bit and random values are asked for.
        tries: Returns, from the model, all arguments that may be asked for, legal or not.

    Returns:
        A decorator.

    Raises:
        TypeError: Keywords or parameters do not belong together.
    """
    roles = [word for word, given in (("begins", begins), ("takes_back", takes_back), ("reads", reads)) if given]
    if len(roles) > 1:
        raise TypeError(f"an operation cannot have both {roles[0]} and {roles[1]}")
    for word, without_use in (
        ("tries", tries and roles),
        ("moves", moves and takes_back),
        ("turn", turn and (takes_back or reads)),
    ):
        if without_use:
            raise TypeError(f"an operation with {roles[0]} cannot have {word}")

    def declared(
        body: Callable[Concatenate[Any, Any, Arguments], Answer | Mapping[str, int] | None],
    ) -> Operation[Arguments]:
        called, parameters = name or body.__name__, [*signature(body).parameters.values()]
        if len(parameters) < 2:
            raise TypeError(f"{called}: the first parameters of an operation are self and the model")
        for argument in parameters[2:]:
            if argument.kind is not Parameter.POSITIONAL_OR_KEYWORD or argument.default is not Parameter.empty:
                raise TypeError(f"{called}: expected the name of a field, without a default, got {str(argument)!r}")
        if takes_back and parameters[2:]:
            raise TypeError(f"{called}: an operation that takes back has no arguments")
        if bare and not parameters[2:]:
            raise TypeError(f"{called}: bare needs arguments, as scripts write nothing else")
        return Operation(called, body, begins, turn, takes_back, reads, bare, moves, tries)

    return declared
