"""RULES 1.3: loops and lines, of every kind. The games were found by random search and shortened move by move."""

import random
from dataclasses import replace

import model.trax.oracle as oracle
import pytest
from goldenrules.trax import CLASSIC, CONTEST, LOOP_TRAX, RED, WHITE, Board, Game, Trap, read_move
from goldenrules.trax.tiles import PLUS_RED_ACROSS, other
from hypothesis import given
from model.trax.playing import COLOURS, LINES_OF_FOUR, at, board_of, play, replay
from model.trax.strategies import games

#: Tiles of the loop → who has it, and a game.
LOOPS = {
    4: (RED, r"@0/ B1\ B2/"),
    6: (WHITE, r"@0+ A2/ A0\ @2+"),
    8: (WHITE, r"@0/ A2+ @1/ C1+ C0\ "),
    10: (RED, r"@0+ B1+ B0\ C1\ A0/ @3\ "),
    12: (WHITE, r"@0/ B1+ C1\ C0\ A3/ B4+ D3/"),
    16: (WHITE, r"@0/ A0/ @1\ B3\ B4\ A4/ C2+ @3+ D4/ A2+"),
    24: (RED, r"@0/ B1\ A0/ C1+ @2/ B3+ B4/ C4\ E1\ C0\ @4\ F4\ F5/"),
    28: (RED, r"@0+ A2/ B1\ @2/ @1\ D3\ B4/ D5\ @1+ B4/ D6+ @2\ "),
    38: (RED, r"@0/ A2+ @1\ B3/ B4/ C3/ D3/ B5+ A0\ C1\ D0/ D0\ @3+ B2\ A5\ C1/ F6+ G6/ C9\ G5\ "),
}
#: Game → tiles of the loop, and how many of them its last turn forced; the chosen tile is none of them.
LOOPS_BESIDE_THE_CHOSEN_TILE = {
    r"@0+ A2+ A0+ B3\ C3/ B1\ ": (4, 2),
    r"@0/ @1/ B2/ B0\ C1+ C0+ @3+ B1+ @3/ @3\ A4/ A5\ A6\ A7+ B7/": (16, 8),
    r"@0+ @1+ A0\ B1/ @2\ @2\ E2+ E0/ @3/ D1+ C1/ @3\ C1\ G0/ G0/ A4+ G0+ B3/ B2\ F0/ F0/ E1+": (18, 10),
}
#: Game → who has the line, where it runs, its tiles.
LINES = {
    "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+": (RED, "line across", 8),
    "@0+ A2+ A3+ A4+ A5+ A6+ A7+ A8+": (WHITE, "line down", 8),
    r"@0+ A2\ A3\ @1+ A3/ C1/ @3/ @1\ F3\ G3\ H3\ F0\ ": (RED, "line across", 14),
    r"@0/ A2\ @2\ B3+ B4+ A0\ B6+ B0/ B8+": (WHITE, "line down", 12),
}
LINES_BESIDE_THE_CHOSEN_TILE = {
    r"@0+ @1+ B2/ C2\ @1+ E2\ @1+ @1+ F1+ H1\ G3/ H3\ ": "line across",
    r"@0/ A0\ B1\ A0\ C2\ A0+ A0+ C6\ B7/ D2+ E2/ E1/ E0/": "line down",
}
ONE_TILE_SHORT = {
    "@0+ B1+ C1+ D1+ E1+ F1+ G1+": "line across",
    "@0+ A2+ A3+ A4+ A5+ A6+ A7+": "line down",
    r"@0/ @1\ B2/ A3+ @1\ @3/ @1\ E3+ F1/ @2+": "line across",
    r"@0+ A2+ A3+ A0+ A0+ A0+ B5/ C5+ A7+": "line down",
}
#: A path eight columns or rows long, and another tile further out. The sides where its ends leave the board.
NOT_AT_THE_EDGE = {
    r"@0/ @1/ C1/ D1\ D2\ A2/ @2+ F2/ A0\ @3/ D0+ F1/ @4\ @4+ C5/": (3, 1),
    r"@0/ A0\ B1\ A3/ A0\ B5\ @5\ A1+ @5\ B0+ A7/ D8/ B0+": (0, 2),
}
BOTH_COLOURS = [
    r"@0+ A2/ @1+ C2/ C0/ C0\ B2\ ",
    r"@0/ A2\ A0\ B1/ C1\ D1+ D2\ D3/ C3\ ",
    r"@0+ A2/ A3+ @3+ A4+ @3+ A2/ B5/ B6/ @3/ A4/ @4\ D7\ C7/ E5/ B7\ A5/ C6\ ",
]
OPPONENTS_WIN = {
    r"@0/ @1\ C1\ B0\ ": "loop",
    r"@0+ @1\ @1\ C2+ D2/ A0\ C4\ E4+ D5/ E6\ B0+ F5+ A4+ E8+": "line down",
}
LINE_AGAINST_LOOP = r"""
    @0/ A2+ @2\ C2/ @1+ C0+ B4\ E3+ @2+ C0+ B5\ B6/ C0+ G5\ D1+ F4/ G6+ E3/ F3/ E1+ H4/ F7+ D8+
"""
LOOP_AND_LINE = r"@0/ A0\ B1\ A0\ C2\ A0+ A0+ C6\ B7/ D2+ E2/ E1/ D0+"
#: Game → what its last turn completes in some order of forced play before the trap is met.
WIN_AND_TRAP = {
    r"@0/ A2+ A0\ A4\ B3/ C3/ D3\ D2+ D1+ B1/": "loop",
    r"@0/ A0+ @2+ @1/ @2+ E2/ E3+ F1\ F4/ C3/ G1/ G4/ H1\ H4\ H3/": "line across",
    r"@0+ B1\ B2\ A0/ @1\ B4\ C0+ A1+ A4\ C0/ A7/ A1\ D3/ B0\ E6/ F6+ D1/ F5\ A9+ C9+ D8\ F4/ F3\ F2\ E1/": "line down",
}


def chosen_and_forced(position):
    turn = position.turns[-1]
    chosen, *forced = [placed.cell for placed in position.placed[turn.tiles_before :]]
    return chosen, set(forced)


def is_one_path(position, win):
    """Each cell is joined to the next one in the colour of the win; a loop's last one to its first."""
    cells = [at(cell) for cell in position.path(win)]
    board, letter = board_of(position), COLOURS[win.colour]
    pairs = list(zip(cells, cells[1:] + cells[:1], strict=True))
    for here, there in pairs if win.kind == "loop" else pairs[:-1]:
        if there not in oracle.beside(here):
            return False
        side = oracle.beside(here).index(there)
        if not board[here][side] == board[there][(side + 2) % 4] == letter:
            return False
    return len(set(cells)) == len(cells)


@pytest.mark.parametrize("tiles", LOOPS)
def test_loops(tiles):
    colour, text = LOOPS[tiles]
    for rules in (CLASSIC, LOOP_TRAX):
        position = play(text, rules)
        (win,) = position.wins
        assert (win.colour, win.kind, len(position.path(win))) == (colour, "loop", tiles)
        assert position.winner == colour


@pytest.mark.parametrize("text", LOOPS_BESIDE_THE_CHOSEN_TILE)
def test_a_loop_that_only_forced_tiles_complete(text):
    tiles, forced_tiles = LOOPS_BESIDE_THE_CHOSEN_TILE[text]
    position = play(text)
    (win,) = position.wins
    chosen, forced = chosen_and_forced(position)
    loop = set(position.path(win))
    assert win.kind == "loop"
    assert chosen not in loop
    assert (len(loop), len(loop & forced)) == (tiles, forced_tiles)
    assert position.winner == win.colour


def test_nobody_has_won_before_the_turn_is_finished():
    *words, last = next(iter(LOOPS_BESIDE_THE_CHOSEN_TILE)).split()
    position = play(" ".join(words))
    position.begin(*read_move(position, last))
    while position.forced:
        assert position.winner is None
        position.force(min(position.forced))
    assert position.formations
    assert position.winner is None
    position.finish()
    assert position.winner is not None


@pytest.mark.parametrize("text", LINES)
def test_lines(text):
    colour, kind, tiles = LINES[text]
    position = play(text)
    (win,) = position.wins
    assert (win.colour, win.kind, len(position.path(win))) == (colour, kind, tiles)
    assert position.winner == colour
    with_loops_only = play(text, LOOP_TRAX)
    assert (with_loops_only.wins, with_loops_only.over) == ([], False)
    assert with_loops_only.legal_moves()


@pytest.mark.parametrize("text", LINES_BESIDE_THE_CHOSEN_TILE)
def test_a_line_that_only_forced_tiles_complete(text):
    position = play(text)
    (win,) = position.wins
    chosen, _ = chosen_and_forced(position)
    assert win.kind == LINES_BESIDE_THE_CHOSEN_TILE[text]
    assert chosen not in position.path(win)


@pytest.mark.parametrize("text", ONE_TILE_SHORT)
def test_a_line_of_seven_is_none(text):
    assert play(text).winner is None
    shorter = play(text, replace(CLASSIC, lines=7))
    assert [win.kind for win in shorter.wins] == [ONE_TILE_SHORT[text]]


def test_a_bare_board_knows_the_length_of_a_line():
    board = Board()
    for column in range(8):
        assert board.formations == []
        board.set_box(board.box.including(column))
        board.lay(column, PLUS_RED_ACROSS)
    assert [(win.colour, win.kind) for win in board.formations] == [(RED, "line across")]


@pytest.mark.parametrize("text", NOT_AT_THE_EDGE)
def test_a_line_that_ends_before_the_edge_is_none(text):
    first_side, last_side = NOT_AT_THE_EDGE[text]
    axis = 0 if first_side == 3 else 1
    position = play(text)
    assert position.winner is None

    board = board_of(position)
    lengths = []
    for cell in board:
        cells, leaves = oracle.follow(board, cell, first_side, board[cell][first_side])
        end = oracle.beside(cells[-1])[leaves]
        if leaves == last_side and end not in board and oracle.beside(cell)[first_side] not in board:
            lengths.append(cells[-1][axis] - cell[axis] + 1)
    assert max(lengths) == 8
    assert (position.box.columns, position.box.rows)[axis] == 9


@pytest.mark.parametrize("text", BOTH_COLOURS)
def test_both_colours_at_once_the_mover_wins(text):
    position = play(text)
    assert {win.colour for win in position.wins} == {WHITE, RED}
    assert position.winner == position.turns[-1].mover


@pytest.mark.parametrize("text", OPPONENTS_WIN)
def test_the_opponent_may_win(text):
    position = play(text)
    (win,) = position.wins
    assert win.kind == OPPONENTS_WIN[text]
    assert win.colour == position.winner == other(position.turns[-1].mover) == position.to_move


def play_game(text):
    game = Game()
    for word in text.split():
        game.play(*read_move(game.position, word))
    return game


def test_a_line_against_a_loop():
    """The result names what the winner has, not what the loser has as well."""
    game = play_game(LINE_AGAINST_LOOP)
    assert {(win.colour, win.kind) for win in game.position.wins} == {(WHITE, "line down"), (RED, "loop")}
    assert (game.result.winner, game.result.how) == (WHITE, "line down")


def test_a_loop_and_a_line_at_once():
    game = play_game(LOOP_AND_LINE)
    result = game.result
    assert {win.kind for win in game.position.wins} == {"loop", "line down"}
    assert result.winner == WHITE
    assert set(result.how.split(" and ")) == {"loop", "line down"}


@pytest.mark.parametrize("text", WIN_AND_TRAP)
def test_a_trap_is_a_foul_whatever_else_it_completes(text):
    *words, last = text.split()
    game = Game(CONTEST)
    for word in words:
        assert game.play(*read_move(game.position, word)) is None
    position, mover = game.position, game.position.to_move
    move = read_move(position, last)

    completed = set()
    for seed in range(60):
        rng = random.Random(seed)
        position.begin(*move)
        while position.forced and position.trap is None:
            position.force(rng.choice(sorted(position.forced)))
        completed |= {win.kind for win in position.formations}
        with pytest.raises(Trap):
            position.finish()
        assert position.wins == position.formations == []
    assert WIN_AND_TRAP[text] in completed

    result = game.play(*move)
    assert (result.winner, result.how) == (other(mover), "foul")
    assert isinstance(result.foul, Trap)


@pytest.mark.parametrize(
    "text", [text for _, text in LOOPS.values()] + [*LOOPS_BESIDE_THE_CHOSEN_TILE, *LINES, *BOTH_COLOURS]
)
def test_before_its_last_turn_nobody_has_won(text):
    position = play("")
    for word in text.split():
        assert position.winner is None
        assert position.wins == []
        position.play(*read_move(position, word))
    assert position.over


@given(games(LINES_OF_FOUR))
def test_the_cells_of_a_win_are_one_path(game):
    position = replay(game, LINES_OF_FOUR)
    for win in position.wins:
        assert is_one_path(position, win)
        cells = [at(cell) for cell in position.path(win)]
        left, right, top, bottom = oracle.bounds(board_of(position))
        if win.kind == "line across":
            assert (cells[0][0], cells[-1][0]) == (left, right)
        if win.kind == "line down":
            assert (cells[0][1], cells[-1][1]) == (top, bottom)
