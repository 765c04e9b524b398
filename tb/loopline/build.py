"""Builds a design together with the session that plays and records it, for one simulator."""

from __future__ import annotations

import fcntl
import hashlib
import json
import re
import subprocess
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path

from loopline.dut import Dut
from loopline.errors import BadInput
from loopline.layout import Layout
from loopline.simulators import Simulator

TOP = "loopline_top"
SESSION = resources.files("loopline") / "hdl" / "loopline_session.v"


@dataclass(frozen=True)
class Streams:
    """What an engine's ports carry: requests, responses, and on the verification port events and state."""

    request: Layout
    response: Layout
    event: Layout
    state: Layout


@dataclass(frozen=True)
class Build:
    """A design in a simulator."""

    dut: Dut
    streams: Streams
    simulator: Simulator
    folder: Path
    waves: bool = False

    @cached_property
    def key(self) -> str:
        """Changes whenever anything changes that the build depends on."""
        digest = hashlib.sha256(self._top().encode())
        for file in [*self.dut.files, Path(str(SESSION))]:
            digest.update(file.read_bytes())
        digest.update(json.dumps([str(self.simulator), self.waves, self.dut.parameters, self.dut.include]).encode())
        return digest.hexdigest()

    def run(self) -> None:
        """Build, unless it is there already. Raises BadInput with the simulator's own words if it cannot be built."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # somebody else may be building the same
            stamp = self.folder / "built"
            if not stamp.is_file() or stamp.read_text() != self.key:
                stamp.unlink(missing_ok=True)
                self._build()
                stamp.write_text(self.key)

    def _build(self) -> None:
        top, log = self.folder / f"{TOP}.v", self.folder / "build.log"
        top.write_text(self._top())
        try:
            self.simulator.runner(everything_public=self.waves).build(
                sources=[Path(str(SESSION)), *self.dut.files, top],
                includes=self.dut.folders,
                hdl_toplevel=TOP,
                build_args=_BUILD_ARGS[self.simulator.name],
                build_dir=self.folder,
                timescale=("1ns", "1ps"),
                waves=self.waves,
                always=True,
                log_file=log,
            )
        except (SystemExit, subprocess.CalledProcessError, RuntimeError) as error:
            raise BadInput(f"{self.dut.path}: {self.simulator} cannot build it:\n{_essence(log, error)}") from None

    def _top(self) -> str:
        """Verilog that joins the design to the session: the only place where names of its ports appear."""
        dut, streams = self.dut, self.streams
        ports = {dut.clock.signal: "clk", dut.reset.signal: "rst" if dut.reset.active == "high" else "!rst"}
        ports |= {dut.port(f"{stream}_{wire}"): f"{stream}_{wire}" for stream in ("req", "resp") for wire in _HANDSHAKE}
        ports |= {dut.port(f"req_{name}"): f"req{streams.request.slice(name)}" for name, _ in streams.request.fields}
        ports |= {
            dut.port(f"resp_{name}"): f"resp{streams.response.slice(name)}" for name, _ in streams.response.fields
        }
        if dut.verification_port:
            ports |= {dut.port("vp_valid"): "event_valid", dut.port("vp_state"): "state"}
            ports |= {
                dut.port(f"vp_{name}"): f"event_data{streams.event.slice(name)}" for name, _ in streams.event.fields
            }
        parameters = ",\n".join(f"        .{name}({_literal(value)})" for name, value in dut.parameters.items())
        connections = ",\n".join(f"        .{port}({wire})" for port, wire in ports.items())
        widths = [streams.request.width, streams.response.width, streams.event.width, streams.state.width]
        return _TOP.format(
            top=TOP,
            widths=", ".join(map(str, widths)),
            request=widths[0] - 1,
            response=widths[1] - 1,
            event=widths[2] - 1,
            state=widths[3] - 1,
            quiet="" if dut.verification_port else _NO_PORT,
            module=dut.top,
            parameters=f"#(\n{parameters}\n    ) " if parameters else "",
            connections=connections,
        )


_HANDSHAKE = ("valid", "ready")

_BUILD_ARGS = {
    "icarus": [],
    "verilator": ["--timing", "-CFLAGS", "-fcoroutines -O1", "-O3", "-Wno-fatal", "-Wno-lint", "-Wno-style"],
}

_TOP = """\
`timescale 1ns / 1ps
module {top};
    wire clk, rst;
    wire req_valid, req_ready, resp_valid, resp_ready, event_valid;
    wire [{request}:0] req;
    wire [{response}:0] resp;
    wire [{event}:0] event_data;
    wire [{state}:0] state;
{quiet}
    loopline_session #({widths}) session (
        .clk(clk), .rst(rst),
        .req_valid(req_valid), .req_ready(req_ready), .req(req),
        .resp_valid(resp_valid), .resp_ready(resp_ready), .resp(resp),
        .event_valid(event_valid), .event_data(event_data), .state(state)
    );

    {module} {parameters}dut (
{connections}
    );
endmodule
"""

_NO_PORT = """\
    assign event_valid = 1'b0;
    assign event_data = 0;
    assign state = 0;
"""


def _literal(value: int | str) -> str:
    return str(value) if isinstance(value, int) else '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def _essence(log: Path, error: BaseException) -> str:
    """The lines of a build log that say what is wrong; all of a short log."""
    lines = log.read_text(errors="replace").splitlines() if log.is_file() else [str(error)]
    telling = [line for line in lines if re.search(r"error|unknown module|cannot find|no such", line, re.I)]
    return "\n".join(f"    {line}" for line in (telling or lines)[:20])
