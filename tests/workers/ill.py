"""A trial that comes to grief while it makes a failure smaller, as the variable ILLNESS says. Runs in the simulator."""

import os
import signal
import time

from loopline.trial.play import Trial, hardware


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


async def unplayable(plan):
    raise KeyError(plan)


class IllTrial(Trial):
    def __init__(self, top, job, channel):
        super().__init__(job, hardware(top, job, channel))
        if os.environ["ILLNESS"] == "at first":
            self.hardware.play = unplayable

    async def again(self, script, delays):
        fall_ill()
        return await super().again(script, delays)
