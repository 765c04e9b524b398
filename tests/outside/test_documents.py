"""README and docs are followed as they are written: each block is carried out, or stands in a table with the reason."""

import re
from collections import Counter

import pytest
from cosim.engines import needs
from outside.documents import PAGES, REPOSITORY, Reader, blocks

LANGUAGES = {"sh", "console", "text", "python", "pycon", "toml", "verilog", "yaml", "makefile"}
BLOCKS = {page: list(blocks(page)) for page in PAGES}

#: Blocks that nobody carries out. Of commands it is checked that they are there, and have these options.
NOT_CARRIED_OUT = {
    ("README.md", "✗ Winner is White; the model says Red"): "tutorial.md has the run",
    ("README.md", "make verify      # "): "below; and `make test` is what runs this",
    ("CONTRIBUTING.md", "make setup"): "tests/setup",
    ("CONTRIBUTING.md", "Makefile             "): "folders; a test of its own looks for them",
    ("docs/coverage.md", "loopline verify trax-engine --coverage      # count"): "fuzz has no end; tests/coverage",
    ("docs/deck.md", "property  simulator  examples   turns"): "a part of a run of `verify trax-engine`",
    ("docs/deck.md", 'deck = "my_deck.trx"'): "a line of a description; tests/deck has such",
    ("docs/deck.md", "# loopline deck 1; trax, 64 x 64"): "a line of a deck; tests/deck has such",
    ("docs/deck.md", "loopline testbench my_engine.toml --deck"): "a deck that is not there; tests/testbench",
    ("docs/deck.md", "loopline mutate my_engine.toml --mutants 300 --write-deck "): "many minutes; tests/mutate",
    ("docs/deck.md", "loopline mutate my_engine.toml --kind source --mutants 300 "): "many minutes; tests/mutate",
    ("docs/deck.md", "# loopline deck 1; globe, history 16"): "a part of a deck; tests/mutate makes such",
    ("docs/deck.md", "cd out/testbench"): "tests/testbench",
    ("docs/deck.md", "FAIL: game 3 of 61, request 9 of 74"): "tests/testbench has such failures",
    ("CONTRIBUTING.md", "✗ streams  the engine's streams: one answer per request, …"): "tests/formal has such failures",
    (
        "docs/failure.md",
        "✗ Winner is White; the model says Red",
    ): "tutorial.md has the run",
    ("docs/fuzz.md", "loopline fuzz my_engine.toml                      # until Ctrl-C"): "has no end",
    ("docs/failure.md", "  suspects  1 rtl/globe/globe_referee.v:41"): "tests/why has such failures",
    ("docs/fuzz.md", "loopline fuzz my_engine.toml --corpus games --corpus monday "): "tests/fuzz/test_minimise.py",
    ("docs/fuzz.md", "# loopline fuzz 1; trax, 64 x 64"): "a file of the corpus; tests/fuzz writes and reads such",
    ("docs/install.md", "name: verify"): "a workflow; tests/setup/test_workflow.py",
    ("docs/install.md", "pip wheel --no-deps"): "takes a clone and a network; test_installed.py",
    ("docs/latency.md", "loopline latency my_player.toml            # or an engine"): "an hour; tests/latency",
    ("docs/latency.md", "✗ move: 54,180 cycles, 2,787 more than its budget of"): "tests/latency has such failures",
    ("docs/latency.md", "[[budget]]"): "a part of ci/latency.toml, which tests/latency reads",
    ("docs/match.md", "loopline match serial:/dev/ttyUSB0@19200 model:2 --game trax"): "takes a board and a human",
    ("docs/new-game.md", "def edges("): "a part of a file; tests/examples",
    ("docs/new-game.md", "    status = _STATUS"): "a part of a file; tests/examples",
    ("docs/new-game.md", "    @operation(bare=True"): "a part of a file; tests/examples",
    ("docs/new-block.md", "def divided("): "a part of a file; tests/examples",
    ("docs/new-block.md", "class Divider("): "a part of a file; tests/examples",
    ("docs/mutation.md", "loopline mutate trax-engine --size 16          # a bundled engine, 200 mutants"): "an hour",
    ("docs/mutation.md", "✗ rtl/trax/trax_score.v:61 "): "tests/mutate has such survivors",
    ("docs/mutation.md", 'board = "size=16"'): "a part of ci/mutation.toml, which tests/mutate reads",
    ("docs/rules/tsolitaire.md", "      0   1"): "the ports of a cell; tests/model/tsolitaire",
    ("docs/rules/tsolitaire.md", "1: 2F8B 2: 2A17B"): "records; tests/model/tsolitaire plays them",
    ("docs/rules/tsolitaire.md", "6B16B 5F8L 6F12T"): "a record; tests/model/tsolitaire plays it",
    ("bridge/README.md", "# machine.py"): "bridge/tests/test_readme.py checks its types and runs it",
    ("bridge/README.md", "FlakyProperty: counts: the second example"): "bridge/tests has such",
    ("docs/reference/cli.md", "loopline verify trax-engine --lf --compare"): "takes a run before it; tests/cli",
    ("docs/reference/dut.md", 'name = "my engine"'): "a design that is not there",
    ("docs/reference/dut.md", "+incdir+include"): "a file list of sources that are not there; tests/dut",
    ("docs/reference/dut.md", 'language = "1364-2005"'): "a part of a description; tests/dut has such",
    ("docs/reference/dut.md", "[language]"): "a part of a description; tests/dut has such",
    ("docs/reference/dut.md", 'libraries = ["vendor/*.v"]'): "a part of a description; tests/dut has such",
    ("docs/reference/dut.md", 'top = "divider"'): "a part of a description; tests/dut has such",
    ("docs/reference/dut.md", 'verilator = ["--converge-limit"'): "a part of a description; tests/dut has such",
    ("docs/reference/dut.md", 'top = "legal_bb"'): "a part of a description; tests/dut has such",
    ("docs/reference/dut.md", 'top = "counter"'): "a part of a description; tests/dut has such",
    ("docs/reference/dut.md", 'top = "adder"'): "a part of a description; tests/dut has such",
    ("docs/reference/dut.md", "[[known]]"): "a part of a description; tests/dut has such",
    ("docs/reference/dut.md", "loopline: mine.toml:14: req_x:"): "tests/dut has such complaints",
    ("docs/reference/evening-engine.md", 'name = "my Evening'): "a design that is not there; tests/stranger has one",
    ("docs/reference/tsolitaire-engine.md", 'name = "my'): "a design that is not there; tests/stranger has one",
    ("docs/reference/strategies.md", "python ci/trax_library.py"): "hours; rewrites the library",
    ("docs/rules/evening.md", "      0   1   2"): "a picture; tests/model/evening/test_records.py numbers the cells",
    ("docs/rules/evening.md", "    a1 a2 a3"): "a picture; tests/model/evening/test_records.py names the cells",
    ("docs/rules/evening.md", "side=3 rule=odd-even protocol="): "docs/evening.md has the game",
    ("docs/rules/trax.md", "@0+ @1\\ B2\\ A2+ B0/ C3\\ "): "the 1994 game, which `loopline verify-model` replays",
    ("docs/scale.md", "loopline verify trax-engine --jobs 8 "): "takes a cluster; tests/workers",
    ("docs/scale.md", "jobs:"): "a workflow; tests/setup/test_workflow.py",
    ("docs/scale.md", "export DASK_DISTRIBUTED__COMM__TLS__CA_FILE=ca.pem"): "takes certificates; tests/workers",
    ("docs/scale.md", "dask scheduler --host 127.0.0.1 --port 8786 &"): "takes a fixed port; tests/workers",
    ("docs/scale.md", "from dask_jobqueue import SLURMCluster"): "takes Slurm",
    ("docs/synthesis.md", "env PYTHONPATH=ci .venv/bin/python -m fpga my_engine.toml "): "many minutes; tests/synth",
    ("docs/synthesis.md", "[[budget]]"): "a budget; ci/synth.toml has such, which tests/synth reads",
    ("docs/synthesis.md", "✗ 16 × 16 on an LFE5U-25F-6: "): "tests/synth has such failures",
}

#: Blocks that take long, and what is added to their commands where it must be quick; None: then they are left out.
LONG = {
    ("docs/install.md", "$ make verify"): None,
    ("docs/evening.md", "loopline verify rtl/evening/engine.toml"): "--only games",
    ("docs/evidence/proofs.md", "$ make formal"): None,
    ("docs/install.md", "loopline verify trax-engine --sim icarus --size 16 --examples 20"): None,
    ("docs/player.md", "loopline verify my_player.toml --examples 40"): "--sim icarus --only deck",
    ("docs/player.md", "loopline match my_player.toml model --games 10"): "--sim icarus --games 2 --max-turns 2",
    ("docs/tutorial.md", "loopline verify my_engine.toml --sim icarus --size 16"): "--only deck",
    ("docs/tutorial.md", "loopline replay '@0/ B1\\ B2/' --dut my_engine.toml --waves"): "--sim icarus",
    ("docs/tutorial.md", "loopline verify my_engine.toml --regressions tests/games"): None,
    ("docs/tutorial.md", "import pytest"): None,
}

#: What is always added, so that it comes out as the page shows it, on a busy machine too.
MORE = {
    ("docs/bring.md", "loopline verify nim.toml --sim icarus --examples 10 --only histories"): "--seed 7 --jobs 1",
    ("docs/bring.md", "loopline verify nim.toml --sim icarus --only histories"): "--seed 7 --shrink 600 --jobs 1",
    ("docs/new-block.md", "loopline verify divider.toml --sim icarus --examples 20"): "--seed 7 --jobs 1",
    (
        "docs/new-block.md",
        'loopline verify divider.toml --sim icarus --only "random games"',
    ): "--seed 7 --shrink 600 --jobs 1",
    (
        "docs/new-game.md",
        'loopline verify reversi.toml --sim icarus --size 4 --only "random games" --examples 50',
    ): "--seed 7 --jobs 1",
    (
        "docs/new-game.md",
        'loopline verify reversi.toml --sim icarus --size 4 --only "random games"',
    ): "--seed 7 --shrink 600 --jobs 1",
    (
        "docs/new-game.md",
        "loopline verify reversi.toml --sim icarus --size 4 --only edges",
    ): "--seed 7 --shrink 600 --jobs 1",
    ("docs/player.md", "loopline verify my_player.toml --examples 40"): "--seed 7 --shrink 600 --jobs 1",
    # Of Verilator's runtime, whose objects bridge/tests has, too.
    ("docs/testbench.md", "SIM=icarus make"): "OPT_FAST=-O0 OPT_GLOBAL=-O0 OBJCACHE=$(command -v ccache || true)",
    ("docs/tutorial.md", "loopline verify my_engine.toml --sim icarus --size 16"): "--seed 7 --shrink 600 --jobs 1",
}

#: Commands that are to fail, as the page says.
CODES = {
    "docs/bring.md": {"loopline verify nim.toml --sim icarus --only histories": 1},
    "docs/new-block.md": {'loopline verify divider.toml --sim icarus --only "random games"': 1},
    "docs/new-game.md": {
        'loopline verify reversi.toml --sim icarus --size 4 --only "random games"': 1,
        "loopline verify reversi.toml --sim icarus --size 4 --only edges": 1,
    },
    "README.md": {"loopline check games.trx": 1},
    "docs/evening.md": {"loopline check games.evening": 1},
    "docs/globe.md": {"loopline check games.globe": 1},
    "docs/tsolitaire.md": {"loopline check games.tsol": 1},
    "docs/match.md": {'loopline match "exec:./my_player" model --game trax': 1},
    "docs/player.md": {
        "loopline verify my_player.toml --examples 40": 1,
        "loopline match my_player.toml model --games 10": 1,
    },
    "bridge/README.md": {"python run.py": 1},
    "docs/reference/game-files.md": {"printf '@0/ A0+\\n@1+ @1\\\\\\n' | loopline check - --game trax": 2},
    "docs/tutorial.md": {
        "loopline verify my_engine.toml --sim icarus --size 16": 1,
        "loopline replay '@0/ B1\\ B2/' --dut my_engine.toml --waves": 1,
        "loopline verify my_engine.toml --regressions tests/games": 1,
        "python -m pytest -q -c /dev/null --rootdir . test_of_page.py": 1,
    },
}

#: What a page takes for granted.
THERE = {
    "README.md": {"games.trx": "@0/ A0+ @1+\n\n@0+ @1\\ B2\\ A2+ B0/ B2+\n"},
    "docs/reference/game-files.md": {
        "games.trx": "White: Bailey\nRed: Siegenthaler\n1. @0+ 2. @1\\ {the usual answer} 3. B2\\\n"
        "4. A2+ 5. B0/ White resigns\n"
    },
}

#: As in match.md: it loses the first game by a foul, and the second on the board.
MY_PLAYER = """\
#!/usr/bin/env python3
from goldenrules.trax.player import Player

player, games, answers = Player("ME"), 0, 0
while True:
    line = input()
    games += line in ("-W", "-B")
    answers += games
    for answer in player.receive(line):
        print("@0/" if answers == 2 else answer, flush=True)
"""
THERE["docs/globe.md"] = {
    "games.globe": "# The usual rules\nE1-E4 E3-E2 N4-E1 S1-C3\n\n"
    "capture=P board=..n..n.s..s.n..s..s.. side=s\nS3-S4 E1-N4\n\n"
    "E1-E2 S1-C3 E2-C4 C3-C5 C4-C3 S1-S2\n"
}
THERE["docs/evening.md"] = {
    "games.evening": "# Black gives up\nside=3 rule=odd-even\n1. Wc3 2. Bc4 3. B- White wins\n\n"
    "side=2 board=WB/.../..\nBb1 Wb3\n\nside=3 Wc3 Bc4 Wb3\n"
}
THERE["docs/tsolitaire.md"] = {
    "games.tsol": "# One placement was tried and taken back\n"
    "1: 2F8B [00:07] 2: 2A17B [00:12] Undo 2: 1E4R [00:30]\n\n"
    "1B13R 1E33T 0/\n\n6B16B 5F8L\n1B34R 2A0T\n"
}
THERE["docs/match.md"] = {"my_player": MY_PLAYER}


def entry(table, block):
    """Of a table by page and beginning; None if it is not in it."""
    return next((key for key in table if key[0] == block.page and block.text.startswith(key[1])), None)


def followed(page, folder, quickly):
    name = str(page.relative_to(REPOSITORY))
    reader = Reader(folder, CODES.get(name, {}))
    for file, text in THERE.get(name, {}).items():
        (folder / file).write_text(text)
        (folder / file).chmod(0o755 if text.startswith("#!") else 0o644)
    for block in BLOCKS[page]:
        late = entry(LONG, block)
        if entry(NOT_CARRIED_OUT, block) or (quickly and late and LONG[late] is None):
            reader.skip(block)
        else:
            reader.follow(block, f"{MORE.get(block.key, '')} {LONG[late] if quickly and late else ''}")


@pytest.mark.room(8)  # each page is a test of its own
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_a_page_can_be_followed(page, tmp_path):
    needs("icarus")
    (tmp_path / "clone").mkdir()
    followed(page, tmp_path / "clone", quickly=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({name for name, _ in LONG}))
def test_a_page_can_be_followed_to_the_letter(name, tmp_path):
    for simulator in ("icarus", "verilator"):
        needs(simulator)
    (tmp_path / "clone").mkdir()
    followed(REPOSITORY / name, tmp_path / "clone", quickly=False)


def test_every_block_says_what_it_is():
    strange = [str(block) for page in PAGES for block in BLOCKS[page] if block.language not in LANGUAGES]
    assert not strange, "a fence is followed by one of: " + ", ".join(sorted(LANGUAGES))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_code_is_fenced(page):
    """An indented block would be carried out by nobody."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    assert not re.findall(r"\n\n    .*", prose)


def test_what_is_in_a_table_is_in_a_page():
    for table in (NOT_CARRIED_OUT, LONG):
        found = Counter(entry(table, block) for page in PAGES for block in BLOCKS[page])
        assert set(found) - {None} == set(table)


def test_the_folders_that_contributing_names_are_there():
    (layout,) = (block.text for block in BLOCKS[PAGES[1]] if block.text.startswith("Makefile "))
    above = REPOSITORY
    for indent, name in re.findall(r"^( *)([\w./-]+)", layout, re.M):
        above = above if indent else REPOSITORY
        assert (above / name).exists()
        above = above if indent else REPOSITORY / name
