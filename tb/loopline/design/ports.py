"""Before anything is simulated: does the design have the ports of its contract, and what the description says of it?

A simulator only warns of most of this, or says nothing: it cuts off a bit that is too many, or lets an input float.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence

from loopline.design import frontend, sources, vhdl
from loopline.design.around import Wire
from loopline.design.dut import Dut
from loopline.design.frontend import FrontendResult, Port, Top
from loopline.design.language import Standard
from loopline.design.simulators import SIMULATORS
from loopline.design.top import verification_port, wires
from loopline.errors import BadInput, Notice, as_named, plural
from loopline.signals import Streams
from loopline.tables import nearest

#: What a tool defines by itself: the ports may depend on it.
_PREDEFINED = {
    **{name: simulator.macros for name, simulator in SIMULATORS.items()},
    "yosys": {"YOSYS": "1", "SYNTHESIS": "1"},
}


def check(dut: Dut, streams: Streams, tool: str) -> None:
    """Compare what the front end reads with what `tool` will be told. Raise BadInput.

    If the front end cannot read a design, it is used as it is, and a Notice says that it goes unchecked.

    Args:
        dut: The design.
        streams: Its streams.
        tool: The program that the design is for.
    """
    problems = list(_in_the_description(dut, streams))
    if problems:
        raise BadInput("\n".join(problems))
    macros = {**_PREDEFINED[tool], **dut.macros}
    try:
        reading = frontend.read(dut, macros)
    except frontend.FrontendFailed as error:
        _unchecked(dut, str(error))
        return
    problems = [*_no_top(dut, reading)] if reading.top is None else [*_differences(dut, streams, reading.top)]
    if problems and reading.fault:
        _unchecked(dut, f"the SystemVerilog front end cannot read all of it ({reading.fault})")
    elif problems:
        raise BadInput("\n".join(problems))
    elif reading.top:
        for hint in _hints(dut, streams, reading.top):
            warnings.warn(Notice(hint), stacklevel=2)


def hint_of_language(dut: Dut, tool: str) -> str:
    """Return a line on the key `language`, if the front end can read the design with it and not without."""
    macros = {**_PREDEFINED[tool], **dut.macros}
    old: Standard = "1364-2005"
    try:
        if dut.language or not frontend.read(dut, macros).fault:
            return ""
        if frontend.read(dut.model_copy(update={"language": old}), macros).fault:
            return ""
    except frontend.FrontendFailed:
        return ""
    return (
        f'\n{dut.shown}: in Verilog-2005 words like type, bit and checker are names: language = "{old}" reads it '
        "so, without such an error"
    )


def _unchecked(dut: Dut, why: str) -> None:
    message = f"{dut.shown}: the ports of {dut.top} are not checked, the run goes on without: {why}"
    warnings.warn(Notice(message), stacklevel=3)


def _at(dut: Dut, key: str) -> str:
    """Return `file:line` of a key; for a port that keeps its own name, the file."""
    table, _, name = key.partition(".")
    if table == "signals" and name not in dut.signals:
        return dut.shown
    return dut.place(*key.split("."))


# --- the description by itself ----------------------------------------------------------------------------------------


def _in_the_description(dut: Dut, streams: Streams) -> Iterator[str]:
    """Yield what is wrong in the description: names that the contract does not have, and ports with two names."""
    port = [*verification_port(dut, streams)]
    known = {wire.key.removeprefix("signals."): None for wire in [*wires(dut, streams), *port] if _renamable(wire)}
    for ours in dut.signals:
        if ours not in known:
            meant = _OWN_TABLE.get(ours) or nearest(ours, known)
            hint = f"did you mean {meant}? " if meant else ""
            yield (
                f"{_at(dut, f'signals.{ours}')}: signals.{ours}: the contract has no port {ours}; {hint}"
                f"known are {', '.join(sorted(known)) or 'none'}"
            )
    taken: dict[str, str] = {}
    for wire in wires(dut, streams):
        key = taken.setdefault(wire.port, wire.key)
        if key != wire.key:
            yield f"{_at(dut, wire.key)}: {wire.key} and {key} are both the port {wire.port}: name another for one"


#: Ports that a user may look for in [signals].
_OWN_TABLE = {"clk": "clock.signal", "rst": "reset.signal", "rx": "serial.rx", "tx": "serial.tx"}


def _of_the_port(wire: Wire) -> bool:
    return wire.key.startswith("signals.vp_")


def _renamable(wire: Wire) -> bool:
    return wire.key.startswith("signals.")


# --- the description and the design -----------------------------------------------------------------------------------


#: Up to this many wrong widths may have a cause each.
_FEW = 2


def _no_top(dut: Dut, reading: FrontendResult) -> Iterator[str]:
    meant = nearest(dut.top, reading.modules)
    hint = f"did you mean {meant}? " if meant else ""
    found = f"no such module; {hint}They have: {', '.join(reading.modules)}" if reading.modules else "no module at all"
    yield f'{_at(dut, "top")}: top = "{dut.top}": the sources have {found}'


def _differences(dut: Dut, streams: Streams, top: Top) -> Iterator[str]:
    wrong = list(_parameters(dut, top))
    if wrong:  # widths may come of them
        yield from wrong
        return
    joined = wires(dut, streams)
    unlike = [text for wire in joined if wire.port in top.ports for text in _unlike(dut, wire, top.ports[wire.port])]
    yield from unlike
    if len(unlike) > _FEW and str(dut.board):
        yield f"{_at(dut, 'board')}: is the board another than {dut.board}? [board] or a parameter says so"
    free = [port for name, port in top.ports.items() if name not in {wire.port for wire in joined}]
    missing = [wire for wire in joined if wire.port not in top.ports]
    if missing:  # under its own name it is probably among the free ones
        yield from _missing(dut, joined, missing, free)
    else:
        for port in free:
            yield from _floating(dut, port, port.name in top.clocks)


def _missing(dut: Dut, joined: Iterable[Wire], missing: Sequence[Wire], free: Sequence[Port]) -> Iterator[str]:
    port = [wire for wire in joined if _of_the_port(wire)]
    if port and set(port) <= set(missing):
        names = ", ".join(wire.port for wire in port)
        yield (
            f"{_at(dut, 'verification_port')}: verification_port = true, but {dut.top} has none of its ports: {names}; "
            "name them in [signals], or write verification_port = false"
        )
        missing = [wire for wire in missing if wire not in port]
    for wire in missing:
        yield _one_missing(dut, wire, [port.name for port in free if port.direction == wire.direction])
    alike = [port for port in free if port.direction in {wire.direction for wire in missing}]
    if alike:
        names = ", ".join(f"{port.direction} {port.name}" for port in alike)
        yield f"{alike[0].place}: {dut.top} has besides: {names}"


def _parameters(dut: Dut, top: Top) -> Iterator[str]:
    for name in dut.values:
        key = dut.key_of(name)
        what = f"{_at(dut, key)}: {key}: "
        if name in top.local_parameters:
            yield f"{what}{name} is a localparam of {dut.top}, and cannot be set: make it a parameter, or leave it out"
        elif name not in top.parameters:
            meant = nearest(name, top.parameters)
            hint = f"did you mean {meant}? " if meant else ""
            known = f"it has: {', '.join(top.parameters)}" if top.parameters else "it has none"
            yield f"{what}{dut.top} has no parameter {name}: {hint}{known}"


def _unlike(dut: Dut, wire: Wire, port: Port) -> Iterator[str]:
    """Yield how a port differs from the contract's."""
    ours = wire.key.removeprefix("signals.")
    what = f"{_at(dut, wire.key)}: {ours}: the port {port.name} ({port.place})"
    if port.direction != wire.direction:
        yield f"{what} is an {port.direction}, and must be an {wire.direction}"
    elif port.unpacked:
        yield f"{what} is of type {port.unpacked}, and must be one packed vector: wrap the design in a module"
    elif wire.width and port.width and port.width != wire.width:
        board = "" if wire.width == 1 or not str(dut.board) else f" for a board of {dut.board}"
        yield f"{what} has {plural(port.width, 'bit')}, and must have {wire.width}{board}"
    elif wire.width is None and port.width and wire.most >> port.width:
        yield f"{what} has {plural(port.width, 'bit')}, too few for {wire.most}"


def _one_missing(dut: Dut, wire: Wire, candidates: Sequence[str]) -> str:
    ours, named = wire.key.removeprefix("signals."), wire.port
    meant = nearest(named, candidates)
    hint = f"; the nearest is {meant}" if meant else ""
    if not _renamable(wire):
        return f'{_at(dut, wire.key)}: {wire.key} = "{named}": {dut.top} has no such {wire.direction}{hint}'
    if ours in dut.signals:
        return f'{_at(dut, wire.key)}: {wire.key} = "{named}": {dut.top} has no such {wire.direction}{hint}'
    fix = f'write {ours} = "{meant or "…"}" in [signals]'
    if _of_the_port(wire):
        at, fix = _at(dut, "verification_port"), f"{fix}, or verification_port = false"
    else:
        at = _at(dut, "signals" if dut.signals else "top")
    return f"{at}: {dut.top} has no {wire.direction} {named}{hint}: {fix}"


def _floating(dut: Dut, port: Port, is_clock: bool) -> Iterator[str]:
    """Report inputs that are not driven. An output may be left open."""
    if port.direction == "output" or port.has_default or not port.name:
        return
    if port.direction == "input" and is_clock:
        fix = "it is a clock, and the harness has one only: wrap the design in a module that derives it from that"
    elif port.direction == "input" and re.fullmatch(r"[A-Za-z_][\w$]*", port.name):
        fix = f"if it may stay as it is give it a value: [tie] {port.name} = 0 in {dut.shown}"
    else:
        fix = "wrap the design in a module without it"
    yield f"{port.place}: {dut.top} has the {port.direction} {port.name}, which nothing drives; {fix}"


# --- hints ------------------------------------------------------------------------------------------------------------


def _hints(dut: Dut, streams: Streams, top: Top) -> Iterator[str]:
    if dut.is_vhdl and (made := vhdl.made_in(dut.files)) and made not in dut.named_files:
        yield vhdl.whose_lines(dut.shown, made)
    if dut.reset.signal in top.clocks and dut.clock.signal not in top.clocks:
        yield (
            f"{_at(dut, 'clock.signal')}: clock and reset are probably swapped: in {dut.top} registers are clocked by "
            f"{dut.reset.signal}, and none by {dut.clock.signal}"
        )
    for user, package, home in sources.misplaced(dut.files):
        yield (
            f"{as_named(user)}: uses the package {package}, which comes later, in {as_named(home)}: name that file "
            f"first in {dut.shown}"
        )
    unread = [wire.port for wire in wires(dut, streams) if top.ports[wire.port].width is None]
    if unread:
        yield f"{dut.shown}: the width of {', '.join(unread)} is not checked: the front end cannot read its type"
    said_nothing = "verification_port" not in dut.model_fields_set
    if said_nothing and all(_has(top, wire) for wire in verification_port(dut, streams)):
        yield (
            f"{dut.shown}: {dut.top} has the ports of a verification port: with verification_port = true every event "
            f"and every cycle is compared; verification_port = false says that they are not meant"
        )


def _has(top: Top, wire: Wire) -> bool:
    port = top.ports.get(wire.port)
    return port is not None and (port.direction, port.width) == (wire.direction, wire.width)
