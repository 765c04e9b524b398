"""A build is that of the files as they are now, undamaged, and nobody else's; what nobody needs is removed."""

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from threading import Barrier, Thread

import pytest
from builds.designs import build, written
from loopline.design import store
from loopline.design.build import Build
from loopline.design.simulators import NAMES
from loopline.design.store import Manifest, Store
from loopline.errors import BadInput

both = pytest.mark.parametrize("simulator", NAMES)


def says(one):
    """The words of the source and of the header that were built into a design in Icarus."""
    program = (one.folder / "sim.vvp").read_text()
    return [re.search(rf'"{what} (\w+)"', program)[1] for what in ("source", "header")]


def test_the_same_files_are_built_once(tmp_path):
    toml = written(tmp_path)
    first = build(toml)
    made = (first.folder / "sim.vvp").stat().st_ino
    assert build(toml).folder == first.folder
    assert (first.folder / "sim.vvp").stat().st_ino == made


def test_another_text_of_a_source_is_another_build_and_the_first_is_still_there(tmp_path):
    toml = written(tmp_path, source="first")
    first = build(toml)
    written(tmp_path, source="second")
    second = build(toml)
    assert (says(first), says(second)) == (["first", "first"], ["second", "first"])
    written(tmp_path, source="first")
    assert build(toml).folder == first.folder


@both
def test_another_text_of_an_included_file_is_another_build(simulator, tmp_path):
    toml = written(tmp_path, header="first")
    first = build(toml, simulator)
    assert build(toml, simulator).folder == first.folder
    written(tmp_path, header="second")
    assert build(toml, simulator).folder != first.folder


@both
def test_a_file_that_would_have_been_included_instead_is_another_build(simulator, tmp_path):
    toml = written(tmp_path, header="first")
    first = build(toml, simulator)
    (tmp_path / "nearer" / "deep").mkdir(parents=True)
    shutil.copy(tmp_path / "include" / "deep" / "word.vh", tmp_path / "nearer" / "deep" / "word.vh")
    second = build(toml, simulator)
    assert second.folder != first.folder
    assert str(tmp_path / "nearer" / "deep" / "word.vh") in second.inputs


@pytest.mark.parametrize("change", ["source", "header"])
def test_source_changed_during_a_build_is_built_again(change, tmp_path, monkeypatch):
    toml = written(tmp_path)
    compile_, compiled = Build._compile, []

    def and_somebody_saves_a_file(self, *arguments):
        compile_(self, *arguments)
        compiled.append(self)
        if len(compiled) == 1:
            written(tmp_path, **{change: "second"})

    monkeypatch.setattr(Build, "_compile", and_somebody_saves_a_file)
    assert says(build(toml)) == (["second", "first"] if change == "source" else ["first", "second"])
    assert len(compiled) == 2


def test_source_that_keeps_changing_is_named_in_an_error(tmp_path, monkeypatch):
    toml = written(tmp_path)
    compile_ = Build._compile

    def and_somebody_saves_a_file(self, *arguments):
        compile_(self, *arguments)
        written(tmp_path, source="first")

    monkeypatch.setattr(Build, "_compile", and_somebody_saves_a_file)
    with pytest.raises(BadInput, match=r"(design\.v|word\.vh) is changed again and again"):
        build(toml)


DAMAGES = ["cut short", "deleted", "other bytes", "no manifest", "no lock"]


@pytest.mark.parametrize(("simulator", "damage"), [*product(["icarus"], DAMAGES), ("verilator", "cut short")])
def test_a_damaged_build_is_made_again(simulator, damage, tmp_path):
    toml = written(tmp_path)
    folder = build(toml, simulator).folder
    program = folder / {"icarus": "sim.vvp", "verilator": "loopline_top"}[simulator]
    whole = program.stat().st_size
    if damage == "cut short":
        os.truncate(program, whole // 2)
    elif damage == "other bytes":
        program.write_bytes(bytes(whole))
    else:
        {"deleted": program, "no manifest": folder / "built.json", "no lock": folder / "lock"}[damage].unlink()
    again = build(toml, simulator).folder
    assert again == folder
    assert program.read_bytes() not in (b"", bytes(whole))
    assert {file.name for file in folder.parent.iterdir()} == {folder.name}


def test_build_of_a_dead_run_is_begun_again(tmp_path):
    toml = written(tmp_path)
    folder = build(toml).folder
    store._let_go(folder)  # dead
    folder.rename(folder.with_name(f"{folder.name.rsplit('-', 1)[0]}.making"))
    (folder.parent / "icarus-0123456789abcdef.making").mkdir()  # of another design
    assert build(toml).folder == folder
    assert list(folder.parent.iterdir()) == [folder]


def waiting(pid):
    """How many threads of that process wait for a lock of a file."""
    return sum(line.split()[1::4] == ["->", str(pid)] for line in Path("/proc/locks").read_text().splitlines())


def until(condition):
    while not condition():
        time.sleep(0.01)


def test_two_builds_are_made_at_the_same_time(tmp_path, monkeypatch):
    compile_, both_compile = Build._compile, Barrier(2)

    def together(self, *arguments):
        both_compile.wait(timeout=60)
        compile_(self, *arguments)

    monkeypatch.setattr(Build, "_compile", together)
    with ThreadPoolExecutor(2) as threads:
        made = list(threads.map(build, [written(tmp_path / name) for name in ("one", "another")]))
    assert made[0].folder != made[1].folder


KEY = "icarus-0123456789abcdef"


def test_threads_that_make_the_same_build_make_it_once(tmp_path):
    made, got = [], []

    def make(folder):
        made.append(folder)
        until(lambda: waiting(os.getpid()) == 3)
        return Manifest(inputs={}, parts={})

    threads = [Thread(target=lambda: got.append(Store(tmp_path).get(KEY, make)), daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert (len(got), len(made)) == (4, 1)
    assert all(one == got[0] for one in got)


#: Uses the build that another process is making.
USES = """
import sys
from pathlib import Path
from loopline.design.store import Store
print(Store(Path(sys.argv[1])).get(sys.argv[2], lambda folder: sys.exit("made again"))[0].name)
"""


def test_build_in_use_does_not_block_others(tmp_path):
    """The other process sleeps from its waiting for the build until this one uses it."""
    others = []

    def make(folder):
        other = subprocess.Popen([sys.executable, "-c", USES, str(tmp_path), KEY], stdout=subprocess.PIPE, text=True)
        others.append(other)
        until(lambda: waiting(other.pid) or other.poll() is not None)
        other.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, other.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        return Manifest(inputs={}, parts={})

    folder, _ = Store(tmp_path).get(KEY, make)
    [other] = others
    other.send_signal(signal.SIGCONT)
    try:
        said, _ = other.communicate(timeout=60)
    finally:
        other.kill()
    assert (said, other.returncode) == (f"{folder.name}\n", 0)


def test_build_finished_by_another_run_is_used(tmp_path, monkeypatch):
    """The other is done before this one asks for the lock."""
    one = Store(tmp_path)
    looked = iter([lambda: Store(tmp_path).get(KEY, lambda folder: Manifest(inputs={}, parts={}))])
    find = Store._find

    def and_the_other_makes_it(self, key):
        found = find(self, key)
        if self is one:
            next(looked, lambda: None)()
        return found

    monkeypatch.setattr(Store, "_find", and_the_other_makes_it)
    folder, _ = one.get(KEY, lambda folder: pytest.fail("made again"))
    assert list(tmp_path.iterdir()) == [folder]


def test_unused_builds_are_removed_and_used_ones_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "_KEPT", 2)
    folders = []
    for number in range(5):
        folders.append(build(written(tmp_path, source="first", more=f"// {number}")).folder)
        store._let_go(folders[-1])
        os.utime(folders[-1], (number, time.time() - 60 + number))
        if number == 0:
            used = (folders[0] / "lock").open("r+")
            fcntl.flock(used, fcntl.LOCK_SH)
    left = set(folders[0].parent.iterdir())
    assert folders[0] in left, "another process used it"
    assert folders[4] in left
    assert folders[1] not in left
    used.close()


def test_unknown_folders_are_left_alone(tmp_path):
    toml = written(tmp_path)
    (tmp_path / "out" / "build" / "mine").mkdir(parents=True)
    old = tmp_path / "out" / "build" / "icarus-0123456789abcdef-01234567"
    old.mkdir()
    os.utime(old, (0, 0))
    folder = build(toml).folder
    assert {entry.name for entry in folder.parent.iterdir()} == {folder.name, "mine"}
