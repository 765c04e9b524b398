"""Compiled objects that are the same in each build are kept, where there is no ccache."""

import shutil
import sys
import time
from pathlib import Path

import pytest
from builds.designs import build, written
from cosim.engines import needs
from loopline.design.simulators import objects

#: Compiles, and notes what. Nobody runs these objects for long.
COMPILER = """\
#!/bin/sh
case "$*" in *" -c "*) for source; do :; done; echo "$source" >>"{log}"; set -- "$@" -O0 ;; esac
exec {compiler} "$@"
"""


class Compiler:
    def __init__(self, folder):
        needs("verilator")  # and so a compiler
        folder.mkdir()
        self.file, self._log = folder / "c++", folder / "log"
        self.file.write_text(COMPILER.format(log=self._log, compiler=shutil.which("c++")))
        self.file.chmod(0o755)

    def compiled(self):
        """The sources since this was asked before."""
        sources = self._log.read_text().splitlines() if self._log.exists() else []
        self._log.unlink(missing_ok=True)
        return sources


@pytest.fixture
def compiler(tmp_path):
    return Compiler(tmp_path / "bin")


@pytest.fixture
def compiles(compiler, tmp_path, monkeypatch):
    """Compiles a source that includes a header, in a folder of its own each time: whether anything was compiled."""

    def compiles(name="some.cpp", header="int one;", flag="-DA"):
        folder = tmp_path / f"build {len(list(tmp_path.glob('build*')))}"
        folder.mkdir()
        monkeypatch.chdir(folder)
        (folder / "some.h").write_text(header)
        (folder / name).write_text('#include "some.h"\n#include <cstdio>\nint two() { return one; }\n')
        time.sleep(0.05)  # what was written just before might have changed while it was compiled
        to = [] if name.startswith("Vtop_") else ["-o", str(Path(name).with_suffix(".o"))]
        assert objects.main(tmp_path / "kept", [str(compiler.file), flag, "-I.", "-MMD", "-c", *to, name]) == 0
        assert (folder / name).with_suffix(".o").stat().st_size
        return bool(compiler.compiled())

    return compiles


def test_same_source_and_command_are_compiled_once(compiles):
    assert [compiles(), compiles()] == [True, False]


def test_another_text_or_command_is_compiled_anew(compiles):
    assert [compiles(), compiles(header="long one;"), compiles(flag="-DB")] == [True, True, True]
    assert [compiles(), compiles(header="long one;"), compiles(flag="-DB")] == [False, False, False]


def test_another_compiler_compiles_anew(compiles, compiler):
    assert compiles()
    text = compiler.file.read_text()
    compiler.file.write_text(text.replace("\n", '\n[ "$1" = -v ] && echo version 2 >&2 && exit\n', 1))
    assert compiles()


def test_source_changed_during_compilation_is_compiled_again(compiles, compiler):
    text = compiler.file.read_text()
    compiler.file.write_text(text.replace("exec", "touch -d tomorrow some.h; exec"))
    assert compiles()
    compiler.file.write_text(text)
    assert [compiles(), compiles()] == [True, False]


@pytest.mark.parametrize("name", ["Vtop.cpp", "Vtop__Syms.cpp"])
def test_a_design_is_not_kept(name, compiles):
    """Some of its objects are named in the command, and some not."""
    assert [compiles(name), compiles(name)] == [True, True]


@pytest.mark.parametrize("damage", ["", "half of it"])
def test_damaged_object_is_compiled_again(damage, compiles, tmp_path):
    compiles()
    [kept] = tmp_path.glob("kept/*.o")
    kept.write_text(damage)
    assert [compiles(), compiles()] == [True, False]


def test_unusable_cache_still_compiles(compiles, tmp_path):
    (tmp_path / "kept").write_text("no folder")
    assert [compiles(), compiles()] == [True, True]


def test_compiler_error_is_reported(compiler, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    Path("wrong.cpp").write_text("this is no C++\n")
    for _ in range(2):
        assert objects.main(tmp_path / "kept", [str(compiler.file), "-MMD", "-c", "-o", "wrong.o", "wrong.cpp"]) != 0
        assert "wrong.cpp:1" in capfd.readouterr().err
    assert not (tmp_path / "kept").exists()


def test_second_design_reuses_the_runtime_objects(compiler, tmp_path, monkeypatch):
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name, *how: None if name == "ccache" else which(name, *how))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setenv("PATH", str(compiler.file.parent), prepend=":")
    build(written(tmp_path / "one"), "verilator")
    assert {"main.cpp", "verilator/include/verilated.cpp", "Vtop__ALL.cpp"} < {*compiler.compiled()}
    build(written(tmp_path / "another", source="second"), "verilator")
    assert {*compiler.compiled()} == {"Vtop__ALL.cpp"}
