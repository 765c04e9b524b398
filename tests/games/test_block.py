"""A block that is described once: what follows from it, and what is said of mistakes in it."""

from enum import IntEnum
from itertools import permutations

import pytest
from loopline.design.plugins import GameMistake
from loopline.games.block import Block, Event, operation
from loopline.games.described import typical_values
from loopline.games.model import MOST_EVENTS


class Reason(IntEnum):
    DONE = 0
    FULL = 1
    EMPTY = 2


class Refused(Exception):
    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


class Stack:
    def __init__(self):
        self.values = []

    @property
    def count(self):
        return len(self.values)

    def push(self, *values):
        if len(self.values) + len(values) > 4:
            raise Refused(Reason.FULL)
        self.values += values

    def pop(self):
        if not self.values:
            raise Refused(Reason.EMPTY)
        return self.values.pop()


class StackBlock(Block[Stack]):
    reasons, refused = Reason, Refused
    fields = {"value": 8, "other": 4, "count": 3, "fsm": 2}
    answers = ("value",)
    status = ("count",)
    private = ("fsm",)
    events = {"pushed": ["value"], "popped": [], "refused": ["value"]}

    def initial(self):
        return Stack()

    @operation(begins=True)
    def clear(self, now, value):
        if value:
            now.push(*range(value))

    @operation()
    def push(self, now, value):
        now.push(value)
        yield Event("pushed", value=value)

    @operation()
    def both(self, now, value, other):
        now.push(value, other)
        yield [Event("pushed", {"count": 1}, value=value), Event("pushed", {"count": 1}, value=other)]
        yield Event("popped")

    @operation()
    def pop(self, now):
        value = now.pop()
        yield Event("popped")
        return {"value": value}

    @operation(reads="value", moves=lambda now: range(now.count))
    def peek(self, now, value):
        return {"value": now.values[value] if value < now.count else 0}


@pytest.fixture
def game():
    return made(StackBlock)


def made(block):
    found = block.game("stack")
    return found.engine(found.board())


def happen(model, order=None):
    """All events, with the state after each."""
    seen = []
    while due := model.due():
        event = due[0] if order is None or len(due) == 1 else min(due, key=order.index)
        model.happen(event)
        seen.append((event, *model.settled()))
    return seen


def test_streams_follow(game):
    streams = game.streams
    assert [(name, field.bits) for name, field in streams.request.fields] == [("op", 3), ("value", 8), ("other", 4)]
    assert streams.response.names == ("reason", "value", "count")
    assert streams.event.names == ("order", "kind", "reason", "value")
    assert streams.state.names == ("fsm", "count")
    assert streams.settled.names == ("count",)
    assert [name for name, field in streams.request.fields[1:] if 3 not in field.of] == ["value", "other"]
    game.check()


def test_an_operation_makes_requests(game):
    assert StackBlock.push(7) == StackBlock.push(value=7) == (1, 7, 0, 0)
    assert StackBlock.both(1, 2) == StackBlock.both(other=2, value=1) == (2, 1, 2, 0)
    assert game.begin(0) == (0, 0, 0, 0)
    with pytest.raises(GameMistake, match="its arguments, which are: value"):
        StackBlock.push(1, 2)


def test_events_come_in_any_order_of_their_group(game):
    pushed = [(1, 0, 5), (1, 0, 6)]
    for order in permutations(pushed):
        model = game.model()
        model.begin(StackBlock.both(5, 6))
        assert sorted(model.due()) == sorted(pushed)
        assert happen(model, order) == [(order[0], 1), (order[1], 2), ((2, 0, 0), 2)]


def test_an_event_is_told_by_its_kind_and_fields(game):
    block = game.author
    told = [block.event_in_words("pushed", {"value": 7}), block.event_in_words("popped", {})]
    assert told == ["pushed: value 7", "popped"]
    assert block.event_in_words("refused", {"reason": Reason.FULL, "value": 7}) == "refused: full, value 7"


def test_the_status_changes_with_the_last_event(game):
    model = game.model()
    model.begin(StackBlock.push(9))
    assert list(model.settled()) == [0]
    assert happen(model) == [((1, 0, 9), 1)]
    assert list(model.answer()) == [0, 0, 1]


def test_a_refusal_changes_nothing_and_says_why(game):
    model = game.model()
    for value in (1, 2, 3, 4):
        model.carry_out(StackBlock.push(value))
    assert list(model.carry_out(StackBlock.push(5))) == [Reason.FULL, 0, 4]
    model.begin(StackBlock.push(5))
    assert happen(model) == [((3, Reason.FULL, 5), 4)]
    assert list(model.carry_out(StackBlock.clear(7))) == [Reason.FULL, 0, 4]
    assert list(model.carry_out(StackBlock.pop())) == [0, 4, 3]
    assert list(model.carry_out(StackBlock.clear(2))) == [0, 0, 2]


def test_operation_cut_short_changes_nothing(game):
    model = game.model()
    model.carry_out(StackBlock.push(1))
    model.carry_out((*StackBlock.pop()[:-1], 3))
    assert list(model.settled()) == [0]


def test_words_are_read_as_they_are_written(game):
    for request in [*game.moves(game.model()), *game.tries(game.model()), game.new, StackBlock.peek(255)]:
        assert game.step(game.word(request)) == request
    assert game.word(StackBlock.both(1, 2)) == "both:1,2"
    assert game.word(StackBlock.pop()) == "pop"


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("drop", "requests are clear:value, push:value, both:value,other, pop, peek:value"),
        ("push", "push takes value"),
        ("push:1,2", "push takes value"),
        ("pop:1", "pop takes no arguments"),
        ("push:256", "no room"),
        ("push:x", "numbers"),
        ("push:-1", "numbers"),
    ],
)
def test_unknown_words_are_refused(game, word, says):
    with pytest.raises(ValueError, match=says):
        game.step(word)


def test_each_operation_is_worth_asking_for_as_often(game):
    model = game.model()
    model.carry_out(StackBlock.push(1))
    counts = [sum(request[0] == code for request in game.moves(model)) for code in range(5)]
    assert counts == [0, 64, 64, 64, 64]  # one begins anew


def test_typical_values():
    assert typical_values(1) == [0, 1]
    assert typical_values(2) == [0, 1, 2, 3]
    assert typical_values(8) == [0, 1, 2, 3, 4, 8, 16, 32, 64, 128, 254, 255, 85, 170]


#: Names of fields that the streams have by themselves.
OWN = ("op", "reason", "order", "kind", "cut")


# --- mistakes -------------------------------------------------------------------------------------------------------


def broken(method=None, **attributes):
    """The block with another `push`."""
    if method:
        attributes["push"] = operation(name="push")(method)
    return type("Broken", (StackBlock,), attributes)


def yields(*events):
    def push(self, now, value):
        yield from events

    return push


def refuses_late(self, now, value):
    yield Event("popped")
    now.pop()


def refuses_for_nothing(self, now, value):
    raise Refused(0)


def never_ends(self, now, value):
    while True:
        yield Event("popped")


@pytest.mark.parametrize(
    ("block", "says"),
    [
        (broken(yields(Event("shoved"))), "expected an event of pushed, popped, refused, got 'shoved'"),
        (broken(yields(Event("popped", value=1))), "its event 'popped' has no field 'value'"),
        (broken(yields(Event("popped", {"value": 1}))), "adds to 'value', no field of the status"),
        (broken(yields(Event("pushed", value=256))), "value of its event 'pushed' is 256, which does not fit"),
        (broken(yields(3)), "expected it to yield an Event or a list of Events, got 3"),
        (broken(yields([])), r"expected it to yield an Event or a list of Events, got \[\]"),
        (broken(lambda self, now, value: {"count": 1}), "the fields of an answer are: value"),
        (broken(lambda self, now, value: {"value": 1 << 8}), "value of the answer is 256, which does not fit"),
        (broken(lambda self, now, value: 3), "it returns 3, and the fields of an answer are: value"),
        (broken(refuses_late), "it refuses after its first event"),
        (broken(refuses_for_nothing), "has no `reason` other than 0"),
        (broken(never_ends), f"it never ends: it has yielded {MOST_EVENTS:,} times"),
        (broken(status_of=lambda self, now: {"counts": 1}), "it has counts, and the status has count"),
        (broken(status_of=lambda self, now: {"count": 8}), "count of the status is 8, which does not fit"),
        (broken(fields={"value": 8, "count": 3}), "'other' has no bits: put it into `fields`"),
        (broken(refused=None), "`reasons` and `refused` belong together"),
        (broken(yields(Event("pushed", value=1.5))), "value of its event 'pushed' is 1.5; expected an int"),
        (broken(lambda self, now, value: {"value": 2.7}), "value of the answer is 2.7; expected an int"),
        (broken(lambda self, now, value: []), r"it returns \[\], and the fields of an answer are: value"),
        (broken(status_of=lambda self, now: {"count": 0.5}), "count of the status is 0.5; expected an int"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_mistake_is_named(block, says):
    with pytest.raises(GameMistake, match=says):
        made(block).model().carry_out(block.push(1))


def test_a_name_that_a_block_has_already_is_refused_with_the_remedy():
    with pytest.raises(TypeError, match=r"below @operation\(name='label'\)"):
        type("Broken", (Block,), {"label": operation()(lambda self, now: None)})


def test_a_block_without_operations_is_refused():
    with pytest.raises(GameMistake, match="it has no operation"):
        made(type("Empty", (Block,), {"initial": lambda self: None})).check()


def nothing(self, now):
    pass


def takes(self, now, value):
    pass


def with_default(self, now, value=1):
    pass


def with_any(self, now, *value):
    pass


@pytest.mark.parametrize(
    ("keywords", "body", "says"),
    [
        ({"begins": True, "takes_back": True}, nothing, "cannot have both begins and takes_back"),
        ({"begins": True, "reads": "value"}, takes, "cannot have both begins and reads"),
        ({"takes_back": True, "reads": "value"}, nothing, "cannot have both takes_back and reads"),
        ({"reads": "value", "tries": range}, takes, "an operation with reads cannot have tries"),
        ({"begins": True, "tries": range}, takes, "an operation with begins cannot have tries"),
        ({"takes_back": True, "tries": range}, nothing, "an operation with takes_back cannot have tries"),
        ({"takes_back": True, "moves": range}, nothing, "an operation with takes_back cannot have moves"),
        ({"takes_back": True, "turn": True}, nothing, "an operation with takes_back cannot have turn"),
        ({"reads": "value", "turn": True}, takes, "an operation with reads cannot have turn"),
        ({"takes_back": True}, takes, "takes: an operation that takes back has no arguments"),
        ({"bare": True}, nothing, "nothing: bare needs arguments"),
        ({}, lambda self: None, "the first parameters of an operation are self and the model"),
        ({}, with_default, "with_default: expected the name of a field, without a default, got 'value=1'"),
        ({}, with_any, r"with_any: expected the name of a field, without a default, got '\*value'"),
    ],
)
def test_ignored_arguments_are_refused(keywords, body, says):
    with pytest.raises(TypeError, match=says):
        operation(**keywords)(body)


@pytest.mark.parametrize(
    ("attributes", "says"),
    [
        ({"more": operation(name="pop!reset=3")(nothing)}, "the operation 'pop!reset=3' needs another name"),
        ({"more": operation(name="Pop")(nothing)}, "two operations have the name 'Pop'"),
        ({"events": {**StackBlock.events, "Pushed": []}}, "two events have the name 'Pushed'"),
        ({"events": {**StackBlock.events, "a b": []}}, "the event 'a b' needs another name"),
        ({"fields": {**StackBlock.fields, "a b": 1}}, "the field 'a b' needs another name"),
        *(({"fields": {**StackBlock.fields, name: 3}}, f"the streams have '{name}' already") for name in OWN),
        ({"answers": ("value", "count")}, "'count' is in `answers` and in `status`"),
        ({"private": ("fsm", "count")}, "'count' is in `private` and in `status`"),
        ({"label": lambda self: ""}, r"label\(values\) is a method of loopline's Block: give yours another name"),
        ({"fields": {**StackBlock.fields, "more": 3}}, "the field 'more' is in `fields`, and in no stream"),
        (
            {name: operation(name=name, bare=True)(takes) for name in ("this", "that")},
            "this and that are bare: only one operation can",
        ),
        (
            {"clear": operation(name="clear", begins=True, moves=lambda now: [])(takes)},
            "its `moves` chooses no arguments to begin with",
        ),
    ],
)
def test_names_and_fields_that_cannot_be_used_are_refused(attributes, says):
    with pytest.raises(GameMistake, match=says):
        made(broken(**attributes)).check()


def test_an_operation_with_another_case_is_read_and_written():
    game = made(broken(more=operation(name="Push2")(takes)))
    game.check()
    assert game.word(game.step("Push2:7")) == "Push2:7"


def pops(self, now, value):
    return {"value": now.pop() if now.values else 0}


@pytest.mark.parametrize("body", [pops, yields(Event("popped"))], ids=["the status", "an event"])
def test_an_operation_that_reads_changes_nothing(body):
    game = made(broken(peek=operation(name="peek", reads="value")(body)))
    model = game.after([StackBlock.push(5)])
    with pytest.raises(GameMistake, match="it reads, and yet makes events or changes the status"):
        model.carry_out(StackBlock.peek(0))


def test_a_method_does_not_replace_an_operation_unseen():
    with pytest.raises(TypeError, match=r"Broken.push replaces an operation, and has no @operation\(\) above it"):
        broken(push=takes)


def test_an_argument_is_a_whole_number():
    with pytest.raises(GameMistake, match=r"expected an int as argument, got 1\.5"):
        StackBlock.push(1.5)


def test_only_one_operation_takes_back():
    twice = {name: operation(name=name, takes_back=True)(lambda self, now: None) for name in ("undo", "redo")}
    with pytest.raises(GameMistake, match="undo and redo take a turn back"):
        made(type("Twice", (StackBlock,), twice)).check()


class Table(Block[dict]):
    """Values by place."""

    fields = {"x": 2, "y": 2, "value": 12}

    def initial(self):
        return {}

    @operation()
    def write(self, now, x, y, value):
        now[x, y] = value

    @operation(reads="value")
    def read(self, now, x, y):
        return {"value": now.get((x, y), 0)}


class Row(Table):
    """Values by one number, wider ones."""

    def write(self, now, x, value):
        now[x] = value

    write = operation()(write)

    @operation(reads="value")
    def read(self, now, x):
        return {"value": now.get(x, 0)}


@pytest.mark.parametrize(
    ("block", "read", "wrong", "picture"),
    [
        (Table, {(0, 0): 0, (1, 0): 7, (0, 1): 12, (1, 1): 0}, (1, 0), "   0  1\n0  .[ 7]\n1 12  ."),
        (Table, {(0, 0): 5, (1, 0): 7}, (0, 0), "  0 1\n0[5]7"),
        (Row, {(0,): 3, (1,): 0}, None, " 0 1\n 3 ."),
        (Row, {(number,): 4095 for number in range(16)}, None, ""),  # there is no room
        (Row, {}, None, ""),
    ],
)
def test_what_was_read_is_a_table(block, read, wrong, picture):
    made = block(None)
    requests = {block.read(*place): value for place, value in read.items()}
    assert made.picture(requests, wrong and block.read(*wrong), ascii_only=True).plain == picture
