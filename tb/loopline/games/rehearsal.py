"""The rehearsal of a game's model, before anything is played: a few games, again and again, which must come out alike.

A run plays the same script in several places: where it is drawn, where its answers are worked out, in other processes,
and after other scripts. A model that keeps something outside of its object, that draws random numbers, or that goes by
the order of a set, is then another one each time, and its design would be blamed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice, pairwise, zip_longest
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple, Protocol, TypeAlias
from zlib import crc32

from loopline.contract.game import Origin
from loopline.design.board import game_of
from loopline.design.plugins import GameMistake, NeverEnds, NondeterministicModel, mistake, time_limit
from loopline.games import sound
from loopline.games.lasting import RandomCalls, explained
from loopline.games.model import end


class Rehearsed(sound.Checked, Protocol):
    """A game whose steps are its requests, as far as it is rehearsed."""

    @property
    def other(self) -> Callable[[Any, int], Any] | None:
        """What returns a request that is no move and yet may change the game, if there is such a thing."""


#: What is written down of a game: where in it, what is asked of it, and what it says.
Row: TypeAlias = tuple[str, str, str]

#: A rehearsal has this many games, with at most so many requests each. Only a very slow model is cut short by the time:
#: what is found must not depend on the machine.
_GAMES, _REQUESTS, _SECONDS = 4, 20, 2

#: If the game draws random numbers, it is played so many times more.
_MORE = 40

#: Of a long list of requests, so many are looked at; of these, so many are written down. Of an operation, so many
#: events.
_LOOKED_AT, _SHOWN, _EVENTS = 16, 8, 64

#: Of 100 requests, so many are moves; up to so many are those or tries. The rest is taken back, or is asked by `other`.
_MOVES, _TRIES = 75, 88


class _Played(NamedTuple):
    """A game: each request with its place in the rehearsal, and what the model has said of them."""

    requests: list[tuple[Any, str]]
    rows: list[Row]

    def note(self, request: Any, place: str, said: Iterator[Row]) -> Iterator[Row]:
        """Add a request and what is said of it; yield that."""
        self.requests.append((request, place))
        for row in said:
            self.rows.append(row)
            yield row


def rehearse(game: Rehearsed, origin: Origin) -> None:
    """Play a few games twice with new models, then without asking for moves, at the same time, and in another process.

    Args:
        game: The game.
        origin: What another process makes the game from.

    Raises:
        GameMistake: The game is not the same each time, or it offers something that is no request.
    """
    with explained(lambda most: _record(game, most)) as causes:
        with time_limit():
            first, games = _record(game)
            with RandomCalls(causes):
                _record(game, len(first) // 2)
        for _ in range(_MORE if causes else 1):
            says = "a new model that is asked the same again says something else"
            with time_limit(), _as_before(game, says):
                again, _ = _record(game, len(first))
            if difference := _difference(first, again):
                raise NondeterministicModel(game, f"{says}. {difference}")
        with time_limit():
            _compare_without_questions(game, games)
            for one, other in pairwise([*games, games[0]]):
                _compare_at_the_same_time(game, one, other)
        if difference := _difference(first, _elsewhere(game, origin, len(first))):
            about = game.moves if difference.partition(": ")[2].startswith(("moves", "tries")) else game
            says = "in another process it says something else: it must not depend on hash() or the order of a set"
            raise NondeterministicModel(about, f"{says}. {difference}")


def check(game: Rehearsed) -> None:
    """Look at the game before anything is played of it. Raises GameMistake."""
    with explained(lambda most: _record(game, most)):
        sound.check(game)


def tell() -> None:
    """Rehearse the game that the command line names, and print what it has said."""
    most, *words = sys.argv[1:]
    origin = Origin(*words)
    made: Any = game_of(origin.game, Path(origin.folder))
    rows, _ = _record(made.engine(made.board.model_validate_json(origin.board)), int(most))
    print(json.dumps(rows))


def _record(game: Rehearsed, most: int | None = None) -> tuple[list[Row], list[_Played]]:
    """Play a few games, chosen from what the game offers.

    Args:
        game: The game.
        most: So many rows are written down; by default as many as come in a short time.

    Returns:
        All that is said, and the games.
    """
    rows, games, until = list[Row](), list[_Played](), process_time() + _SECONDS
    for number in range(1, _GAMES + 1):
        games.append(_Played([], []))
        for row in _one_game(game, number, games[-1]):
            if len(rows) == most or (most is None and process_time() > until):
                return rows, games
            rows.append(row)
    return rows, games


def _one_game(game: Rehearsed, number: int, played: _Played) -> Iterator[Row]:
    """Play a game and note it; yield what is said. Random numbers are those of its number."""
    random, model = Random(number), game.model()
    model.reset()
    begin = game.begin(random.randrange(1 << 16)) if number > 1 else None
    for turn in range(1, _REQUESTS + 1):
        place = f"game {number}, request {turn}"
        moves = _offered(game, game.moves(model), game.moves)
        tries = _offered(game, game.tries(model), game.tries)
        yield place, "moves", _listed(game, moves)
        yield place, "tries", _listed(game, tries)
        if begin is not None and turn == 1:
            [request] = _offered(game, [begin], game.begin)
        else:
            request = _chosen(game, model, moves, tries, random)
        if request is None:
            break
        yield from played.note(request, place, _asked(game, model, request, place))
    for request in _offered(game, game.read_back(model), game.read_back):
        place = f"game {number}, reading back"
        yield from played.note(request, place, _asked(game, model, request, place))


def _offered(game: Rehearsed, requests: Any, of: object) -> Sequence[Any]:
    """Return requests that may be asked, as far as they are looked at. Raises GameMistake if one of them is none."""
    if not isinstance(requests, Sequence):
        raise GameMistake(of, f"expected a list of requests, got {requests!r}")
    looked_at = requests if isinstance(requests, list | tuple) else [*islice(requests, _LOOKED_AT)]
    for request in looked_at:
        if misfit := game.streams.asked.misfit(request, "a request"):
            raise GameMistake(of, f"its request {request!r}: {misfit}")
    return looked_at


def _listed(game: Rehearsed, requests: Sequence[Any]) -> str:
    """Return the first requests of a list in words, and a sum of all."""
    words = [_word(game, request) for request in requests[:_SHOWN]]
    more = len(requests) - len(words)
    total = crc32(repr([[*map(int, request)] for request in requests]).encode())
    return " ".join(words) + (f" and {more} more (sum {total:08x})" if more else "")


def _word(game: Rehearsed, request: Any) -> str:
    """Return the request in words; if there are none, its fields. Without words only reports are poorer."""
    try:
        return game.word(request)
    except GameMistake:
        raise
    except Exception:
        return str(tuple(request))


def _chosen(game: Rehearsed, model: Any, moves: Sequence[Any], tries: Sequence[Any], random: Random) -> Any:
    """Return what is asked next, or None if the game is over."""
    share = random.randrange(100)
    if moves and share < _MOVES:
        return random.choice(moves)
    if tries and share < _TRIES:
        return random.choice(tries)
    if share % 2 and game.take_back is not None:
        return game.take_back
    if game.other is not None and (other := game.other(model, random.randrange(256))) is not None:
        [offered] = _offered(game, [other], game.other)
        return offered
    return random.choice(moves) if moves else None


def _asked(game: Rehearsed, model: Any, request: Any, place: str) -> Iterator[Row]:
    """Carry a request out; yield what the model says of it."""
    place = f"{place} ({_word(game, request)})"
    model.begin(request)
    for _ in range(_EVENTS):
        if not (due := model.due()):
            break
        yield place, "the events", str(sorted(due))
        model.happen(min(due))
    end(model)
    yield place, "the answer", _fields(game.streams.response.names, model.answer())
    yield place, "the state", _fields(game.streams.settled.names, model.settled())


def _fields(names: Sequence[str], values: Sequence[int]) -> str:
    return ", ".join(f"{name} {int(value)}" for name, value in zip(names, values, strict=False))


def _replayed(game: Rehearsed, model: Any, played: _Played) -> Iterator[Row]:
    return chain.from_iterable(_asked(game, model, request, place) for request, place in played.requests)


@contextmanager
def _as_before(game: Rehearsed, says: str) -> Iterator[None]:
    """Raise NondeterministicModel if what has come to its end before fails now."""
    try:
        yield
    except NeverEnds:
        raise
    except Exception as error:
        raise NondeterministicModel(game, f"{says}. It fails then: {mistake(error) or error}") from error


def _difference(first: Sequence[Row], again: Sequence[Row]) -> str:
    """Return the first difference in words; empty if there is none. The last game may have ended early."""
    for (place, kind, said), (*_, then) in zip(first, again, strict=False):
        if said != then:
            return f"In {place}: {kind} first: {said or 'none'}; then: {then or 'none'}"
    return ""


def _compare_without_questions(game: Rehearsed, games: Sequence[_Played]) -> None:
    """Play them without asking for moves, and after a reset again. Raises GameMistake if they are others then."""
    for played in games:
        model = game.model()
        model.reset()
        if difference := _difference(played.rows, [*_replayed(game, model, played)]):
            says = "it, `tries` or what is read back changes the model, which it must not"
            raise GameMistake(game.moves, f"{says}. {difference}")
        model.reset()
        if difference := _difference(played.rows, [*_replayed(game, model, played)]):
            raise NondeterministicModel(game, f"its model after reset() is not like a new one. {difference}")


def _compare_at_the_same_time(game: Rehearsed, one: _Played, other: _Played) -> None:
    """Play two games in turns. Raises GameMistake if one of them changes the other."""
    models = game.model(), game.model()
    for model in models:
        model.reset()
    says = "a model changes while another one plays"
    rows = [_replayed(game, model, played) for model, played in zip(models, (one, other), strict=True)]
    with _as_before(game, says):
        both = [*zip_longest(*rows)]
    for number, played in enumerate((one, other)):
        if difference := _difference(played.rows, [pair[number] for pair in both if pair[number]]):
            raise NondeterministicModel(game, f"{says}. {difference}")


def _elsewhere(game: Rehearsed, origin: Origin, rows: int) -> list[Row]:
    """Return what the game says in a process with another order of sets. Raises NondeterministicModel."""
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    command = [sys.executable, "-P", "-c", "from loopline.games.rehearsal import tell; tell()", str(rows), *origin]
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        return [(place, kind, said) for place, kind, said in json.loads(done.stdout.splitlines()[-1])]
    except (ValueError, IndexError):
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise NondeterministicModel(game, f"it plays in one process, and fails in another: {last}") from None
