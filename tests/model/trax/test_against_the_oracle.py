"""The model and the oracle, turn by turn: boards, formations and their paths, the winner, what is legal, and why what
is not is refused; in random games, in traps, and in games that were worked out."""

import random
from dataclasses import replace

import model.trax.oracle as oracle
import pytest
from goldenrules.errors import Refused
from goldenrules.trax import CLASSIC, CONTEST, RULE_SETS, Board, Game, Position, Trap, cell_at, choose, read_move
from goldenrules.trax.tiles import PLUS_RED_ACROSS, RED, other
from hypothesis import given, settings
from hypothesis import strategies as st
from model.trax.playing import COLOURS, LINES_OF_FOUR, at, board_of, everything_in, play, replay, winner_of, wins_of
from model.trax.strategies import games, traps

#: In which reasons are given (RULES 1.6).
ORDER = ["game over", "bad symbol", "first move", "occupied", "unconnected"]
ORDER += ["outside the field", "box limit", "mismatch"]
ORDER_OF_CONNEXION = ["game over", "bad symbol", "outside the field", "first move"]
ORDER_OF_CONNEXION += ["occupied", "unconnected", "dead cell", "mismatch"]


def agree(rules, referee_rules, game):
    """Both after the game. Nobody has won before a turn that wins is finished."""
    position, referee = Position(rules), oracle.Referee(referee_rules)
    for cell, symbol in game:
        assert (position.over, position.wins) == (False, [])
        position.begin(cell, symbol)
        box = position.box
        while position.forced:
            position.force(min(position.forced))
            assert (position.winner, position.box) == (None, box)
        position.finish()
        won = referee.play(at(cell), symbol)
        assert board_of(position) == referee.board
        assert position.box == tuple(oracle.bounds(referee.board)[side] for side in (0, 2, 1, 3))
        assert wins_of(position) == won
        assert all(is_one_path(position, win) for win in position.wins)
        assert winner_of(position) == referee.winner
        assert COLOURS[position.to_move] == referee.mover
    return position, referee


def is_one_path(position, win):
    """Each cell is joined to the next one in the colour of the win; a loop's last one to its first."""
    cells = [at(cell) for cell in position.path(win)]
    board, letter = board_of(position), COLOURS[win.colour]
    pairs = list(zip(cells, cells[1:] + cells[:1], strict=True))
    for here, there in pairs if win.kind == "loop" else pairs[:-1]:
        side = oracle.beside(here).index(there)
        if not board[here][side] == board[there][(side + 2) % 4] == letter:
            return False
    axis, (left, right, top, bottom) = win.kind == "line down", oracle.bounds(board)
    return win.kind == "loop" or (cells[0][axis], cells[-1][axis]) == ((left, right), (top, bottom))[axis]


def all_are_judged_rightly(position, referee):
    """Every cell and symbol, in the box and two cells around it: legal, or refused for the right reason."""
    rules, legal, placeable = position.rules, [], []
    left, top, right, bottom = position.box if position.tiles else (0, 0, 4, 4)
    for cell in (cell_at(x, y) for y in range(top - 2, bottom + 3) for x in range(left - 2, right + 3)):
        for symbol in ("+", "/", "\\", "|"):
            try:
                position.play(cell, symbol)
            except Refused as refusal:
                reason = refusal.reason
            else:
                reason = None
                position.take_back()
            reasons, _, _ = referee.judge(at(cell), symbol)
            if reason is None or reasons != {reason}:
                order = ORDER_OF_CONNEXION if rules.first_cell_free else ORDER
                assert reason == min(reasons, key=order.index, default=None)
            legal += [(cell, symbol)] * (reason is None)
            placeable += [(cell, symbol)] * (reason in (None, "trap", "out of tiles"))
    assert sorted(legal) == sorted(position.legal_moves())
    assert sorted(placeable) == sorted(position.candidates())
    assert position.drawn == (rules.can_draw and not legal and not referee.winner)


# --- random games -----------------------------------------------------------------------------------------------------


def test_the_oracle_knows_every_rule_set():
    assert set(oracle.VARIANTS) == set(RULE_SETS)


@given(games(LINES_OF_FOUR))
def test_lines_of_four(game):
    agree(LINES_OF_FOUR, oracle.Rules(lines=4), game)


@pytest.mark.parametrize("name", RULE_SETS)
@settings(max_examples=40)
@given(data=st.data())
def test_each_rule_set(name, data):
    agree(RULE_SETS[name], oracle.VARIANTS[name], data.draw(games(RULE_SETS[name], turns=20)))


@pytest.mark.parametrize("name", sorted(RULE_SETS.keys() - {"contest"}))
@settings(max_examples=20)
@given(data=st.data())
def test_legal_turns_match_the_oracle(name, data):
    game = data.draw(st.just([]) | games(RULE_SETS[name], turns=16))
    all_are_judged_rightly(*agree(RULE_SETS[name], oracle.VARIANTS[name], game))


@settings(max_examples=30)
@given(traps())
def test_a_trap_is_refused_and_says_where(trap):
    game, move = trap
    position, referee = agree(CLASSIC, oracle.Rules(), game)
    assert referee.judge(at(move.cell), move.symbol)[0] == {"trap"}

    before = everything_in(position)
    position.begin(*move)
    assert position.trap is None, "a trap is never made by the chosen tile alone"
    while position.trap is None:
        position.force(min(position.forced))
    cell, board = position.trap, board_of(position)
    assert cell not in position.forced
    with pytest.raises(Trap) as caught:
        position.finish()

    assert everything_in(position) == before
    assert caught.value.trap == cell
    assert caught.value.offset == tuple(there - here for here, there in zip(at(move.cell), at(cell), strict=True))
    assert at(cell) in oracle.trapped(board)
    edges, letter = oracle.entering(board, at(cell)), "r" if caught.value.colour == RED else "w"
    assert [side for side in range(4) if edges[side] == letter] == caught.value.sides


# --- games that were found by random search, most of them shortened move by move --------------------------------------

_TO_ALL_TILES = r"""
    @0/ A2/ A3+ A0/ A5+ @5/ C2\ @5\ A4\ E2\ D0\ B4\ F1+ B1+ A7\ F4+ A1/ @2\ A0/ H3/ @7/ E1\ G1\ @3\ @6+ L2/ G0+ M3+ L6+
    @8+ A5+ H10/ D9/ G2\ K1\ N2\ N4+ F1+ M0/ E11+ C4\ O5+ M8+ B2/ F12/ H12\ L9\ L10\ K10+ A11\ C1\
"""
_STALEMATE = r"""
    @0+ B1\ B0+ A3+ A4+ B0\ C4+ D4+ @5/ A6+ C5+ F4+ F5/ B1\ A1+ G4/ B0\ @2\ F4\ A7/ A8+ F7+ H4/ F8/ A6+ E8/ H3+ H6+ H2\
    H1\ G7+ H8+
"""
_LINE_AGAINST_LOOP = r"""
    @0/ A2+ @2\ C2/ @1+ C0+ B4\ E3+ @2+ C0+ B5\ B6/ C0+ G5\ D1+ F4/ G6+ E3/ F3/ E1+ H4/ F7+ D8+
"""
#: Where they end, none of both colours' formations but the winner's is named.
WORKED = {
    "classic": [
        ("of 4 tiles", r"@0/ B1\ B2/", "Red wins, loop"),
        ("of 6 tiles", r"@0+ A2/ A0\ @2+", "White wins, loop"),
        ("of 12 tiles", r"@0/ B1+ C1\ C0\ A3/ B4+ D3/", "White wins, loop"),
        ("of 38 tiles", r"@0/ A2+ @1\ B3/ B4/ C3/ D3/ B5+ A0\ C1\ D0/ D0\ @3+ B2\ A5\ C1/ F6+ G6/ C9\ G5\ ",
         "Red wins, loop"),
        ("beside the chosen tile", r"@0+ A2+ A0+ B3\ C3/ B1\ ", "White wins, loop"),
        ("of 16 tiles, 8 of them forced", r"@0/ @1/ B2/ B0\ C1+ C0+ @3+ B1+ @3/ @3\ A4/ A5\ A6\ A7+ B7/",
         "White wins, loop"),
        ("straight", "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", "Red wins, line across"),
        ("straight", "@0+ A2+ A3+ A4+ A5+ A6+ A7+ A8+", "White wins, line down"),
        ("winding", r"@0+ A2\ A3\ @1+ A3/ C1/ @3/ @1\ F3\ G3\ H3\ F0\ ", "Red wins, line across"),
        ("beside the chosen tile", r"@0+ @1+ B2/ C2\ @1+ E2\ @1+ @1+ F1+ H1\ G3/ H3\ ", "Red wins, line across"),
        ("beside the chosen tile", r"@0/ A0\ B1\ A0\ C2\ A0+ A0+ C6\ B7/ D2+ E2/ E1/ E0/", "White wins, line down"),
        ("a path of 8 that ends before the edge", r"@0/ @1/ C1/ D1\ D2\ A2/ @2+ F2/ A0\ @3/ D0+ F1/ @4\ @4+ C5/",
         "goes on"),
        ("a path of 8 that ends before the edge", r"@0/ A0\ B1\ A3/ A0\ B5\ @5\ A1+ @5\ B0+ A7/ D8/ B0+", "goes on"),
        ("both colours", r"@0+ A2/ @1+ C2/ C0/ C0\ B2\ ", "White wins, loop"),
        ("both colours", r"@0+ A2/ A3+ @3+ A4+ @3+ A2/ B5/ B6/ @3/ A4/ @4\ D7\ C7/ E5/ B7\ A5/ C6\ ", "Red wins, loop"),
        ("the opponent", r"@0/ @1\ C1\ B0\ ", "White wins, loop"),
        ("the opponent", r"@0+ @1\ @1\ C2+ D2/ A0\ C4\ E4+ D5/ E6\ B0+ F5+ A4+ E8+", "White wins, line down"),
        ("a line against a loop", _LINE_AGAINST_LOOP, "White wins, line down"),
        ("two kinds", r"@0/ A0\ B1\ A0\ C2\ A0+ A0+ C6\ B7/ D2+ E2/ E1/ D0+", "White wins, loop and line down"),
    ],
    "connexion": [
        ("the mover", r"A2/ B2\ B3/ A3\ ", "Red wins, loop"),
        ("the opponent", r"E5/ E4\ D4/ D5\ ", "White wins, loop"),
        ("the mover", r"A1/ B1\ C1/ D1\ A2/ D2\ E1/ B2\ C2/ B3\ C3/ E2/", "Red wins, line across"),
        ("the opponent", r"B1/ C1/ C2/ D1\ E1/ B2/ A2\ B3/ A3\ E2/ B4\ D2\ ", "White wins, line across"),
        ("the mover", r"A5/ A4\ B4\ A3/ B3/ A2/ B2/ C2/ C1\ B1\ D1\ B5/", "Red wins, line down"),
        ("the opponent", r"A3/ A2\ A4\ A5/ B4\ B3/ A1/ B1/ C4\ B5/ B2\ ", "Red wins, line down"),
        ("both colours", r"B2/ B3\ B4/ A4/ A5\ A2\ A1\ C4\ C5/ C2\ C1\ D4/ D3\ C3/", "Red wins, loop"),
        ("full",
         r"C1/ B1\ A1\ D1/ D2/ D3/ A2\ A3\ E2/ E3/ E1/ E4\ C3/ C2/ B3\ C4\ B4/ B5/ B2\ A4/ D4\ E5\ A5/ D5\ C5\ ",
         "draw"),
        ("cells that no curve fits", r"E4/ E3\ D4/ D5/ E5/ C5\ B5/ A5/ B4\ E2/ B3/ A3\ A2/ D3\ A1/ E1/ B1/ D1\ ",
         "draw"),
    ],
    "limited": [
        ("full", r"@0+ A0\ B1\ C1\ D1+ E1+ F1\ @2/ G2/ A0/ @3/ C4\ C5+ C0+ F0\ C8/ G2/ D8\ C1+ H1\ F7\ H8+ A2\ D1+",
         "draw"),
        ("58 tiles, all that fits is a trap", _STALEMATE, "draw"),
        ("a box of 8 grows downward only", r"@0+ B1+ C1+ D1+ E1+ F1+ G1\ H1\ ", "goes on"),
        ("a box of 8 grows sideways only", r"@0+ A2+ A3+ A4+ A5+ A6+ A7\ A8\ ", "goes on"),
    ],
    "zillions": [
        ("the field's upper edge", r"@0/ A0/ A0\ A0/ A0\ A0/ A0\ A0/ A0\ A0/ A0\ ", "goes on"),
        ("the field's right edge", r"@0/ B1/ C1\ D1/ E1\ F1/ G1\ H1/ I1\ J1/ K1\ ", "goes on"),
        ("the field's lower edge", r"@0/ A2/ A3\ A4/ A5\ A6/ A7\ A8/ A9\ A10/ A11\ ", "goes on"),
        ("the field's left edge", r"@0/ @1/ @1\ @1/ @1\ @1/ @1\ @1/ @1\ @1/ @1\ ", "goes on"),
        ("all tiles", _TO_ALL_TILES, "draw"),
    ],
}  # fmt: skip
ROWS = [(rules, about, text, end) for rules, rows in WORKED.items() for about, text, end in rows]
IDS = [f"{rules}: {about}, {end}" for rules, about, _, end in ROWS]


def moves_of(text, rules):
    return [turn.move for turn in play(text, rules).turns]


@pytest.mark.parametrize(("name", "about", "text", "end"), ROWS, ids=IDS)
def test_worked_games(name, about, text, end):
    rules = RULE_SETS[name]
    position, referee = agree(rules, oracle.VARIANTS[name], moves_of(text, rules))
    assert str(Game.of(position).result or "goes on") == end
    all_are_judged_rightly(position, referee)
    if about.startswith("beside"):
        chosen = position.placed[position.turns[-1].tiles_before].cell
        assert not any(chosen in position.path(win) for win in position.wins)
    if end != "goes on":
        before = play(" ".join(text.split()[:-1]), rules)
        assert before.winner is None
        assert not before.drawn


@pytest.mark.parametrize(("name", "about", "text", "end"), [row for row in ROWS if row[0] == "classic"])
def test_where_only_loops_win(name, about, text, end):
    loops = RULE_SETS["loop"]
    _, referee = agree(loops, oracle.VARIANTS["loop"], moves_of(text, loops))
    assert bool(referee.winner) == ("loop" in end + about)


#: Of seven tiles across, and down.
SEVEN = ["@0+ B1+ C1+ D1+ E1+ F1+ G1+", r"@0+ A2+ A3+ A0+ A0+ A0+ B5/ C5+ A7+"]


@pytest.mark.parametrize("text", SEVEN)
def test_lines_of_seven(text):
    for length, won in (7, True), (8, False):
        rules = replace(CLASSIC, lines=length)
        position, _ = agree(rules, oracle.Rules(lines=length), moves_of(text, rules))
        assert bool(position.winner) == won


def test_a_bare_board_knows_the_length_of_a_line():
    board = Board()
    for column in range(8):
        assert board.formations == []
        board.set_box(board.box.including(column))
        board.lay(column, PLUS_RED_ACROSS)
    assert [(win.colour, win.kind) for win in board.formations] == [(RED, "line across")]


#: Tiles on the board, and then a turn that needs too many.
@pytest.mark.parametrize(("tiles", "text"), [(121, "I8\\"), (124, "E1/"), (125, "B1+"), (128, "C0+")])
def test_a_turn_that_needs_too_many_tiles_is_refused(tiles, text):
    position = Position(RULE_SETS["zillions"])
    for word in _TO_ALL_TILES.split():
        if len(position.tiles) < tiles:
            position.play(word)
    before, move = everything_in(position), read_move(position, text)
    with_more_tiles = replay([turn.move for turn in position.turns], CLASSIC)
    with_more_tiles.play(*move)
    needed = len(with_more_tiles.tiles) - tiles
    with pytest.raises(Refused, match=rf"^out of tiles: .*the turn needs {needed} tiles, {128 - tiles} are left"):
        position.play(*move)
    assert everything_in(position) == before
    assert move not in position.legal_moves()
    assert choose(position, depth=1) in [*position.legal_moves(), None]


#: Game → what its last turn completes in some order of forced play before the trap is met.
WIN_AND_TRAP = {
    r"@0/ A2+ A0\ A4\ B3/ C3/ D3\ D2+ D1+ B1/": "loop",
    r"@0/ A0+ @2+ @1/ @2+ E2/ E3+ F1\ F4/ C3/ G1/ G4/ H1\ H4\ H3/": "line across",
    r"@0+ B1\ B2\ A0/ @1\ B4\ C0+ A1+ A4\ C0/ A7/ A1\ D3/ B0\ E6/ F6+ D1/ F5\ A9+ C9+ D8\ F4/ F3\ F2\ E1/": "line down",
}


@pytest.mark.parametrize("text", WIN_AND_TRAP)
def test_trap_is_a_foul_even_if_it_completes_a_win(text):
    *words, last = text.split()
    game = Game.of(play(" ".join(words), CONTEST))
    position, mover = game.position, game.position.to_move
    move, completed = read_move(position, last), set()
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
    assert (result.winner, result.how, type(result.foul)) == (other(mover), "foul", Trap)
