"""What changes of a player would do, by what its modules have written down."""

import random
import re
import subprocess

import pytest
from loopline.contract.game import Subject
from loopline.design.build import TOP
from loopline.design.dut import load
from loopline.why import CHANGE, LOOK, WINDOW, change, look
from loopline.why.bits import Rows, Unreadable, computed, turned
from loopline.why.candidates import candidates
from loopline.why.effects import EVERYWHERE, LATE, NONE, ONLY, UNKNOWN, Effects
from loopline.why.sites import sites
from loopline.why.statements import Design
from why.small import SMALL, described

#: An expression in Verilog, and what it is of the numbers a, b, of four bits, and c, of one.
EXPRESSIONS = {
    "a == b": lambda a, b, c: a == b,
    "a != 4'd3": lambda a, b, c: a != 3,
    "a < b": lambda a, b, c: a < b,
    "a >= b": lambda a, b, c: a >= b,
    "a <= 4'd7": lambda a, b, c: a <= 7,
    "a > LIMIT": lambda a, b, c: a > 5,
    "a + b": lambda a, b, c: a + b,
    "a - b": lambda a, b, c: a - b,
    "a + 1": lambda a, b, c: a + 1,
    "-a": lambda a, b, c: -a,
    "~a ^ b": lambda a, b, c: ~a ^ b,
    "a & {4{c}} | b": lambda a, b, c: a & 15 * c | b,
    "{c, a[2:0]}": lambda a, b, c: c << 3 | a & 7,
    "a << b": lambda a, b, c: a << b,
    "a >> 2": lambda a, b, c: a >> 2,
    "a[b[1:0]]": lambda a, b, c: a >> (b & 3) & 1,
    "a[b[0] +: 2]": lambda a, b, c: a >> (b & 1) & 3,
    "c ? a : b": lambda a, b, c: a if c else b,
    "!(a && b) || c": lambda a, b, c: not (a and b) or c,
    "&a": lambda a, b, c: a == 15,
    "~|a": lambda a, b, c: a == 0,
    "^a": lambda a, b, c: a.bit_count() % 2,
    "{1'b0, a} + b > 5'd15": lambda a, b, c: a + b > 15,
}


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return load(described(tmp_path_factory.mktemp("small"), "heap_of_expressions"))


@pytest.fixture
def design_of(small, tmp_path):
    """Returns a design in which a register is given the value of an expression."""

    def made(expression):
        more = "localparam [3:0] LIMIT = 5; reg [3:0] a, b; reg c; reg [3:0] memory [0:3]; reg signed [3:0] s;"
        text = SMALL.replace("reg [1:0] state,", f"{more} reg [3:0] result;\n    reg [1:0] state,")
        text = text.replace("resp_valid <= req_valid;", f"resp_valid <= req_valid; result <= {expression};")
        (tmp_path / "small.v").write_text(text)
        dut = small.model_copy(update={"sources": [str(tmp_path / "small.v")]})
        return Design(dut, Subject.of(dut).scripts.streams)

    return made


def value_of(design):
    [statement] = [it for it in design.statements if any(name.endswith(".result") for name in it.targets)]
    [(scope, node)] = statement.computed
    return computed(scope, node)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression_is_computed_in_all_rows_at_once(expression, design_of):
    draw, compute = random.Random(1), value_of(design_of(expression))
    numbers = [(draw.randrange(16), draw.randrange(16), draw.randrange(2)) for _ in range(200)]
    rows = turned([f"{a:04b}{b:04b}{c}" for a, b, c in numbers], {"a": 4, "b": 4, "c": 1})
    bits = compute(rows, {})
    found = [sum((bit >> 199 - row & 1) << place for place, bit in enumerate(bits)) for row in range(200)]
    assert found == [int(EXPRESSIONS[expression](*row)) & 15 for row in numbers]


@pytest.mark.parametrize("expression", ["memory[a[1:0]]", "s < b[3:0] ? 4'd1 : $unsigned(s >>> 1)", "a * b"])
def test_what_cannot_be_computed_is_not_guessed(expression, design_of):
    design = design_of(expression)
    with pytest.raises(Unreadable):
        value_of(design)(Rows({"a": (0,) * 4, "b": (0,) * 4}, 1), {})


def written_down(folder, design, windows):
    """Effects of rows of a, b and c in each window."""
    effects = Effects(design)
    names = re.search(r"loopline_row = \{(.*)\};", effects.recorder("tiny"))[1].split(", ")
    widths = effects._widths["tiny"]
    assert [*widths] == names
    for window, rows in windows.items():
        lines = ["".join(f"{row.get(name, 0):0{widths[name]}b}" for name in names) for row in rows]
        (folder / f"loopline_rows_{window}_loopline_top.dut").write_text("\n".join([*lines, "01"]))  # the last is cut
    effects.read(folder)
    return effects


#: In the failing game c is set where a is 9; in a game that passes it is where a is 2.
WINDOWS = {1: [{"a": 1}], 2: [{"a": 9, "c": 1}, {"a": 1}], 3: [{"a": 2, "c": 1}, {"a": 3}]}


@pytest.fixture
def gates(design_of, tmp_path):
    design = design_of("c && a != 4'd4 && b == 0")
    found = sites(design, design.statements, rich=True)
    texts = {design.read.source.text(gate.file)[gate.start : gate.end]: gate for gate in found.gates}
    return written_down(tmp_path, design, WINDOWS), found, texts


def test_a_change_that_acts_only_where_the_game_fails_is_the_likeliest(gates):
    effects, found, texts = gates
    values = found.values["tiny", 1]

    def place(text, **how):
        return effects.of(found, texts[text], change(texts[text].number, **how)).place

    assert place("c", keep=0) == EVERYWHERE  # c alone is set in both
    assert place("a != 4'd4", flip=2, keep=0) == NONE  # it is true already
    assert place("c", keep=1, value=values.index("a[3]") + 1) == NONE  # c && a[3]
    assert place("c", keep=1, value=values.index("c") + 1) == NONE  # c && c
    assert place("c", keep=3, value=values.index("a[3]") + 1) == LATE  # c && !a[3]
    assert place("c", keep=2, flip=1, value=values.index("a[0]") + 1) == EVERYWHERE  # c != a[0]
    assert place("b == 0", keep=3, value=values.index("a[3]") + 1) == LATE
    assert place("a", keep=0) == NONE
    assert place("4'd4", mask=5) == LATE  # a != 9


def test_gates_with_such_a_change_are_likely(gates, design_of):
    effects, found, texts = gates
    likely = effects.likely(found)
    assert {texts["c"].number, texts["b == 0"].number} <= {gate.number for gate in likely}
    assert not Effects(design_of("c")).likely(found)


def test_the_condition_that_acts_least_where_all_is_right_is_the_likeliest(design_of, tmp_path):
    design = design_of("{c, a[0]}")
    found = sites(design, design.statements, rich=True)
    odd, both = {"a": 1, "c": 0}, {"a": 1, "c": 1}
    effects = written_down(tmp_path, design, {1: [odd], 2: [both, odd], 3: [odd, both, {"a": 3}, {"a": 5}]})
    texts = [design.read.source.text(gate.file)[gate.start : gate.end] for gate in effects.likely(found)]
    assert [text for text in texts if text in ("c", "a[0]")] == ["c", "a[0]"]


def test_a_row_that_comes_again_is_written_down_once(design_of, tmp_path):
    """A counter makes a new row in each cycle: otherwise a long game would be cut."""
    design = design_of("a + 1")
    change = f"reg [127:0] {CHANGE}; initial {CHANGE} = {1 << LOOK | 2 << WINDOW};"
    counter = "initial {a, b, c, s, result, kept, state} = 0; always @(posedge clk) a <= a + 1;"
    more = f"{change} {counter} {Effects(design).recorder('tiny')} endmodule"
    text = (tmp_path / "small.v").read_text().replace("endmodule", more)
    ports = ".clk(clk), .rst(1'b0), .req_valid(1'b0), .req_op(2'd0), .resp_ready(1'b1), .req_number(3'd0)"
    top = f"module {TOP}; reg clk = 0; initial repeat (1600) #1 clk = !clk; tiny dut ({ports}); endmodule"
    (tmp_path / "both.v").write_text(f"{text}\n{top}\n")
    subprocess.run(["iverilog", "-g2012", "-o", "both", "both.v"], cwd=tmp_path, check=True)
    subprocess.run(["vvp", "-n", "both"], cwd=tmp_path, check=True)
    [rows] = tmp_path.glob("loopline_rows_2_*")
    lines = rows.read_text().split()
    assert 16 <= len(set(lines)) <= len(lines) < 32


def test_a_change_that_acts_before_the_failure_comes_later(design_of, tmp_path):
    design = design_of("c && b == 0")
    found = sites(design, design.statements, rich=True)
    [gate] = [gate for gate in found.gates if design.read.source.text(gate.file)[gate.start : gate.end] == "c"]
    rows = {1: [{"c": 1}], 2: [{"c": 1}], 3: [{}]}
    effects = written_down(tmp_path, design, rows)
    assert effects.of(found, gate, change(gate.number, keep=0)).place == ONLY


def test_changes_with_one_effect_are_one_group(gates):
    effects, found, texts = gates
    values = found.values["tiny", 1]

    def pattern(name, keep):
        word = change(texts["c"].number, keep=keep, value=values.index(name) + 1)
        return effects.of(found, texts["c"], word).pattern

    assert pattern("a[3]", 3) == pattern("b == 0", 3) == pattern("b[0]", 1)
    assert pattern("a[3]", 3) != pattern("a[3]", 1)


def test_each_assignment_that_may_be_missing_is_tried_soon(design_of, tmp_path):
    """Its effect is not known: one that does not help says nothing of the others in the same branch."""
    design = design_of("c && b == 0")
    found = sites(design, design.statements, rich=True)
    effects = written_down(tmp_path, design, WINDOWS)
    ranked = look._ranked(effects, found, candidates(design, found, effects.likely(found), only_good=True))
    before = len(found.gates) + len(found.changes)
    missing = [at for at, (candidate, _) in enumerate(ranked) if candidate.word & 0xFFFF > before]
    assert len({ranked[at][1] for at in missing}) == len(missing) > 20
    assert missing[10] < 80  # in turn with five other kinds
    texts = [ranked[at][0].change.after for at in missing]
    zeros = [
        max(at for at, text in enumerate(texts) if f"begin {name} <= {width}'d0;" in text)
        for name, width in {"kept": 2, "result": 4}.items()
    ]
    assert max(zeros) < min(at for at, text in enumerate(texts) if "{2{1'b1}};" in text)


def test_rows_that_are_cut_tell_nothing(design_of, tmp_path, monkeypatch):
    """What comes last in the failing game may be the failure."""
    monkeypatch.setattr("loopline.why.effects._MOST", 2)
    design = design_of("c && b == 0")
    found = sites(design, design.statements, rich=True)
    effects = written_down(tmp_path, design, WINDOWS)
    assert {effects.of(found, gate, change(gate.number, keep=0)).place for gate in found.gates} == {UNKNOWN}
    assert not effects.likely(found)
