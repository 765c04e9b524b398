"""The rehearsal of a game's model, before anything is played: a few games, again and again, which must come out alike.

A run plays the same script in several places: where it is drawn, where its answers are worked out, in other processes,
and after other scripts. A model that keeps something outside of its object, that draws random numbers, or that goes by
the order of a set, differs each time, and its design would be blamed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, pairwise, takewhile, zip_longest
from math import ceil
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple, Protocol, TypeAlias
from zlib import crc32

from loopline.contract.game import Origin
from loopline.design.board import game_of
from loopline.design.plugins import GameMistake, NeverEnds, NondeterministicModel, mistake, time_limit
from loopline.games import misspelt, sound
from loopline.games.lasting import RandomCalls, explained
from loopline.games.model import end
from loopline.games.script import Script


class RehearsedGame(sound.CheckedGame, Protocol):
    """A game whose steps are its requests, as far as it is rehearsed."""

    @property
    def other(self) -> Callable[[Any, int], Any] | None:
        """A function that returns a request other than a move that may change the game, if there are such requests."""

    def images(self, script: Any) -> Iterable[Any]:
        """Return the script turned, mirrored or changed in another way that the rules treat alike."""


#: A row of a game's transcript: where in the game, what is asked of it, and what it says.
Row: TypeAlias = tuple[str, str, str]

#: The games of a rehearsal, and the most requests of each. Only a very slow model is cut short by the time:
#: what is found must not depend on the machine.
_GAMES, _REQUESTS, _SECONDS = 4, 20, 2

#: How often a game that draws random numbers is played again.
_MORE = 40

#: The most requests of a list that are written down, and that are looked at if the list makes each when it is looked
#: at; the most events of an operation.
_LOOKED_AT, _EVENTS = 16, 64

#: Of 100 requests, the number of moves, and the number of moves and tries. The rest takes back, or comes from `other`.
_MOVES, _TRIES = 75, 88


#: The fields of an answer that are the same in each image of a game.
_ALIKE = ("reason", "over")


class _RehearsedRequests(NamedTuple):
    """A game: each request with its place in the rehearsal, and what the model has said of them."""

    requests: list[tuple[Any, str]]
    rows: list[Row]

    def note(self, request: Any, place: str, said: Iterator[Row]) -> Iterator[Row]:
        """Add a request and what is said of it; yield that."""
        self.requests.append((request, place))
        for row in said:
            self.rows.append(row)
            yield row


def rehearse(game: RehearsedGame, origin: Origin) -> None:
    """Play a few games twice with new models, without asking for moves, at the same time, and in another process.

    Args:
        game: The game.
        origin: What another process makes the game from.

    Raises:
        GameMistake: The game differs from one time to the next, or it offers something other than a request.
    """
    with explained(lambda most: _record(game, most)) as causes:
        with time_limit():
            first, games = _record(game)
        with _another_process(origin, len(first)) as process:
            with time_limit(), RandomCalls(causes):
                _record(game, len(first) // 2)
            for _ in range(_MORE if causes else 1):
                says = "a new model that is asked the same again says something else"
                with time_limit(), _as_before(game, says):
                    again, _ = _record(game, len(first))
                if difference := _difference(first, again):
                    raise NondeterministicModel(game, f"{says}. {difference}")
            with time_limit():
                _compare_without_questions(game, games)
                for played, beside in pairwise([*games, games[0]]):
                    _compare_at_the_same_time(game, played, beside)
                _compare_with_images(game, games)
            elsewhere = _told(game, process)
        if difference := _difference(first, elsewhere):
            lists = {"moves": game.moves, "tries": game.tries}
            about = lists.get(difference.partition(": ")[2].split()[0], game)
            says = "in another process it says something else: it must not depend on hash() or the order of a set"
            raise NondeterministicModel(about, f"{says}. {difference}")


def check(game: RehearsedGame) -> None:
    """Look at the game before anything is played of it. Raises GameMistake."""
    with explained(lambda most: _record(game, most)):
        sound.check(game)
    misspelt.check()


def tell() -> None:
    """Rehearse the game that the command line names, and print what it has said."""
    most, *words = sys.argv[1:]
    origin = Origin(*words)
    made: Any = game_of(origin.game, Path(origin.folder))
    try:
        with time_limit():
            rows, _ = _record(made.engine(made.board.model_validate_json(origin.board)), int(most))
    except Exception as error:
        sys.exit(mistake(error) or str(error))
    print(json.dumps(rows))


def _record(game: RehearsedGame, most: int | None = None) -> tuple[list[Row], list[_RehearsedRequests]]:
    """Play a few games, chosen from what the game offers.

    Args:
        game: The game.
        most: The most rows written down; by default all that come in a short time.

    Returns:
        The transcript, and the games.
    """
    rows, games, until = list[Row](), list[_RehearsedRequests](), process_time() + _SECONDS
    for number in range(1, _GAMES + 1):
        games.append(_RehearsedRequests([], []))
        for row in _one_game(game, number, games[-1]):
            if len(rows) == most or (most is None and process_time() > until):
                return rows, games
            rows.append(row)
    return rows, games


def _one_game(game: RehearsedGame, number: int, played: _RehearsedRequests) -> Iterator[Row]:
    """Play a game and note it; yield what is said. Random numbers are those of its number."""
    random, model = Random(number), game.model()
    model.reset()
    begin = game.begin(random.randrange(1 << 16)) if number > 1 else None
    for turn in range(1, _REQUESTS + 1):
        place = f"game {number}, request {turn}"
        moves = _offered(game, game.moves(model), game.moves, turn)
        tries = _offered(game, game.tries(model), game.tries, turn)
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


def _offered(game: RehearsedGame, requests: Any, of: object, turn: int = 0) -> Sequence[Any]:
    """Return the requests that may be asked. A list that makes each when it is looked at gives others in each turn.

    Raise GameMistake for anything that is not a request.
    """
    if not isinstance(requests, Sequence):
        raise GameMistake(of, f"expected a list of requests, got {requests!r}")
    looked_at = requests
    if not isinstance(requests, list | tuple):  # each is made when it is looked at
        looked_at = [requests[number] for number in _some(len(requests), turn)]
    for request in looked_at:
        if misfit := game.streams.asked.misfit(request, "a request"):
            raise GameMistake(of, f"its request {request!r}: {misfit}")
    return looked_at


def _listed(game: RehearsedGame, requests: Sequence[Any]) -> str:
    """Return some requests of a list in words, from all of its parts, and a sum of all."""
    words = [_word(game, requests[number]) for number in _some(len(requests))]
    more = len(requests) - len(words)
    total = crc32(repr([[*map(int, request)] for request in requests]).encode())
    return " ".join(words) + (f" and {more} more (sum {total:08x})" if more else "")


def _some(length: int, turn: int = 0) -> Sequence[int]:
    """Return a few places in a list, from all of its parts."""
    step = ceil(length / _LOOKED_AT) or 1
    return range(turn % step, length, step)


def _word(game: RehearsedGame, request: Any) -> str:
    """Return the request in words; if the game lacks them, its fields. Without words only reports are poorer."""
    try:
        return game.word(request)
    except GameMistake:
        raise
    except Exception:
        return str(tuple(request))


def _chosen(game: RehearsedGame, model: Any, moves: Sequence[Any], tries: Sequence[Any], random: Random) -> Any:
    """Return the next request, or None if the game is over."""
    share = random.randrange(100)
    if moves and share < _MOVES:
        return random.choice(moves)
    if tries and share < _TRIES:
        return random.choice(tries)
    if share % 2 and game.take_back is not None:
        return game.take_back
    if game.other is not None and (request := game.other(model, random.randrange(256))) is not None:
        [offered] = _offered(game, [request], game.other)
        return offered
    return random.choice(moves) if moves else None


def _asked(game: RehearsedGame, model: Any, request: Any, place: str) -> Iterator[Row]:
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


def _replayed(game: RehearsedGame, model: Any, played: _RehearsedRequests) -> Iterator[Row]:
    return chain.from_iterable(_asked(game, model, request, place) for request, place in played.requests)


@contextmanager
def _as_before(game: RehearsedGame, says: str) -> Iterator[None]:
    """Raise NondeterministicModel if what has come to its end before fails now."""
    try:
        yield
    except NeverEnds:
        raise
    except Exception as error:
        raise NondeterministicModel(game, f"{says}. It fails then: {mistake(error) or error}") from error


def _difference(first: Sequence[Row], again: Sequence[Row]) -> str:
    """Return the first difference in words, or "". The last game may have ended early."""
    for (place, kind, said), (*_, then) in zip(first, again, strict=False):
        if said != then:
            if kind in ("moves", "tries"):
                said, then = _from_the_difference(said.split(), then.split())
            return f"In {place}: {kind} first: {said or 'none'}; then: {then or 'none'}"
    return ""


def _from_the_difference(*lists: Sequence[str]) -> Iterator[str]:
    """Yield the words of each list from the first that differs on, as far as one reads them."""
    same = sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*lists, strict=False)))
    for words in lists:
        yield " ".join(["…"] * bool(same) + [*words[same : same + 4]])


def _compare_without_questions(game: RehearsedGame, games: Sequence[_RehearsedRequests]) -> None:
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


def _compare_at_the_same_time(game: RehearsedGame, first: _RehearsedRequests, second: _RehearsedRequests) -> None:
    """Play two games in turns. Raise GameMistake if either changes the other."""
    models = game.model(), game.model()
    for model in models:
        model.reset()
    says = "a model changes while another one plays"
    rows = [_replayed(game, model, played) for model, played in zip(models, (first, second), strict=True)]
    with _as_before(game, says):
        both = [*zip_longest(*rows)]
    for number, played in enumerate((first, second)):
        if difference := _difference(played.rows, [pair[number] for pair in both if pair[number]]):
            raise NondeterministicModel(game, f"{says}. {difference}")


def _compare_with_images(game: RehearsedGame, games: Sequence[_RehearsedRequests]) -> None:
    """Play the images of games. Raises GameMistake if the rules do not treat one of them like the game."""
    for played in games:
        requests = [request for request, _ in played.requests]
        for image in game.images(Script(tuple(requests))):
            for number, (said, then) in enumerate(
                zip(_outcomes(game, requests), _outcomes(game, image.steps), strict=True)
            ):
                if said != then:
                    words = " ".join(_word(game, request) for request in requests[: number + 1])
                    like = " ".join(_word(game, request) for request in image.steps[: number + 1])
                    says = f"the rules treat a game and its image differently: {words} ends with {said}, {like} with"
                    raise GameMistake(getattr(game, "author", game).images, f"{says} {then}")


def _outcomes(game: RehearsedGame, requests: Sequence[Any]) -> Iterator[str]:
    """Carry requests out; yield of each what the answer says that is the same in each image."""
    model, names = game.model(), game.streams.response.names
    model.reset()
    for request in requests:
        for _ in _asked(game, model, request, ""):
            pass
        values = zip(names, model.answer(), strict=False)
        yield ", ".join(f"{name} {int(value)}" for name, value in values if name in _ALIKE)


@contextmanager
def _another_process(origin: Origin, rows: int) -> Iterator[subprocess.Popen[str]]:
    """Rehearse the game in a process with another order of sets, at the same time."""
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    code = "from loopline.system import trim_imports; trim_imports(); from loopline.games.rehearsal import tell; tell()"
    path = os.pathsep.join(filter(None, sys.path))
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code, str(rows), *origin],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def _told(game: RehearsedGame, process: subprocess.Popen[str]) -> list[Row]:
    """Return what the game says in that process. Raises NondeterministicModel."""
    out, errors = process.communicate()
    try:
        return [(place, kind, said) for place, kind, said in json.loads(out.splitlines()[-1])]
    except (ValueError, IndexError):
        last = (errors.strip().splitlines() or [f"exit code {process.returncode}"])[-1]
        raise NondeterministicModel(game, f"it plays in one process, and fails in another: {last}") from None
