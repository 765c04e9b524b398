"""A description with a fault, and the exact sentence about it: file, line, key, what is right."""

import pytest
from cli.running import run
from loopline.campaign.failures import slug
from loopline.design.dut import load
from loopline.errors import BadInput

#: Four lines; what is wrong comes after them, or replaces one.
ENGINE = 'name = "mine"\ntop = "engine"\nsources = ["engine.v"]\nboard.size = 16\n'
PLAYER = 'name = "mine"\ntop = "player"\nsources = ["engine.v"]\ncontract = "player"\n'

NO_NAME = "must be a name: letters, digits, _ and $, with a letter or _ first"
KNOWN = (
    "known are adapter, assertions, board, bytes, clock, contract, cycle_exact, deck, defines, depth, depth_parameter, "
    "examples, file_list, game, game_folder, golden_policy, icarus, identity, include, known, lamps, lamps_within, "
    "language, libraries, limit, name, parameters, patience, reset, serial, signals, sources, streams, strobe, tie, "
    "top, verification_port, verilator, vhdl"
)

NOT_TOML = {
    "name": "1: is not TOML: Expected '=' after a key in a key/value pair, at the end of the file",
    'name = "a': "1: is not TOML: Unterminated string, at the end of the file",
    f"{ENGINE}[[[": "5: is not TOML: Invalid initial character for a key part, column 3",
    f'{ENGINE}top = "b"\n': "5: the key top is there twice, first in line 2: leave one of them out",
    f"{ENGINE}[tie]\n[tie]\n": "6: the table tie is there twice, first in line 5: leave one of them out",
    f"\ufeff{ENGINE}": "1: begins with a byte order mark: save it as UTF-8 without one (BOM)",
    f"{ENGINE}patience = {'9' * 5000}\n": "5: cannot be read: a number has too many digits",
}

LINES = {
    # name, top
    "name = 5": "1: name = 5: must be text, in quotes",
    'name = ""': '1: name = "": must have 1 to 100 characters',
    f'name = "{"x" * 300}"': f'1: name = "{"x" * 59}…: must have 1 to 100 characters',
    'name = "\\u001b[31mred"': '1: name = "\\u001b[31mred": must have no control characters',
    'name = "\\u202egnp"': '1: name = "\\u202egnp": must have no control characters',
    'top = "1st"': f'2: top = "1st": {NO_NAME}',
    # sources
    'sources = "engine.v"': '3: sources = "engine.v": must be a list, in brackets',
    "sources = []": '3: names no source: sources = ["rtl/*.v"], or file_list, says where the Verilog is',
    'sources = [""]': '3: sources: "" is empty: it must name a file, or be a pattern like rtl/*.v',
    'sources = ["more"]': '3: sources: "more" is a folder: write more/*.v, or *.sv, for the files in it',
    'sources = ["nix.v"]': '3: sources: "nix.v" leads to no file in .',
    'sources = [\n  "engine.v",\n  "nix/*.v",\n]': '5: sources: "nix/*.v" leads to no file in .',
    'sources = ["more/*"]': '3: sources: "more/*" leads to notes.md; expected a file that ends in '
    ".v, .sv, .vh, .svh, .vhd, .vhdl",
    'sources = ["a\\u0000b.v"]': '3: sources = "a\\u0000b.v": must have no control characters',
    'file_list = "nix.f"': "5: file_list: the file list nix.f cannot be read: No such file or directory",
    'include = ["more", "nix"]': "5: include: there is no folder nix",
    # what it is
    "cycle_exact = true": "5: cycle_exact = true compares the state, which only a verification port shows: write "
    "verification_port = true, or leave cycle_exact out",
    'game = "chess/x"': f'5: game = "chess/x": {NO_NAME}',
    'contract = "rules"': '5: contract = "rules": must be "engine" or "player"',
    "board.size = 60": "4: board.size = 60: must be 8, 16, 32, 64 or 128",
    "cycle_exact = 1": "5: cycle_exact = 1: must be true or false",
    "patience = 5": "5: patience = 5: must be 100 at least",
    "patience = 1e3": "5: patience = 1000.0: must be a whole number",
    "patience = 9_999_999_999": "5: patience = 9999999999: must be 2147483647 at most",
    # parameters, macros
    "[parameters]\nA = 12345678901234567890": "6: parameters.A = 12345678901234567890: must be within 32 bits, "
    "-2147483648 to 2147483647, as integers of Verilog are",
    "[parameters]\nA = true": "6: parameters.A = true: must be a whole number, or text in quotes",
    '[parameters]\n"1A" = 3': f'6: parameters.1A: "1A" {NO_NAME}',
    'board.size_parameter = "L"\n[parameters]\nL = 5': "7: parameters.L = 5, but board.size_parameter says that it is "
    "4: leave it out here",
    "[defines]\nA = false": "6: defines.A = false: leave it out, and it is not defined; true defines it",
    # clock, reset, ports
    'clock = "clk"': '5: clock = "clk": must be a table',
    "[clock]\nmhz = 0": "6: clock.mhz = 0: must be more than 0",
    '[clock]\nmhz = "50"': '6: clock.mhz = "50": must be a number',
    "[clock]\nmhz = inf": "6: clock.mhz = Infinity: must be a finite number",
    'clock.signal = ""': f'5: clock.signal = "": {NO_NAME}',
    '[reset]\nactive = "hi"': '6: reset.active = "hi": must be "high" or "low"',
    '[reset]\nsignal = ""': "6: reset.signal is empty, but an engine must have a reset, as each game begins with one: "
    "name the port",
    '[reset]\nsingal = "rst"': "6: unknown key 'reset.singal'; did you mean 'signal'? known are active, cycles, signal",
    # keys
    'colour = "red"': f"5: unknown key 'colour'; {KNOWN}",
    "sourcse = []": f"5: unknown key 'sourcse'; did you mean 'sources'? {KNOWN}",
    '"\\u001b[31m" = 3': f"5: unknown key '\\x1b[31m'; {KNOWN}",
    'path = "x"': "5: unknown key 'path'",
    "golden_policy = true": '5: golden_policy is for players: leave it out, or write contract = "player"',
}

OF_PLAYERS = {
    "cycle_exact = true": "5: cycle_exact is for engines: leave it out; of a player that follows the golden policy say "
    "golden_policy = true",
    "[serial]\nbaud = 25_000_000": "6: a bit at 25,000,000 baud has 2.0 cycles of a clock of 50 MHz; "
    "it takes 4 at least",
    "[serial]\nsimulated_baud = 6_250_000": "6: a bit at 6,250,000 baud has 8.0 cycles of a clock of 50 MHz; "
    "it takes 16 at least on a line that is made faster",
    '[serial]\ntx = "-"': f'6: serial.tx = "-": {NO_NAME}',
    'identity = "abc"': '5: identity = "abc": must have 2 characters at most',
    "depth = 3": "5: depth = 3: must be 1 or 2",
    '[serial]\nbaud_parameter = "B"\n[parameters]\nB = 3': "8: parameters.B = 3, but serial.baud_parameter says "
    "that it is 115200: leave it out here",
}


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("engine.v", "engine.V", "old.vhd", "more/notes.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path / "m.toml"


def refused(file):
    with pytest.raises(BadInput) as problem:
        load(file.relative_to(file.parent))
    return str(problem.value)


def replaced(text, line):
    """A key of the first four lines is written otherwise; anything else follows them."""
    key = line.partition(" ")[0]
    lines = text.splitlines()
    changed = [line if one.startswith(f"{key} =") else one for one in lines]
    return "\n".join(changed if changed != lines else [*lines, line]) + "\n"


@pytest.mark.parametrize("text", NOT_TOML)
def test_no_toml(text, file):
    file.write_text(text)
    assert refused(file) == f"m.toml:{NOT_TOML[text]}"


@pytest.mark.parametrize("line", LINES)
def test_one_line_is_wrong(line, file):
    file.write_text(replaced(ENGINE, line))
    assert refused(file) == f"m.toml:{LINES[line]}"


@pytest.mark.parametrize("line", OF_PLAYERS)
def test_one_line_of_a_player_is_wrong(line, file):
    file.write_text(replaced(PLAYER, line))
    assert refused(file) == f"m.toml:{OF_PLAYERS[line]}"


def test_what_is_missing(file):
    file.write_text("board.size = 16\n")
    assert refused(file) == "m.toml: the key 'name' is missing\nm.toml: the key 'top' is missing"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"a = " + b"[" * 100_000, "m.toml: cannot be read: lists or tables are nested too deeply"),
        (b'name = "x"\n\xff\xfe', "m.toml:2: is not TOML: the byte 0xff is not UTF-8"),
        (b"# \n" * 400_000, "m.toml: is not such a file: it is longer than 1,048,576 characters"),
    ],
)
def test_no_text(content, says, file):
    file.write_bytes(content)
    assert refused(file) == says


@pytest.mark.parametrize("name", ["Дрова", "engine №5 (β)", "x" * 100])
def test_a_name_may_be_in_any_language(name, file):
    file.write_text(replaced(ENGINE, f'name = "{name}"'))
    assert load(file).name == name


def test_at_the_command_line(file):
    """No traceback, nothing raw on the terminal, exit code 2; and an endless file is not read to its end."""
    file.write_text(replaced(ENGINE, '"\\u001b[31m" = "\\u001b[31m"'))
    code, out, err = run("verify", file, "--sim", "icarus", "--examples", 1)
    assert (code, "\x1b" in out + err, "Traceback" in err) == (2, False, False)
    code, _, err = run("verify", "/dev/zero", "--sim", "icarus", "--examples", 1)
    assert code == 2
    assert err.startswith("loopline: /dev/zero: is not such a file")


def test_folders_of_designs_with_names_in_other_scripts():
    names = ["Дрова", "Дерево", "engine β", "engine γ", "!", "engine"]
    slugs = [slug(name) for name in names]
    assert len({*slugs}) == len(names)
    assert slugs[-1] == "engine"
    assert all(one.isascii() and one[0].isalnum() for one in slugs)
