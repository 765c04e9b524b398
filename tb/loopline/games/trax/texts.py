"""The texts of which a predicted record of the bundled engine consists: a line, or several that follow each other.

The digits of the state are parted in two. The *low* ones show the board. The others, its *top*, are the engine's
control, the number of cells that wait, and the highest bits of the count of tiles. For each top that there is, a text
is made only once, with room for the low digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from loopline.games.trax.protocol import State
from loopline.signals import Streams
from loopline.simulation.recording import EVENT, REQ_READY, REQ_VALID, RESET, RESP_READY, RESP_VALID

# The states of its control, as plain numbers: this is a hot path.
BOOT, IDLE, SWEEP, FETCH, LOOK, MATCH, LAST, END, RESPOND, SEEK, NORTH, EAST, SOUTH, WEST = map(int, State)

#: A format for the low digits of each line and, where there is one, an event or an answer before them.
Format = str


class Texts:
    """The texts for one engine.

    `taking` is RESP_READY if the answer is awaited, `top` that of a state whose control is 0.
    """

    def __init__(self, streams: Streams) -> None:
        state, settled = streams.state, streams.settled.width
        digits = settled // 4
        #: Of a state, the number of bits in the low digits; and their format.
        self.low_bits = 4 * digits
        self.low_mask, self.low = (1 << self.low_bits) - 1, f"%0{digits}x"
        #: Of a top, the shift of the number of waiting cells.
        self.waiting_at = settled - self.low_bits
        self._top = f"%0{-(-state.width // 4) - digits}x"
        self._control_at = state.shifts["fsm"][0] - self.low_bits
        self._no_answer, self._no_event, no_state = (
            layout.text(0) for layout in (streams.response, streams.event, state)
        )
        self._answer, self._event = f"%0{len(self._no_answer)}x", f"%0{len(self._no_event)}x"
        self.in_reset = f"{RESET:02x} {self._no_answer} {self._no_event} {no_state}\n"
        self.line, self.event, self.tile = cache(self._line), cache(self._eventful), cache(self._tile)
        self.lifted, self.end = cache(self._lifted), cache(self._end)
        self.answer, self.answer_at_once = cache(self._answering), cache(self._at_once)

    def read(self, top: int, low: str) -> Format:
        """Return the whole of a read without delays, for the answer alone."""
        asked = (
            self.line(REQ_VALID | REQ_READY, IDLE, top),
            *(self.line(RESP_READY, control, top) for control in _READING),
        )
        return "".join(line % low for line in asked) + self.answer_at_once(top) % ("%s", low, low)

    def _line(self, flags: int, control: int, top: int) -> Format:
        """Return a cycle in which nothing happens but what the flags say."""
        return f"{self._before(flags, control, top)}%s\n"

    def _eventful(self, taking: int, control: int, top: int) -> Format:
        return f"{taking | EVENT:02x} {self._no_answer} {self._event} {self._state(control, top)}%s\n"

    def _answering(self, taking: int, top: int) -> Format:
        return f"{RESP_VALID | taking:02x} %s {self._no_event} {self._state(RESPOND, top)}%s\n"

    def _at_once(self, top: int) -> Format:
        """Return an answer that is awaited, and the first cycle of rest."""
        return self.answer(RESP_READY, top) + self.line(REQ_READY, IDLE, top)

    def _end(self, top: int, after: int) -> Format:
        """Return the last event of an operation, by which another top is shown, and its answer, which is awaited."""
        return self.event(RESP_READY, END, top) + self.answer_at_once(after)

    def _tile(self, taking: int, top: int, after: int, north: bool, east: bool, south: bool) -> Format:
        """Return a cell that is read and a tile laid there; then the slots of its four sides, and LAST.

        A neighbour that is pushed is read in the slot of its side, judged in the cycle after, and waits from the next
        on. For the low digits, the event, and the low digits again; then five times those after it.
        """
        unit = 1 << self.waiting_at
        tops = after, after, after + north * unit, after + (north + east) * unit, after + (north + east + south) * unit
        return self._move(taking, top) + self._lines(taking, zip(_SLOTS, tops, strict=True))

    def _lifted(self, taking: int, top: int, after: int) -> Format:
        """Return a cell that is read and its tile taken off, then its four slots; digits and event as above."""
        return self._move(taking, top) + self._lines(taking, ((slot, after) for slot in _SLOTS[:4]))

    def _move(self, taking: int, top: int) -> Format:
        return self._line(taking, LOOK, top) + self._eventful(taking, MATCH, top)

    def _lines(self, taking: int, states: Iterable[tuple[int, int]]) -> Format:
        return "".join(self._line(taking, control, top) for control, top in states)

    def _before(self, flags: int, control: int, top: int) -> str:
        """Return the text before the low digits."""
        return f"{flags:02x} {self._no_answer} {self._no_event} {self._state(control, top)}"

    def _state(self, control: int, top: int) -> str:
        return self._top % (control << self._control_at | top)

    def answered(self, packed: int) -> str:
        """Return an answer's own text."""
        return self._answer % packed


#: The cycles of a read, and those of a tile's neighbours.
_READING, _SLOTS = (LOOK, MATCH, END), (NORTH, EAST, SOUTH, WEST, LAST)
