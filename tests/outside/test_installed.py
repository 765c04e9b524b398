"""loopline as a user has it who has never seen the checkout: wheels in an environment of their own, an empty folder."""

import os
import re
import shutil
import subprocess
import zipfile
from importlib.metadata import distributions

import goldenrules
import pytest
from cosim.engines import needs, replaced
from outside.documents import blocks
from outside.installing import REPOSITORY, SOURCES, Environment, built, without_privileges

SMALL = ("--sim", "icarus", "--size", 16)
GAME = "@0/ A0+ @1+"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """By the names of their distributions."""
    folder = tmp_path_factory.mktemp("wheels")
    return {name: built(folder, source, "wheel") for name, source in SOURCES.items()}


@pytest.fixture(scope="module")
def environment(tmp_path_factory, wheels):
    return Environment(tmp_path_factory.mktemp("in a place") / "venv", wheels.values())


@pytest.fixture
def empty(tmp_path):
    """A folder with nothing in it, and afterwards with nothing but `out`; nothing has been left elsewhere."""
    folder = tmp_path / "empty"
    folder.mkdir()
    yield folder
    assert {path.name for path in folder.iterdir()} <= {"out", "board.svg", "games.trx"}
    assert not [path for name in ("home", "tmp") for path in (tmp_path / name).glob("*")]


#: Of each wheel: folders of the repository, and where their files are in it.
PACKED = {
    "goldenrules": {"model/goldenrules": "goldenrules"},
    "cocotbext-hypothesis": {"bridge/cocotbext/hypothesis": "cocotbext/hypothesis"},
    "loopline": {"tb/loopline": "loopline", "rtl": "loopline/rtl"},
}
#: Of each sdist: what else is in it.
SOURCE_ONLY = {
    "goldenrules": ("README.md", "LICENSE", "pyproject.toml"),
    "cocotbext-hypothesis": ("README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml"),
    "loopline": ("README.md", "LICENSE", "docs/tutorial.md", "tests/conftest.py", "ci/setup.sh", "Makefile"),
}


@pytest.mark.parametrize("name", SOURCES)
def test_a_wheel_has_every_file_of_its_package(name, wheels):
    packed = {file for file in zipfile.ZipFile(wheels[name]).namelist() if ".dist-info/" not in file}
    expected = {
        f"{there}/{path.relative_to(REPOSITORY / here)}"
        for here, there in PACKED[name].items()
        for path in (REPOSITORY / here).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == expected


@pytest.mark.parametrize("name", SOURCES)
def test_an_sdist_makes_the_same_wheel(name, wheels, tmp_path):
    subprocess.run(["tar", "-x", "-f", built(tmp_path, SOURCES[name], "sdist"), "-C", tmp_path], check=True)
    (source,) = (path for path in tmp_path.iterdir() if path.is_dir())
    for file in SOURCE_ONLY[name]:
        assert (source / file).is_file()
    (tmp_path / "again").mkdir()
    again = built(tmp_path / "again", source, "wheel")
    assert contents(again) == contents(wheels[name])


def test_the_model_is_installed_alone(wheels, tmp_path):
    """With no other package beside it, and with what a package has to say of itself."""
    environment = Environment(tmp_path / "venv", [wheels["goldenrules"]])
    code = "from goldenrules.trax import *; print(Position.from_moves(['@0/', 'A0+', '@1+']))"
    drawn = subprocess.check_output([environment.python, "-I", "-c", code], cwd=tmp_path, text=True, encoding="utf-8")
    assert "──╫──" in drawn
    (installed,) = distributions(name="goldenrules", path=[str(environment.packages)])
    assert (installed.version, installed.requires) == (goldenrules.__version__, None)
    assert installed.metadata["License-Expression"] == "MIT"
    assert "\n# goldenrules\n" in (installed.read_text("METADATA") or "")
    assert (environment.packages / "goldenrules" / "py.typed").is_file()


def test_both_have_the_same_licence():
    assert (REPOSITORY / "model" / "LICENSE").read_text() == (REPOSITORY / "LICENSE").read_text()


def contents(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_installed_loopline_runs(environment, empty):
    code = "import goldenrules, loopline; from loopline.games.trax.game import ENGINE, PLAYER"
    code += "; print(goldenrules.__file__, loopline.__file__, ENGINE, PLAYER, sep=':')"
    found = subprocess.check_output([environment.python, "-c", code], cwd=empty, text=True).strip().split(":")
    assert len(found) == 4
    assert all(path.startswith(f"{environment.packages}/") for path in found)
    said = subprocess.check_output([environment.python, "-m", "loopline", "--version"], cwd=empty, text=True)
    assert (0, said) == environment.run("--version", cwd=empty)


#: What is run, what it says among other things as a regular expression, and what it writes.
QUICK = {
    "check": (("check", "games.trx"), "1 game in 1 file: 1 legal", []),
    "coverage": (("coverage", "--dut", "trax-engine"), "coverage", []),
    "match": (
        ("match", "model", "model", "--game", "trax", "--games", 1, "--max-turns", 4),
        "1 of 1 game,",
        ["match.json", "match.trx"],
    ),
    "perft": (("perft", 3, "--game", "trax"), "432", []),
    "replay": (("replay", GAME, "--dut", "trax-engine", *SMALL), "1 of 1 agree", ["replay.json", "report.html"]),
    "show": (("show", GAME, "--svg", "board.svg"), "3 turns · 4 tiles", []),
    "verify": (
        ("verify", "trax-engine", *SMALL, "--seed", 1, "--examples", 1),
        r"\b(\d+) of \1 agree:",
        ["verify.json", "verify.xml", "report.html"],
    ),
    "verify-model": (
        ("verify-model", "--game", "trax", "--examples", 2),
        "13 of 13 checks agree",
        ["verify-model.json"],
    ),
}


@pytest.mark.parametrize("name", QUICK)
def test_a_command_in_an_empty_folder(environment, empty, name):
    needs("icarus")
    (empty / "games.trx").write_text(GAME + "\n")
    arguments, says, written = QUICK[name]
    code, said = environment.run(*arguments, cwd=empty)
    assert code == (2 if name == "coverage" else 0), said
    assert re.search(says, said), said
    assert all((empty / "out" / file).is_file() for file in written)


@pytest.mark.slow
def test_the_tutorial_of_the_bench_in_an_empty_folder(environment, tmp_path):
    needs("icarus")
    shutil.copytree(environment.packages / "loopline" / "rtl", tmp_path / "rtl")
    for block in blocks(REPOSITORY / "docs" / "testbench.md"):
        if block.file:
            (tmp_path / block.file).write_text(block.text)
    path = os.pathsep.join([str(environment.folder / "bin"), os.environ["PATH"]])
    score = tmp_path / "rtl" / "trax" / "trax_score.v"
    # The mover always wins: one of the two tests fails.
    score.write_text(replaced(score.read_text(), "mover_wins ? to_move_q : opponent", "to_move_q"))
    command = [environment.python, "run.py", "icarus"]
    done = subprocess.run(command, cwd=tmp_path, env={"PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "PASS=1 FAIL=1" in done.stdout + done.stderr


def test_modules_with_common_names_do_not_clash(environment, tmp_path):
    needs("icarus")
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("cocotb", "loopline", "queue", "random", "types"):
        (folder / f"{name}.py").write_text("raise SystemExit('not what was meant')\n")
    arguments, says, _ = QUICK["verify"]
    code, said = environment.run(*arguments, "--only", "games", cwd=folder)
    assert code == 0, said
    assert re.search(says, said), said


def test_without_its_extra_mutate_says_what_to_install(environment, empty):
    if shutil.which("yosys"):
        pytest.skip("this system has a Yosys of its own")
    code, said = environment.run("mutate", "trax-engine", cwd=empty)
    assert (code, said) == (
        2,
        "loopline: This needs yosys, and it is not here: pip install 'loopline[mutate]', or a system's package\n",
    )


def test_without_dask_a_scheduler_cannot_be_used(environment, empty):
    code, said = environment.run("verify", "trax-engine", "--scheduler", "tcp://127.0.0.1:1", cwd=empty)
    assert (code, said) == (2, "loopline: --scheduler needs Dask: pip install 'loopline[scale]'\n")


def test_only_out_needs_to_be_writable(wheels, empty, tmp_path):
    needs("icarus")
    before = without_privileges()
    if before is None:
        pytest.skip("root may write anywhere, and there is no setpriv")
    environment = Environment(tmp_path / "venv", wheels.values())
    environment.close()
    home = tmp_path / "home"
    home.mkdir(mode=0o555)
    (tmp_path / "tmp").mkdir()
    assert subprocess.run([*before, "touch", home / "file"], stderr=subprocess.DEVNULL, check=False).returncode
    for arguments in (
        ("verify", "trax-engine", *SMALL, "--seed", 1, "--examples", 2, "--only", "games"),
        ("replay", GAME, "--dut", "trax-engine", *SMALL),
        ("perft", 2, "--game", "trax"),
    ):
        code, said = environment.run(*arguments, cwd=empty, before=before)
        assert code == 0, said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("verify", "trax-engine", "--seed", 1, "--examples", 5), "agree: "),
        (("verify", "PLAYER", "--sim", "icarus", "--seed", 1, "--examples", 2), "agree: "),
        (("fuzz", "trax-engine", "--seed", 1, "--turns", 500), "agrees"),
        (("verify", "trax-engine", *SMALL, "--seed", 1, "--examples", 3, "--coverage"), "agree: "),
        (("latency", "trax-engine", "--seed", 1, "--examples", 4), "play"),
        (("match", "PLAYER", "model", "--games", 1, "--max-turns", 4), "1 of 1 game,"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_longer_command_in_an_empty_folder(environment, empty, arguments, says):
    for simulator in ("icarus", "verilator"):
        needs(simulator)
    player = environment.packages / "loopline/rtl/trax/player/player.toml"
    code, said = environment.run(*(player if word == "PLAYER" else word for word in arguments), cwd=empty)
    assert code == 0, said
    assert says in said


@pytest.mark.slow
def test_with_its_extra_mutate_runs(wheels, empty, tmp_path):
    needs("verilator")
    environment = Environment(tmp_path / "venv", wheels.values(), extras=["mutate"])
    found, said = environment.run("mutate", "trax-engine", "--size", 8, "--mutants", 4, "--examples", 5, cwd=empty)
    assert found in {0, 1}, said
    assert (empty / "out" / "mutate").is_dir()
