"""A build that would never end is ended, with all that it has started. One that cannot be written is none."""

import resource
from pathlib import Path

import pytest
from builds.designs import build, written
from loopline.design.simulators import simulator
from loopline.errors import BadInput

FOR_EVER = """
module spin #(parameter integer TURNS = 2000000000) ();
    function integer spun(input integer turns);
        integer i;
        begin
            spun = 0;
            for (i = 0; i < turns; i = i + 1) spun = spun ^ i;
        end
    endfunction
    localparam integer WORD = spun(TURNS);
    reg [WORD:0] word;
endmodule
"""


def commands():
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield entry.read_bytes().decode(errors="replace")
        except OSError:
            continue


def test_a_build_that_never_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(simulator, "LONGEST_BUILD", 1.0)
    toml = written(tmp_path, more=FOR_EVER)
    design = tmp_path / "design.v"
    design.write_text(design.read_text().replace("    assign tx", "    spin s ();\n    assign tx"))
    with pytest.raises(BadInput, match=r"tiny\.toml: icarus .* cannot build tiny: it takes longer than 1 s"):
        build(toml)
    assert not [words for words in commands() if str(tmp_path) in words]
    assert not list((tmp_path / "out" / "build").iterdir())


def test_a_build_that_is_cut_off(tmp_path):
    """Icarus' compiler does not notice it; and what is kept would be run again and again."""
    toml = written(tmp_path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        with pytest.raises(BadInput, match=r"cannot build tiny: iverilog could not write all of its output"):
            build(toml)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    build(toml)
