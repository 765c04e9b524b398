"""`tcp:HOST:PORT` and `tcp-listen:[HOST:]PORT`: a player on the network, called or calling."""

from __future__ import annotations

import socket

from loopline.errors import BadInput
from loopline.players.stream import Stream

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
        if self._socket:
            self._socket.close()


class Called(_Tcp):
    def __init__(self, name: str, address: str) -> None:
        super().__init__(name)
        self._host, self._port = _host_and_port(name, address)

    def open(self) -> None:
        try:
            self._use(socket.create_connection((self._host, self._port), _TO_CONNECT))
        except OSError as error:
            raise BadInput(f"{self.name}: cannot connect: {error.strerror or error}") from error


class Calling(_Tcp):
    """The port is bound at once, so that the player may call while the other one is still being reached."""

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
