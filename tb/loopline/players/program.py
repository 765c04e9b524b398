"""`exec:COMMAND`: a program on this machine, by its standard input and output."""

from __future__ import annotations

import os
import shlex
import subprocess
from contextlib import suppress
from threading import Thread
from typing import IO

from loopline.errors import BadInput
from loopline.players.endpoint import LinkLost, shown
from loopline.players.stream import Stream
from loopline.system.processes import end, start, unusable

#: Seconds that a program has to end by itself when it is no longer needed.
_TO_END = 0.5


class Program(Stream):
    """A program of this computer, asked through its standard input and output."""

    what = "the program"
    start = 5.0

    def __init__(self, name: str, command: str) -> None:
        super().__init__(name)
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise BadInput(f"{name}: {error}; the command is split as a shell would, though none runs it") from error
        if not self._words:
            raise BadInput(f"{name}: no command; write exec:COMMAND")
        self._process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        """Start the program. Raises BadInput if it cannot be started."""
        if why := unusable(self._words[0]):
            raise BadInput(f"{self.name}: cannot start {self._words[0]!r}: {why}")
        try:
            # A session of its own: Ctrl-C is for the referee, who then ends the program and all that it has started.
            self._process = start(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BadInput(f"{self.name}: cannot start {self._words[0]!r}: {reason}") from error
        source, sink, complaints = self._process.stdout, self._process.stdin, self._process.stderr
        assert source
        assert sink
        assert complaints
        self._attach(source.fileno(), sink.fileno())
        self._complaints = _Tail(complaints)

    def _lost(self, error: OSError | None = None) -> LinkLost:
        assert self._process
        self._complaints.join(_TO_END)
        last = f"; its last words: {shown(words, 100)}" if (words := self._complaints.last_line) else ""
        try:
            code = self._process.wait(_TO_END)
        except subprocess.TimeoutExpired:
            return LinkLost(f"the program has closed its standard {'input' if error else 'output'}{last}")
        how = f"killed by signal {-code}" if code < 0 else f"exit code {code}"
        return LinkLost(f"the program has ended, {how}{last}")

    def close(self) -> None:
        """End the program and all that it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin
        process.stdin.close()  # politely: most programs end at the end of their input
        with suppress(subprocess.TimeoutExpired):
            process.wait(_TO_END)
        end(process)
        assert process.stdout
        process.stdout.close()


class _Tail(Thread):
    """Keeps the end of a stream of any length, read continuously so that the writer never has to wait."""

    def __init__(self, source: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._source = source
        self._tail = b""
        self.start()

    def run(self) -> None:
        """Read to the end of the stream."""
        with suppress(OSError):
            while data := os.read(self._source.fileno(), 4096):
                self._tail = (self._tail + data)[-1000:]

    @property
    def last_line(self) -> bytes:
        """The last line that the program has written to its standard error."""
        return self._tail.strip().rpartition(b"\n")[2].strip()
