"""Runs inside the simulator: somebody asks to stop while the last run of a failure waits, with all patience."""

import cocotb
from cocotb.utils import get_sim_time
from loopline.simulation.files import STOP, ours
from loopline.simulation.job import Job, Outcome, job_of_this_simulation
from loopline.simulation.session import PERIOD
from loopline.trial.play import trial


@cocotb.test()
async def last_run(top):
    job = job_of_this_simulation(Job)
    bench = trial(top, job)
    pulse, asked = bench.pulse, []

    def stop_in_the_last_run():
        if not bench.in_a_hurry:
            ours(job.results.parent, STOP).touch()
            asked.append(get_sim_time("ns"))
        pulse()

    bench.pulse = stop_in_the_last_run
    ((_, text, delays),) = job.scripts
    outcome = bench.outcome = Outcome(name="last run")
    await bench.minimise(bench.game.read(text.split()), bytes.fromhex(delays), outcome)
    outcome.cycles = round(get_sim_time("ns") - asked[0]) // PERIOD
    bench.report(outcome)
