"""Records of games: playing what a text says, and writing what was played."""

from __future__ import annotations

import io
from collections.abc import Callable

from goldenrules.errors import GameError, NotationError, Refused
from goldenrules.lines import IllegalGame, Word, wrapped
from goldenrules.trax import notation
from goldenrules.trax.errors import Reason, Trap
from goldenrules.trax.game import RESIGNATION, Game, Result
from goldenrules.trax.games import GameText, read_games
from goldenrules.trax.notation import Move
from goldenrules.trax.position import Position
from goldenrules.trax.results import most_telling, read_result, result_words
from goldenrules.trax.rules import CONTEST, RULE_SETS, RuleSet
from goldenrules.trax.scan import LONGEST
from goldenrules.trax.tiles import other


def replay(text: str, line: int = 1, rules: RuleSet = CONTEST) -> Game:
    """Play the game of a text.

    Args:
        text: The game.
        line: The number of its first line, for messages.
        rules: Rules that the text does not name.

    Raises:
        IllegalGame: A word is wrong, or a second game begins; the first one is named.
        UnreadableText: The text cannot be read.
    """
    before = "\n" * (line - 1)  # they are counted
    first, *others = [*read_games(io.BytesIO(f"{before}{text}".encode(errors="surrogatepass")))] or [GameText(line)]
    game = replay_text(first, rules)
    if others:
        second = others[0]
        word = (*second.moves, *second.result, *(second.problem or ())[:1])[0]
        error = NotationError(Reason.AFTER_THE_END, word.text, 0, "another game", "one; `read_games` reads several")
        raise _illegal(game, first, "the next game", len(first.moves) + 1, word, error)
    return game


def replay_text(
    text: GameText, rules: RuleSet = CONTEST, read_move: Callable[[Position, str], Move] = notation.read_move
) -> Game:
    """Play a game of a file to its end, by the rules that it names itself, or else by these.

    Where fouls lose, a trap ends the game: it was played, and lost by. Any other refused move is taken for a mistake in
    the record.

    Args:
        text: The game.
        rules: Rules that the game does not name.
        read_move: Reads a move in the notation of the file.

    Raises:
        IllegalGame: A move, or the result, is wrong; the first one is named.
    """
    if text.rules:
        rules = _rules_of(text, text.rules, rules)
    game, lost = Game(rules), False
    for number, word in enumerate(text.moves, 1):
        try:
            move = read_move(game.position, word.text)
            if lost:
                raise Refused(Reason.GAME_OVER, f"the game has ended: {game.result}")
            game.position.play(*move)
        except GameError as error:
            if not isinstance(error, Trap) or not rules.fouls_lose:
                raise _illegal(game, text, f"move {number} of {len(text.moves)}", number, word, error) from error
            game.foul(error)
            lost = True
    if text.problem:
        word, problem = text.problem
        what = f"after move {len(text.moves)}" if text.moves else "before the first move"
        raise _illegal(game, text, what, len(text.moves) + 1, word, problem)
    if text.result:
        _apply_result(game, text)
    return game


def _illegal(game: Game, text: GameText, what: str, number: int, word: Word, error: GameError) -> IllegalGame:
    return IllegalGame(game, what, number, word, error, [move.text for move in text.moves[: max(number - 1, 0)]])


def _rules_of(text: GameText, name: Word, otherwise: RuleSet) -> RuleSet:
    if found := RULE_SETS.get(name.text.lower()):
        return found
    expected = f"one of {', '.join(RULE_SETS)}"
    error = NotationError(Reason.UNKNOWN_RULES, name.text, 0, repr(name.text[:LONGEST]), expected)
    raise _illegal(Game(otherwise), text, "the rules", 0, name, error)


def write_rules(rules: RuleSet) -> str:
    """Return the line above a game that is not played by the rules of contests; empty for rules without a name."""
    names = {known: name for name, known in RULE_SETS.items() if known != CONTEST}
    return f"Rules: {names[rules]}\n" if rules in names else ""


def _apply_result(game: Game, text: GameText) -> None:
    """Give the game the stated result, which must be the one on the board, unless the board shows none."""
    words = [word.text for word in text.result]
    try:
        stated = [statement for statement in read_result(words, game.position.to_move) if statement.how]
    except NotationError as error:
        raise _illegal(game, text, "the result", len(text.moves) + 1, text.result[0], error) from error
    if not stated:
        return
    winners, on_board = {statement.winner for statement in stated}, game.result
    if len(winners) > 1 or (on_board and on_board.winner not in winners):
        expected = result_words(on_board)[0] if on_board else "one result"
        wrong = NotationError(Reason.WRONG_RESULT, "", 0, repr(" ".join(words)), expected)
        raise _illegal(game, text, "the result", len(text.moves) + 1, text.result[0], wrong)
    most = most_telling(stated)
    if most.winner and most.how == RESIGNATION:
        game.resign(other(most.winner))
    else:
        game.state(most.winner, most.how)


def move_texts(position: Position, write_move: Callable[[Position, Move], str] = notation.write_move) -> list[str]:
    """Return the turns of a position, each in the notation of its moment."""
    again = Position(position.rules)
    texts = []
    for turn in position.turns:
        texts.append(write_move(again, turn.move))
        again.play(*turn.move)
    return texts


def write_game(game: Game, write_move: Callable[[Position, Move], str] = notation.write_move, width: int = 80) -> str:
    """Write a game as numbered text, its result last.

    Args:
        game: The game.
        write_move: Writes a move of a position, by default in the modern notation.
        width: The most characters of a line.
    """
    texts = move_texts(game.position, write_move)
    texts += _losing_trap(game.result, game.position, write_move)
    words = [f"{number}. {text}" for number, text in enumerate(texts, 1)]
    words.extend(result_words(game.result))
    return wrapped((word.replace(" ", "\0") for word in words), width)


def _losing_trap(result: Result | None, position: Position, write_move: Callable[[Position, Move], str]) -> list[str]:
    """Return the move that has lost the game by a trap, which is not on the board any more; `replay_text` reads it."""
    trap = result.foul if result else None
    return [write_move(position, Move(trap.cell, trap.symbol))] if isinstance(trap, Trap) else []
