"""Branches play all sequences of a few requests from one position, and take each back."""

from loopline.games.evening.game import EveningEngine
from loopline.games.evening.protocol import Hexagon
from loopline.games.general import Toolkit, branches
from loopline.games.strategy import Choices, Digits, Session


class Pile:
    """Letters lie upon each other, each at most once. No other letter lies upon an `x`."""

    def __init__(self):
        self.letters = ""

    def settled(self):
        return [self.letters]

    def carry_out(self, request):
        if request == "-":
            self.letters = self.letters[:-1]
        elif request not in self.letters and not self.letters.endswith("x"):
            self.letters += request


def asked(*data, letters="ab", other=None):
    session = Session(Pile())
    means = Toolkit(
        None, None, lambda model, choice: letters[choice // 64], lambda number: None, "-", lambda model: (), other=other
    )
    branches(means, session, Choices(Digits(bytes(data)), b""))
    assert session.model.letters == ""
    return "".join(session.steps)


def test_all_sequences_are_played_and_each_is_taken_back():
    assert asked(0, 0, 0, 0, 64) == "aab--ba-b-"


def test_request_without_effect_is_not_taken_back():
    assert asked(0, 200, 0, 0, 64, letters="ax") == "aaxax--xax-"


def test_odd_choices_make_other_requests_than_moves():
    assert asked(0, 0, 0, 0, 3, other=lambda model, choice: "yz"[choice]) == "aaz--za-z-"


def test_only_games_with_take_back_have_branches():
    class Final(EveningEngine):
        take_back = None

    names = [[one.name for one in game(Hexagon(side=2)).properties()] for game in (EveningEngine, Final)]
    assert "branches" in names[0]
    assert "branches" not in names[1]
