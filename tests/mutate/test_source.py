"""Mutants of the source: what each class changes, that nothing else is changed, and what cannot be done."""

import json
import re
from functools import cache

import pytest
from loopline.design import yosys
from loopline.design.dut import load
from loopline.errors import BadInput
from loopline.mutate.mutants import spread
from loopline.mutate.proof import Prover
from loopline.source import ElaboratedDesign
from loopline.source.schemata import Choice, Edit, Insertion, rewritten
from loopline.source.statements import proposals
from mutate.designs import OUT, mutants_of, written

#: One of each thing that somebody can get wrong.
SLIPS = """\
module slips #(
    parameter W = 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         go,
    input  wire         halt,
    input  wire [W-1:0] a,
    input  wire [W-1:0] b,
    input  wire [2:0]   at,
    output wire         both,
    output wire         less,
    output wire [W-1:0] sum,
    output wire [W:0]   wide,
    output wire [1:0]   low,
    output wire [W-1:0] word,
    output wire         bit_at,
    output reg  [1:0]   kind,
    output reg  [W-1:0] first,
    output reg  [W-1:0] second,
    output wire         same
);
    localparam [1:0] NONE = 2'd0, SOME = 2'd1, ALL = 2'd2;
    assign both = go && !halt;
    assign less = a < b;
    assign sum = a + 4'd3;
    assign wide = {1'b0, a};
    assign low = a[1:0];
    reg [W-1:0] mem[0:7];
    always @(posedge clk) if (go) mem[at] <= a;
    assign word = mem[at];
    assign bit_at = a[2];
    always @* begin
        kind = NONE;
        case (at)
            3'd1: kind = SOME;
            3'd2: kind = ALL;
            default: ;
        endcase
    end
    always @(posedge clk) begin
        if (rst) first <= 0;
        else if (go) first <= b;
        second <= first[2] ? first : {first[2:0], go};
    end
    wire zero = a == 4'd0 && a == 4'd1;  // never
    assign same = zero || halt;
    inner #(.W(W)) inner_one (.x(a), .y());
    inner #(.W(2)) inner_two (.x(at[1:0]), .y());
endmodule

module inner #(parameter W = 1) (input wire [W-1:0] x, output wire [W-1:0] y);
    assign y = x + 1'b1;
endmodule
"""


@cache
def found():
    """All that can be changed: class, before, after."""
    return proposals(ElaboratedDesign(load(written("slips", SLIPS))))


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("broken condition", "go && !halt", "go"),
        ("broken condition", "!halt", "halt"),
        ("broken condition", "rst", "1'b0"),
        ("broken condition", "else if (go) first <= b;", ""),
        ("wrong operator", "go && !halt", "go || (!halt)"),
        ("wrong operator", "a < b", "a <= b"),
        ("wrong operator", "a + 4'd3", "a - 4'd3"),
        ("off by one", "4'd3", "4'd4"),
        ("off by one", "a", "a - 4'd1"),
        ("wrong signal", "a", "b"),
        ("wrong signal", "a < b", "b < a"),
        ("wrong slice", "a[1:0]", "a[1 + 1:0 + 1]"),
        ("wrong width", "{1'b0, a}", "{{1{a[3]}}, a}"),
        ("wrong width", "a + 4'd3", "(a + 4'd3) & 4'd7"),
        ("wrong index", "mem[at]", "mem[at + 3'd1]"),
        ("wrong index", "a[2]", "a[3]"),
        ("wrong constant", "SOME", "ALL"),
        ("missing case", "3'd1: kind = SOME;", ""),
        ("missing reset", "first <= 0;", ""),
        ("blocking", "first <= b;", "first = b;"),
        ("wrong cycle", "word = mem[at]", "word = mem[at], one cycle late"),
        ("wrong cycle", "first", "first, one cycle early"),
    ],
)
def test_each_class(kind, before, after):
    assert (kind, before, after) in {(one.kind, one.before, one.after) for one in found()}


def test_clocks_and_parameters_are_left_alone():
    assert not [one for one in found() if one.before == "clk" or "clk" in one.after]
    assert not [one for one in found() if one.kind == "wrong cycle" and "first[" in SLIPS[one.start : one.start + 6]]
    assert not [one for one in found() if one.before == "W" or one.before.startswith("parameter")]


def test_changes_that_differ_between_instances_are_left_out():
    """Of `x + 1'b1` the upper bit is lost: it has another number in each of them."""
    inner = {(one.kind, one.after) for one in found() if one.module == "inner"}
    assert ("wrong operator", "x - 1'b1") in inner
    assert not [after for kind, after in inner if kind == "wrong width"]


def test_some_of_each_class_module_and_line():
    taken = spread(found(), 60, 1)
    kinds = [one.kind for one in taken]
    fewest = {kind: sum(one.kind == kind for one in found()) for kind in set(kinds)}
    assert len(set(kinds)) == 12
    assert all(kinds.count(kind) >= min(5, fewest[kind]) for kind in fewest)
    assert {one.module for one in taken} == {"slips", "inner"}
    assert spread(found(), 60, 1) == taken
    assert spread(found(), 60, 2) != taken
    assert len(spread(found(), 10**6, 1)) == len(found())


def test_changes_within_and_beside_each_other():
    text = "x = a && b; y <= c;"
    choices = [
        Choice(Edit(4, 10, "(a || b)"), "m1"),
        Choice(Edit(9, 10, "(c)"), "m2"),
        Choice(Edit(9, 10, "(d)"), "m3"),
        Choice(Edit(12, 19, ";", statement=True), "m4"),
    ]
    inner = "(m2 ? (c) : ((m3 ? (d) : (b))))"
    expected = f"x = (m1 ? (a || b) : (a && {inner})); begin if (m4) begin ; end else y <= c; end!"
    assert rewritten(text + "!", choices, []) == expected
    assert rewritten(text, [], [Insertion(4, "/*z*/ "), Insertion(0, "w;")]) == "w;x = /*z*/ a && b; y <= c;"


@pytest.fixture(scope="module")
def made():
    return mutants_of(written("slips", SLIPS), OUT / "slips.v" / "mutants", 10_000, kind="source")


#: The same in the words of SystemVerilog.
MODERN = (
    SLIPS.replace("always @*", "always_comb")
    .replace("always @(posedge", "always_ff @(posedge")
    .replace("reg ", "logic ")
)


@pytest.mark.parametrize(("suffix", "source"), [(".v", SLIPS), (".sv", MODERN)])
def test_design_without_a_chosen_mutant_is_unchanged(suffix, source):
    description = written("slips", source, suffix)
    made = mutants_of(description, OUT / f"slips{suffix}" / "mutants", 10_000, kind="source")
    assert len({one.kind for one in made.mutants}) == 12
    original = mutants_of(description, OUT / f"slips{suffix}" / "original", 1).folder
    text = (made.folder / "netlist.il").read_text()
    text = re.sub(r"  wire width 24 input \d+ \\loopline_mutant\n", r"  wire width 24 \\loopline_mutant\n", text)
    (made.folder / "tied.il").write_text(text.replace("\nend\n", "\n  connect \\loopline_mutant 24'0\nend\n"))
    commands = [
        f"read_rtlil {yosys.path_from(made.folder, original / 'netlist.il')}",
        "rename loopline_mutants_netlist gold",
        "read_rtlil tied.il",
        "rename loopline_mutants_netlist gate",
        "memory_map",
        "opt -full",
        "equiv_make gold gate equiv",
        "hierarchy -top equiv",
        "equiv_simple",
        "equiv_induct",
        "equiv_status -assert",
    ]
    yosys.run(commands, made.folder, "equiv", made.dut.path)


def test_mutants_are_described_in_source_text(made):
    one = next(one for one in made.mutants if one.before == "a < b" and one.after == "b < a")
    assert one.source == "assign less = a < b;"
    assert (one.part, one.kind) == ("slips", "wrong signal")
    assert str(one) == "wrong signal: a < b → b < a"
    assert one.details == {"before": "a < b", "after": "b < a"}


def test_proofs_of_source_mutants(made):
    def those(before, after):
        return [one for one in made.mutants if (one.before, one.after) == (before, after)]

    [other] = those("zero || halt", "halt")
    [shown] = those("zero || halt", "zero")
    [worse] = those("a < b", "b < a")
    verdicts = {one.mutant: one.state for one in Prover(made, 1).verdicts([other, shown, worse], deep=False)}
    assert verdicts == {other.number: "equivalent", shown.number: "open", worse.number: "open"}


def test_mutants_close_no_combinational_loop():
    source = """\
module rings (input wire clk, input wire rst, input wire a, output wire z);
    wire x = a;
    wire y = x;
    reg was;
    always @(posedge clk) was <= rst | y;
    assign z = was & y;
endmodule
"""
    made = mutants_of(written("rings", source), OUT / "rings.v" / "mutants", 1000, kind="source")
    swapped = {(one.before, one.after) for one in made.mutants if one.kind == "wrong signal"}
    possible = {(one.before, one.after) for one in proposals(ElaboratedDesign(load(written("rings", source))))}
    assert ("a", "x") in possible
    assert ("a", "x") not in swapped
    assert ("x", "a") in swapped
    [verdict] = Prover(made, 1).verdicts([one for one in made.mutants if (one.before, one.after) == ("x", "a")], False)
    assert verdict.state == "equivalent"


def test_mutants_make_no_latch():
    """With one in the netlist, no proof was made of any of them."""
    source = """\
module keeps (input wire clk, input wire rst, input wire a, output wire z);
    reg was, kept;
    always @(posedge clk) was <= rst | a;
    always @* if (was) kept = a;
        else kept = rst;
    assign z = kept & was;
endmodule
"""
    made = mutants_of(written("keeps", source), OUT / "keeps.v" / "mutants", 1000, kind="source")
    possible = [one for one in proposals(ElaboratedDesign(load(written("keeps", source)))) if one.after == "kept"]
    assert "a" in {one.before for one in possible}
    assert not [one for one in made.mutants if (one.before, one.after) == ("a", "kept") and one.line == 4]
    states = {one.state for one in Prover(made, 1).verdicts(made.mutants, deep=False)}
    assert "equivalent" in states


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            "module bad (input wire clk, output wire y);\n    assign y = clk +;\nendmodule\n",
            "bad.v:2: expected expression",
        ),
        ("module other (input wire a);\nendmodule\n", "there is no module bad"),
        (
            "module bad (input wire a, output wire y);\n    sub s (a, y);\nendmodule\n"
            "module sub (input wire a, output wire y);\n    assign y = !a;\nendmodule\n",
            "the instance s is connected by the order of ports",
        ),
    ],
)
def test_unsupported_source_is_refused(source, words):
    with pytest.raises(BadInput) as raised:
        _ = mutants_of(written("bad", source), OUT / "bad.v" / "source", kind="source").mutants
    assert words in str(raised.value)


def test_the_list_is_kept_with_the_netlist(made):
    assert [one["number"] for one in json.loads((made.folder / "list.json").read_text())] == [
        one.number for one in made.mutants
    ]
