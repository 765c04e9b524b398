"""The tests that judge the models beside an oracle, judged: with one line of a rule broken, they fail."""

import model.trax.test_against_the_oracle as against_the_oracle
import model.trax.test_game_texts as whole_games
import model.trax.test_legality as legality
import model.trax.test_notation as today
import model.trax.test_notation_1998 as before_1998
import model.trax.test_take_back as take_back
import model.trax.test_traps as trapping
import model.trax.test_wins as winning
import model.tsolitaire.test_against_the_oracle as tsolitaire
import pytest
from goldenrules import tsolitaire as tsolitaire_model
from goldenrules.trax import Board, Position, notation, notation_1998, position, records
from goldenrules.trax import games as games_as_text
from goldenrules.trax.tiles import BACKSLASH_RED_RIGHT, PLUS_RED_ACROSS, RED, WHITE
from hypothesis import strategies as st
from loopline.games.tsolitaire.record import records as tsolitaire_games
from model.broken_rules import LOOP, NO_TRAPS, NOBODY_LEAVES, ONE_TILE, RED_CORNER, UPWARDS, WINNER, forced
from model.mutations import Mutation, NewValue, assert_noticed
from model.trax.playing import LINES_OF_FOUR
from model.trax.strategies import games, traps

GAMES = (games(),)
LINES = (games(LINES_OF_FOUR),)
TRAPS = (traps(),)
TSOLITAIRE = (tsolitaire_games(), st.data())

BELOW_A_WHITE_EDGE = forced("one white edge from the south is enough to force a +", __w_=PLUS_RED_ACROSS)
ANY_FIRST_TILE = NewValue(
    position, "FIRST_TILES", {**position.FIRST_TILES, "\\": BACKSLASH_RED_RIGHT}, "@0\\ is a first move"
)
LINE = 'Win(colour, "line across"'

#: The test, what it is given, and what is broken. The last group is what real contest software got wrong.
CHECKS = [
    (take_back.test_forced_tiles_never_widen_the_box, GAMES, BELOW_A_WHITE_EDGE),
    (
        take_back.test_the_tiles_of_a_turn_are_listed_in_order,
        GAMES,
        Mutation(Position, "begin", "len(placed)", "max(0, len(placed) - 1)"),
    ),
    (
        take_back.test_a_turn_in_the_middle_of_forced_play,
        (*GAMES, st.integers(0, 20)),
        Mutation(Position, "take_back", "self.forced.clear()", "pass"),
    ),
    (legality.test_every_turn, GAMES, Mutation(Position, "_tile_to_place", "if cell in self.tiles:", "if False:")),
    (
        legality.test_every_turn,
        GAMES,
        Mutation(Position, "_tile_to_place", "entries.get(cell)", "entries.get(cell, 0)"),
    ),
    (legality.test_every_turn, GAMES, RED_CORNER),
    (trapping.test_a_trap_is_refused_and_says_where, TRAPS, NO_TRAPS),
    (against_the_oracle.test_boards_and_wins, LINES, Mutation(Board, "path", "return cells", "return cells[:5]")),
    (winning.test_the_cells_of_a_win_are_one_path, LINES, Mutation(Board, "path", "return cells", "return cells[::2]")),
    (today.test_what_is_written_is_read, GAMES, Mutation(notation, "label", "- labels.top", "- labels.top + 1")),
    (
        today.test_a_label_for_each_cell_in_and_beside_the_box_and_for_no_other,
        GAMES,
        Mutation(notation, "labelled", "box.right + 1", "box.right"),
    ),
    (before_1998.test_what_is_written_is_read, GAMES, Mutation(notation_1998, "_cell", "row == 1", "row == 2")),
    (
        before_1998.test_what_is_written_is_read,
        GAMES,
        Mutation(notation_1998, "_letters", "leaves = b if track == a else a", "leaves = track"),
    ),
    (
        whole_games.test_what_is_written_is_read,
        (st.just(20), *GAMES, st.sampled_from([WHITE, RED]), st.just(False)),
        Mutation(records, "_apply_result", "resign(other(most.winner))", "resign(most.winner)"),
    ),
    (
        whole_games.test_what_is_written_in_the_old_notation_is_read,
        GAMES,
        Mutation(notation_1998, "write_move", "max(column, 1)", "column"),
    ),
    (
        whole_games.test_a_file_of_games,
        (st.lists(games(), min_size=1, max_size=4),),
        NewValue(games_as_text, "_begins", lambda words, notation: False, "no line begins a game"),
    ),
    # 1: the mover is always declared the winner
    (against_the_oracle.test_boards_and_wins, LINES, Mutation(Position, "winner", WINNER, "mover")),
    # 2: a loop that does not pass through the chosen tile is missed
    (
        against_the_oracle.test_boards_and_wins,
        LINES,
        Mutation(Board, "lay", LOOP, "len(self.placed) == self.turns[-1].tiles_before + 1 and " + LOOP),
    ),
    # 3: the colour of a line is read from the wrong edge
    (
        against_the_oracle.test_boards_and_wins,
        LINES,
        Mutation(Board, "_judge_line", LINE, LINE.replace("colour", "colour ^ 3")),
    ),
    # 4: an end that is not at the outermost row is taken for one; a line may be short
    (
        against_the_oracle.test_boards_and_wins,
        LINES,
        Mutation(Board, "_judge_line", "abs(row_of(apart)) == self.box.rows", "abs(row_of(apart)) >= lines"),
    ),
    (
        against_the_oracle.test_boards_and_wins,
        LINES,
        Mutation(Board, "_judge_line", "self.box.columns >= lines and ", ""),
    ),
    # 9: the numbering is not shifted by a tile in row 0
    (today.test_what_is_written_is_read, GAMES, Mutation(notation, "labelled", "box.top - 1", "min(box.top, 0)")),
    # 5: @0\ is accepted as the first move
    (legality.test_every_turn, (st.just([]),), ANY_FIRST_TILE),
    # 6: the board is not rolled back after a trap
    (trapping.test_a_trap_is_refused_and_says_where, TRAPS, Mutation(Position, "finish", "self.take_back()", "pass")),
    # Another game.
    (tsolitaire.test_stones_and_what_they_pass, TSOLITAIRE[:1], UPWARDS),
    (tsolitaire.test_stones_and_what_they_pass, TSOLITAIRE[:1], ONE_TILE),
    (tsolitaire.test_what_is_legal_and_what_is_refused, TSOLITAIRE, NOBODY_LEAVES),
    (
        tsolitaire.test_what_is_legal_and_what_is_refused,
        TSOLITAIRE,
        Mutation(tsolitaire_model.Position, "runs", "in STONES if", "in STONES[1:] if"),
    ),
    (tsolitaire.test_when_a_game_is_over, TSOLITAIRE, NOBODY_LEAVES),
]


@pytest.mark.parametrize(
    ("test", "given_what", "mutation"), CHECKS, ids=[f"{test.__name__}: {mutation}" for test, _, mutation in CHECKS]
)
def test_a_broken_rule_is_noticed(test, given_what, mutation):
    inner = test.hypothesis.inner_test
    assert_noticed(mutation, st.tuples(*given_what), lambda values: inner(*values))
