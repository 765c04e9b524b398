"""The models of all games with one line of a rule broken: by game and property, and by game and reference figure."""

from goldenrules import evening, globe, trax, tsolitaire
from goldenrules.trax.tiles import FORCED, TRAP
from goldenrules.tsolitaire.cells import CROSSED, STARTS, Place
from loopline.games.globe import model_checks as globe_reference
from loopline.games.globe import properties as globe_properties
from loopline.games.tsolitaire import model_checks as tsolitaire_checks
from model.mutations import Mutation, NewValue
from model.trax.test_tiles import encoded

# --- Trax -------------------------------------------------------------------------------------------------------------


def forced(what, **changes):
    """Another table of forced tiles. The names are what enters a cell, with _ for nothing."""
    table = bytearray(FORCED)
    for edges, tile in changes.items():
        table[encoded(edges.replace("_", "."))] = tile
    return NewValue(trax.Board, "forced_table", bytes(table), what)


RED_CORNER = forced("red edges from north and east force nothing", rr__=0)
RED_FIRST = forced("two white edges force nothing where a red one came first", wwr_=0, ww_r=0, wrw_=0, w_wr=0, _wwr=0)
NO_TRAPS = NewValue(trax.Board, "forced_table", FORCED.replace(bytes([TRAP]), b"\0"), "traps go unnoticed")
WINNER = "mover if any(win.colour == mover for win in self.wins) else other(mover)"
LOOP = 'self.formations.append(Win(colour, "loop"'

_TRAX = {
    "forced play in any order": [RED_FIRST],
    "take-back leaves nothing behind": [
        Mutation(trax.Board, "lift", "far[far[base + edge]] = base + edge", "pass"),
        Mutation(trax.Position, "take_back", "self.set_box", "id"),
        Mutation(trax.Position, "take_back", "self.to_move = turn.mover", "pass"),
        Mutation(trax.Position, "take_back", "range(len(self.placed) - turn.tiles_before)", "range(1)"),
        Mutation(trax.Position, "is_legal", "self.take_back()", "pass"),
    ],
    "what is written is read": [
        Mutation(trax.notation, "label", "- labels.top", "- labels.top + 1"),
        Mutation(trax.notation_1998, "_cell", "row == 1", "row == 2"),
    ],
    "boards and wins, from scratch": [
        Mutation(trax.Board, "path", "return cells", "return cells[::2]"),
        Mutation(trax.Position, "winner", WINNER, "mover"),
        RED_CORNER,
    ],
    "turned and mirrored boards": [
        Mutation(trax.Board, "_judge_line", "elif self.box.rows >= lines and", "elif False and"),
        RED_CORNER,
    ],
    "colours swapped": [
        Mutation(trax.Position, "winner", WINNER, "WHITE"),
        Mutation(trax.Board, "lay", LOOP, "colour == WHITE and " + LOOP),
    ],
}

# --- Evening ----------------------------------------------------------------------------------------------------------

_ONE_GROUP = Mutation(evening.Board, "lay", "for joining in joined))", "for joining in joined[:1]))")
_TIES = Mutation(evening.Board, "majority", "None if white == black", "BLACK if white == black")
_SOME_NEIGHBOURS = Mutation(
    evening.Board, "touching", "self.hexagon.neighbours[cell])", "self.hexagon.neighbours[cell][:3])"
)
_ALWAYS_BLACK = Mutation(evening.Position, "leader", "WHITE if odd", "BLACK if odd")
_AS_SETS = "WHITE if sorted(set(white) - set(black))[::-1] > sorted(set(black) - set(white))[::-1]"

_EVENING = {
    "the whole board": [
        # A group that touches a cell with two stones is counted twice.
        Mutation(
            evening.Board, "touching", "dict.fromkeys(group for group in beside if group)", "filter(None, beside)"
        ),
        # Only the cells beside the stone itself are looked at again.
        Mutation(evening.Board, "lay", "self._liberties(group)", "self._liberties(Group(colour, {cell}))"),
        Mutation(evening.Board, "majority", "if black > white", "if white > black"),
        _ONE_GROUP,
        Mutation(evening.Position, "leader", "WHITE if white > black", _AS_SETS),
        Mutation(evening.Position, "leader", "sum(white) % 2", "len(white) % 2"),
        _ALWAYS_BLACK,
    ],
    "what a stone changes": [
        Mutation(evening.Board, "lay", "flips.append", "flips or flips.append"),
        Mutation(evening.Board, "lay", "LaidStone(cell, joined,", "LaidStone(cell, joined[:1],"),
        _ONE_GROUP,
    ],
    "take back": [
        Mutation(evening.Board, "lift", "self._own(flip.cell, flip.before)", "pass"),
        Mutation(evening.Board, "lift", "(laid.group,), laid.joined", "(laid.group,), laid.joined[:1]"),
        Mutation(evening.Board, "lift", "self.majority(laid.cell)", "None"),
        Mutation(evening.Position, "take_back", "self.declined = turn.declined_before", "pass"),
        Mutation(evening.Position, "is_legal", "self.take_back()", "pass"),
    ],
    "turned and mirrored": [
        _SOME_NEIGHBOURS,
        Mutation(evening.Position, "key", "min(images", "min(list(images)[:6]"),
    ],
    "colours swapped": [_TIES, Mutation(evening.Position, "leader", "WHITE if white > black else BLACK", "WHITE")],
    "loaded in any order": [_ONE_GROUP],
    "refusals": [
        _TIES,
        Mutation(evening.Position, "_check_place", "empty and colour is not WHITE", "False"),
        Mutation(evening.Position, "_check_place", "if white == black", "if white <= black"),
        Mutation(evening.Position, "_check_empty", "is not None", "is WHITE"),
        Mutation(evening.Position, "_check_turn", "colour is self.leader", "colour is WHITE"),
        Mutation(evening.Position, "decline", "if colour in self.declined", "if False"),
        Mutation(evening.Position, "over", "all(", "any("),
        Mutation(evening.Position, "over", "colour in self.declined or ", ""),
        Mutation(evening.Position, "place", "self.declined = frozenset()", "pass"),
    ],
    "written and read": [
        Mutation(evening.records, "write_move", "names[move.cell]", "names[-1 - move.cell]"),
        Mutation(evening.records, "options_text", "rules.protocol.value", "'free'"),
        Mutation(evening.records, "board_text", "stones[cell]", "stones[-1 - cell]"),
    ],
    "a stone does no harm": [
        Mutation(evening.Board, "_regroup", "self._sizes[group.colour], len", "self._sizes[WHITE], len"),
        Mutation(evening.Board, "lay", "group.colour is colour", "True"),
    ],
}

# --- tsolitaire -------------------------------------------------------------------------------------------------------

_CROSSED_UPWARDS = tuple(
    tuple(place and (Place(place.cell, 9 - place.port) if place.port in (4, 5) else place) for place in row)
    for row in CROSSED
)
UPWARDS = NewValue(tsolitaire.position, "CROSSED", _CROSSED_UPWARDS, "a stone that goes up comes in at the wrong port")
_A_START = NewValue(
    tsolitaire.position, "STARTS", (Place(STARTS[0].cell, 0), *STARTS[1:]), "stone 0 starts beside its port"
)
ONE_TILE = Mutation(tsolitaire.Position, "_run", "joints is None", "joints is None or len(passes) == 1")
NOBODY_LEAVES = Mutation(tsolitaire.Position, "_all_stay", "return False", "return True")
_ALL_ROTATIONS = Mutation(tsolitaire.Position, "_placements", "rotations(tile)", "(0, 1, 2, 3)")
_ENDS = Mutation(tsolitaire.links.Links, "_join", "self.ends[place] = end", "pass")

_TSOLITAIRE = {
    "stones at the ends of their tracks": [
        UPWARDS,
        _A_START,
        ONE_TILE,
        Mutation(tsolitaire.Position, "_play", "ends.get(stone) or self", "self"),
    ],
    "every placement, legal or refused": [
        Mutation(tsolitaire.Position, "_check_tile", "self._is_used(tile)", "False"),
        Mutation(tsolitaire.Position, "_check_placement", "cell in self.placed", "False"),
        Mutation(tsolitaire.Position, "_check_placement", "if cell not in [", "if False and cell not in ["),
        Mutation(tsolitaire.Position, "runs", "self._joints[cell] = None", "pass"),
        _ALL_ROTATIONS,
        NOBODY_LEAVES,
    ],
    "Undo and Redo": [
        Mutation(tsolitaire.Position, "take_back", "self.stones = turn.stones_before", "pass"),
        Mutation(tsolitaire.Position, "take_back", "self._joints[turn.move.cell] = None", "pass"),
        Mutation(tsolitaire.Position, "take_back", "append(turn", "insert(0, turn"),
        Mutation(tsolitaire.Position, "redo", "self.taken_back.pop()", "self.taken_back.clear()"),
        Mutation(tsolitaire.Position, "play", "self.taken_back.clear()", "pass"),
    ],
    "the board turned by a quarter": [
        UPWARDS,
        _A_START,
        Mutation(tsolitaire.position, "board_key", "3 if symmetric", "1 if symmetric"),
    ],
    "few stones move, no path twice": [
        Mutation(
            tsolitaire.Position, "_run", "[Pass] = []", "[Pass] = list(self.turns and self.turns[-1].runs[0].passes)"
        ),
        NOBODY_LEAVES,
    ],
    "any order of placements": [ONE_TILE],
    "records written and read": [
        Mutation(tsolitaire.records, "_starred", "board.append(len(written) - 1)", "board.append(0)"),
        Mutation(tsolitaire.records, "_undone", "1 if step.kind == REDO else -1", "0"),
        Mutation(tsolitaire.items, "read_move", "int(row) - 1", "6 - int(row)"),
    ],
    "only where each path leads": [_ENDS, Mutation(tsolitaire.links.Links, "_moved", "while", "if")],
}

# --- Globe ------------------------------------------------------------------------------------------------------------

_GLOBE = {
    "take-back leaves nothing behind": [
        Mutation(globe.Position, "take_back", "self.to_move = turn.mover", "pass"),
        Mutation(globe.Position, "_forget", "self.history[key] -= 1", "pass"),
        Mutation(globe.Position, "take_back", "self.winner = self.end = None", "self.winner = None"),
        Mutation(globe.Position, "take_back", "turn.end != End.WIN", "True"),
    ],
    "what is written is read": [
        Mutation(globe.notation, "_point", "return POINT[name]", "return POINT[name] // 2 * 2"),
        Mutation(globe_properties, "read_board", "text[point] ==", "text[-1 - point] =="),
    ],
    "legal moves, from scratch": [
        Mutation(globe.Position, "_legal", "if not BESIDE[origin] >> target & 1:", "if False:"),
        Mutation(globe.Position, "_legal", "self.pieces[EMPTY] >> target & 1", "True"),
        Mutation(globe.Position, "_legal", "self.pieces[self.to_move] >>", "~self.pieces[0] >>"),
        Mutation(globe.Position, "_pass", "if not self.must_pass:", "if False:"),
        Mutation(globe.Position, "legal_moves", "[origin] & empty", "[origin] & empty & ~1"),
    ],
    "captures, from scratch": [
        Mutation(globe.captures, "_groups", "while alive", "while False and alive"),
        Mutation(globe.captures, "_groups", "~(own | enemy)", "~own"),
        Mutation(globe.captures, "_pieces", "~own", "~(own | enemy)"),
        Mutation(globe.captures, "_trapped", " & beside(emptied)", ""),
        Mutation(globe.Position, "play", "pieces[enemy] ^= taken", "pass"),
        Mutation(globe.Position, "_parts", "for group in groups(taken)", "for group in [taken]"),
    ],
    "ends, from scratch": [
        Mutation(globe.Position, "_finish", "<= LOST", "< LOST"),
        Mutation(globe.Position, "_finish", "== REPETITION", "> REPETITION"),
        Mutation(globe.Position, "_finish", "self.quiet == self.rules.history", "False"),
        Mutation(globe.Position, "_finish", "self.end = mover,", "self.end = self.to_move,"),
        Mutation(globe.Position, "play", "self.history, self.quiet = {}, 0", "self.history = {}"),
    ],
    "turned and mirrored boards": [
        Mutation(globe.captures, "beside", "_HIGH[mask >> 14]", "0"),
        Mutation(globe.position, "moved", "symmetry[point]", "point"),
    ],
    "sides swapped": [
        Mutation(globe.Position, "_finish", "<= LOST", "<= LOST + (mover == NORTH)"),
        Mutation(globe.Position, "_finish", "= mover, End", "= NORTH, End"),
    ],
}

#: The game, its property, and what is broken.
BROKEN = [
    (game, name, mutation)
    for game, broken in {"trax": _TRAX, "evening": _EVENING, "tsolitaire": _TSOLITAIRE, "globe": _GLOBE}.items()
    for name, mutations in broken.items()
    for mutation in mutations
]

#: The game, its reference figure, and what is broken: a rule, or the figure itself.
OTHER_FIGURES = [
    ("trax", "perft to ply 4", RED_CORNER),
    ("trax", "the 1994 game", RED_CORNER),
    ("trax", "the first traps", NO_TRAPS),
    ("trax", "Mini Trax, solved", Mutation(trax.Position, "winner", WINNER, "mover")),
    (
        "evening",
        "perft of side 2 to ply 7, base",
        Mutation(evening.Position, "over", "not self.can_place(colour)", "False"),
    ),
    ("evening", "side 2, odd-even, solved", _ALWAYS_BLACK),
    (
        "evening",
        "side 3, base, solved",
        Mutation(evening.Solver, "winner", "return position.leader", "return position.loser"),
    ),
    ("evening", "15-10-2 against 15-10-2", _ALWAYS_BLACK),
    ("evening", "the order of two single groups", _ALWAYS_BLACK),
    ("tsolitaire", "the 35 tiles", NewValue(tsolitaire_checks, "PERIOD", (4,) * 35, "every tile has four looks")),
    ("tsolitaire", "first placements of each tile", NOBODY_LEAVES),
    ("tsolitaire", "deck 16 8 12 32 13, to ply 4", NOBODY_LEAVES),
    ("tsolitaire", "deck 1 2 3 4 5, to ply 4", UPWARDS),
    ("tsolitaire", "deck 34 33 32 31 30, to ply 4", _ALL_ROTATIONS),
    ("tsolitaire", "a game that clears the board", UPWARDS),
    ("tsolitaire", "a game that is over", NOBODY_LEAVES),
    (
        "tsolitaire",
        "one game, written in two ways",
        Mutation(tsolitaire.records, "_carry_out", "position.redo()", "None"),
    ),
    ("tsolitaire", "the solver", _ENDS),
    (
        "globe",
        "perft to ply 5, capture G",
        Mutation(globe.Position, "legal_moves", "[origin] & empty", "[origin] & empty & ~1"),
    ),
    ("globe", "the board", NewValue(globe_reference, "PLACEMENTS", 1, "placements")),
    ("globe", "the board", NewValue(globe_reference, "SYMMETRIES", 4, "symmetries")),
    ("globe", "the board", NewValue(globe_reference, "NEIGHBOURS", 2, "neighbours")),
    (
        "globe",
        "three against three, solved",
        NewValue(
            globe_reference, "WORTH", {(3, 3): (1_081_632, 40_388, 1_033_808, 7_436, 8)}, "the longest win is shorter"
        ),
    ),
]
