"""The follower that compares a design with a golden model.

A design may let events happen in any order that the model allows: each of those that are due may be the next.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Generic

from loopline.contract import sentence
from loopline.contract.checker import Wrong
from loopline.contract.game import Request
from loopline.design.plugins import GameMistake
from loopline.games.model import EngineModel, Event, end, in_words_of, unless_it_fails
from loopline.games.returned import ReturnChecks
from loopline.signals import Streams

#: A report names at most this many of the events that are due.
_TOLD = 6


class ModelFollower(Generic[Request]):
    """A follower that compares a design with its model: see loopline.contract.checker.Follower."""

    def __init__(self, model: EngineModel[Request], streams: Streams, port: bool) -> None:
        self.model, self._streams, self._port = model, streams, port
        self._returned = ReturnChecks(model, streams)
        model.reset()

    def reset(self) -> None:
        """Take note that the design was reset."""
        self.model.reset()

    def accept(self, request: Request) -> None:
        """Take note that the design has taken a request.

        Without a verification port, its events happen at once.
        """
        if self._port:
            self.model.begin(request)
        else:
            self.model.at_once(request)

    def state(self, shown: int) -> None:
        """Compare the state that the port shows. Raise Wrong if it differs."""
        if self._streams.settled.values(shown) == self.model.settled():
            return
        pack = self._returned.state
        expected = pack(self.model.settled())
        if not self._port or shown == expected:
            return
        if shown not in map(pack, self.model.or_settled()):  # one after the other: some take long to work out
            self._returned.check_state()
            right = [expected, *map(pack, self.model.or_settled())]
            differences = min((self._streams.settled.differences(state, shown) for state in right), key=len)
            name, want, got = differences[0]
            raise self._wrong("vp_state.", name, want, got, sentence.of_field(self._streams, name, want, got))

    def event(self, event: tuple[int, ...]) -> None:
        """Take an event from the port, in any order that the model allows. Raise Wrong if none such is due."""
        due = self.model.due()
        if event in due:
            self.model.happen(event)
            return
        self._returned.check_due()
        if not due:
            raise Wrong("vp_valid", 0, 1, f'One event too many: "{self._told(event)}"')
        near = max(due, key=lambda candidate: sum(map(int.__eq__, candidate, event)))
        fields = zip(self._streams.happened.names, near, event, strict=True)
        name, want, got = next((name, want, got) for name, want, got in fields if want != got)
        says = sentence.of_event(self._streams, event, near, self._told(event), self._due())
        raise self._wrong("vp_", name, want, got, says)

    def answer(self, packed: int) -> None:
        """Compare the packed answer, after which no event may be due. Raises Wrong."""
        if self.model.due():
            self._returned.check_due()
            says = f"The answer comes before an event of the model: {sentence.either(self._due())}"
            raise self._unless_endless(Wrong("resp_valid", 0, 1, says))
        layout = self._streams.response
        expected = self._returned.answer(self.model.answer())
        if packed != expected:
            self._returned.check_answer()
            name, want, got = layout.differences(expected, packed)[0]
            raise self._wrong("resp_", name, want, got, self._says(name, want, got))

    def _says(self, name: str, want: int, got: int) -> str:
        about = "" if name == "reason" else unless_it_fails(partial(self.model.about, name), "")
        return sentence.of_field(self._streams, name, want, got, about, is_="is read back as" if about else "is")

    def _wrong(self, prefix: str, name: str, want: int, got: int, says: str) -> Wrong:
        described = self._streams.describe
        return self._unless_endless(Wrong(prefix + name, described(name, want), described(name, got), says))

    def _unless_endless(self, wrong: Wrong) -> Wrong:
        """Return the failure. Raise GameMistake if the operation never ends in the model: no design can be right."""
        try:
            end(self.model)
        except GameMistake:
            raise
        except Exception:
            return wrong  # whatever else is wrong with the model, it has come no further than the design
        return wrong

    def _due(self) -> list[str]:
        """Return the events that are due, the first few in words."""
        due = self.model.due()
        words = [f'"{self._told(event)}"' for event in islice(due, _TOLD)]
        return [*words, f"one of {len(due) - _TOLD} more"] if len(due) > _TOLD else words

    def _told(self, event: Event) -> str:
        return in_words_of(self.model, self._streams, event)
