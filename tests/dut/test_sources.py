"""Which files a description comes to, in which order; macros and file lists."""

import pytest
from loopline.design import sources
from loopline.design.dut import load
from loopline.errors import BadInput

PACKAGES = {
    "rtl/a_user.sv": "module a_user import z_types::*; (input z_types::t x); endmodule",
    "rtl/b_alone.sv": "// package z_types; is elsewhere, and b_alone needs no b::c\nmodule b_alone; endmodule",
    "rtl/y_base.sv": 'package y_base; localparam string S = "z_types::t"; endpackage',
    "rtl/z_types.sv": "package automatic z_types; typedef logic [y_base::W-1:0] t; endpackage",
}


def written(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def described(folder, *lines):
    file = folder / "m.toml"
    file.write_text("\n".join(['name = "mine"', 'top = "top"', *lines]) + "\n")
    return load(file)


def names(dut):
    return [file.relative_to(dut.path.parent).as_posix() for file in dut.files]


def test_a_package_comes_before_its_users(tmp_path):
    written(tmp_path, PACKAGES)
    assert names(described(tmp_path, 'sources = ["rtl/*.sv"]')) == [
        "rtl/y_base.sv",
        "rtl/z_types.sv",
        "rtl/a_user.sv",
        "rtl/b_alone.sv",
    ]


def test_named_sources_keep_their_order(tmp_path):
    written(tmp_path, PACKAGES)
    listed = ["rtl/z_types.sv", "rtl/a_user.sv", "rtl/b_alone.sv", "rtl/y_base.sv"]
    assert names(described(tmp_path, f"sources = {listed}")) == listed


def test_a_file_twice(tmp_path):
    written(tmp_path, {"b.v": "", "a.v": "", "c.v": ""})
    assert names(described(tmp_path, 'sources = ["b.v", "*.v"]')) == ["b.v", "a.v", "c.v"]


def test_packages_that_use_each_other(tmp_path):
    written(tmp_path, {"a.sv": "package a; b::t x; endpackage", "b.sv": "package b; a::t x; endpackage"})
    assert sorted(names(described(tmp_path, 'sources = ["*.sv"]'))) == ["a.sv", "b.sv"]


def test_strange_names(tmp_path):
    """A name that is also a pattern, a blank, a path from the root, folders at any depth."""
    written(tmp_path, {"a[0].v": "", "with blank.v": "", "deep/er/x.sv": ""})
    dut = described(tmp_path, f'sources = ["a[0].v", "with blank.v", "{tmp_path}/deep/**/*.sv"]')
    assert names(dut) == ["a[0].v", "with blank.v", "deep/er/x.sv"]


LIST = """\
// what most tools take with -f
+incdir+inc+../other   # two folders
+define+WIDTH=8+FAST+EMPTY=
/* not
   this.v */
-DTEXT="\\"a b\\"" -I inc2
top.sv
-v lib/cells.v "with blank.v"
$PLACE/far.v ${PLACE}/*.sv
-f sub/more.f
"""


@pytest.fixture
def listed(tmp_path, monkeypatch):
    monkeypatch.setenv("PLACE", "far")
    files = ("top.sv", "lib/cells.v", "with blank.v", "far/far.v", "far/b.sv", "far/a.sv", "sub/inner.v")
    written(tmp_path / "rtl", {**dict.fromkeys(files, ""), "files.f": LIST, "sub/more.f": "inner.v\n-D DEEP\n"})
    written(tmp_path, {"other/x.vh": "", "rtl/inc/y.vh": "", "rtl/inc2/z.vh": "", "extra.v": ""})
    return tmp_path


def test_a_file_list(listed):
    """All counts from the folder of the list; what `sources` names comes after it."""
    dut = described(
        listed, 'sources = ["extra.v"]', 'file_list = "rtl/files.f"', "[defines]", "WIDTH = 16", "OWN = true"
    )
    assert names(dut) == [
        "rtl/top.sv",
        "rtl/lib/cells.v",
        "rtl/with blank.v",
        "rtl/far/far.v",
        "rtl/far/a.sv",
        "rtl/far/b.sv",
        "rtl/sub/inner.v",
        "extra.v",
    ]
    assert dut.folders == [(listed / folder).resolve() for folder in ("rtl/inc", "other", "rtl/inc2")]
    assert dut.macros == {"WIDTH": "16", "FAST": "1", "EMPTY": "", "TEXT": '"a b"', "DEEP": "1", "OWN": "1"}


def test_a_file_list_alone(listed):
    assert len(described(listed, 'file_list = "rtl/files.f"').files) == 7


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "a.v\n\n-y lib\n",
            "rtl/x.f:3: '-y' is not understood: a list may have files, +incdir+, +define+, -I, -D, -v, -f",
        ),
        ("+libext+.v", "rtl/x.f:1: '+libext+.v' is not understood"),
        ("nix.v", "rtl/x.f:1: 'nix.v' leads to no file in rtl"),
        ("\nold.txt", "rtl/x.f:2: 'old.txt' leads to old.txt; expected a file that ends in "),
        ("+incdir+nix", "rtl/x.f:1: there is no folder rtl/nix"),
        ("+define+1A=3", "rtl/x.f:1: '1A' is not the name of a macro"),
        ("$NO_SUCH/x.v", "rtl/x.f:1: $NO_SUCH: set the variable NO_SUCH in the environment"),
        ("-f", "rtl/x.f:1: nothing follows -f"),
        ("-f nix.f", "rtl/x.f:1: the file list rtl/nix.f cannot be read: No such file or directory"),
        ("-f x.f", "rtl/x.f:1: the file list rtl/x.f names itself"),
    ],
)
def test_a_wrong_file_list(text, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, {"rtl/a.v": "", "rtl/old.txt": "", "rtl/x.f": text})
    with pytest.raises(BadInput) as problem:
        described(tmp_path, 'file_list = "rtl/x.f"')
    assert str(problem.value).startswith(says)


def test_the_variables_are_those_of_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("A", "one")
    monkeypatch.setenv("B", "two")
    written(tmp_path, {"x.f": "$(A)/$B.v", "one/two.v": ""})
    assert sources.read_list(tmp_path / "x.f", "here").files == [tmp_path / "one" / "two.v"]
