"""Programs, sockets and serial ports, real ones: how they are reached, and what happens when they are lost."""

import os
import pty
import re
import socket
import termios
import threading
import tty
from contextlib import closing, suppress
from pathlib import Path

import pytest
from loopline.errors import BadInput
from loopline.match.referee import COMMUNICATION, Audience
from match.boards import serve_port, serve_socket
from match.playing import LOOP, named, play, scripted

# --- programs -------------------------------------------------------------------------------------------------------


def test_no_shell_runs_the_command(tmp_path):
    mark = tmp_path / "mark"
    (record,) = play(f"exec:echo AB; touch {mark}", scripted(LOOP)).records
    assert record.ending.how in (COMMUNICATION, "foul")  # echo says it all, and ends
    assert not mark.exists()


def test_a_program_ends_with_all_that_it_has_started():
    (record,) = play(scripted("child:"), scripted(LOOP)).records
    child = re.match(r"'(\d+)'", record.ending.why)[1]
    with suppress(ProcessLookupError):
        os.kill(int(child), 0)
        assert Path(f"/proc/{child}/stat").read_text().rpartition(") ")[2].startswith("Z")


# --- sockets --------------------------------------------------------------------------------------------------------


def test_a_player_that_is_called():
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: serve_socket(server.accept()[0]), daemon=True).start()
        records = play(f"tcp:127.0.0.1:{server.getsockname()[1]}", "model:2", games=2).records
    assert [record.ending.fault for record in records] == [None, None]
    assert records[0].identities == ["TB", "GM"]
    assert all(0 < time < 20 for record in records for time in record.times(0))


class Caller(Audience):
    """Connects as soon as it is told where."""

    def waiting(self, player):
        if player.notice:
            host, port = re.fullmatch(r"waiting for a player to connect to \[?(.*?)\]?:(\d+)", player.notice).groups()
            self.host = host
            serve_socket(socket.create_connection((host, int(port))), end=b"\r\n")


@pytest.mark.parametrize(
    ("address", "host"), [("0", "127.0.0.1"), ("127.0.0.1:0", "127.0.0.1"), ("0.0.0.0:0", "0.0.0.0")]
)
def test_a_player_that_calls(address, host):
    caller = Caller()
    (record,) = play("model:2", f"tcp-listen:{address}", audience=caller).records
    assert record.ending.fault is None
    assert record.identities == ["GM", "TB"]
    assert caller.host == host


def test_a_player_that_hangs_up_and_is_called_again():
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve_twice():
            for moves in (1, None):
                serve_socket(server.accept()[0], moves=moves)

        threading.Thread(target=serve_twice, daemon=True).start()
        records = play(f"tcp:127.0.0.1:{server.getsockname()[1]}", "model:2", games=2).records
    assert records[0].ending.how == COMMUNICATION
    assert records[0].ending.why == "the connection has gone"
    assert records[1].ending.fault is None


def test_a_player_that_cannot_be_called_again_ends_the_match():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def serve_once():
            connected, _ = server.accept()
            server.close()
            serve_socket(connected, moves=1)

        threading.Thread(target=serve_once, daemon=True).start()
        match = play(f"tcp:127.0.0.1:{port}", "model:2", games=3)
    assert [record.ending.how for record in match.records] == [COMMUNICATION]
    assert match.stopped == f"tcp:127.0.0.1:{port}: cannot connect: Connection refused"
    assert match.partial


# --- serial ports ---------------------------------------------------------------------------------------------------


@pytest.fixture
def port():
    """Both ends of a serial port: the board's, and the name of ours."""
    master, slave = pty.openpty()
    with closing(os.fdopen(slave, "rb")):
        yield master, os.ttyname(slave), slave


@pytest.mark.parametrize(
    ("baud", "speed"), [("", termios.B115200), ("@19200", termios.B19200), ("@9600", termios.B9600)]
)
def test_a_board_on_a_serial_port(port, baud, speed):
    master, name, slave = port
    board = serve_port(master, end=b"\r\n")
    records = play(f"serial:{name}{baud}", "model:2", games=2).records
    assert [record.ending.fault for record in records] == [None, None]
    assert records[0].identities == ["TB", "GM"]
    settings = termios.tcgetattr(slave)
    assert settings[4:6] == [speed, speed]
    assert settings[2] & termios.CSIZE == termios.CS8
    assert not settings[2] & (termios.PARENB | termios.CSTOPB | termios.CRTSCTS)
    assert not settings[3] & (termios.ECHO | termios.ICANON)
    assert board.is_alive()


def test_what_a_board_has_said_before_the_match_does_not_count(port):
    master, name, slave = port
    tty.setraw(slave)  # or it would be echoed
    os.write(master, b"boot 1.0\r\nready")
    serve_port(master)
    (record,) = play(f"serial:{name}", "model:2").records
    assert record.ending.fault is None


def test_a_board_that_is_unplugged(port):
    master, name, _ = port
    serve_port(master, moves=1)
    (record,) = play(f"serial:{name}", "model:2").records
    assert (record.ending.how, record.fault, len(record.moves)) == (COMMUNICATION, 0, 2)
    assert record.ending.why.startswith("the serial port has gone")


# --- what cannot be reached -----------------------------------------------------------------------------------------

UNREACHABLE = {
    "exec:": r"'exec:' is not a player; there are exec:COMMAND, .*",
    "exec: ": r"exec: : no command; write exec:COMMAND",
    "exec:'half": r"exec:'half: No closing quotation; commands are split by the rules of a shell, without a shell",
    "exec:/no/such/program": r"exec:/no/such/program: cannot start '/no/such/program': No such file or directory",
    "exec:/etc": r"exec:/etc: cannot start '/etc': Permission denied",
    "tcp:localhost": r"tcp:localhost: 'localhost' is not an address; write HOST:PORT, as in 127.0.0.1:4567",
    "tcp:localhost:http": r"tcp:localhost:http: 'localhost:http' is not an address; write HOST:PORT, as in .*",
    "tcp:localhost:99999": r"tcp:localhost:99999: 'localhost:99999' is not an address; .*",
    "tcp:127.0.0.1:1": r"tcp:127.0.0.1:1: cannot connect: Connection refused",
    "tcp-listen:x": r"tcp-listen:x: '127.0.0.1:x' is not an address; .*",
    "tcp-listen:192.0.2.1:5000": r"tcp-listen:192.0.2.1:5000: cannot listen: Cannot assign requested address.*",
    "serial:/dev/no-such-port": r"serial:/dev/no-such-port: cannot be used as a serial port: No such file or directory",
    "serial:/dev/null": r"serial:/dev/null: cannot be used as a serial port: Inappropriate ioctl for device",
    "serial:/dev/ttyS0@123": r"serial:/dev/ttyS0@123: no serial port can be set to '123' baud; there are 1200, .*",
    "serial:/dev/ttyS0@": r"serial:/dev/ttyS0@: no serial port can be set to '' baud; .*",
    "model:3": r"'model:3' is not a player; .*",
    "nobody": r"'nobody' is not a player; .*",
}


@pytest.mark.parametrize("name", UNREACHABLE)
def test_unreachable_player_is_reported(name):
    with pytest.raises(BadInput) as problem:
        play(name, "model")
    assert re.fullmatch(UNREACHABLE[name], str(problem.value)), problem.value


def test_a_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(BadInput, match="Address already in use"):
        named(f"tcp-listen:{server.getsockname()[1]}")
