"""Limited Tiles: no chosen tile may make the box larger than 8×8; without a legal turn the game is a draw.

The games were found by random search.
"""

import pytest
from goldenrules.errors import Refused
from goldenrules.trax import CLASSIC, Game, read_move
from goldenrules.trax.rules import LIMITED_TILES
from model.trax.playing import play

FULL = r"@0+ A0\ B1\ C1\ D1+ E1+ F1\ @2/ G2/ A0/ @3/ C4\ C5+ C0+ F0\ C8/ G2/ D8\ C1+ H1\ F7\ H8+ A2\ D1+"
STALEMATE = r"""
    @0+ B1\ B0+ A3+ A4+ B0\ C4+ D4+ @5/ A6+ C5+ F4+ F5/ B1\ A1+ G4/ B0\ @2\ F4\ A7/ A8+ F7+ H4/ F8/ A6+ E8/ H3+ H6+ H2\
    H1\ G7+ H8+
"""
#: Eight tiles in a row, and then in a column; the last two make a line of them impossible.
ACROSS = r"@0+ B1+ C1+ D1+ E1+ F1+ G1\ H1\ "
DOWN = r"@0+ A2+ A3+ A4+ A5+ A6+ A7\ A8\ "


@pytest.mark.parametrize(("text", "tiles"), [(FULL, 64), (STALEMATE, 58)], ids=["full", "stalemate"])
def test_a_draw_when_nothing_can_be_played(text, tiles):
    game = Game(LIMITED_TILES)
    for word in text.split():
        assert game.result is None
        game.play(*read_move(game.position, word))

    position = game.position
    assert len(position.tiles) == tiles
    assert position.legal_moves() == []
    assert position.drawn
    assert position.over
    assert (game.result.winner, str(game.result)) == (None, "draw")
    assert not play(text, CLASSIC).over, "without a limit the game goes on"


def test_in_a_stalemate_everything_that_fits_is_a_trap():
    position = play(STALEMATE, LIMITED_TILES)
    assert position.candidates()
    assert len(position.tiles) < 64


@pytest.mark.parametrize(("text", "refused", "legal"), [(ACROSS, ["@1+", "I1+"], "A0+"), (DOWN, ["A0+", "A9+"], "@1+")])
def test_a_box_of_eight_grows_one_way_only(text, refused, legal):
    position = play(text, LIMITED_TILES)
    for word in refused:
        with pytest.raises(Refused, match=r"^box limit:"):
            position.play(*read_move(position, word))
        assert play(text, CLASSIC).is_legal(*read_move(position, word))
    position.play(*read_move(position, legal))
