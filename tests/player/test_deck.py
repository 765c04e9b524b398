"""What games of the deck come to if the player follows the golden policy: they are in the deck for that."""

import copy

from goldenrules.trax import SIDES, read_move
from goldenrules.trax.cells import neighbour
from goldenrules.trax.player import Player
from loopline.games.trax.player import strategies
from loopline.games.trax.player.replies import reply

SIZE = 64


def played(steps, depth=1):
    """The player at the end of each game, and what it has said in it."""
    games = []
    for step in steps:
        if step.data in (b"-W", b"-B"):
            games.append((Player("LL", depth, SIZE - 2), []))
        player, said = games[-1]
        assert not player.over
        player.hear(reply(player.position, step, SIZE) if step.is_chosen else step.data)
        said += player.answer() if player.thinking else []
    assert not any(player.foul for player, _ in games)
    return games


def test_lines_are_long():
    games = [player.position for player, _ in played(strategies.long_lines().steps)]
    assert [{win.kind for win in game.wins} for game in games] == [{"line across"}, {"line down"}, {"line down"}]
    across, down, far_down = (game.box for game in games)
    assert (across.columns, down.rows, far_down.rows) == (17, 17, 26)


def test_a_cell_in_a_hole_waits_as_its_fourth_edge_enters():
    """Cells are filled first come, first served, as the bundled engine does it."""
    for player, _ in played(strategies.holes().steps):
        assert any(_waits_for_a_fourth_edge(player.position.copy(), move) for move in player.position.legal_moves())


def _waits_for_a_fourth_edge(position, move):
    position.begin(*move)
    edges = []
    while position.forced:
        cell = next(iter(position.forced))
        edges.append(sum(neighbour(cell, side) in position.tiles for side in SIDES))
        position.lay(cell, position.forced.pop(cell))
    return 4 in edges


def test_the_player_wins_far_right():
    *_, far_right = strategies.large_boards(True, None)
    *before, digit, letter, given = far_right.steps
    ((player, texts),) = played(before)
    assert any(text.startswith("AA") for text in texts)
    shorter = [read_move(player.position, text) for text in ("AS17+", given.data.decode())]
    assert all(player.position.is_legal(*move) for move in shorter)
    for longer in (digit, letter):
        other = copy.deepcopy(player)
        other.hear(longer.data)
        assert other.foul
    player.hear(given.data)
    (said,) = player.answer()
    assert said.startswith("AZ")
    assert player.won


def test_the_player_wins_far_down():
    ((player, said),) = played(strategies.down_to(*strategies.WON_IN_ROW_34).steps)
    assert said[-1] == "A34/"
    assert player.won
    assert player.position.box.rows > 32  # of more than five bits, where the last turn was searched for as well
    assert strategies.down_to(*strategies.WON_IN_ROW_34) in strategies.deck(True, 17)


def test_against_any_other_player_columns_far_to_the_right_are_aimed_at():
    *_, far_right = strategies.large_boards(False, 17)
    ((player, texts),) = played(far_right.steps)
    assert player.position.box.columns > 52
    assert any(text.startswith("BB") for text in texts)


def completed(position):
    """What the one who has moved last has completed, and what the other has."""
    mover = position.turns[-1].mover
    return tuple(
        {win.kind.split()[0] for win in position.wins if (win.colour == mover) is own} for own in (True, False)
    )


def test_both_players_complete_something():
    games = [player for script in strategies.completed_by_both() for player, _ in played(script.steps)]
    loop, line = {"loop"}, {"line"}
    assert [completed(player.position) for player in games] == [
        *[(loop, line)] * 2,
        *[(line, loop)] * 2,
        (loop, loop),
        (line, line),
    ]
    assert len({player.colour for player in games[:2]}) == len({player.colour for player in games[2:4]}) == 2


def test_a_name_is_long():
    steps = [step for step in strategies.in_a_long_name().steps if step.is_line]
    ((_, said), *_) = played(steps)
    assert said[-1] == "D10\\"


def test_games_against_a_player_that_looks_further_depend_on_how_far_it_looks():
    for script in strategies.deck_of_deep_players():
        *_, last = (at for at, step in enumerate(script.steps) if step.data in (b"-W", b"-B"))
        begun, *replies = script.steps[last:]
        (((_, deep),), ((_, shallow),)) = (played([begun, *replies], depth) for depth in (2, 1))
        assert deep != shallow
