"""A game that is another one each time is found out before a design is blamed, and so is what a block offers or returns
that does not fit. The game is an example, broken; the command is `loopline verify`."""

import json
import re
import shutil
from pathlib import Path

import pytest
from cli.running import run
from copies import change
from cosim.engines import needs

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect4"

PLAY_MOVES = "moves=Position.moves,"
TURNS = "self.turns: list[int] = []"
METHOD = "    def images"
APPEND = "self.turns.append(x)"
DROPPED = 'Event("dropped", x=x, y=y, disc=mover)'

#: What is replaced, by what; what the line begins with that is named, and what is said.
MISTAKES = {
    "a mutable default": (
        [
            (
                "def __init__(self) -> None:\n        self.columns",
                "def __init__(self, turns=[]) -> None:\n        self.columns",
            ),
            (TURNS, "self.turns = turns"),
        ],
        r"connect4.py:(\d+) in __init__, the default of turns",
        "    def __init__(self, turns=[])",
    ),
    "an attribute of the class": (
        [(f"        {TURNS}\n", ""), ("class Position:\n", f"class Position:\n    {TURNS[5:]}\n")],
        r"What outlives a game: connect4.py:(\d+), Position.turns",
        "    turns: list[int] = []",
    ),
    "a global": (
        [
            ("class Position:", "STATE = {'winner': 0}\n\n\nclass Position:"),
            ("self.winner > 0 or", "STATE['winner'] > 0 or"),
            ("self.winner = self.to_move", "STATE['winner'] = self.winner = self.to_move"),
        ],
        r"says something else.* What outlives a game: connect4.py:(\d+), STATE",
        "STATE",
    ),
    "a global that is made new by each model": (
        [
            ("class Position:", "STATE = {'moved': 0}\n\n\nclass Position:"),
            ("self.winner = 0\n\n", "self.winner = 0\n        STATE['moved'] = 0\n\n"),
            ("return len(self.turns)\n", "return STATE['moved']\n"),
            (APPEND, f"{APPEND}\n        STATE['moved'] += 1"),
            ("x = self.turns.pop()", "x = self.turns.pop()\n        STATE['moved'] -= 1"),
        ],
        r"a model changes while another one plays.* What outlives a game: connect4.py:(\d+), STATE",
        "STATE",
    ),
    "random numbers": (
        [
            (
                "self.winner = self.to_move",
                "import random\n            self.winner = self.to_move * (random.random() > 0.3)",
            )
        ],
        r"says something else.* It draws random numbers: connect4.py:(\d+) in play: random",
        "            self.winner = self.to_move * (",
    ),
    "random numbers that matter seldom": (
        [
            (APPEND, f"import random\n        {APPEND}\n        self.winner *= random.randrange(400) != 7"),
            ("        self.winner = 0\n        return x", "        return x"),
            ("self.winner = 0\n\n", "self.winner = 1\n\n"),
            ("self.winner > 0 or", ""),
        ],
        r"says something else.* It draws random numbers: connect4.py:(\d+) in play: randrange",
        "        self.winner *= random",
    ),
    "os.urandom": (
        [("self.winner = self.to_move", "import os\n            self.winner = 1 + os.urandom(1)[0] % 2")],
        r"says something else.* It draws random numbers: connect4.py:(\d+) in play: urandom",
        "            self.winner = 1 + os",
    ),
    "the order of hash": (
        [(PLAY_MOVES, "moves=lambda now: sorted(now.moves(), key=lambda x: hash(str(x))),")],
        r"connect4.py:(\d+), ConnectFour.moves: in another process .*: it must not depend on hash\(\)",
        "class ConnectFour",
    ),
    "moves that change the model": (
        [(PLAY_MOVES, "moves=lambda now: vars(now).update(winner=0) or now.moves(),")],
        r"connect4.py:(\d+), ConnectFour.moves: it, `tries` or what is read back changes the model",
        "class ConnectFour",
    ),
    "an endless loop": (
        [("        length = 0\n", "        length = 0\n        while len(self.turns) > 5:\n            length += 1\n")],
        r"has not come to an end: connect4.py:(\d+) in _run: no progress in 15 s of processor time",
        "        while len(self.turns) > 5",
    ),
    "an end of the program": (
        [("raise Refused(Reason.OVER)", "raise SystemExit(0)")],
        r"the game's code failed: connect4.py:(\d+) in play: SystemExit: 0",
        "            raise SystemExit(0)",
    ),
    "an event that is not yielded": (
        [(f"yield {DROPPED}", DROPPED)],
        r"connect4.py:(\d+) in play: it makes an Event, and does not yield it: write yield Event",
        "    @operation(turn=True",
    ),
    "a model that is none": (
        [("return Position()", "Position()")],
        r"connect4.py:(\d+) in initial: its model None has no attribute 'count', which `status` has",
        "    def initial",
    ),
    "a read that returns nothing": (
        [('return {"disc": now.disc(x, y)}', "now.disc(x, y)")],
        r"connect4.py:(\d+) in read: it reads 'disc', and returns no value for it: return {'disc': …}",
        '    @operation(reads="disc"',
    ),
    "an event without a field": (
        [(DROPPED, 'Event("dropped", x=x, y=y)')],
        r"connect4.py:(\d+) in play: its event 'dropped' has no value for 'disc': give it disc=…",
        "    @operation(turn=True",
    ),
    "an event with a field that has no name": (
        [(DROPPED, 'Event("dropped", x)')],
        r"connect4.py:(\d+) in play: TypeError: the fields of an event are named, as in Event\('dropped', x=1\)",
        '        yield Event("dropped"',
    ),
    "moves beyond the field": (
        [(PLAY_MOVES, "moves=lambda now: [*now.moves(), 99],")],
        r"connect4.py:(\d+) in <lambda>: x = 99 of play does not fit into 3 bits, as `fields` has it",
        "    @operation(turn=True",
    ),
    "moves below it": (
        [(PLAY_MOVES, "moves=lambda now: [*now.moves(), -1],")],
        r"connect4.py:(\d+) in <lambda>: x = -1 of play does not fit into 3 bits",
        "    @operation(turn=True",
    ),
    "tries beyond it": (
        [("range(8))", "range(9))")],
        r"connect4.py:(\d+) in <lambda>: x = 8 of play does not fit into 3 bits",
        "    @operation(turn=True",
    ),
    "what is read back beyond it": (
        [("range(COLUMNS), range(ROWS)", "range(COLUMNS + 2), range(ROWS)")],
        r"connect4.py:(\d+) in <lambda>: x = 8 of read does not fit into 3 bits",
        '    @operation(reads="disc"',
    ),
    "moves that are none": (
        [(PLAY_MOVES, "moves=lambda now: None,")],
        r"connect4.py:(\d+) in <lambda>: expected a list of arguments of play, got None",
        "    @operation(turn=True",
    ),
    "a label that is a number": (
        [(METHOD, f"    def label(self, values):\n        return values[0]\n\n{METHOD}")],
        r"connect4.py:(\d+) in label: expected a text without a space for .*, got 0",
        "    def label",
    ),
    "a label with a space": (
        [(METHOD, f"    def label(self, values):\n        return ' '.join(map(str, values))\n\n{METHOD}")],
        r"connect4.py:(\d+) in label: expected a text without a space for .*, got '0 0'",
        "    def label",
    ),
    "labels that cannot be read": (
        [(METHOD, f"    def values_of(self, label):\n        return [{{}}[label]]\n\n{METHOD}")],
        r"connect4.py:(\d+) in values_of: KeyError: '0,0'",
        "        return [{}[label]]",
    ),
    "labels that are read otherwise": (
        [
            (
                METHOD,
                f"    def values_of(self, label):\n        return [int(x) + 1 for x in label.split(',')]\n\n{METHOD}",
            )
        ],
        r"connect4.py:(\d+) in values_of: it reads .* from 'read:0,0', which label\(\) writes for",
        "    def values_of",
    ),
    "labels of which too little is read": (
        [(METHOD, f"    def values_of(self, label):\n        return [int(label[0])]\n\n{METHOD}")],
        r"connect4.py:(\d+) in values_of: it does not read 'read:0,0', which label\(\) writes for .* read takes x, y",
        "    def values_of",
    ),
    "a width that is text": (
        [('"count": 6', '"count": "6"')],
        r"connect4.py:(\d+), ConnectFour: 'count' in `fields` is '6': write its number of bits, or a Field",
        "class ConnectFour",
    ),
    "an event with another field": (
        [("disc=mover)", "disc=mover, z=1)")],
        r"connect4.py:(\d+) in play: .*'z'",
        "    @operation(turn=True",
    ),
    "an event that is not declared": (
        [('Event("lifted"', 'Event("raised"')],
        r"connect4.py:(\d+) in undo: .*'raised'",
        "    @operation(takes_back=True",
    ),
    "too few arguments": (
        [("product(range(COLUMNS), range(ROWS))", "[(1,)]")],
        r"connect4.py:(\d+) in read: .*not its arguments",
        '    @operation(reads="disc"',
    ),
    "values that are no numbers": (
        [(METHOD, f"    def values_of(self, label):\n        return label.split(',')\n\n{METHOD}")],
        r"connect4.py:(\d+) in values_of: expected a list of numbers",
        "    def values_of",
    ),
    "a width of 0": (
        [('"x": 3', '"x": 0')],
        r"connect4.py:(\d+) in <lambda>: x = 1 of read does not fit into 0 bits",
        '    @operation(reads="disc"',
    ),
    "an argument without bits": (
        [('"x": 3, ', "")],
        r"connect4.py:(\d+), ConnectFour: 'x' has no bits",
        "class ConnectFour",
    ),
    "a status that does not fit": (
        [('"count": 6', '"count": 2')],
        r"connect4.py:(\d+), ConnectFour.status_of: count of the status is 4",
        "class ConnectFour",
    ),
    "an exception in a rare place": (
        [("self.winner = self.to_move\n", "self.winner = self.tomove\n")],
        r"connect4.py:(\d+) in play: AttributeError",
        "            self.winner = self.tomove",
    ),
    "an attribute that is misspelt": (
        [("self.winner = self.to_move\n", "self.wnner = self.to_move\n")],
        r"connect4.py:(\d+) in play: it sets wnner, which nothing reads, .* is winner meant",
        "            self.wnner = self.to_move",
    ),
    "images that the rules do not treat alike": (
        [("COLUMNS - 1 - values", "COLUMNS - 2 - values")],
        r"connect4.py:(\d+) in images: the rules treat a game and its image differently",
        "    def images",
    ),
    "images of several numbers": (
        [('return [{**values, "x": COLUMNS - 1 - values["x"] & 7}]', 'return [values] * (1 + values["x"])')],
        r"connect4.py:(\d+) in images: its requests have",
        "    def images",
    ),
    "an attribute of a board": (
        [
            (
                "class ConnectFour(",
                "from loopline.design.board import Board\n\n\n"
                "class Four(Board):\n    extremes = ['size=4']\n\n\nclass ConnectFour(",
            )
        ],
        r"the module connect4 cannot be imported: PydanticUserError: .*`extremes = .*connect4.py:(\d+)\)",
        "class Four",
    ),
}


@pytest.fixture
def broken(tmp_path):
    """A copy of the example with other lines in its game: its description."""

    def make(edits):
        folder = tmp_path / "connect4"
        shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
        file = folder / "connect4.py"
        code = file.read_text()
        for old, new in edits:
            assert old in code, old
            code = code.replace(old, new, 1)
        file.write_text(code)
        return folder / "connect4.toml"

    return make


def verify(dut, *more):
    needs("icarus")
    out = dut.parent / "out"
    code, text, err = run("verify", dut, "--sim", "icarus", "--seed", 1, "--examples", 2, "--out", out, *more)
    return code, " ".join((text + err).split())


@pytest.mark.parametrize(("edits", "says", "line"), MISTAKES.values(), ids=list(MISTAKES))
def test_mistake_in_a_game_is_blamed_on_the_game(edits, says, line, broken):
    dut = broken(edits)
    code, said = verify(dut)
    found = re.search(says, said)
    assert code == 2, said
    assert found, said
    lines = (dut.parent / "connect4.py").read_text().splitlines()
    assert lines[int(found[1]) - 1].startswith(line), said
    assert "bug in loopline" not in said
    assert json.loads((dut.parent / "out" / "verify.json").read_text())["exit_code"] == 2


def test_tries_in_the_order_of_hash_are_found_among_typical_ones(tmp_path):
    """Of the typical requests of other operations only some are looked at."""
    for file in (EXAMPLE.parent / "blocks").glob("registers.*"):
        shutil.copy(file, tmp_path)
    by_hash = "@operation(tries=lambda now: sorted(range(8), key=lambda x: hash(str(x))))"
    change(tmp_path / "registers.py", ("@operation()\n    def lock", f"{by_hash}\n    def lock"))
    code, said = verify(tmp_path / "registers.toml")
    assert code == 2, said
    found = re.search(r"registers.py:\d+, Registers.tries: in another process .* tries first: (.*); then: (.*)", said)
    assert found, said
    assert all(re.match(r"(… )?lock:\d", words) for words in found.groups()), said
    assert found[1] != found[2]


ELSEWHERE = "__import__('os').environ.get('PYTHONHASHSEED') in ('0', '1')"


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (f"{{}}[{ELSEWHERE}]", "KeyError: True"),
        pytest.param(f"[*iter(lambda: {ELSEWHERE}, False)]", "no progress in 15 s", marks=pytest.mark.slow),
    ],
    ids=["fails", "never ends"],
)
def test_a_game_that_fails_only_in_another_process_is_blamed(what, says, broken, monkeypatch):
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    code, said = verify(broken([(APPEND, f"{ELSEWHERE} and {what}\n        {APPEND}")]))
    assert code == 2, said
    failed = "it plays in one process, and fails in another: the game's code"
    assert re.search(rf"{failed} (failed|has not come to an end): connect4.py:\d+ in play: {says}", said), said


def test_harmless_global_state_of_a_game_is_allowed(broken):
    """A table that is filled as it is needed, and random numbers by which no answer goes."""
    cached = "KEYS = {}\n\n\nclass Position:"
    key = f"import random\n        KEYS.setdefault(x, random.random())\n        {APPEND}"
    dut = broken([("class Position:", cached), (APPEND, key)])
    code, said = verify(dut, "--only", "random games")
    assert (code, "1 of 1 agree" in said or "agree" in said) == (0, True), said
    assert json.loads((dut.parent / "out" / "verify.json").read_text())["exit_code"] == 0


@pytest.mark.parametrize("command", ["fuzz", "latency"])
def test_other_commands_rehearse_it_too(command, broken):
    edits, says, _ = MISTAKES["random numbers"]
    dut = broken(edits)
    code, text, err = run(command, dut, "--sim", "icarus", "--seed", 1, "--out", dut.parent / "out")
    assert code == 2, text + err
    assert re.search(says, " ".join(err.split())), text + err
    [report] = (dut.parent / "out").rglob(f"{command}.json")
    assert json.loads(report.read_text())["exit_code"] == 2


@pytest.mark.parametrize(
    ("edits", "games", "says"),
    [
        (
            MISTAKES["a global"][0],
            ["play:0 play:1 play:0 play:1 play:0 play:1 play:0", "play:0 play:1"],
            MISTAKES["a global"][1],
        ),
        (
            [(APPEND, f"{APPEND}\n        if x == 6 and len(self.turns) == 1:\n            raise SystemExit(0)")],
            ["play:6"],
            r"the game's code failed: connect4.py:(\d+) in play: SystemExit: 0",
        ),
    ],
    ids=["a mistake of the model", "an end of the program in a simulation"],
)
def test_replay_does_not_blame_the_design(edits, games, says, broken):
    dut = broken(edits)
    code, text, err = run("replay", *games, "--dut", dut, "--sim", "icarus", "--out", dut.parent / "out")
    assert code == 2, text + err
    assert re.search(says, " ".join((text + err).split())), text + err
    assert json.loads((dut.parent / "out" / "replay.json").read_text())["exit_code"] == 2
