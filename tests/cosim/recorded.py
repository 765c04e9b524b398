"""Runs inside the simulator: plays the job's scripts and keeps what was recorded of each, and when that began."""

import json

import cocotb
from loopline.simulation.job import Job, job_of_this_simulation
from loopline.trial.play import trial


@cocotb.test()
async def recorded(top):
    job = job_of_this_simulation(Job)
    bench, kept = trial(top, job), []
    for _, text, delays in job.scripts:
        await bench.try_out(bench.game.read(text.split()), bytes.fromhex(delays))
        kept.append((bench.began, bench.last.text))
    job.results.with_name("recorded.json").write_text(json.dumps(kept))
