"""Every kind of turn is taken back."""

from collections import Counter

from games.trax.strategies.examples import facts, many, scripts, share
from loopline.games.trax.protocol import Op, Reason
from loopline.games.trax.reference_engine import ReferenceEngine


def what_is_taken_back(script, size=64):
    """For each turn taken back, all that can be said of it."""
    engine = ReferenceEngine(size)
    stack = []
    previous = None
    for request in script.requests(size):
        box = engine.position.box
        over = engine.response().over
        answer = engine.answer(request)
        if request.op == Op.NEW:
            stack = []
        elif request.op == Op.PLAY and not answer.reason:
            words = {"win"} if answer.over else set()
            words |= {"long cascade"} if answer.placed > 6 else set()
            if len(stack):
                grown = engine.position.box
                sides = ("left", "top", "right", "bottom")
                words |= {f"grown {side}" for side, a, b in zip(sides, box, grown, strict=True) if a != b}
            stack.append(words)
        elif request.op == Op.PLAY and answer.over and not over:
            stack.append({"trap"} if answer.reason == Reason.TRAP else {"foul"})
        elif request.op == Op.TAKE_BACK and stack:
            yield from stack.pop()
            if not stack:
                yield "to the empty board"
        elif request.op == Op.PLAY and not stack and previous == Op.TAKE_BACK:
            yield "from the empty board"
        previous = request.op


def test_turns_of_every_kind():
    found = Counter(word for script in scripts("take_backs") for word in set(what_is_taken_back(script)))
    kinds = ("win", "trap", "long cascade", "grown left", "grown top", "grown right", "grown bottom")
    assert min(found[kind] for kind in (*kinds, "to the empty board")) > 0.05 * many("take_backs")


def test_one_some_and_very_many():
    runs = [found.most_taken_back for found in facts("take_backs")]
    assert share(lambda run: run == 1, runs) > 0.1
    assert share(lambda run: 2 <= run < 10, runs) > 0.1
    assert share(lambda run: run >= 30, runs) > 0.2
    assert max(runs) > 100


def test_another_game_from_the_empty_board():
    again = 0
    for script in scripts("take_backs"):
        played = 0
        empty = False
        for step in script.steps:
            played = played + 1 if step.op == Op.PLAY else max(0, played - 1) if step.op == Op.TAKE_BACK else 0
            again += empty and step.op == Op.PLAY
            empty = step.op == Op.TAKE_BACK and played == 0
    assert again > 0.1 * many("take_backs")
