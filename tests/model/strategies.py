"""Games for Hypothesis, as lists of moves. Built, never filtered; the only thing drawn is which candidate is played."""

from goldenrules.trax import CLASSIC, Position, Trap
from goldenrules.trax.errors import Refused
from hypothesis import strategies as st
from model.playing import play

CHOICE = st.integers(0, 255)


def play_on(position, choice, wanted=lambda position: True):
    """Play the candidate that `choice` picks, or the next one that is legal and wanted. Without one: False."""
    candidates = position.candidates()
    for number in range(len(candidates)):
        try:
            position.play(*candidates[(choice + number) % len(candidates)])
        except Refused:
            continue
        if wanted(position):
            return True
        position.take_back()
    return False


def undecided(position):
    return position.winner is None


def decided(position):
    return position.winner is not None


def play_on_among_pockets(position, choice, tries=5):
    """Of a few candidates play the one that leaves the most cells with two neighbours: traps grow there."""
    candidates, best = position.candidates(), None
    for number in range(min(tries, len(candidates))):
        move = candidates[(choice + number * 89) % len(candidates)]
        try:
            position.play(*move)
        except Refused:
            continue
        pockets = sum(edges.bit_count() > 1 for edges in position.entries.values())
        if position.winner is None and (best is None or pockets > best[0]):
            best = pockets, move
        position.take_back()
    if best is None:
        return play_on(position, choice, undecided)
    position.play(*best[1])
    return True


@st.composite
def games(draw, rules=CLASSIC, turns=30, winning=True):
    """The moves of a game. Half of them end with a win if one turn can bring it about; with `winning=False` none."""
    position = Position(rules)
    pockets = draw(st.booleans())
    last = draw(st.integers(1, turns))
    for _ in range(last - 1):
        choice = draw(CHOICE)
        played = play_on_among_pockets(position, choice) if pockets else play_on(position, choice, undecided)
        if not played:
            break
    choice = draw(CHOICE)
    if not (winning and draw(st.booleans()) and play_on(position, choice, decided)):
        play_on(position, choice, (lambda _: True) if winning else undecided)
    return [turn.move for turn in position.turns]


def traps_in(position):
    """The candidates that forced play makes illegal, each with its reason."""
    found = []
    for move in position.candidates():
        try:
            position.play(*move)
        except Trap as trap:
            found.append((move, trap))
        else:
            position.take_back()
    return found


@st.composite
def traps(draw, turns=60):
    """A game that nobody has won, and a move that is illegal only because of forced play."""
    position = Position(CLASSIC)
    for number in range(turns):
        play_on_among_pockets(position, draw(CHOICE))
        if number % 4 == 3 and (found := traps_in(position)):
            break
    else:
        # One time in ten; then one of the shortest traps there are has to do.
        position = play("@0/ A0+ A0+ A0+ @1+ @1+ B4\\ A4\\")
        found = traps_in(position)
    return [turn.move for turn in position.turns], draw(st.sampled_from([move for move, _ in found]))
