"""Scripts made of scripts: much like one that has met something rare, but changed.

Every way replays the script in a session, up to where it departs from it. What comes afterwards is kept as far as it is
still legal there, so a variation does not end in a heap of refusals. (`RequestGame.varied` puts requests together
without asking whether they are legal by then; of the turns after one that is left out, a fifth would be refused here.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random

from goldenrules.trax import CONTEST, ORIGIN, SYMBOLS, Cell, RuleSet

from loopline.games.strategy import Digits
from loopline.games.trax.protocol import Op
from loopline.games.trax.requests import Script, Step
from loopline.games.trax.strategies.building_blocks import RULES, around, follow, go_on, place
from loopline.games.trax.strategies.rule_sets import pool
from loopline.games.trax.strategies.session import Session
from loopline.resets import Reset, mostly_in

Way = Callable[[Session, Sequence[Step], Sequence[Step], Random], None]

#: The most requests that are inserted or left out at a time; and the most that follow unchanged.
_FEW, _SOME = 24, 40
#: One in this many turns that have become illegal is asked for all the same.
_KEPT = 8


def varied(script: Script, second: Script, size: int, variants: bool, random: Random) -> Script:
    """Return the script, changed in one way; or the two of them, joined.

    Args:
        script: The script to vary.
        second: The script that a part is taken from.
        size: The size of the torus.
        variants: Whether the engine plays by all rules.
        random: Chooses the way.
    """
    rules = (*RULES, *pool(size)) if variants else RULES
    ways: tuple[Way, ...] = (*_WAYS, partial(_by_other_rules, rules))
    way = random.choice(ways)
    session = Session(size, place(Digits(random.randbytes(2)), size) if way is _repeat_all else script.at)
    way(session, script.steps, second.steps, random)
    return session.script() if session.steps else script


def _go_on_otherwise(session: Session, steps: Sequence[Step], _: Sequence[Step], random: Random) -> None:
    """Play the script up to some place, then something else, partly near there."""
    _repeat(session, steps[: 1 + random.randrange(len(steps))])
    go_on(session, random.randbytes(1 + random.randrange(_FEW)), _latest(session))


def _put_in(session: Session, steps: Sequence[Step], _: Sequence[Step], random: Random) -> None:
    """Insert a few requests, then go on as before."""
    begin = random.randrange(len(steps) + 1)
    _repeat(session, steps[:begin])
    go_on(session, random.randbytes(1 + random.randrange(4)), _latest(session))
    _repeat(session, steps[begin:], random)


def _leave_out(session: Session, steps: Sequence[Step], _: Sequence[Step], random: Random) -> None:
    begin = random.randrange(len(steps))
    _repeat(session, steps[:begin])
    _repeat(session, steps[begin + 1 + random.randrange(_FEW) :], random)


def _change_one(session: Session, steps: Sequence[Step], _: Sequence[Step], random: Random) -> None:
    """Change a turn's symbol or cell to any; or, if the step is not a turn, play a turn instead."""
    begin = random.randrange(len(steps))
    _repeat(session, steps[:begin])
    cells = [*session.position.entries, *(placed.cell for placed in session.position.placed[-_FEW:])]
    cell = random.choice(cells) if cells else ORIGIN
    if steps[begin].op == Op.PLAY and random.randrange(2):
        cell = steps[begin].cell - session.origin
    _play(session, cell + session.origin, random.choice((*SYMBOLS, *SYMBOLS, *SYMBOLS, "?")))
    _repeat(session, steps[begin + 1 :], random)


def _once_more(session: Session, steps: Sequence[Step], _: Sequence[Step], random: Random) -> None:
    """Take some turns back, play them again, or others, and go on."""
    begin = 1 + random.randrange(len(steps))
    _repeat(session, steps[:begin])
    turns = [step for step in steps[:begin] if step.op == Op.PLAY][-1 - random.randrange(_FEW) :]
    session.take_back(min(len(turns), session.played))
    _repeat(session, turns, random)
    follow(session, random.randrange(256))
    _repeat(session, steps[begin:], random)


def _then_the_other(session: Session, steps: Sequence[Step], others: Sequence[Step], random: Random) -> None:
    """Play the script up to some place, then a game of the other script, by its rules and on its cells."""
    _repeat(session, steps[: 1 + random.randrange(len(steps))])
    begun = [number for number, step in enumerate(others) if step.op == Op.NEW]
    begin = random.choice([0, *begun])
    if begin not in begun:
        session.new(CONTEST)
    _repeat(session, others[begin:], random)


def _by_other_rules(
    pool: Sequence[RuleSet], session: Session, steps: Sequence[Step], _: Sequence[Step], random: Random
) -> None:
    """Play all its games by other rules; every other time the box is limited, to any length, if there is one."""

    def rules() -> RuleSet:
        chosen = random.choice(pool)
        if chosen.first_cell_free or random.randrange(2):
            return chosen
        return replace(chosen, box_limit=1 + random.randrange(session.capacity), draws=False)

    if steps[0].op != Op.NEW:
        session.new(rules())
    _repeat(session, (step._replace(rules=rules()) if step.op == Op.NEW else step for step in steps))


def _reset_in_between(session: Session, steps: Sequence[Step], _: Sequence[Step], random: Random) -> None:
    """Reset in the middle of one of its requests, mostly an early one, or near it; then go on as before."""
    begin = 1 + random.randrange(len(steps))
    _repeat(session, steps[:begin])
    session.cut_short(mostly_in(1 + random.randrange(1 << random.randrange(1, 10)), random.randrange(1 << 16)))
    _repeat(session, steps[begin:], random)


def _repeat_all(session: Session, steps: Sequence[Step], _: Sequence[Step], __: Random) -> None:
    """Play the same script, somewhere else on the torus."""
    _repeat(session, steps)


_WAYS: tuple[Way, ...] = (
    _go_on_otherwise,
    _put_in,
    _leave_out,
    _change_one,
    _once_more,
    _then_the_other,
    _reset_in_between,
    _repeat_all,
)


def _repeat(session: Session, steps: Iterable[Step], random: Random | None = None) -> None:
    """Ask for the steps again: for all; or, if the board differs by now, for some, and for few illegal ones."""
    repeated = steps if random is None else islice(steps, random.randrange(1, _SOME))
    for step in repeated:
        made = len(session.steps)
        if step.op == Op.NEW:
            session.new(step.rules, session.origin)
        elif step.op == Op.TAKE_BACK:
            session.take_back()
        elif step.op == Op.READ:
            session.read(step.cell - session.origin)
        elif random is None or random.randrange(_KEPT) == 0 or _is_legal(session, step):
            _play(session, step.cell, step.symbol)
        if step.cut and len(session.steps) > made:
            session.cut_short([Reset.of(step.cut)])


def _play(session: Session, cell: Cell, symbol: str) -> None:
    """Play a turn, legal or not.

    The first tile of a game may lie anywhere: its cell is the origin, but for a field that does not move.
    """
    if not session.position.tiles and not session.position.rules.first_cell_free:
        session.origin = cell
    cell -= session.origin
    if session.over or not session.has_room(cell):
        session.refused(cell, symbol, foul=False)
    else:
        session.play(cell, symbol)


def _is_legal(session: Session, step: Step) -> bool:
    position = session.position
    moves = not (position.tiles or position.rules.first_cell_free)
    cell = ORIGIN if moves else step.cell - session.origin
    return not session.over and session.has_room(cell) and position.is_legal(cell, step.symbol)


def _latest(session: Session) -> Collection[Cell]:
    """Return the cells of the last turn, and around them."""
    position = session.position
    if not position.turns:
        return ()
    return around([placed.cell for placed in position.placed[position.turns[-1].tiles_before :]])
