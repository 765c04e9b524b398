"""What the follower of any game says of a wrong event."""

import pytest
from loopline.contract.checker import Wrong
from loopline.games.follower import ModelFollower
from loopline.games.model import EngineModel
from loopline.signals import Layout, Streams

STREAMS = Streams(
    request=Layout.of(pebbles=4),
    response=Layout.of(gone=4),
    event=Layout.of(order=32, pebble=4),
    state=Layout.of(left=4, shade=1),
)


class Pebbles(EngineModel):
    """So many pebbles are removed, in any order. Meanwhile the shade of the state is left open."""

    def reset(self):
        self.pebbles, self.asked = [], 0

    def begin(self, request):
        self.pebbles, self.asked = [(pebble,) for pebble in range(request[0])], request[0]

    def due(self):
        return self.pebbles

    def happen(self, event):
        self.pebbles.remove(event)

    def answer(self):
        return (self.asked,)

    def about(self, field):
        return "the heap"

    def settled(self):
        return len(self.pebbles), 0

    def or_settled(self):
        return [(len(self.pebbles), 1)] if self.pebbles else []


def follower(pebbles, port=True):
    model = Pebbles()
    made = ModelFollower(model, STREAMS, port)
    made.accept((pebbles, 0))
    return made


@pytest.mark.parametrize(("pebbles", "due"), [(2, '"pebble 0" or "pebble 1"'), (9, '"pebble 5" or one of 3 more')])
def test_the_first_few_events_that_are_due_are_named(pebbles, due):
    with pytest.raises(Wrong) as wrong:
        follower(pebbles).event((12,))
    assert wrong.value.says.startswith('Event is "pebble 12"; the model says "pebble 0" or ')
    assert wrong.value.says.endswith(due)


def test_nearest_of_several_allowed_states_is_expected():
    one = follower(3)
    for shade in (0, 1, 0):
        one.state(STREAMS.settled.pack((3, shade)))
    with pytest.raises(Wrong) as wrong:
        one.state(STREAMS.settled.pack((2, 1)))
    assert (wrong.value.signal, wrong.value.expected, wrong.value.found) == ("vp_state.left", "3", "2")
    one = follower(3)
    for pebble in (2, 0, 1):
        one.event((pebble,))
    with pytest.raises(Wrong) as wrong:
        one.state(STREAMS.settled.pack((0, 1)))
    assert wrong.value.signal == "vp_state.shade"


@pytest.mark.parametrize("port", [True, False])
def test_an_answer_is_about_something(port):
    one = follower(1, port)
    if port:
        one.event((0,))
    one.answer(1)
    with pytest.raises(Wrong, match="The heap is read back as 2; the model says 1"):
        one.answer(2)
