"""`loopline operands`: what games have met of a design's comparisons, sums and indexes, and what they never can."""

import json
import shutil
from pathlib import Path

import pytest
from cli.running import run
from cosim.engines import needs
from loopline.campaign import Campaign
from loopline.design import simulators
from loopline.design.change import Change
from loopline.design.dut import load
from loopline.operands.cases import counted
from loopline.operands.netlist import watch
from loopline.operands.proof import impossible

RTL = Path(__file__).parents[2] / "rtl"

#: Two more: one that none of these games meets, and one of a register that holds 0 or 3.
MORE = """\
    reg [2:0] loopline_pair;
    always @(posedge clk) loopline_pair <= rst ? 3'd0 : {1'b0, {2{req_valid}}};
    wire seldom = vp_order == 32'd77777;
    """


@pytest.fixture
def engine(tmp_path):
    shutil.copytree(RTL, tmp_path / "rtl")
    top = tmp_path / "rtl" / "trax" / "trax_engine.v"
    text = top.read_text()
    # Of what leads nowhere Yosys makes nothing, and it does not know that this changes nothing.
    for old, new in {
        "assign resp_reason ": f"{MORE}assign resp_reason ",
        "op_read ? tile_q : ": "op_read ? tile_q | {4{loopline_pair[2] && (seldom || loopline_pair == 3'd3)}} : ",
    }.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    top.write_text(text)
    return tmp_path / "rtl" / "trax" / "engine.toml"


def test_what_a_design_has(tmp_path):
    dut = load(RTL / "trax" / "engine.toml").with_board(Change("size=8"))
    _, watched = watch(dut, tmp_path)
    assert {one.operation.kind for one in watched} == {"comparison", "sum", "index"}
    assert sum(len(one.operation.points) for one in watched) > 1000
    for one in watched:
        assert one.text.replace(" ", "") in Path(one.file).read_text().replace(" ", "")


def test_what_one_property_meets(engine, tmp_path):
    """It counts from the first reset on, and what a game cannot meet is not met."""
    needs("verilator")
    netlist, watched = watch(load(engine).with_board(Change("size=8")), tmp_path / "watched")
    campaign = Campaign(netlist, tmp_path / "out", seed=1, examples=4, rtl_coverage=True)
    campaign.verify(simulators.find("verilator"), ["games"], lambda *_: None)
    cases = counted(campaign.counted, watched)
    [pair] = [one for one in watched if one.text == "loopline_pair == 3'd3"]
    assert [point.name for point in pair.operation.points if cases.cycles[pair.number, point.name]] == ["equal"]
    [seldom] = [one for one in watched if one.text == "vp_order == 32'd77777"]
    assert "equal" in {point.name for point in cases.never(seldom)}
    met = sum(count > 0 for count in cases.cycles.values())
    assert 700 < met < len(cases.cycles) - len(cases.open) + 1


COUNTER = """
module counter (input wire clk, input wire rst, input wire go, output wire last, output wire wrong);
    reg [3:0] count, shadow;
    always @(posedge clk) count <= rst || last ? 4'd0 : count + {3'b0, go};
    always @(posedge clk) shadow <= rst ? 4'd0 : {4{go}};
    assign last = count == 4'd9;
    assign wrong = shadow == 4'd12;
endmodule
"""


def asked(folder, verilog):
    """All cases of the counter, and those that are proven impossible."""
    (folder / "counter.v").write_text(verilog)
    (folder / "counter.toml").write_text('name = "counter"\ntop = "counter"\nsources = ["counter.v"]\n')
    netlist, watched = watch(load(folder / "counter.toml"), folder / "watched")
    every = [(one, point) for one in watched for point in one.operation.points]
    proven = impossible(netlist, folder / "watched", every, lambda _: True)
    return [{(one.text, point.name) for one, point in cases} for cases in (every, proven)]


def test_what_is_proven(tmp_path):
    """From ten on it counts to fifteen, and three in a row are no contradiction: that is left open."""
    every, proven = asked(tmp_path, COUNTER)
    # 12, 13, 11, 4, 8 and 14 cannot be.
    shadow = {case for case in every if case[0] == "shadow == 4'd12"}
    assert len(shadow) == 7
    assert proven == shadow | {("count == 4'd9", "one more")}


def test_nothing_is_proven_with_two_clocks(tmp_path):
    every, proven = asked(tmp_path, COUNTER.replace("posedge clk) shadow", "posedge go) shadow"))
    assert every
    assert not proven


@pytest.mark.slow
def test_met_never_met_and_impossible(engine, tmp_path):
    needs("verilator")
    code, out, err = run("operands", engine, "--size", 8, "--examples", 1, "--out", tmp_path / "out")
    assert (code, err) == (0, "")
    rows = json.loads((tmp_path / "out" / "operands.json").read_text())
    by_text = {row["text"]: row for row in rows}
    pair = by_text["loopline_pair == 3'd3"]
    assert pair["cycles"]["equal"] > 100
    assert pair["impossible"] == ["one more", "one less", "bit 0 alone", "bit 1 alone", "bit 2 alone"]
    seldom = by_text["vp_order == 32'd77777"]
    assert seldom["cycles"]["equal"] == 0
    assert seldom["impossible"] == []
    assert "vp_order == 32'd77777\n      comparison: equal, " in out
    assert "loopline_pair == 3'd3" not in out.partition("never met:")[2]
    total = [len(row["cycles"]) for row in rows]
    met = [sum(count > 0 for count in row["cycles"].values()) for row in rows]
    impossible = [len(row["impossible"]) for row in rows]
    assert f"all {sum(total):,} {sum(impossible):,} {sum(met):,}" in " ".join(out.split()).replace(
        f"all {len(rows)}", "all"
    )
    assert all(not set(row["impossible"]) & {name for name, n in row["cycles"].items() if n} for row in rows)


def test_a_clock_that_is_not_there(tmp_path):
    shutil.copytree(RTL, tmp_path / "rtl")
    file = tmp_path / "rtl" / "trax" / "engine.toml"
    file.write_text(file.read_text() + '\n[clock]\nsignal = "clock"\n')
    code, _, err = run("operands", file, "--size", 8, "--examples", 1, "--out", tmp_path / "out")
    assert code == 2
    assert "clock.signal: trax_engine has no port clock" in err
