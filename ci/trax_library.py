"""Finds the games of Trax's `library.txt`: python ci/trax_library.py.

Traps, long cascades and special wins are rare in random play, so they are looked for once and kept. Random games are
played, and of every position *all* candidates are tried. What is of a shape still wanted is boiled down, turn by turn,
to a game that loses its shape if it is any shorter. Same seed and number of games, same library.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from goldenrules.errors import Refused
from goldenrules.trax import CLASSIC, COLOUR_NAMES, Move, Position, Trap, write_move
from goldenrules.trax.position import FIRST_TILES
from loopline.games.trax.strategies.shapes import DEEPEST, SHORTEST_CASCADE, trap_shape, win_shape
from loopline.games.trax.symmetry import keeping

LIBRARY = Path(__file__).parents[1] / "tb/loopline/games/trax/strategies/library.txt"

#: How many games of one shape are kept, from how many finds they are chosen, the longest random game.
KEPT, BOILED, TURNS = 4, 30, 70
#: Longer cascades are filed together.
LONGEST_CASCADE = 24

Game = tuple[Move, ...]


def shape_of(position: Position, move: Move) -> str:
    """Return the words under which the library files a turn; "" if it is an ordinary one."""
    try:
        turn = position.play(*move)
    except Trap:
        shape = trap_shape(position, move)
        assert shape
        return f"trap {shape.cell.replace(' ', '-')} {COLOUR_NAMES[shape.colour].lower()} {min(shape.depth, DEEPEST)}"
    except Refused:
        return ""
    forced = turn.tiles_after - turn.tiles_before - 1
    words = ""
    if win := win_shape(position):
        chosen = "chosen" if win.through_chosen else "forced"
        length = _bucket(win.length) if "loop" in win.kinds else 0
        words = f"win {win.kinds.replace(' ', '-')} {win.by} {chosen} {length}"
    elif forced >= SHORTEST_CASCADE:
        words = f"cascade {min(forced, LONGEST_CASCADE)}"
    position.take_back()
    return words


def _bucket(length: int) -> int:
    return length if length <= 12 else length // 4 * 4 if length < 32 else 32


def finds(rng: random.Random) -> Iterator[tuple[str, Game]]:
    """Yield everything special that could happen in one random game without a winner: its shape, and the moves."""
    position = Position(CLASSIC)
    # Traps come up among cells with two neighbours, lines in games that spread: so each game prefers other cells.
    taste = rng.choice((0, 0, 1, 1, 3))
    for _ in range(rng.randrange(10, TURNS)):
        quiet = []
        game = tuple(turn.move for turn in position.turns)
        for move in position.candidates():
            try:
                position.play(*move)
            except Trap:
                yield shape_of(position, move), (*game, move)
                continue
            pockets = sum(entries.bit_count() > 1 for entries in position.entries.values()) if taste else 0
            won = position.winner is not None
            forced = len(position.placed) - position.turns[-1].tiles_before - 1
            position.take_back()
            if won or forced >= SHORTEST_CASCADE:
                yield shape_of(position, move), (*game, move)
            if not won:
                quiet.append((pockets * taste + 4 * rng.random(), move))
        if not quiet:
            return
        position.play(*max(quiet)[1])


def boiled(shape: str, game: Game) -> Game:
    """Return the game without the turns that it does not need."""
    again = True
    while again:
        again = False
        for number in reversed(range(len(game) - 1)):
            shorter = _from_origin(game[:number] + game[number + 1 :])
            if _ends_with(shape, shorter):
                game, again = shorter, True
    return game


def _from_origin(game: Game) -> Game:
    first = game[0].cell
    return tuple(Move(move.cell - first, move.symbol) for move in game)


def _ends_with(shape: str, game: Game) -> bool:
    position = Position(CLASSIC)
    try:
        for move in game[:-1]:
            position.play(*move)
    except Refused:
        return False
    return not position.formations and shape_of(position, game[-1]) == shape


def alike(game: Game) -> Game:
    """Return a key that is equal for games that differ only by a symmetry and the order of turns."""
    first = FIRST_TILES[game[0].symbol]
    images = (tuple(map(symmetry.move, game)) for symmetry in keeping(first))
    return min((*sorted(image[:-1]), image[-1]) for image in images)


def search(games: int, seed: int) -> dict[str, list[Game]]:
    """Return the shortest games of each shape, of alike games only one."""
    library: dict[str, dict[Game, Game]] = defaultdict(dict)
    boiled_down: Counter[str] = Counter()
    shortest: dict[str, int] = {}
    for number in range(games):
        of_this_game: Counter[str] = Counter()
        for shape, game in finds(random.Random(f"{seed}/{number}")):
            # At most two from each random game, as they are alike; but all games that are short already.
            if len(game) < shortest.get(shape, TURNS) or (of_this_game[shape] < 2 and boiled_down[shape] < BOILED):
                of_this_game[shape] += 1
                boiled_down[shape] += 1
                shortest[shape] = min(len(game), shortest.get(shape, TURNS))
                game = boiled(shape, game)
                library[shape].setdefault(alike(game), game)
    return {
        shape: sorted(found.values(), key=lambda game: (len(game), game))[:KEPT] for shape, found in library.items()
    }


def in_words(game: Sequence[Move]) -> str:
    """Return the moves in modern notation, with blanks between them."""
    position = Position(CLASSIC)
    texts = []
    for move in game:
        texts.append(write_move(position, move))
        if len(texts) < len(game):
            position.play(*move)
    return " ".join(texts)


def written(library: dict[str, list[Game]]) -> str:
    """Return the text of the library's file."""
    lines = [(len(game), f"{shape}: {in_words(game)}\n") for shape, games in library.items() for game in games]
    return "".join(line for _, line in sorted(lines))


def main() -> None:
    """Search random games and write the library; the command line says how many."""
    parser = argparse.ArgumentParser(description="Find the games of the library again.")
    parser.add_argument("--games", type=int, default=1500, help="random games to look at")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=LIBRARY)
    options = parser.parse_args()
    options.output.write_text(written(search(options.games, options.seed)), encoding="ascii")


if __name__ == "__main__":
    main()
