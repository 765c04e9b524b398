"""`serial:DEVICE[@BAUD]`: a board. 8 data bits, no parity, 1 stop bit, no flow control, as the contest has it."""

from __future__ import annotations

import fcntl
import os
import re
import termios
import tty
from contextlib import suppress

from loopline.errors import BadInput
from loopline.players.stream import Stream

BAUD = 115_200

#: Bits per second → what termios calls it, for all rates that this system can set.
_SPEEDS = {int(name[1:]): getattr(termios, name) for name in dir(termios) if re.fullmatch(r"B[1-9][0-9]*", name)}


class Serial(Stream):
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
        try:
            # Without O_NONBLOCK, opening would wait for a carrier that a board has no wire for.
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
        with suppress(OSError):
            os.close(self._port)
        self._port = -1
