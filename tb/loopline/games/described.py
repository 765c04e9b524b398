"""A described block as the harness plays it: its event model, its requests, and what general strategies need."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache, cached_property
from math import prod
from random import Random
from typing import Any

from rich.text import Text

from loopline import numbers
from loopline.contract.game import Property
from loopline.design.plugins import GameMistake
from loopline.errors import plural
from loopline.games import sound
from loopline.games.description import Description
from loopline.games.model import MOST_EVENTS, EngineModel
from loopline.games.operations import Answer, Event, Operation, Request, Values
from loopline.games.requests import RequestGame
from loopline.games.script import Script
from loopline.games.strategy import Strategy
from loopline.signals import Layout, Streams


class BlockModel(EngineModel[Request]):
    """The golden model of a block behind the block's streams."""

    #: The author's model.
    position: Any

    def __init__(self, block: Description[Any]) -> None:
        self._block, self._operations, self._streams = block, block.operations(), block.streams
        self._event = self._streams.happened
        self._refused: tuple[type[Exception], ...] = (block.refused,) if block.refused else ()
        self._places = block.places()
        self._kinds = {kind: code for code, kind in enumerate(block.events, 1)}
        self.reset()

    @property
    def now(self) -> Any:
        """What the block's operations get."""
        return self.position

    def reset(self) -> None:
        """Begin as after a reset: with the block's initial state and nothing due."""
        self.position = self._block.initial()
        #: How many requests it has taken since the reset.
        self.requests = 0
        self._groups: list[list[tuple[tuple[int, ...], Mapping[str, int]]]] = []
        self._state = self._end = self._status()
        self._answer = self._answered(self._block.initial, {}, 0)

    def begin(self, request: Request) -> None:
        """Carry a request out in the block: its events are due from now on."""
        of = self._operations[request[0]]
        given = [request[place] for place in self._places[of.name]]
        now = self._block.initial() if of.begins else self.position
        self.requests += 1
        steps: list[Event | Iterable[Event]] = []
        said: Mapping[str, int] = {}
        reason = 0
        try:
            result = of.body(self._block, now, *given)
            if isinstance(result, Generator):
                returned = self._run(of, result, steps)
            elif "Event" in of.body.__code__.co_names:
                raise GameMistake(of.body, "it makes an Event, and does not yield it: write yield Event(…)")
            else:
                returned = result
            said = {} if returned is None else returned
            self.position = now
        except self._refused as refusal:
            if steps:
                raise GameMistake(of.body, "it refuses after its first event; it must refuse before") from None
            reason = int(getattr(refusal, "reason", 0))
            if not reason:
                raise GameMistake(of.body, f"{refusal!r} has no `reason` other than 0") from None
            if "refused" in self._kinds:
                named = zip(of.arguments, given, strict=True)
                fields = {name: value for name, value in named if name in self._block.events["refused"]}
                steps = [Event("refused", None, **fields)]
        if of.reads and not reason and not steps and of.reads not in said:
            says = f"it reads {of.reads!r}, and returns no value for it: return {{{of.reads!r}: …}}"
            raise GameMistake(of.body, says)
        self._groups = [[self._packed(of, event, reason) for event in _together(of, step)] for step in steps]
        before, self._end = self._end, self._status()
        if of.reads and not reason and (steps or self._end != before):
            raise GameMistake(of.body, "it reads, and yet makes events or changes the status")
        if not self._groups:
            self._state = self._end
        self._answer = self._answered(of.body, said, reason)

    def _run(
        self, of: Operation[Any], events: Answer, steps: list[Event | Iterable[Event]]
    ) -> Mapping[str, int] | None:
        """Append what it yields to `steps`; return what it returns."""
        while len(steps) < MOST_EVENTS:
            try:
                steps.append(next(events))
            except StopIteration as end:
                said: Mapping[str, int] | None = end.value
                return said
        raise GameMistake(of.body, f"it never ends: it has yielded {MOST_EVENTS:,} times")

    def _packed(self, of: Operation[Any], event: Event, reason: int) -> tuple[tuple[int, ...], Mapping[str, int]]:
        """Return the event as a tuple of the fields of its stream, and what it adds to the status."""
        if event.kind not in self._kinds:
            raise GameMistake(
                of.body, f"expected an event of {', '.join(self._kinds) or 'no kind'}, got {event.kind!r}"
            )
        declared = self._block.events[event.kind]
        if event.fields.keys() != set(declared):
            if unknown := event.fields.keys() - declared:
                raise GameMistake(of.body, f"its event {event.kind!r} has no field {min(unknown)!r}")
            if event.kind != "refused":  # which has those that are arguments of its operation
                missing = next(name for name in declared if name not in event.fields)
                says = f"its event {event.kind!r} has no value for {missing!r}: give it {missing}=…"
                raise GameMistake(of.body, says)
        if unknown := event.adds.keys() - self._block.status:
            raise GameMistake(of.body, f"its event {event.kind!r} adds to {min(unknown)!r}, no field of the status")
        values = {"kind": self._kinds[event.kind], "reason": reason, **event.fields}
        found = self._held(
            of.body, self._event, [values.get(name, 0) for name in self._event.names], f"its event {event.kind!r}"
        )
        return tuple(found), event.adds

    def _status(self) -> dict[str, int]:
        found, wanted = self._block.status_of(self.position), self._block.status
        if found.keys() != set(wanted):
            says = f"it has {', '.join(found) or 'no fields'}, and the status has {', '.join(wanted) or 'none'}"
            raise GameMistake(self._block.status_of, says)
        values = [found[name] for name in wanted]
        held = self._held(self._block.status_of, self._streams.settled, values, "the status")
        return dict(zip(wanted, held, strict=True))

    def _answered(self, of: object, said: Mapping[str, int], reason: int) -> list[int]:
        if not isinstance(said, Mapping) or said.keys() - self._block.answers:
            answers = ", ".join(self._block.answers) or "none"
            raise GameMistake(of, f"it returns {said!r}, and the fields of an answer are: {answers}")
        values = [said.get(name, 0) for name in self._block.answers]
        answer = [*([reason] if self._block.reasons else []), *values, *self._end.values()]
        return self._held(of, self._streams.response, answer, "the answer")

    def _held(self, of: object, layout: Layout, values: Sequence[int], what: str) -> list[int]:
        """Return the values as plain numbers. Raise GameMistake unless each is a number that fits."""
        if not layout.fits(values):
            raise GameMistake(of, layout.misfit(values, what))
        return [*map(int, values)]

    def due(self) -> list[tuple[int, ...]]:
        """Return the events that may come next; none if all have come."""
        return [event for event, _ in self._groups[0]] if self._groups else []

    def happen(self, event: tuple[int, ...]) -> None:
        """Take note of an event that was due, and apply its changes."""
        group = self._groups[0]
        at = next(n for n, (due, _) in enumerate(group) if due == event)
        _, adds = group.pop(at)
        self._state = {name: value + adds.get(name, 0) for name, value in self._state.items()}
        if not group:
            self._groups.pop(0)
        if not self._groups:
            self._state = self._end

    def describe(self, event: tuple[int, ...]) -> str:
        """Return an event in words."""
        values = dict(zip(self._event.names, event, strict=True))
        kind = next((kind for kind, code in self._kinds.items() if code == values["kind"]), "")
        fields = {name: values[name] for name in self._block.events.get(kind, ())}
        reason = {"reason": values["reason"]} if kind == "refused" else {}
        return self._block.event_in_words(kind, reason | fields) if kind else ""

    def answer(self) -> Sequence[int]:
        """Return the answer to the last request."""
        return self._answer

    def settled(self) -> Sequence[int]:
        """Return the fields of the state."""
        return [*self._state.values()]


def _together(of: Operation[Any], step: object) -> list[Event]:
    """Return the events that an operation has yielded: a single one, or several in any order."""
    events = [step] if isinstance(step, Event) else [*step] if isinstance(step, Iterable) else [None]
    if not events or not all(isinstance(event, Event) for event in events):
        raise GameMistake(of.body, f"expected it to yield an Event or a list of Events, got {step!r}")
    return [event for event in events if isinstance(event, Event)]


#: Requests of which images are made to see whether they can be.
_FEW = 3

#: Up to this many combinations of arguments, all are asked for.
_ALL_OF = 64

#: The share of arguments with typical values, where others are at random.
_TYPICAL = 0.6


@cache
def typical_values(bits: int) -> list[int]:
    """Return small and large values, single bits and alternating bits of a field, the simplest first."""
    most = (1 << bits) - 1
    alternating = most // 3
    single = (1 << bit for bit in range(bits))
    return [
        *dict.fromkeys(
            [0, 1, *(n for n in (2, 3) if n <= most), *single, most - 1, most, alternating, most ^ alternating]
        )
    ]


class BlockGame(RequestGame[Request, BlockModel]):
    """A block as the harness plays it."""

    def __init__(self, block: Description[Any], strategies: Sequence[Strategy]) -> None:
        self._block, self.strategies = block, strategies
        operations = block.operations()
        self._begins = [operation for operation in operations if operation.begins]
        self._turns = [operation for operation in operations if operation.turn]
        self._reads = [operation for operation in operations if operation.reads]
        self._others = [
            operation for operation in operations if not (operation.begins or operation.takes_back or operation.reads)
        ]
        self.longest, self.lasting = block.longest, any(operation.turn or operation.moves for operation in self._others)
        self.content = next((operation.reads for operation in self._reads), "")
        back = [operation for operation in operations if operation.takes_back]
        self.take_back = block.request(back[0], [0] * len(back[0].arguments)) if back else None
        self.new = self.begin(0)

    def check(self) -> None:
        """Raise GameMistake if operations of the block contradict each other, or a name of it is taken."""
        sound.check_names(self._block)
        operations = self._block.operations()
        back, bare = (
            [operation for operation in operations if operation.takes_back],
            [operation for operation in operations if operation.bare],
        )
        for what, claimed in (("take a turn back", back), ("are bare", bare)):
            if len(claimed) > 1:
                names = " and ".join(operation.name for operation in claimed)
                raise GameMistake(type(self._block), f"{names} {what}: only one operation can")
        if len({operation.reads for operation in self._reads}) > 1:
            raise GameMistake(type(self._block), "its operations read different fields of the answer: one must do")
        super().check()
        model = self.model()
        asked = [*self.moves(model)[:_FEW], *self.read_back(model)[:_FEW]]
        for image in self.images(Script(tuple(asked))):
            for request in image.steps:
                if misfit := self.streams.asked.misfit(request, "a request"):
                    raise GameMistake(self._block.images, f"its image {request!r}: {misfit}")

    @property
    def author(self) -> Description[Any]:
        """The block as it was written, of which reports speak."""
        return self._block

    @property
    def streams(self) -> Streams:
        """Return the streams of the block."""
        return self._block.streams

    @property
    def operations(self) -> type[IntEnum]:  # type: ignore[override]  # of a block, by its description
        """The values of the request's first field."""
        values = self.streams.request.fields[0][1].values
        assert values is not None
        return values

    @property
    def patience(self) -> int:
        """Return the cycles after which the block counts as hung."""
        return self._block.patience

    def request(self, op: int, *values: int) -> Request:
        """Return the request with these fields; those left out are 0."""
        width = len(self._block.arguments()) + 1
        return (int(op), *values, *[0] * (width - len(values)))

    def model(self) -> BlockModel:
        """Return a new model of the block."""
        return BlockModel(self._block)

    def begin(self, number: int) -> Request | None:
        """Return one of the requests that begin a game; None if none does."""
        if not self._begins:
            return None
        asked = [request for of in self._begins for request in self._asked(of, self.model(), of.moves)]
        if not asked:
            raise GameMistake(self._begins[0].body, "its `moves` chooses no arguments to begin with")
        return asked[number * len(asked) >> 16]

    def moves(self, model: BlockModel) -> Sequence[Request]:
        """Return the requests that may be asked now, without those that begin a game."""
        if self._turns or any(operation.moves for operation in self._others):
            return _joined([self._asked(of, model, of.moves) for of in self._others])
        requests = [self._asked(of, model, of.moves) for of in (*self._others, *self._reads)]
        return _Shares([group for group in requests if group])

    def tries(self, model: BlockModel) -> Sequence[Request]:
        """Return requests that may be refused, too."""
        return _joined([self._asked(of, model, of.tries or of.moves) for of in self._others])

    def read_back(self, model: BlockModel) -> Sequence[Request]:
        """Return the requests that read the whole state."""
        return [request for of in self._reads for request in self._asked(of, model, of.moves)]

    def _asked(
        self, of: Operation[Any], model: BlockModel, choose: Callable[[Any], Iterable[Values]] | None
    ) -> Sequence[Request]:
        """Return requests for an operation, with the arguments that its description chooses.

        Without such a choice, the arguments are typical and random ones, which change with each request.
        """
        if choose:
            chosen = choose(model.position)
            if not isinstance(chosen, Iterable):
                raise GameMistake(choose, f"expected a list of arguments of {of.name}, got {chosen!r}")
            limits = self._limits[of.name]
            return [self._within(choose, of, limits, values) for values in chosen]
        fields = dict(self.streams.request.fields)
        return _Typical(self._block, of, [fields[name].bits for name in of.arguments], model.requests)

    def _within(self, choose: object, of: Operation[Any], limits: Sequence[tuple[str, int]], values: Values) -> Request:
        """Return the request with these arguments.

        Raise GameMistake if an argument does not fit into the request stream.
        """
        values = values if isinstance(values, Sequence) else [values]
        request = self._block.request(of, values)
        for value, (name, bits) in zip(values, limits, strict=True):
            if value >> bits:
                argument = f"{name} = {numbers.written(value)} of {of.name}"
                says = f"{argument} does not fit into {plural(bits, 'bit')}, as `fields` has it"
                raise GameMistake(choose, says)
        return request

    @cached_property
    def _limits(self) -> dict[str, Sequence[tuple[str, int]]]:
        """The arguments of each operation, with their bits."""
        bits = {name: field.bits for name, field in self.streams.request.fields}
        return {of.name: [(name, bits[name]) for name in of.arguments] for of in self._block.operations()}

    def _sooner(self, request: Request) -> Iterator[Request]:
        """Yield the request cut short sooner, or with simpler arguments.

        Of the arguments that the description chooses, only wide ones become simpler: the others are names rather than
        numbers.
        """
        yield from super()._sooner(request)
        of = self._block.operations()[request[0]]
        for place, (_, bits) in zip(self._block.places()[of.name], self._limits[of.name], strict=True):
            for value in numbers.simpler(request[place]) if numbers.is_wide(bits) or not of.moves else ():
                yield (*request[:place], value, *request[place + 1 :])

    def images(self, script: Script[Request]) -> Iterator[Script[Request]]:
        """Yield the script with the images of its requests.

        Raise GameMistake if the requests have different numbers of images.
        """
        found = {request: self._images_of(request) for request in script.steps}
        ways = {len(images) for images in found.values() if images is not None}
        if len(ways) > 1:
            raise GameMistake(self._block.images, f"its requests have {' and '.join(map(str, sorted(ways)))} images")
        for way in range(max(ways, default=0)):
            yield Script(
                tuple(request if (images := found[request]) is None else images[way] for request in script.steps)
            )

    def _images_of(self, request: Request) -> list[Request] | None:
        """Return the images of a request; None for a request without arguments, which is its own image."""
        of = self._block.operations()[request[0]]
        if not of.arguments:
            return None
        places = dict(zip(of.arguments, self._block.places()[of.name], strict=True))
        found = []
        for image in self._block.images({name: request[place] for name, place in places.items()}):
            changed = list(request)
            for name, place in places.items():
                changed[place] = image[name]
            found.append(tuple(changed))
        return found

    def is_turn(self, request: Request) -> bool:
        """Return whether a request is a turn. Unless operations are declared as turns, all are."""
        return not self._turns or self._block.operations()[request[0]].turn

    def properties(self) -> list[Property]:
        """Return the baseline, the strategies of the description, and the general ones."""
        return [self.baseline(), *super().properties()]

    def word(self, request: Request) -> str:
        """Return a request as scripts write it: the operation and its label."""
        of = self._block.operations()[request[0]]
        values = [request[place] for place in self._block.places()[of.name]]
        label = self._block.label(values) if values else ""
        if values and (not isinstance(label, str) or label.split() != [label]):
            raise GameMistake(self._block.label, f"expected a text without a space for {values!r}, got {label!r}")
        return label if of.bare else ":".join(filter(None, [of.name, label]))

    def step(self, word: str) -> Request:
        """Return the request of a word. Raise ValueError if the word is not a request."""
        name, _, label = word.partition(":")
        of = next(
            (operation for operation in self._block.operations() if operation.name == name and not operation.bare), None
        )
        if of is None:
            of, label = next((operation for operation in self._block.operations() if operation.bare), None), word
        if of is None:
            raise ValueError(f"{word!r} is not a request; requests are {self._requests}")
        try:
            values = self._block.values_of(label) if label else ()
        except ValueError as problem:
            raise ValueError(f"{word!r} is not a request; requests are {self._requests} ({problem})") from problem
        if not isinstance(values, Sequence) or not all(isinstance(value, int) for value in values):
            raise GameMistake(self._block.values_of, f"expected a list of numbers for {label!r}, got {values!r}")
        fields = dict(self.streams.request.fields)
        if len(values) != len(of.arguments):
            raise ValueError(f"{word!r} is not a request: {of.name} takes {', '.join(of.arguments) or 'no arguments'}")
        if any(value >> fields[argument].bits for argument, value in zip(of.arguments, values, strict=True)):
            raise ValueError(f"{word!r} has values that the request stream has no room for")
        return self._block.request(of, values)

    @property
    def _requests(self) -> str:
        """How each operation is written, for errors."""
        return ", ".join(
            ":".join([operation.name, *[",".join(operation.arguments)] * bool(operation.arguments)])
            for operation in self._block.operations()
        )

    def picture(self, board: Mapping[Request, int], wrong: Request | None, ascii_only: bool) -> Text:
        """Return the block's own picture of the board."""
        return self._block.picture(board, wrong, ascii_only)

    def svg(self, model: BlockModel, board: Mapping[Request, int] | None, wrong: Request | None) -> str:
        """Return the block's own picture for a page, or ""."""
        return self._block.svg(model.position, board, wrong)


class _Lazy(Sequence[Request]):
    """Requests, each made when it is looked at, as few ever are."""

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._at(index % len(self))

    @abstractmethod
    def _at(self, number: int) -> Request: ...


class _Typical(_Lazy):
    """Requests for an operation with typical values of its arguments.

    All combinations, if they are few; else the simplest, and some at random.
    """

    def __init__(self, block: Description[Any], of: Operation[Any], bits: Sequence[int], seed: int) -> None:
        self._block, self._of, self._bits, self._seed = block, of, bits, seed
        self._values = [typical_values(width) for width in bits]
        self._few = prod(map(len, self._values)) <= _ALL_OF

    def __len__(self) -> int:
        return prod(map(len, self._values)) if self._few else _ALL_OF

    def _at(self, number: int) -> Request:
        return self._block.request(self._of, self._row(number))

    def _row(self, number: int) -> list[int]:
        if not self._few:
            random = Random(self._seed * _ALL_OF + number)
            pairs = zip(self._bits, self._values, strict=True)
            return [_value(random, bits, typical) if number else 0 for bits, typical in pairs]
        row = []
        for typical in reversed(self._values):
            number, digit = divmod(number, len(typical))
            row.append(typical[digit])
        return row[::-1]


def _value(random: Random, bits: int, typical: Sequence[int]) -> int:
    """Return a typical value, or any."""
    return random.choice(typical) if random.random() < _TYPICAL else random.getrandbits(bits)


class _Joined(_Lazy):
    """The requests of several operations, one operation after the other."""

    def __init__(self, operations: Sequence[Sequence[Request]]) -> None:
        self._operations = operations

    def __len__(self) -> int:
        return sum(map(len, self._operations))

    def _at(self, number: int) -> Request:
        for requests in self._operations:
            if number < len(requests):
                return requests[number]
            number -= len(requests)
        raise IndexError(number)


def _joined(operations: Sequence[Sequence[Request]]) -> Sequence[Request]:
    """Return the requests of several operations, one operation after the other."""
    if any(isinstance(requests, _Lazy) for requests in operations):
        return _Joined(operations)
    return [request for requests in operations for request in requests]


class _Shares(_Lazy):
    """The requests of several operations, each operation as often as any other."""

    def __init__(self, operations: Sequence[Sequence[Request]]) -> None:
        self._operations = operations
        self._each = max(map(len, operations), default=0)

    def __len__(self) -> int:
        return self._each * len(self._operations)

    def _at(self, number: int) -> Request:
        operation, number = divmod(number, self._each)
        return self._operations[operation][number % len(self._operations[operation])]
