"""Coverage of the variants of the rules: the bins, and what games by them reach.

A game by any of these rules is counted here and, except for stalls and resets, only here: some of the other bins say
what cannot be in a game by the usual rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from itertools import product

from goldenrules.trax import COLOUR_NAMES, RED, WHITE, RuleSet, column_of, row_of
from goldenrules.trax.tiles import EAST, NORTH, SIDE_NAMES, SIDES, SOUTH, WEST, Side

from loopline.contract.coverage import Bin, Group
from loopline.games.trax.bundled import search_cycles
from loopline.games.trax.protocol import SYMBOL_OF, VARIANT_RULES, DrawCode, Op, Reason, Request, Response, State
from loopline.games.trax.reference_engine import ReferenceEngine, flaws, rules_of

_Bins = dict[Hashable, Bin]

#: The limits of the board.
_BOARDS = ("Connexion", "a field", "a box limit", "nothing")
USUAL = "contest or classic"
#: Classes of the turns tried to find a legal one, and of the tiles that are lacking.
_TRIED, _LACKING = 3, 3


def is_variant(request: Request) -> bool:
    """Return whether a new game has options that an engine without variants does not have."""
    return any(getattr(request, name) for name in VARIANT_RULES)


def of_variants() -> tuple[Group, ...]:
    """Return the groups of bins that only an engine with variants can fill."""
    return (
        Group("rule sets", "what limits the board, are the tiles limited, is a game drawn at once", _rule_sets()),
        Group("from rules to rules", "the game before and the next one, on the same engine", _from_to()),
        Group("draws", "how, and what limits the board", _draws()),
        Group("refusals of variants", "reason, whose turn it is, and what a foul costs", _refusals()),
        Group("two reasons, variants", "what is named, and what else is against the turn", _two_reasons()),
        Group("edge of the field", "a tile beyond each side", _edges()),
        Group("supply", "what a turn leaves, or lacks", _supply()),
        Group("undone for want of tiles with", "a formation that the turn had completed", _undone_with()),
        Group("turns tried", "to see whether the next player has a legal one", _tried()),
        Group("draws taken back", "how the game was drawn", _taken_back()),
    )


def _rule_sets() -> _Bins:
    return {
        (board, tiles, draws): Bin(
            f"{board}{', limited tiles' if tiles else ''}{', draws' if draws else ''}", "rule_sets"
        )
        for board, tiles, draws in product(_BOARDS, (False, True), (False, True))
        if (board, tiles, draws) != ("nothing", False, True)  # such a game would never be drawn
    }


def _from_to() -> _Bins:
    return {
        (before, after): Bin(f"from {before} to {after}", "rule_sets")
        for before, after in product((*_BOARDS, USUAL), repeat=2)
        if (before, after) != (USUAL, USUAL)
    }


def _draws() -> _Bins:
    return {
        (how, board): Bin(f"{how}, {board}", "draws")
        for how, board in product(list(DrawCode)[1:], _BOARDS)
        if how == DrawCode.SUPPLY or board != "nothing"
    }


def _refusals() -> _Bins:
    reasons = {
        Reason.OUTSIDE: ("outside", "field_edge"),
        Reason.SUPPLY: ("supply", "supply"),
        Reason.DEAD_CELL: ("dead cell", "connexion"),
        Reason.BAD_SYMBOL: ("a plus in Connexion", "connexion"),
        Reason.GAME_OVER: ("the game was drawn", "draws"),
    }
    return {
        (reason, colour, lose): Bin(
            f"{words}, {COLOUR_NAMES[colour]} to move, {'contest' if lose else 'classic'}", strategy
        )
        for (reason, (words, strategy)), colour, lose in product(reasons.items(), (WHITE, RED), (True, False))
    }


def _two_reasons() -> _Bins:
    """Return bins for pairs of reasons with a field or a supply among them, Connexion aside."""
    limits = (Reason.BOX_LIMIT, Reason.CAPACITY)
    both = (Reason.OUTSIDE, Reason.SUPPLY)
    return two_reasons(
        {
            Reason.GAME_OVER: both,
            Reason.BAD_SYMBOL: both,
            Reason.OCCUPIED: [Reason.SUPPLY],
            Reason.UNCONNECTED: both,
            Reason.OUTSIDE: (*limits, Reason.SUPPLY),
            Reason.BOX_LIMIT: [Reason.SUPPLY],
            Reason.CAPACITY: [Reason.SUPPLY],
            Reason.MISMATCH: [Reason.SUPPLY],
            Reason.TRAP: [Reason.SUPPLY],
        }
    )


def two_reasons(pairs: Mapping[Reason, Iterable[Reason]]) -> _Bins:
    """Return a bin for each pair of a reason that is named and another that may hold as well."""
    return {
        (named, also): Bin(f"{named}, and {also} as well", "two_reasons")
        for named, others in pairs.items()
        for also in others
    }


def _edges() -> _Bins:
    return {
        (fixed, side): Bin(
            f"{SIDE_NAMES[side]}, {'Connexion' if fixed else 'a field around the first tile'}",
            "connexion" if fixed else "field_edge",
        )
        for fixed, side in product((False, True), SIDES)
    }


def _supply() -> _Bins:
    bins: _Bins = {
        ("last", forced): Bin(f"the last tile, {'a forced one' if forced else 'chosen'}", "supply")
        for forced in (False, True)
    }
    for lacking in range(1, _LACKING + 1):
        bins["lacking", lacking] = Bin(f"lacking {lacking}{' and more' if lacking == _LACKING else ''}", "supply")
    bins["none"] = Bin("no tile left before the turn", "supply")
    return bins


def _undone_with() -> _Bins:
    return {kind: Bin(f"a {kind}", "supply") for kind in ("loop", "line")}


def _tried() -> _Bins:
    names = {tried: f"{tried}{' and more' if tried == _TRIED else ''}" for tried in range(1, _TRIED + 1)}
    bins: _Bins = {(tried, True): Bin(f"{name}, the last one legal", "draws") for tried, name in names.items()}
    return bins | {(False, False): Bin("none, there is none", "draws"), (True, False): Bin("none is legal", "draws")}


def _taken_back() -> _Bins:
    return {how: Bin(str(how), "draws") for how in list(DrawCode)[1:]}


# --- counting ---------------------------------------------------------------------------------------------------------


class VariantGame:
    """A game by such rules, request by request."""

    def __init__(self, engine: ReferenceEngine, counts: dict[str, Counter[Hashable]]) -> None:
        self._engine, self._counts = engine, counts

    def begin(self, request: Request, before: RuleSet | None) -> None:
        """Begin a game. `before`: the rules of the game before, if only the variants have them."""
        rules = rules_of(request)
        self._counts["rule sets"][board_of(rules), rules.tiles is not None, rules.can_draw] += 1
        self._counts["from rules to rules"][board_of(before) if before else USUAL, board_of(rules)] += 1

    def carry_out(self, request: Request) -> str:
        """Carry a request out. Return what kind of operation it was."""
        engine = self._engine
        foul, draw, tiles = engine.foul_winner, engine.draw, len(engine.position.tiles)
        found = flaws(engine, request) if request.op == Op.PLAY and not engine.position.rules.first_cell_free else []
        answer = engine.answer(request)
        if request.op == Op.READ:
            return "read"
        if request.op == Op.TAKE_BACK:
            if draw and not foul:
                self._counts["draws taken back"][draw] += 1
            return "foul taken back" if foul else "nothing to take back" if answer.reason else "taken back"
        if answer.reason:
            pairs = ((found[0], also) for also in found[1:])
            self._counts["two reasons, variants"].update(pair for pair in pairs if _LIMITED_HERE & {*pair})
            self._refused(request, answer, draw, tiles)
            return "trap" if answer.reason == Reason.TRAP else "refused"
        self._played(answer)
        return "forcing" if answer.placed > 1 else "quiet"

    def _played(self, answer: Response) -> None:
        position, counts = self._engine.position, self._counts
        if answer.tiles == position.rules.tiles:
            counts["supply"]["last", answer.placed > 1] += 1
        if answer.draw:
            counts["draws"][DrawCode(answer.draw), board_of(position.rules)] += 1
        if position.rules.can_draw and not answer.winner and (tried := list(search_cycles(position))):
            legal = not answer.draw
            number = min(tried.count(State.FETCH), _TRIED)
            counts["turns tried"][number if legal else number > 0, legal] += 1

    def _refused(self, request: Request, answer: Response, draw: DrawCode, tiles: int) -> None:
        position, counts = self._engine.position, self._counts
        rules, reason = position.rules, Reason(answer.reason)
        plus = reason == Reason.BAD_SYMBOL and rules.first_cell_free and request.symbol == 0
        if plus or (reason == Reason.GAME_OVER and draw) or reason in _ONLY_HERE:
            counts["refusals of variants"][reason, position.to_move, rules.fouls_lose] += 1
        if reason == Reason.OUTSIDE:
            for side in self._beyond(request):
                counts["edge of the field"][rules.first_cell_free, side] += 1
        if reason == Reason.SUPPLY:
            self._lacking(request, tiles)

    def _lacking(self, request: Request, tiles: int) -> None:
        position = self._engine.position.copy()
        supply = position.rules.tiles or 0
        position.go_on_by(replace(position.rules, tiles=None))
        turn = position.play(self._engine.cell(request.x, request.y), SYMBOL_OF[request.symbol])
        lacking = turn.tiles_after - supply
        self._counts["undone for want of tiles with"].update({win.kind.split()[0] for win in position.wins})
        self._counts["supply"]["lacking", min(lacking, _LACKING)] += 1
        if tiles == supply:
            self._counts["supply"]["none"] += 1

    def _beyond(self, request: Request) -> list[Side]:
        field, cell = self._engine.position.field, self._engine.cell(request.x, request.y)
        assert field
        column, row = column_of(cell), row_of(cell)
        beyond = {
            NORTH: row < field.top,
            EAST: column > field.right,
            SOUTH: row > field.bottom,
            WEST: column < field.left,
        }
        return [side for side in SIDES if beyond[side]]


#: What only games by such rules have against a turn, Connexion aside.
_LIMITED_HERE = {Reason.OUTSIDE, Reason.SUPPLY}
_ONLY_HERE = (Reason.OUTSIDE, Reason.SUPPLY, Reason.DEAD_CELL)


def board_of(rules: RuleSet) -> str:
    """Return what limits the board under these rules, as the bins name it; "nothing" if nothing does."""
    if rules.first_cell_free:
        return _BOARDS[0]
    return _BOARDS[1] if rules.field else _BOARDS[2] if rules.box_limit else _BOARDS[3]
