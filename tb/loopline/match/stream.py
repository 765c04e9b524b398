"""Programs, sockets and serial ports: bytes through file descriptors, on the wall clock."""

from __future__ import annotations

import fcntl
import os
import re
import select
import shlex
import socket
import subprocess
import termios
import time
import tty
from collections import deque
from contextlib import suppress
from threading import Thread
from typing import IO, ClassVar

from loopline.errors import BadInput
from loopline.match.referee import LONGEST_LINE, Endpoint, LinkLost, ReceivedLine, shown
from loopline.system import end, start, unusable

#: Seconds after which a player that does not read is given up.
_TO_SEND = 2.0
#: Bytes per read. Reading waits while there is a complete line that has not been asked for.
_AT_A_TIME = 4096


class Lines:
    """The lines in a stream of bytes.

    LF, CR and CR LF all end a line: an empty line says nothing, so that between CR and LF is lost like any other.
    """

    def __init__(self, length: int | None = None) -> None:
        """Begin without bytes.

        `length`: the bytes of each message; None: lines.
        """
        self._length = length
        self._whole: deque[bytes] = deque()
        self.unfinished = b""

    def feed(self, data: bytes) -> None:
        """Take bytes in. Raise LinkLost for a line that is too long."""
        if self._length:
            self.unfinished += data
            while len(self.unfinished) >= self._length:
                self._whole.append(self.unfinished[: self._length])
                self.unfinished = self.unfinished[self._length :]
            return
        *whole, self.unfinished = (self.unfinished + data).replace(b"\r", b"\n").split(b"\n")
        self._whole.extend(filter(None, whole))
        if len(self.unfinished) > LONGEST_LINE:
            raise LinkLost(f"floods the line: {LONGEST_LINE} bytes without a line end, {shown(self.unfinished)}")

    def pop(self) -> bytes | None:
        """Return the oldest whole line that was not returned yet, or None."""
        return self._whole.popleft() if self._whole else None


class Stream(Endpoint):
    """A player at the other end of a stream of bytes."""

    #: The name of the other end in messages.
    what: ClassVar[str]

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._attach(-1, -1)

    def _attach(self, source: int, sink: int) -> None:
        """Read from and write to these descriptors from now on."""
        self._source, self._sink = source, sink
        self._lines, self._ended, self._asked = Lines(self.messages.length), False, 0.0
        for number in {source, sink} - {-1}:
            os.set_blocking(number, False)

    def send(self, line: bytes) -> None:
        """Send a line. Raises LinkLost if it cannot be sent in time."""
        data, until = line + self.messages.end, time.monotonic() + _TO_SEND
        while data:
            _, ready, _ = select.select([], [self._sink], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise LinkLost(f"{self.what} takes no bytes")
            try:
                data = data[os.write(self._sink, data) :]
            except OSError as error:
                raise self._lost(error) from error
        self._flush()
        self._asked = time.monotonic()

    def _flush(self) -> None:
        """Wait until everything written has been sent."""

    def receive(self, limit: float) -> ReceivedLine | None:
        """Return the line that ends within this many seconds after the last one sent, or None."""
        data = self._line(self._asked + limit)
        return None if data is None else ReceivedLine(data, time.monotonic() - self._asked)

    def overhear(self, seconds: float) -> bytes | None:
        """Return a line that comes within this many seconds, or None."""
        return self._line(time.monotonic() + seconds)

    @property
    def unfinished(self) -> bytes:
        """The beginning of a line whose end is still missing."""
        return self._lines.unfinished

    def forget(self) -> None:
        """Discard what was said between two games, an unfinished line too."""
        super().forget()
        self._lines.unfinished = b""

    def _line(self, until: float) -> bytes | None:
        """Return the next line, waited for until then. What has arrived counts, even if the player has gone since."""
        while (line := self._lines.pop()) is None:
            if self._ended:
                raise self._lost()
            ready, _, _ = select.select([self._source], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                return None
            self._read()
        return line

    def _read(self) -> None:
        try:
            data = os.read(self._source, _AT_A_TIME)
        except OSError as error:
            raise self._lost(error) from error
        self._ended = not data
        self._lines.feed(data)

    def _lost(self, error: OSError | None = None) -> LinkLost:
        return LinkLost(f"{self.what} has gone" + (f": {error.strerror}" if error else ""))


#: Seconds for a player to take our call, and for one to call us.
_TO_CONNECT, _TO_CALL = 5.0, 60.0

_LOOPBACK = "127.0.0.1"


class _Tcp(Stream):
    what = "the connection"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._socket: socket.socket | None = None

    def _use(self, connected: socket.socket) -> None:
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # a move must not wait for a second one
        self._socket = connected
        self._attach(connected.fileno(), connected.fileno())

    def close(self) -> None:
        """Close the connection."""
        if self._socket:
            self._socket.close()


class ListeningPlayer(_Tcp):
    """A player that listens at a TCP address."""

    def __init__(self, name: str, address: str) -> None:
        super().__init__(name)
        self._host, self._port = _host_and_port(name, address)

    def open(self) -> None:
        """Connect. Raises BadInput if that fails."""
        try:
            self._use(socket.create_connection((self._host, self._port), _TO_CONNECT))
        except OSError as error:
            raise BadInput(f"{self.name}: cannot connect: {error.strerror or error}") from error


class ConnectingPlayer(_Tcp):
    """A player that connects to a TCP port.

    The port is bound at once, so that the player may call while the other one is still being reached.
    """

    def __init__(self, name: str, address: str) -> None:
        super().__init__(name)
        host, port = _host_and_port(name, address if ":" in address else f"{_LOOPBACK}:{address}")
        try:
            family, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            self._listener = socket.create_server(where[:2], family=family, backlog=1)
        except OSError as error:
            raise BadInput(f"{name}: cannot listen: {error.strerror or error}") from error
        self._listener.settimeout(_TO_CALL)
        host, port = self._listener.getsockname()[:2]
        self.notice = f"waiting for a player to connect to {f'[{host}]' if ':' in host else host}:{port}"

    def open(self) -> None:
        """Wait until a player connects. Raise BadInput if none does in time."""
        try:
            connected, _ = self._listener.accept()
        except TimeoutError as error:
            raise BadInput(f"{self.name}: no player has connected within {_TO_CALL:.0f} s") from error
        self._use(connected)


def _host_and_port(name: str, address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise BadInput(f"{name}: {address!r} is not an address; write HOST:PORT, as in {_LOOPBACK}:4567")
    return host, int(port)


BAUD = 115_200

#: Bits per second → what termios calls it, for all rates that this system can set.
_SPEEDS = {int(name[1:]): getattr(termios, name) for name in dir(termios) if re.fullmatch(r"B[1-9][0-9]*", name)}


class Serial(Stream):
    """A player at a serial port."""

    what = "the serial port"

    def __init__(self, name: str, device: str) -> None:
        super().__init__(name)
        self._device, at, baud = device.partition("@")
        if at and not (baud.isascii() and baud.isdigit() and int(baud) in _SPEEDS):
            rates = ", ".join(str(rate) for rate in sorted(_SPEEDS) if rate >= 1200)
            raise BadInput(f"{name}: no serial port can be set to {baud!r} baud; there are {rates}")
        self._speed = _SPEEDS[int(baud) if at else BAUD]
        self._port = -1

    def open(self) -> None:
        """Open the port and set it up. Raise BadInput if that fails."""
        try:
            # Without O_NONBLOCK, opening would wait for a carrier: boards lack that wire.
            self._port = os.open(self._device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            self._set_up()
        except (OSError, termios.error) as error:
            self.close()
            raise BadInput(f"{self.name}: cannot be used as a serial port: {error.args[-1]}") from error
        self._attach(self._port, self._port)

    def _set_up(self) -> None:
        fcntl.ioctl(self._port, termios.TIOCEXCL)  # a second program on the port would take half of the answers
        tty.setraw(self._port)
        settings = termios.tcgetattr(self._port)
        settings[0] &= ~(termios.IXON | termios.IXOFF | termios.INPCK | termios.ISTRIP)
        settings[2] &= ~(termios.PARENB | termios.CSTOPB | termios.CSIZE | termios.CRTSCTS)
        settings[2] |= termios.CS8 | termios.CREAD | termios.CLOCAL
        settings[4] = settings[5] = self._speed
        termios.tcsetattr(self._port, termios.TCSANOW, settings)
        if termios.tcgetattr(self._port)[4:6] != [self._speed] * 2:
            raise OSError("it does not take this baud rate")
        termios.tcflush(self._port, termios.TCIOFLUSH)

    def _flush(self) -> None:
        try:
            termios.tcdrain(self._port)
        except termios.error as error:
            raise self._lost(OSError(*error.args)) from error

    def close(self) -> None:
        """Close the port."""
        with suppress(OSError):
            os.close(self._port)
        self._port = -1


#: Seconds that a program has to end by itself after the match.
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
            raise BadInput(f"{name}: {error}; commands are split by the rules of a shell, without a shell") from error
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
    """The end of a stream of any length, read continuously so that the writer never has to wait."""

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
