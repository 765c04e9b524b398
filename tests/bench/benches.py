"""What the tests of this folder share: designs with bugs that a plusarg lets out, and what came of a cocotb test."""

import re
import shutil
from contextlib import suppress
from xml.etree import ElementTree

from copies import ROOT, change, copied
from loopline.design.dut import load
from waiting import PATIENCE, at_most

#: By name: the file, what is right in it, and what it becomes; OUT is whether the bug is out.
BUGS = {
    "answer": ("trax_score.v", "mover_wins ? to_move_q", "mover_wins || OUT ? to_move_q"),
    "event": ("trax_port.v", "asked ? EVENT_CHOSEN", "asked || OUT ? EVENT_CHOSEN"),
    "order": ("../common/event_counter.v", "order_q + 32'd1", "order_q + (OUT ? 32'd2 : 32'd1)"),
    "withdrawn": ("trax_control.v", "resp_ready ? STATE_IDLE", "(resp_ready && resp_valid) || OUT ? STATE_IDLE"),
    "hangs": ("trax_control.v", "state_q + 4'd1;", "OUT && state_q == STATE_LOOK ? STATE_LOOK : state_q + 4'd1;"),
    "late": (
        "trax_control.v",
        "assign resp_valid = state_q == STATE_RESPOND;",
        "reg late_q; always @(posedge clk) late_q <= state_q == STATE_RESPOND;\n"
        "    assign resp_valid = state_q == STATE_RESPOND && (late_q || !OUT);",
    ),
}
#: Those that are let out alone: for others their place is taken.
ALONE = {
    "slow": (
        "trax_control.v",
        "assign resp_valid = state_q == STATE_RESPOND;",
        "reg [3:0] idle_q; reg [4:0] held_q;  // the tenth cycle after a request that came ten cycles late\n"
        "    always @(posedge clk) begin\n"
        "        if (state_q == STATE_IDLE) idle_q <= idle_q + {3'd0, !(&idle_q)};\n"
        "        else if (state_d == STATE_IDLE) idle_q <= 0;\n"
        "        held_q <= state_q == STATE_RESPOND ? held_q + {4'd0, !(&held_q)} : 5'd0;\n"
        "    end\n"
        "    assign resp_valid = state_q == STATE_RESPOND && !(OUT && idle_q > 10 && held_q == 10);",
    ),
    "tile": ("trax_engine.v", "op_read ? tile_q", "op_read ? tile_q ^ {4{OUT && op_read === 1'b1 && where_q === 1}}"),
}
#: Descriptions by name: what is said otherwise.
DESCRIPTIONS = {
    "exact": [],
    "port": ["cycle_exact = true"],
    "plain": ["cycle_exact = true", "verification_port = true"],
}


def with_bugs(folder, *always):
    """A copy of the bundled engine, with these bugs out; if none are named, with all that a plusarg lets out."""
    rtl = copied(folder).parent
    for name in always or BUGS:
        file, right, either = (BUGS | ALONE)[name]
        is_out = "1'b1" if always else f'($test$plusargs("bug={name}") != 0)'
        change(rtl / file, (right, either.replace("OUT", is_out)))


def described(folder):
    """Descriptions of that copy, by name."""
    made = {name: folder / "rtl" / "trax" / f"{name}.toml" for name in DESCRIPTIONS}
    small = ("[board]", "patience = 300\n[board]"), ("size = 64", "size = 8"), ("LOG2_SIZE = 6", "LOG2_SIZE = 3")
    for name, left_out in DESCRIPTIONS.items():
        shutil.copy(ROOT / "rtl" / "trax" / "engine.toml", made[name])
        change(made[name], *small, *((key, "") for key in left_out))
    return made


def build(simulator, description, folder):
    dut, runner = load(description), simulator.runner()
    runner.build(
        sources=dut.files,
        includes=dut.folders,
        hdl_toplevel=dut.top,
        parameters=dut.values,
        build_dir=folder,
        timescale=("1ns", "1ps"),
    )
    return runner


def run(runner, top, bench, folder, *plusargs, package="bench.", **env):
    """Run a module's cocotb tests in that folder: why each failed, empty if it passed, and all that was logged."""
    log, results = folder / "log", folder / "results.xml"
    with at_most(2 * PATIENCE), suppress(SystemExit):  # that it failed, the results say as well
        runner.test(
            test_module=f"{package}{bench}",
            hdl_toplevel=top,
            test_dir=folder,
            results_xml=str(results),
            extra_env=env,
            plusargs=plusargs,
            log_file=log,
        )
    came = {case.get("name"): _bad(case) for case in ElementTree.parse(results).iter("testcase")}
    return came, re.sub(r"\x1b\[[0-9;]*m", "", log.read_text())


def _bad(case):
    bad = [child for child in case if child.tag in ("failure", "error", "skipped")]
    return "".join(f"{child.tag}: {child.attrib} {child.text}" for child in bad)
