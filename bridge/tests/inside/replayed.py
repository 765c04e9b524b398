"""A property whose process test_inside.py starts more than once. It leaves what its body got in the file `RUNS`."""

import json
import os
from pathlib import Path

import cocotb
from hypothesis import strategies as st
from inside.bench import Bench, checked, counts

RUNS = Path(os.environ["RUNS"])


@cocotb.test()
async def replayed(dut):
    bench = Bench.broken(dut)
    result = await checked(counts, bench, st.integers(0, 200), seed=None, database=os.environ.get("DATABASE"))
    RUNS.write_text(json.dumps({"runs": bench.runs, "searched": result.statistics.examples}))  # noqa: ASYNC240
    result.raise_error()
