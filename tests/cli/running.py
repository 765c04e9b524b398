"""Running the command as a user does: a process of its own, its output and its exit code."""

import os
import subprocess
import sys
from pathlib import Path

from waiting import PATIENCE

LOOPLINE = str(Path(sys.executable).with_name("loopline"))

#: No colours, whatever the tests themselves run in.
_PLAIN = {"NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "COLUMNS", "TERM"}


def environment(**changes):
    return {name: value for name, value in os.environ.items() if name not in _PLAIN} | changes


def run(*arguments, stdin=None, cwd=None, timeout=2 * PATIENCE, **changes):
    """`changes` to the environment; `stdin` as bytes."""
    process = subprocess.run(
        [LOOPLINE, *map(str, arguments)],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        cwd=cwd,
        env=environment(**changes),
        timeout=timeout,
        check=False,
    )
    encoding = changes.get("PYTHONIOENCODING", "utf-8")
    return process.returncode, process.stdout.decode(encoding), process.stderr.decode(encoding)


class Running(subprocess.Popen):
    """Whoever waits for its end in a `with` waits no longer once the test has failed."""

    def __exit__(self, failed, *how):
        if failed:
            self.kill()
        super().__exit__(failed, *how)


def started(*arguments, **how):
    """The process, running."""
    return Running(
        [LOOPLINE, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
        **how,
    )
