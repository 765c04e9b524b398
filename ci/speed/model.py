"""Measuring the model: every figure of one table in one run, on the same random games."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from statistics import fmean

from goldenrules.trax import Move, Position, Refused, perft, read_move, write_move

from speed.figures import Figure

#: The best of this many runs counts, in processor time: other work of the machine disturbs the others.
_RUNS = 5
_SHORT, _LONG = 30, 300
#: Turns that begin within this many tiles of a number count as "at" it.
_NEAR = 10


def measure(long: bool) -> Iterator[Figure]:
    """Yield the figures of the model, ratios first."""
    chance = random.Random(1)
    won = [_game(chance) for _ in range(200)]
    endless = [_game(chance, _LONG + _NEAR) for _ in range(40)]
    ratio = f"a turn at {_LONG} tiles against one at {_SHORT}, equal numbers of tiles placed"
    yield Figure(ratio, _ratio(endless), "times the time", "≤ 1.3")
    turns = sum(map(len, won))
    yield Figure("play, verdict included", turns / _best(lambda: _play(won)), "turns/s", "≥ 100,000")
    yield Figure("play and take back", turns / _best(lambda: _play_and_take_back(won)), "turns/s", "≥ 50,000")
    positions = [_replay(moves) for moves in won]
    found = sum(len(position.legal_moves()) for position in positions)
    yield Figure("legal_moves()", found / _best(lambda: [p.legal_moves() for p in positions]), "turns/s")
    words = [(position, position.candidates()) for position in positions]
    moves = sum(len(candidates) for _, candidates in words)
    yield Figure("notation, written and read", moves / _best(lambda: _write_and_read(words)), "moves/s")
    if long:
        started = time.process_time()
        sequences = sum(row.sequences for row in perft(6))
        yield Figure("perft to ply 6", sequences / (time.process_time() - started), "sequences/s")


def _game(chance: random.Random, endless: int | None = None) -> list[Move]:
    """Return random moves up to a win, which is left out; or up to `endless` tiles, avoiding wins."""
    position = Position()
    while endless is None or len(position.tiles) < endless:
        try:
            position.play(*chance.choice(position.candidates()))
        except Refused:
            continue
        if position.winner is not None:
            position.take_back()
            if endless is None:
                break
    return [turn.move for turn in position.turns]


def _best(run: Callable[[], object]) -> float:
    """Return the seconds of processor time of the fastest run."""
    times = []
    for _ in range(_RUNS):
        started = time.process_time()
        run()
        times.append(time.process_time() - started)
    return min(times)


def _replay(moves: list[Move]) -> Position:
    position = Position()
    for move in moves:
        position.play(*move)
        _ = position.winner
    return position


def _play(games: list[list[Move]]) -> None:
    for moves in games:
        _replay(moves)


def _play_and_take_back(games: list[list[Move]]) -> None:
    for moves in games:
        position = _replay(moves)
        for _ in moves:
            position.take_back()


def _write_and_read(words: list[tuple[Position, list[Move]]]) -> None:
    for position, moves in words:
        for move in moves:
            read_move(position, write_move(position, move))


def _ratio(games: list[list[Move]]) -> float:
    """Return how much longer late turns take than early ones that place as many tiles."""
    times: dict[tuple[int, int], list[int]] = defaultdict(list)
    for moves in games:
        runs = zip(*(_timed(moves) for _ in range(_RUNS)), strict=True)
        for turn in runs:
            before, placed, _ = turn[0]
            for size in (_SHORT, _LONG):
                if abs(before - size) <= _NEAR:
                    times[size, placed].append(min(nanoseconds for _, _, nanoseconds in turn))
    both = [placed for size, placed in times if size == _LONG and (_SHORT, placed) in times]
    weights = {placed: min(len(times[_SHORT, placed]), len(times[_LONG, placed])) for placed in both}
    short, long = (sum(weights[n] * fmean(times[size, n]) for n in both) for size in (_SHORT, _LONG))
    return long / short


def _timed(moves: list[Move]) -> list[tuple[int, int, int]]:
    """Return for each turn the tiles before it, the tiles that it places, and its nanoseconds."""
    position, turns = Position(), []
    for move in moves:
        before = len(position.placed)
        started = time.perf_counter_ns()
        position.play(*move)
        _ = position.winner
        turns.append((before, len(position.placed) - before, time.perf_counter_ns() - started))
    return turns
