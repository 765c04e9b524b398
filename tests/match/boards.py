"""Players at the other end of a socket or a serial port, each a thread of the test."""

import os
import threading
from contextlib import suppress

from goldenrules.trax.player import Player


def serve(read, write, moves=None, end=b"\n", gone=lambda: None):
    """The golden player's answers; after so many moves it is gone. In a thread, which ends with the link."""

    def run():
        player, left, rest = Player("TB"), moves, b""
        with suppress(OSError):
            while data := read():
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    for answer in player.receive(line):
                        if left == 0:
                            return gone()
                        left = left if left is None or answer == "TB" else left - 1
                        write(answer.encode() + end)
        return None

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def serve_socket(connected, **how):
    return serve(lambda: connected.recv(100), connected.sendall, gone=connected.close, **how)


def serve_port(master, **how):
    return serve(
        lambda: os.read(master, 100), lambda data: os.write(master, data), gone=lambda: os.close(master), **how
    )
