"""Running the command as a user does: a process of its own, its output and its exit code."""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from waiting import PATIENCE, at_most

LOOPLINE = str(Path(sys.executable).with_name("loopline"))

#: The folder of the programs that are for the checkout alone.
CI = Path(__file__).parents[2] / "ci"

#: No colours, whatever the tests themselves run in.
_PLAIN = {"NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "COLUMNS", "TERM"}


def environment(**changes):
    return {name: value for name, value in os.environ.items() if name not in _PLAIN} | changes


def run(*arguments, stdin=None, cwd=None, timeout=2 * PATIENCE, **changes):
    """`changes` to the environment; `stdin` as bytes. Where nothing is changed only the start is shorter than a user's:
    see `prepared.py`."""
    if _lasting(environment(**changes)) != _ENVIRONMENT:
        return run_anew(*arguments, stdin=stdin, cwd=cwd, timeout=timeout, **changes)
    prepared = _prepared()
    with ExitStack() as files:
        given, out, err = (files.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        given.write(stdin or b"")
        given.seek(0)
        with at_most(timeout):
            code = prepared.run([LOOPLINE, *map(str, arguments)], cwd or Path.cwd(), [given, out, err])
        return code, _text(out), without_progress(_text(err))


def run_anew(*arguments, stdin=None, cwd=None, timeout=2 * PATIENCE, **changes):
    """The same in a process of which nothing is prepared: its hashes, too, are others."""
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
    out, err = process.stdout.decode(encoding), process.stderr.decode(encoding)
    return process.returncode, out, without_progress(err)


def run_module(module, *arguments, cwd=None, timeout=2 * PATIENCE):
    """Run a program of `ci/` to its end, as its target of `make` does."""
    process = started(*arguments, module=module, cwd=cwd)
    out, err = process.communicate(timeout=timeout)
    return process.returncode, out, without_progress(err)


def without_progress(text):
    """The error output without the lines that a command prints every ten seconds: how many depends on the machine."""
    return re.sub(r"^(…|\.\.\.) .*\d s (so far|to go)\n", "", text, flags=re.M)


def _text(file):
    file.seek(0)
    return file.read().decode()


class Running(subprocess.Popen):
    """Whoever waits for its end in a `with` waits no longer once the test has failed."""

    def __exit__(self, failed, *how):
        if failed:
            self.kill()
        super().__exit__(failed, *how)


def started(*arguments, module=None, **how):
    """The process, running: `loopline`, or a module of `ci/`."""
    return Running(
        [*([sys.executable, "-m", module] if module else [LOOPLINE]), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONPATH=str(CI)) if module else environment(),
        text=True,
        **how,
    )


class _Prepared:
    def __init__(self):
        self._requests, its = socket.socketpair()
        with its:
            subprocess.Popen(
                [sys.executable, "-P", Path(__file__).with_name("prepared.py"), str(its.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=_ENVIRONMENT,
                pass_fds=[its.fileno()],
            )

    def run(self, words, folder, files):
        request = json.dumps([words, str(folder)]).encode()
        socket.send_fds(self._requests, [request], [file.fileno() for file in files])
        return int(self._requests.recv(16))


_prepared = cache(_Prepared)


def _lasting(variables):
    return {name: value for name, value in variables.items() if name != "PYTEST_CURRENT_TEST"}


#: Some of it is looked at while modules are imported.
_ENVIRONMENT = _lasting(environment())
