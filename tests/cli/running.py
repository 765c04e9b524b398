"""Running the command as a user does: a process of its own, its output and its exit code."""

import os
import signal
import subprocess
import sys
from pathlib import Path

LOOPLINE = str(Path(sys.executable).with_name("loopline"))

#: No colours, whatever the tests themselves run in.
_PLAIN = {"NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "COLUMNS", "TERM"}


def environment(**changes):
    return {name: value for name, value in os.environ.items() if name not in _PLAIN} | changes


def run(*arguments, stdin=None, cwd=None, timeout=300, **changes):
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


def started(*arguments):
    """The process, running. Ctrl-C reaches it even where the tests run in the background, which ignores it."""
    return subprocess.Popen(
        [LOOPLINE, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
