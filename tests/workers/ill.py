"""A trial that comes to grief while it makes a failure smaller, as the variable ILLNESS says. Runs in the simulator."""

import os
import signal
import time

import cocotb
from loopline.simulation.job import Job, job_of_this_simulation
from loopline.trial.engine import EngineTrial
from loopline.trial.play import carry_out, conduct


def fall_ill():
    illness = os.environ["ILLNESS"]
    if illness == "an exception":
        raise KeyError("nobody has thought of that")
    if illness == "it ends":
        os._exit(1)
    if illness == "it is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    while illness == "it is blocked":
        time.sleep(1)


class IllTrial(EngineTrial):
    async def again(self, script, delays):
        fall_ill()
        return await super().again(script, delays)


@cocotb.test()
async def campaign(top):
    job = job_of_this_simulation(Job)
    await conduct(job, lambda: IllTrial(top, job), lambda on_trial: carry_out(on_trial, job))
