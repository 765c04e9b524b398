"""The command in a terminal of its own: a pseudo-terminal, its keys, and what has been on its screen."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

from cli.running import LOOPLINE, environment
from waiting import PATIENCE


class Terminal:
    def __init__(self, *arguments, columns=80, rows=40, **changes):
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [LOOPLINE, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(TERM="xterm-256color", **changes),
            preexec_fn=_own_terminal,
        )
        os.close(slave)
        self.text = ""

    def type(self, text):
        os.write(self._master, text.encode())

    def until(self, text):
        """Wait until the text has been on the screen since the last time."""
        start, give_up = len(self.text), time.monotonic() + PATIENCE
        while text not in self.text[start:]:
            assert self._read(give_up), f"no {text!r} in {self.text[start:]!r}"
        return self.text[start:]

    def end(self):
        """The exit code, and all that has been on the screen."""
        give_up = time.monotonic() + PATIENCE
        while self._read(give_up):
            pass
        os.close(self._master)
        return self.process.wait(PATIENCE), self.text

    def _read(self, give_up):
        ready, _, _ = select.select([self._master], [], [], give_up - time.monotonic())
        assert ready, f"nothing more after {self.text[-300:]!r}"
        try:
            data = os.read(self._master, 65536)
        except OSError:  # Linux says so when nobody has the other end any more
            return False
        self.text += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)


def _own_terminal():
    """So that Ctrl-C at this terminal reaches the command."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
