"""What is registered of the installed games fits together."""

from pathlib import Path

import pytest
from loopline.contract import paper
from loopline.contract.designs import bundled
from loopline.contract.game import Game
from loopline.design.board import game_of
from loopline.design.dut import load
from loopline.design.plugins import installed

GAMES = installed()


@pytest.mark.parametrize("name", GAMES)
def test_both_halves_of_a_game_are_of_one_game(name):
    game = game_of(name, Path.cwd())
    assert isinstance(game, Game)
    other = paper.named(name)
    assert (game.name, game.suffix) == (other.name, other.suffix) == (name, game.suffix)


def test_no_two_games_have_one_suffix():
    suffixes = [game.suffix for game in paper.installed()]
    assert len(set(suffixes)) == len(suffixes) == len(GAMES)


def test_no_two_bundled_designs_have_one_name():
    names = [one.name for one in bundled()]
    assert len(set(names)) == len(names)
    assert {one.game.name for one in bundled()} == set(GAMES)


@pytest.mark.parametrize("one", bundled(), ids=lambda one: one.name)
def test_a_bundled_design_is_for_the_game_that_brings_it(one):
    assert load(one.path).game == one.game.name
