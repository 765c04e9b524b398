"""Coverage that games share, and the coverage of a game that describes none: what its streams declare.

Some declared values may be impossible. An empty bin says that a request, or its result, has never come.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import chain, pairwise, product, repeat

from loopline.contract.coverage import Bin, Coverage, Group
from loopline.contract.game import Request
from loopline.games.model import Event, Model
from loopline.games.script import Script
from loopline.signals import Field, Layout, Streams
from loopline.simulation.session import AT_ONCE, Timing


class Classes:
    """Numbers in classes, where a bin for each number would be too many. The key of a class is its smallest number."""

    def __init__(self, *keys: int, step: int = 1) -> None:
        """Take the numbers at which classes begin.

        `step`: the distance between possible numbers.
        """
        self.keys, self._step = keys, step

    def of(self, number: int) -> int:
        """Return the key of the number's class; the first key for a number below all classes."""
        return self.keys[max(0, bisect(self.keys, number) - 1)]

    @property
    def names(self) -> dict[int, str]:
        """Each class in words: "5", "6 to 9", "10 and more"."""
        pairs = ((first, after - self._step) for first, after in pairwise(self.keys))
        names = {first: f"{first}" if first == last else f"{first} to {last}" for first, last in pairs}
        return names | {self.keys[-1]: f"{self.keys[-1]} and more"}

    def bins(self, strategy: str, last: str = "") -> dict[Hashable, Bin]:
        """Return a bin for each class. `last` is the strategy of the last class, if it differs."""
        return {key: Bin(name, last if key == self.keys[-1] and last else strategy) for key, name in self.names.items()}


#: A number that has lost a bit differs at a power of two, or between two. Large ones seldom come exactly.
_NUMBERS = Classes(0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 64, 128, 256)

#: A field of more bits is not a count: its numbers are not counted in bins.
_WIDE = 16


class Answers:
    """The bins for what the fields of an answer say, the reason apart, and their count.

    A field has a bin for each of its names, or for both values of its bit; otherwise for numbers, at powers of two and
    between them. Of a set the members are counted. A number that is written in words means something else.
    """

    def __init__(self, response: Layout, strategies: Mapping[str, str] | None = None, usual: str = "") -> None:
        """Find the bins.

        Args:
            response: The fields of an answer.
            strategies: By the name of a field, the strategy that should fill its bins.
            usual: The strategy for all other fields.
        """
        bins: dict[Hashable, Bin] = {}
        #: The fields with bins: the place of each in an answer, whether it is a set, and the keys of its values.
        self._fields: list[tuple[int, bool, _Keys]] = []
        for place, (name, field) in enumerate(response.fields):
            classes = None if field.values or field.bits == 1 else _NUMBERS
            found = {} if name == "reason" or not field.bits else _names(field) if classes is None else _numbers(field)
            strategy = (strategies or {}).get(name, usual)
            bins.update({(name, key): Bin(f"{name} {says}", strategy, never) for key, (says, never) in found.items()})
            if found:
                self._fields.append((place, field.is_set, _Keys(name, bins, classes)))
        self.group = Group("answers", "what each field has said", bins)

    def count(self, answer: Sequence[int], counts: Mapping[str, Counter[Hashable]]) -> None:
        """Count an answer under the name of the group."""
        said = counts[self.group.name]
        for place, is_set, keys in self._fields:
            value = answer[place]
            if (key := keys[value.bit_count() if is_set else value]) is not None:
                said[key] += 1


class _Keys(dict[int, Hashable]):
    """The key of each number that a field has said so far; None without a bin."""

    def __init__(self, name: str, bins: Mapping[Hashable, Bin], classes: Classes | None) -> None:
        super().__init__()
        self._name, self._bins, self._classes = name, bins, classes

    def __missing__(self, number: int) -> Hashable:
        key = self._name, self._classes.of(number) if self._classes else int(number)
        self[number] = found = key if key in self._bins else None
        return found


def _names(field: Field) -> dict[int, tuple[str, str]]:
    """Return each value with its name, and why it cannot come, or "", of a field of one bit, or with names."""
    values = {int(code): str(code) for code in field.values} if field.values else {0: "0", 1: "1"}
    return {value: (name, "it never is" if value in field.never else "") for value, name in values.items()}


def _numbers(field: Field) -> dict[int, tuple[str, str]]:
    """Return each class of numbers with its name, and why none of them can come, or "": of a set, of its members."""
    if not field.is_set and (field.shows or not 0 < field.bits <= _WIDE):
        return {}
    largest = field.bits if field.is_set else (1 << field.bits) - 1
    most = largest if field.most is None else field.most
    assert isinstance(most, int), "it is of a board whose size is not known"
    found = {}
    for first, after in pairwise((*_NUMBERS.keys, largest + 1)):
        if first > largest:
            break
        last = min(after - 1, largest)
        never = f"it is {most} at most" if first > most else ""
        last = last if never else min(last, most)
        if not never and field.never and {*range(first, last + 1)} <= {*field.never}:
            never = "it never is"
        found[first] = f"{first}" + f" to {last}" * (first < last) + f" of {field.bits}" * field.is_set, never
    return found


def bins(strategy: str, keys: Iterable[Hashable]) -> dict[Hashable, Bin]:
    """Return a bin for each key, named after it: the parts of a tuple with commas between them."""
    return {key: Bin(", ".join(map(str, key)) if isinstance(key, tuple) else str(key), strategy) for key in keys}


def named(strategy: str, names: Iterable[tuple[Hashable, str]]) -> dict[Hashable, Bin]:
    """Return a bin for each pair of a key and its name."""
    return {key: Bin(name, strategy) for key, name in names}


def timed(requests: Iterable[Request], timings: Iterable[Timing]) -> Iterator[tuple[Request, Timing]]:
    """Yield each request with its timing.

    Requests beyond the last timing come at once, and their answers do not wait.
    """
    return zip(requests, chain(timings, repeat(AT_ONCE)))  # noqa: B905


_DONE, _REFUSED, _CUT = "done", "refused", "cut short"

_EVENTS = Classes(0, 1, 2, 4, 8, 16, 32, 64)
_IN_A_ROW = Classes(1, 2, 4, 8, 16, 32, 64, 128, 256)


def declared(new_model: Callable[[], Model], operations: type[IntEnum], streams: Streams) -> Coverage[Script[Request]]:
    """Return the coverage of the fields that the streams declare.

    Args:
        new_model: Makes a model as it is after a reset.
        operations: The operations of the block.
        streams: The streams of the block.
    """
    groups = _groups(operations, streams)
    return Coverage(groups, lambda: _Collector(new_model(), streams, groups))


def _groups(operations: type[IntEnum], streams: Streams) -> tuple[Group, ...]:
    names = {int(op): op.name.lower().replace("_", " ") for op in operations}
    ends = (_DONE, *((_REFUSED,) if "reason" in streams.response.names else ()), _CUT)
    reasons, delays = dict(streams.response.fields).get("reason"), ("at once", "late")
    # The kinds of a block without events have no members.
    silent = any(field.values is not None and not len(field.values) for _, field in streams.event.fields)
    groups = (
        Group("requests", "each operation, and how it ends", _pairs(names.items(), zip(ends, ends, strict=True))),
        Group("one after the other", "operations", _pairs(names.items(), names.items(), ", then ")),
        Group("reasons", "for which something is refused", _values(reasons, none=False)),
        Answers(streams.response).group,
        Group("events", "what has happened", _kinds(streams.event)),
        Group("events of an operation", "how many", {} if silent else _EVENTS.bins("")),
        Group("between resets", "how many requests", _IN_A_ROW.bins("")),
        Group("waiting", "for a request, and to take its answer", _pairs(enumerate(delays), enumerate(delays))),
    )
    return tuple(group for group in groups if group.bins)


def _pairs(
    first: Iterable[tuple[Hashable, str]], second: Iterable[tuple[Hashable, str]], between: str = ", "
) -> Mapping[Hashable, Bin]:
    return named(
        "", (((a, b), f"{name}{between}{following}") for (a, name), (b, following) in product([*first], [*second]))
    )


def _values(field: Field | None, none: bool) -> dict[Hashable, Bin]:
    """Return a bin for each named value of a field, with or without 0."""
    codes = field.values if field and field.values else ()
    return {int(code): Bin(str(code), "") for code in codes if none or code}


def _kinds(event: Layout) -> Mapping[Hashable, Bin]:
    """Return a bin for each value of the first event field that has names, the order number apart."""
    return next((_values(field, none=True) for _, field in event.fields[1:] if field.values), {})


class _Collector:
    """Replays scripts on the model, and counts what has a bin."""

    def __init__(self, model: Model, streams: Streams, groups: Iterable[Group]) -> None:
        self.counts: Mapping[str, Counter[Hashable]] = defaultdict(Counter)
        self._model, self._answers = model, Answers(streams.response)
        self._reason = streams.response.names.index("reason") if "reason" in streams.response.names else None
        self._bins = {group.name: group.bins for group in groups}
        #: The index in an event of the field that `_kinds` counts by.
        self._kind = next((n for n, (_, field) in enumerate(streams.happened.fields) if field.values), None)

    def add(self, script: Script[Request], timings: Iterable[Timing]) -> None:
        """Count what a script does, from a model after a reset."""
        before, since = None, 0
        self._model.reset()
        for request, timing in timed(script.steps, timings):
            since = 0 if request[-1] else since + 1
            if since:
                self._count("between resets", _IN_A_ROW.of(since))
            self._count("waiting", (int(timing.gap > 0), int(timing.stall > 0)))
            self._count("one after the other", (before, request[0]))
            self._count("requests", (request[0], self._end(request)))
            before = request[0]

    def _end(self, request: Request) -> str:
        """Carry a request out, and return how it ends."""
        if request[-1]:
            self._model.carry_out(request)
            return _CUT
        events = list(self._events(request))
        self._count("events of an operation", _EVENTS.of(len(events)))
        if self._kind is not None:
            for event in events:
                self._count("events", event[self._kind])
        answer = self._model.answer()
        self._answers.count(answer, self.counts)
        reason = 0 if self._reason is None else answer[self._reason]
        self._count("reasons", reason)
        return _REFUSED if reason else _DONE

    def _events(self, request: Request) -> Iterator[Event]:
        self._model.begin(request)
        while due := self._model.due():
            event = next(iter(due))
            self._model.happen(event)
            yield event

    def _count(self, group: str, key: Hashable) -> None:
        if key in self._bins.get(group, ()):
            self.counts[group][key] += 1
