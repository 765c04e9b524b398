"""Inside the simulation: a campaign whose scripts are counted, once the design has agreed."""

from __future__ import annotations

from typing import Any

import cocotb

from loopline.coverage import collector_of, model_of
from loopline.coverage.model import digest, hits
from loopline.coverage.record import FILE, Record
from loopline.engine_trial import EngineTrial
from loopline.inside import carry_out, job_of_this_simulation
from loopline.job import Job, Outcome


class CoveredTrial(EngineTrial):
    """What a script meets counts when the hardware has met it too: a failing one, and its shrinking, do not."""

    def __init__(self, top: Any, job: Job) -> None:
        super().__init__(top, job)
        self._collector = collector_of(self.dut)
        self._scripts = 0

    async def try_out(self, script: Any, waits: bytes) -> int:
        plan = self.plan(script, waits)
        cycles = await self.carry_out(plan)
        self._collector.add(script, plan.timings)
        self._scripts += 1
        return cycles

    def report(self, outcome: Outcome) -> None:
        """With every property the file is written anew: what kills the simulator takes one property's hits with it."""
        super().report(outcome)
        if outcome.state != "running":
            self._write()

    def _write(self) -> None:
        dut, model, job = self.dut, model_of(self.dut), self.job
        record = Record(
            game=dut.game,
            design=dut.name,
            size=dut.size,
            model=digest(model),
            simulator=cocotb.SIM_NAME,
            seed=job.seed,
            examples=self._scripts,
            hits=hits(model, self._collector.counts),
        )
        (job.results.parent / FILE).write_text(record.model_dump_json())


@cocotb.test()
async def campaign(top: Any) -> None:
    job = job_of_this_simulation()
    await carry_out(CoveredTrial(top, job), job)
