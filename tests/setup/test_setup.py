"""`make setup` on systems that lack something: with root or without, with a network or without.

Its PATH is made up: real coreutils, and for compiler, simulator, apt and Python stand-ins that do as little as will do.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
COREUTILS = ("sh", "cat", "cksum", "cp", "dirname", "env", "grep", "head", "mkdir", "rm", "tail", "true", "wc")

PYTHON = f"""
case "$*" in
*"-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
*"-m pip"*) [ ! -e offline ] && echo "$*" >> pip.log ;;
*) exec '{sys.executable}' "$@" ;;
esac
"""

#: Installs what the archive holds; if it lacks one of the packages, none of them, as the real one does.
APT = """
[ ! -e offline ] || exit 100
case " $* " in *" update "*) exit 0 ;; esac
for word; do
    case $word in -*|*::*|install) continue ;; esac
    [ -e "archive/$word" ] || exit 100
    packages="$packages $word"
done
for package in $packages; do cp "archive/$package" "bin/$package"; done
"""

BOTH = ("iverilog", "ccache")
FOR_TESTS = ("chromium", "gtkwave", "xvfb", "xauth")


class System:
    """A checkout in a folder of its own, on a system where `iverilog` and `ccache` are missing."""

    def __init__(self, path, user, archive=BOTH):
        self.path = path
        for name in (
            "pyproject.toml",
            "model/pyproject.toml",
            "bridge/pyproject.toml",
            "constraints.txt",
            "ci/setup.sh",
        ):
            (path / name).parent.mkdir(exist_ok=True)
            shutil.copy(REPOSITORY / name, path / name)
        for name in COREUTILS:
            (path / "bin").mkdir(exist_ok=True)
            (path / "bin" / name).symlink_to(shutil.which(name))
        for name in ("c++", "make"):
            self.program(f"bin/{name}", "")
        for name in archive:
            self.program(f"archive/{name}", "")
        self.program("bin/python3", PYTHON)
        self.program("bin/apt-get", APT)
        self.program("bin/id", f"echo {user}")
        self.program("bin/sleep", "exit 1")  # then nothing is said while a step lasts

    def program(self, name, text):
        (self.path / name).parent.mkdir(exist_ok=True)
        (self.path / name).write_text(f"#!/bin/sh\n{text}\n")
        (self.path / name).chmod(0o755)

    def set_up(self, *words, code=0):
        """What it says."""
        done = subprocess.run(
            ["sh", "ci/setup.sh", *words],
            cwd=self.path,
            env={"PATH": os.fspath(self.path / "bin")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (code, ""), done.stderr
        return done.stderr

    def has(self, program):
        return (self.path / "bin" / program).exists()


READY = """\
set-up: creating .venv with Python {}.{}.{}
set-up: installing the build tools
set-up: installing the pinned dependencies
set-up: installing what the tests need, while Verilator's runtime is compiled
set-up: ready
""".format(*sys.version_info[:3])


PURPOSES = {
    "iverilog": "the simulator Icarus",
    "ccache": "the same design built in one second instead of three",
    "chromium": "the tests of pages",
    "gtkwave": "the tests of GTKWave's save files",
    "xvfb": "the screen for them",
    "xauth": "the screen for them",
}


def lacking(*packages):
    """The one message for all that is missing."""
    lines = "".join(f"  {package:16} {PURPOSES[package]}\n" for package in packages)
    install = "apt-get update && apt-get install --no-install-recommends"
    return f"""\
set-up: this system lacks:
{lines}set-up: As root, on Debian or Ubuntu:  {install} {" ".join(packages)}
set-up: Going on with what is there.
"""


def in_vain(*packages):
    return f"""\
set-up: installing by apt: iverilog ccache
set-up: apt has not brought: {" ".join(packages)}. What it says is in out/setup.log. To ask it again: rm out/not-by-apt
"""


def test_a_folder_in_which_nothing_could_run(tmp_path):
    folder = tmp_path / "a, b"
    folder.mkdir()
    says = System(folder, user=0).set_up(code=2)
    assert says == "set-up: move the checkout to a folder without a colon, comma or semicolon in its path\n"
    assert not (folder / ".venv").exists()


def test_without_root_one_message_names_all_and_the_rest_goes_on(tmp_path):
    system = System(tmp_path, user=1000)
    assert system.set_up() == lacking(*BOTH) + READY
    assert system.set_up() == "set-up: still without: iverilog ccache\n"
    for name in BOTH:
        system.program(f"bin/{name}", "")
    assert system.set_up() == ""
    assert len((tmp_path / "pip.log").read_text().splitlines()) == 3, "pip is asked once for each of its three jobs"


def test_a_step_that_takes_long_says_so_every_ten_seconds(tmp_path):
    system = System(tmp_path, user=0)
    system.program("bin/sleep", "echo >>seconds")
    system.program("bin/iverilog", "")
    system.program("bin/ccache", "")
    waits = "rm -f seconds; while [ ! -e seconds ] || [ $(wc -l <seconds) -lt 21 ]; do :; done"
    system.program("bin/python3", PYTHON.replace("[ ! -e offline ]", f"{{ {waits}; [ ! -e offline ]; }}"))
    lines = system.set_up().splitlines()
    during = lines[lines.index("set-up: installing the build tools") : lines.index("set-up: ready")]
    assert during.index("set-up: … 10 s so far") < during.index("set-up: … 20 s so far")


def test_with_root_everything_comes_by_apt(tmp_path):
    system = System(tmp_path, user=0)
    assert system.set_up() == "set-up: installing by apt: iverilog ccache\n" + READY
    assert system.has("iverilog")
    assert system.has("ccache")
    assert system.set_up() == ""


def test_a_package_that_apt_does_not_know_costs_no_other(tmp_path):
    system = System(tmp_path, user=0, archive=["iverilog"])
    assert system.set_up() == in_vain("ccache") + lacking("ccache") + READY
    assert system.has("iverilog")


def test_failed_apt_is_not_repeated_unless_asked(tmp_path):
    system = System(tmp_path, user=0, archive=[])
    system.set_up()
    assert system.set_up() == "set-up: still without: iverilog ccache\n"
    (tmp_path / "out" / "not-by-apt").unlink()
    for name in BOTH:
        system.program(f"archive/{name}", "")
    assert system.set_up() == "set-up: installing by apt: iverilog ccache\n"


def test_with_root_but_without_a_network_what_is_there_goes_on(tmp_path):
    system = System(tmp_path, user=1000)
    system.set_up()
    system.program("bin/id", "echo 0")
    (tmp_path / "offline").touch()
    still = "set-up: still without: iverilog ccache\n"
    assert system.set_up() == in_vain(*BOTH) + still


@pytest.mark.parametrize("user", [0, 1000])
def test_without_a_network_nothing_can_begin_and_the_next_run_goes_on(tmp_path, user):
    system = System(tmp_path, user)
    (tmp_path / "offline").touch()
    said = system.set_up(code=2)
    assert lacking(*BOTH) in said
    assert "No network? The whole log is out/setup.log." in said
    (tmp_path / "offline").unlink()
    assert system.set_up().endswith("".join(READY.splitlines(keepends=True)[1:]))


def test_an_environment_left_half_made_or_moved_is_made_anew(tmp_path):
    system = System(tmp_path / "here", user=0)
    system.set_up()
    (tmp_path / "here").rename(tmp_path / "there")
    system.path = tmp_path / "there"
    assert system.set_up() == READY
    (tmp_path / "there" / ".venv" / ".complete").unlink()
    assert system.set_up() == READY
    with (tmp_path / "there" / "constraints.txt").open("a") as constraints:
        constraints.write("# another version\n")
    assert system.set_up() == "".join(READY.splitlines(keepends=True)[1:])


def test_what_only_the_tests_need_comes_for_them_alone(tmp_path):
    """In one call of apt, with the rest."""
    system = System(tmp_path, user=0, archive=[*BOTH, "chromium", "gtkwave", "xauth"])
    system.program("bin/Xvfb", "")  # the package has another name
    assert system.set_up("tests") == "set-up: installing by apt: iverilog ccache chromium gtkwave xauth\n" + READY
    assert all(map(system.has, ("chromium", "gtkwave", "xauth")))
    assert system.set_up("tests") == system.set_up() == ""


def test_without_what_the_tests_need_the_rest_goes_on(tmp_path):
    system = System(tmp_path, user=1000)
    for name in BOTH:
        system.program(f"bin/{name}", "")
    assert system.set_up() == READY
    assert system.set_up("tests") == f"set-up: still without: {' '.join(FOR_TESTS)}\n"
    assert system.set_up() == ""
    shutil.rmtree(tmp_path / ".venv")
    assert system.set_up("tests") == lacking(*FOR_TESTS) + READY


def test_what_apt_does_not_have_for_the_tests_is_asked_once(tmp_path):
    """Set-ups with and without the tests in turn do not make it ask again."""
    system = System(tmp_path, user=0, archive=["iverilog"])
    system.program("bin/Xvfb", "")
    system.set_up("tests")
    assert system.set_up() == "set-up: still without: ccache\n"
    assert system.set_up("tests") == "set-up: still without: ccache chromium gtkwave xauth\n"


def test_the_tests_are_set_up_with_what_they_need():
    makefile = (REPOSITORY / "Makefile").read_text()
    for target in ("test", "gate", "screenshots"):
        assert f"\n{target}: setup-tests " in makefile
