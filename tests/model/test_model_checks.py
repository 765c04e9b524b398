"""What `verify-model` checks of the model of each game holds; and with one line of a rule broken, the property or the
figure that is about it does not."""

from types import SimpleNamespace

import pytest
from goldenrules.globe import GameError
from goldenrules.trax import ORIGIN, Move, Position, Reason, Refused, cell_at
from goldenrules.trax.cells import neighbour
from goldenrules.trax.tiles import EAST, PLUS_RED_ACROSS, SIDES
from goldenrules.tsolitaire import Position as Tsolitaire
from hypothesis import strategies as st
from loopline.contract.checks import ModelMismatch, Tally
from loopline.games.checks import Disagreement
from loopline.games.evening import properties as evening
from loopline.games.evening.paper import PAPER as EVENING
from loopline.games.globe import properties as globe
from loopline.games.globe import record as globe_record
from loopline.games.globe.paper import PAPER as GLOBE
from loopline.games.trax import properties
from loopline.games.trax.paper import PAPER as TRAX
from loopline.games.trax.record import Record
from loopline.games.trax.symmetry import Symmetry
from loopline.games.tsolitaire import properties as tsolitaire
from loopline.games.tsolitaire import record as tsolitaire_record
from loopline.games.tsolitaire.paper import PAPER as TSOLITAIRE
from model.broken_rules import BROKEN, OTHER_FIGURES
from model.mutations import NOTICED, assert_noticed

PAPERS = {"trax": TRAX, "evening": EVENING, "tsolitaire": TSOLITAIRE, "globe": GLOBE}
CHECKS = {(game, check.name): check for game, paper in PAPERS.items() for check in paper.checks(60, 1)}
MODULES = {"trax": properties, "evening": evening, "tsolitaire": tsolitaire, "globe": globe}
PROPERTIES = {(game, one.name): one for game, module in MODULES.items() for one in module.PROPERTIES}


def name(value):
    return ", ".join(value) if isinstance(value, tuple) and isinstance(value[0], str) else str(value)


@pytest.mark.room(14)  # four games, each with its properties and figures
@pytest.mark.parametrize("check", CHECKS, ids=name)
def test_model_passes_its_checks(check):
    tally = Tally()
    CHECKS[check].run(tally)
    assert tally.examples >= CHECKS[check].examples > 0
    assert tally.turns > 3 * tally.examples or check not in PROPERTIES


@pytest.mark.room(4)
@pytest.mark.parametrize(("game", "one", "mutation"), BROKEN, ids=name)
def test_a_broken_rule_is_noticed(game, one, mutation):
    found = PROPERTIES[game, one]
    assert_noticed(mutation, st.fixed_dictionaries(found.strategies), lambda drawn: found.holds(**drawn))


def test_every_property_is_checked_and_broken_by_something():
    assert {(game, one) for game, one, _ in BROKEN} == set(PROPERTIES) < set(CHECKS)


@pytest.mark.room(5)
@pytest.mark.parametrize(("game", "figure", "mutation"), OTHER_FIGURES, ids=name)
def test_another_figure_is_noticed(game, figure, mutation):
    with mutation.applied(), pytest.raises((ModelMismatch, *NOTICED)):
        CHECKS[game, figure].run(Tally())


def test_a_record_without_one_of_its_turns():
    game = globe_record.Record(("N3-C1", "W3-W2", "C1-C4", "W2-W3"))
    assert game.without(3).moves == ("N3-C1", "W3-W2", "C1-C4")
    with pytest.raises(GameError):
        game.without(0)
    turns = Tsolitaire.from_moves(["6B16B", "5F8L", "6F12T"]).turns
    tiles = tsolitaire_record.Record(tuple(turn.move for turn in turns))
    assert str(tiles.without(0)) == "5F8L 6F12T"
    with pytest.raises(Refused, match=r"^no-stone:"):
        tiles.without(1)


# --- what only a change of the properties' own means can break --------------------------------------------------------

#: The turns of one order are compared with those of the game: in a sound model nothing else differs.
SOME = Record((Move(ORIGIN, "/"), Move(neighbour(ORIGIN, EAST), "/")))


def test_another_board_by_another_order_is_noticed(monkeypatch):
    def leaves_a_tile(position, move, order):
        position.play(*move)
        position.tiles[cell_at(9, 9)] = PLUS_RED_ACROSS

    properties.any_order(SOME, [])
    monkeypatch.setattr(properties, "_play_in_order", leaves_a_tile)
    with pytest.raises(Disagreement, match="gives another board"):
        properties.any_order(SOME, [])


def test_a_turn_that_only_one_order_refuses_is_noticed(monkeypatch):
    def refuses_the_next(position, move, order):
        if len(position.turns) == len(SOME):
            raise Refused(Reason.UNCONNECTED, "in this order")
        position.play(*move)

    monkeypatch.setattr(properties, "_play_in_order", refuses_the_next)
    with pytest.raises(Disagreement, match="is refused in one order"):
        properties.any_order(SOME, [])


#: White's last turn closes a loop of Red's.
LOST = Record(tuple(turn.move for turn in Position.from_moves(["@0/", "B1\\", "A2\\"]).turns))


def test_a_win_that_is_missed_in_the_mirror_is_noticed(monkeypatch):
    swapped, image_of = Symmetry(tuple(SIDES), swap=True), Record.image

    def without_wins(record, symmetry):
        image = image_of(record, symmetry)
        return SimpleNamespace(tiles=image.tiles, wins=(), winner=image.winner, legal_moves=image.legal_moves)

    properties.in_the_mirror(LOST, swapped)
    monkeypatch.setattr(Record, "image", without_wins)
    with pytest.raises(Disagreement, match="the wins differ when colours swapped"):
        properties.in_the_mirror(LOST, swapped)


def test_entries_of_a_cell_that_no_tile_touches_are_noticed(monkeypatch):
    properties.the_whole_board(SOME)
    position = SOME.position()
    position.entries[cell_at(9, 9)] = 1
    monkeypatch.setattr(Record, "position", lambda record: position)
    with pytest.raises(Disagreement, match="the entries of the empty cells"):
        properties.the_whole_board(SOME)
