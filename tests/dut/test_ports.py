"""Before anything is simulated: the ports of the design against the contract, each difference in one exact sentence."""

import warnings

import pytest
from dut.headers import DESCRIBED, ansi, contract, described
from loopline.contract.game import Subject
from loopline.design import frontend
from loopline.design import ports as checks
from loopline.design.dut import load
from loopline.errors import BadInput, Notice

PLAYER = 'name = "mine"\ntop = "my_engine"\nsources = ["my_engine.sv"]\ncontract = "player"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the description and the design are; messages name them without it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_engine.sv").write_text("")
    (tmp_path / "my_engine.sv").write_text(ansi(contract(described(tmp_path))))
    return tmp_path


def checked(folder, tool="icarus"):
    """What is said: the refusal, else the notices."""
    dut = load(folder / "mine.toml")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            checks.check(dut, Subject.of(dut).scripts.streams, tool)
        except BadInput as refusal:
            return str(refusal).splitlines()
    assert all(one.category is Notice for one in said)
    return [str(one.message) for one in said]


def changed(folder, name, **to):
    """The design with another port, `name`, or without it."""
    declared = contract(folder / "mine.toml")
    if to:
        declared[name] = to.get("direction", declared.get(name, ("input",))[0]), to.get("width", 1)
    else:
        del declared[name]
    (folder / "my_engine.sv").write_text(ansi(declared))


def test_a_design_that_keeps_to_the_contract(folder):
    assert checked(folder) == []


@pytest.mark.parametrize(
    ("name", "to", "says"),
    [
        (
            "req_x",
            {"width": 5},
            "mine.toml: req_x: the port req_x (my_engine.sv:7) has 5 bits, and must have 4 for a board of 16 × 16",
        ),
        (
            "resp_count",
            {"width": 8},
            "mine.toml: resp_count: the port resp_count (my_engine.sv:23) has 8 bits, and must have 9 for a board of "
            "16 × 16",
        ),
        (
            "req_valid",
            {"direction": "output"},
            "mine.toml: req_valid: the port req_valid (my_engine.sv:4) is an output, and must be an input",
        ),
        (
            "resp_over",
            {"direction": "inout"},
            "mine.toml: resp_over: the port resp_over (my_engine.sv:18) is an inout, and must be an output",
        ),
        ("clk", {"width": 2}, "mine.toml: clock.signal: the port clk (my_engine.sv:2) has 2 bits, and must have 1"),
        (
            "scan_enable",
            {"width": 1},
            "my_engine.sv:36: my_engine has the input scan_enable, which nothing drives; if it may stay as it is give "
            "it a value: [tie] scan_enable = 0 in mine.toml",
        ),
        (
            "pad",
            {"direction": "inout"},
            "my_engine.sv:36: my_engine has the inout pad, which nothing drives; wrap the design in a module without "
            "it",
        ),
        (
            "vp_kind",
            {},
            'mine.toml:5: my_engine has no output vp_kind: write vp_kind = "…" in [signals], or '
            "verification_port = false",
        ),
        ("resp_over", {}, 'mine.toml:2: my_engine has no output resp_over: write resp_over = "…" in [signals]'),
    ],
)
def test_one_port_is_wrong(name, to, says, folder):
    changed(folder, name, **to)
    assert checked(folder) == [says]


def test_an_output_more_does_no_harm(folder):
    changed(folder, "debug", direction="output", width=7)
    assert checked(folder) == []


def test_the_nearest_name(folder):
    declared = contract(folder / "mine.toml")
    declared["rsp_over"] = declared.pop("resp_over")
    (folder / "my_engine.sv").write_text(ansi(declared))
    assert checked(folder) == [
        "mine.toml:2: my_engine has no output resp_over; the nearest is rsp_over: write "
        'resp_over = "rsp_over" in [signals]',
        "my_engine.sv:35: my_engine has besides: output rsp_over",
    ]
    described(folder, DESCRIBED + '[signals]\nresp_over = "rsp_ovr"\n')
    assert checked(folder)[0] == (
        'mine.toml:7: signals.resp_over = "rsp_ovr": my_engine has no such output; the nearest is rsp_over'
    )
    described(folder, DESCRIBED + '[signals]\nresp_over = "rsp_over"\n')
    assert checked(folder) == []


def test_all_widths_are_of_another_board(folder):
    described(folder, DESCRIBED.replace("16", "32"))
    *wrong, last = checked(folder)
    assert len(wrong) == 12
    assert last == "mine.toml:4: is the board another than 32 × 32? [board] or a parameter says so"


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (
            '[clock]\nsignal = "clock"',
            'mine.toml:7: clock.signal = "clock": my_engine has no such input; the nearest is clk',
        ),
        (
            '[reset]\nsignal = "nrst"',
            'mine.toml:7: reset.signal = "nrst": my_engine has no such input; the nearest is rst',
        ),
        (
            '[reset]\nsignal = "clk"',
            "mine.toml:7: reset.signal and clock.signal are both the port clk: name another for one",
        ),
        (
            '[signals]\nreq_y = "req_x"',
            "mine.toml:7: signals.req_y and signals.req_x are both the port req_x: name another for one",
        ),
        ("[tie]\nreq_x = 0", "mine.toml:7: tie.req_x and signals.req_x are both the port req_x: name another for one"),
        ("[tie]\nscan = 0", 'mine.toml:7: tie.scan = "scan": my_engine has no such input'),
        ("[parameters]\nSIZE = 4", "mine.toml:7: parameters.SIZE: my_engine has no parameter SIZE: it has none"),
    ],
)
def test_the_description_says_something_else(table, says, folder):
    described(folder, f"{DESCRIBED}{table}\n")
    assert checked(folder)[0] == says


@pytest.mark.parametrize(
    ("ours", "hint"),
    [("brightness", ""), ("resp_winer", "did you mean resp_winner? "), ("clk", "did you mean clock.signal? ")],
)
def test_an_unknown_key_in_signals(ours, hint, folder):
    described(folder, f'{DESCRIBED}[signals]\n{ours} = "a"\n')
    [said] = checked(folder)
    assert said.startswith(
        f"mine.toml:7: signals.{ours}: the contract has no port {ours}; {hint}known are req_box_limit,"
    )


def test_tied_off(folder):
    described(folder, f"{DESCRIBED}[tie]\ntest_mode = 5\n")
    declared = contract(folder / "mine.toml")
    (folder / "my_engine.sv").write_text(ansi({**declared, "test_mode": ("input", 3)}))
    assert checked(folder) == []
    (folder / "my_engine.sv").write_text(ansi({**declared, "test_mode": ("input", 2)}))
    assert checked(folder) == [
        "mine.toml:7: tie.test_mode: the port test_mode (my_engine.sv:36) has 2 bits, too few for 5"
    ]
    (folder / "my_engine.sv").write_text(ansi({**declared, "test_mode": ("output", 3)}))
    assert checked(folder) == [
        "mine.toml:7: tie.test_mode: the port test_mode (my_engine.sv:36) is an output, and must be an input"
    ]


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ("BITS = 4\nNAME = 'x'", []),
        (
            "BITSS = 4",
            ["mine.toml:7: parameters.BITSS: my_engine has no parameter BITSS: did you mean BITS? it has: BITS, NAME"],
        ),
        (
            "CELLS = 256",
            [
                "mine.toml:7: parameters.CELLS: CELLS is a localparam of my_engine, and cannot be set: make it a "
                "parameter, or leave it out"
            ],
        ),
    ],
)
def test_parameters(values, says, folder):
    declared = contract(folder / "mine.toml")
    parameters = '#(parameter int BITS = 6, parameter string NAME = "", localparam int CELLS = 1 << 2*BITS)'
    (folder / "my_engine.sv").write_text(
        ansi(declared, parameters=parameters).replace("logic [3:0] req_x", "logic [BITS-1:0] req_x")
    )
    described(folder, f"{DESCRIBED}[parameters]\n{values}\n")
    assert checked(folder) == says


def test_the_parameter_of_the_size(folder):
    declared = contract(folder / "mine.toml")
    text = ansi(declared, parameters="#(parameter LOG2 = 6)").replace("logic [3:0] req_x", "logic [LOG2-1:0] req_x")
    (folder / "my_engine.sv").write_text(text)
    described(folder, DESCRIBED + 'board.size_parameter = "LOG2"\n')
    assert checked(folder) == []
    described(folder, DESCRIBED + 'board.size_parameter = "LOG_2"\n')
    assert checked(folder)[0] == (
        "mine.toml:6: board.size_parameter: my_engine has no parameter LOG_2: did you mean LOG2? it has: LOG2"
    )


def test_the_top_is_misspelt(folder):
    described(folder, DESCRIBED.replace('"my_engine"', '"my_engin"'))
    assert checked(folder) == [
        'mine.toml:2: top = "my_engin": the sources have no such module; did you mean my_engine? They have: my_engine'
    ]


def test_the_sources_are_empty(folder):
    (folder / "my_engine.sv").write_text("")
    assert checked(folder) == ['mine.toml:2: top = "my_engine": the sources have no module at all']


def test_no_verification_port(folder):
    """The line is left out, and the ports are there: probably forgotten. Written, it is meant."""
    described(folder, DESCRIBED.replace("verification_port = true\n", ""))
    [hint] = checked(folder)
    assert hint.startswith("mine.toml: my_engine has the ports of a verification port: with verification_port = true")
    described(folder, DESCRIBED.replace("true", "false"))
    assert checked(folder) == []


def test_missing_verification_ports_are_reported_together(folder):
    declared = contract(folder / "mine.toml")
    (folder / "my_engine.sv").write_text(ansi({name: port for name, port in declared.items() if "vp_" not in name}))
    assert checked(folder) == [
        "mine.toml:5: verification_port = true, but my_engine has none of its ports: vp_valid, vp_state, vp_order, "
        "vp_kind, vp_reason, vp_x, vp_y, vp_tile; name them in [signals], or write verification_port = false"
    ]


SWAPPED = '[clock]\nsignal = "rst"\n[reset]\nsignal = "clk"\n'


@pytest.mark.parametrize(
    "block",
    [
        "always @(posedge clk) if (rst) q <= 0; else q <= 1;",
        "always @(posedge clk or posedge rst) if (rst) q <= 0; else q <= 1;",
    ],
)
def test_clock_and_reset_are_swapped(block, folder):
    """A hint only: a clock may also come by a way that is not followed."""
    declared = contract(folder / "mine.toml")
    inner = f"reg q; sub inner(.c(clk), .r(rst));\nendmodule\nmodule sub(input c, input r); reg q;\n{block}"
    inner = inner.replace("clk)", "c)").replace("(.c(c)", "(.c(clk)").replace("posedge clk", "posedge c")
    inner = inner.replace("posedge rst", "posedge r").replace("(rst)) if", "(r)) if").replace("if (rst)", "if (r)")
    (folder / "my_engine.sv").write_text(ansi(declared, body=inner))
    assert checked(folder) == []
    described(folder, DESCRIBED + SWAPPED)
    assert checked(folder) == [
        "mine.toml:7: clock and reset are probably swapped: in my_engine registers are clocked by clk, and none by rst"
    ]


def test_a_second_clock(folder):
    declared = {**contract(folder / "mine.toml"), "clk_b": ("input", 1)}
    (folder / "my_engine.sv").write_text(ansi(declared, body="reg q; always @(posedge clk_b) q <= ~q;"))
    [said] = checked(folder)
    assert said.startswith(
        "my_engine.sv:36: my_engine has the input clk_b, which nothing drives; it is a clock, and the"
    )


def test_a_package_that_comes_too_late(folder):
    (folder / "z.sv").write_text("package z; localparam K = 4; endpackage\n")
    text = ansi(contract(folder / "mine.toml")).replace("logic [3:0] req_x", "logic [z::K-1:0] req_x")
    (folder / "my_engine.sv").write_text(text)
    described(folder, DESCRIBED.replace('"my_engine.sv"', '"my_engine.sv", "z.sv"'))
    assert checked(folder) == [
        "my_engine.sv: uses the package z, which comes later, in z.sv: name that file first in mine.toml"
    ]
    described(folder, DESCRIBED.replace('"my_engine.sv"', '"*.sv"'))
    assert checked(folder) == []


# --- a player ---------------------------------------------------------------------------------------------------------

LINE = {"clk": ("input", 1), "rst": ("input", 1), "rx": ("input", 1), "tx": ("output", 1)}


@pytest.mark.parametrize(
    ("declared", "described_as", "says"),
    [
        (LINE, "", []),
        ({**LINE, "led": ("output", 8)}, "", []),
        (
            {**LINE, "tx": ("input", 1)},
            "",
            ["mine.toml: serial.tx: the port tx (my_engine.sv:5) is an input, and must be an output"],
        ),
        (
            {**LINE, "button": ("input", 1)},
            "",
            [
                "my_engine.sv:6: my_engine has the input button, which nothing drives; if it may stay as it is give it "
                "a value: [tie] button = 0 in mine.toml"
            ],
        ),
        (
            LINE,
            '[serial]\nrx = "uart_rx"\n',
            [
                'mine.toml:6: serial.rx = "uart_rx": my_engine has no such input; the nearest is rx',
                "my_engine.sv:4: my_engine has besides: input rx",
            ],
        ),
        ({name: port for name, port in LINE.items() if name != "rst"}, '[reset]\nsignal = ""\n', []),
    ],
)
def test_a_player(declared, described_as, says, folder):
    described(folder, PLAYER + described_as)
    (folder / "my_engine.sv").write_text(ansi(declared))
    assert checked(folder) == says


# --- what looks strange, and is right ---------------------------------------------------------------------------------


def old_style(declared):
    """As in Verilog-1995: first the names, then what they are."""
    lines = [f"{direction} [{width - 1}:0] {name};" for name, (direction, width) in declared.items()]
    return f"module my_engine({', '.join(declared)});\n" + "\n".join(lines) + "\nendmodule\n"


def packed(declared):
    """A struct of the right width, an enumeration, two dimensions, a width that is computed, and one the other way."""
    text = ansi(declared).replace("logic [5:0] resp_wins", "p::wins_t resp_wins")
    text = text.replace("logic [1:0] resp_winner", "p::colour_t resp_winner")
    text = text.replace("logic [7:0] resp_entries", "logic [3:0][1:0] resp_entries")
    text = text.replace("logic [3:0] req_x", "logic [$clog2(16)-1:0] req_x")
    text = text.replace("logic [3:0] req_y", "wire [0:p::LAST] req_y")
    return text + (
        "package p; localparam LAST = 3; typedef struct packed { logic [2:0] red, white; } wins_t;\n"
        "typedef enum logic [1:0] {NONE, WHITE, RED} colour_t; endpackage\n"
    )


def included(declared):
    return (
        ansi(declared)
        .replace("module my_engine", '`include "widths.vh"\nmodule my_engine')
        .replace("logic [3:0] req_x", "logic [`BITS-1:0] req_x")
    )


def black_box(declared):
    return ansi(declared, body="vendor_pll #(.M(3)) pll (.i(clk), .o());")


def with_a_default(declared):
    return ansi({**declared, "spare": ("input", 1)}).replace("logic [0:0] spare", "logic spare = 1'b0")


@pytest.mark.parametrize("shape", [old_style, packed, included, black_box, with_a_default])
def test_unusual_but_correct_ports_are_accepted(shape, folder):
    (folder / "headers").mkdir()
    (folder / "headers" / "widths.vh").write_text("`define BITS 4\n")
    declared = contract(described(folder, DESCRIBED + 'include = ["headers"]\n'))
    (folder / "my_engine.sv").write_text(shape(declared))
    assert checked(folder) == []


def test_ports_that_depend_on_the_simulator(folder):
    declared = contract(folder / "mine.toml")
    text = ansi(declared).replace("input logic [0:0] clk", "input logic clk\n`ifdef VERILATOR\n, input extra\n`endif\n")
    (folder / "my_engine.sv").write_text(text)
    assert checked(folder, "icarus") == []
    assert len(checked(folder, "verilator")) == 1


@pytest.mark.parametrize(
    ("port", "says"),
    [
        ("logic req_valid [0:3]", "is of type logic$[0:3], and must be one packed vector: wrap the design in a module"),
        ("real req_valid", "is of type real, and must be one packed vector: wrap the design in a module"),
        ("bus req_valid", "is an interface, and must be an input"),
    ],
)
def test_no_vector(port, says, folder):
    text = ansi(contract(folder / "mine.toml")).replace("logic [0:0] req_valid", port).replace("input bus", "bus")
    (folder / "my_engine.sv").write_text(text + "interface bus; endinterface\n")
    assert checked(folder) == [f"mine.toml: req_valid: the port req_valid (my_engine.sv:4) {says}"]


# --- what cannot be read is no reason to refuse it --------------------------------------------------------------------


def test_unreadable_source_skips_the_check_of_ports(folder):
    changed(folder, "req_x", width=5)
    with (folder / "my_engine.sv").open("a") as file:
        file.write("`no_such_macro\n")
    assert checked(folder) == [
        "mine.toml: the ports of my_engine are not checked, the run goes on without: the SystemVerilog front "
        "end cannot "
        "read all of it (my_engine.sv:39: unknown macro or compiler directive '`no_such_macro')"
    ]


def test_a_width_that_cannot_be_read(folder):
    text = ansi(contract(folder / "mine.toml"))
    (folder / "my_engine.sv").write_text(text.replace("logic [3:0] req_x", "elsewhere::column_t req_x"))
    assert checked(folder) == ["mine.toml: the width of req_x is not checked: the front end cannot read its type"]


def test_without_the_front_end(folder, monkeypatch):
    def missing(*_):
        raise frontend.FrontendFailed("the SystemVerilog front end is not here (pip install pyslang)")

    monkeypatch.setattr(frontend, "read", missing)
    assert checked(folder) == [
        "mine.toml: the ports of my_engine are not checked, the run goes on without: the SystemVerilog front "
        "end is not "
        "here (pip install pyslang)"
    ]
