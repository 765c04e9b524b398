"""Runs inside the simulator: reader and writer of `line_pair` against the model's notation."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from cocotbext.hypothesis import in_simulation
from goldenrules.trax import CLASSIC, SYMBOLS, Move, Position, cell_at, column_of, read_move, row_of, write_move
from goldenrules.trax.contest_line import Kind, read_line
from goldenrules.trax.notation import labelled
from goldenrules.trax.scan import LONGEST, column_name
from hypothesis import given, settings
from hypothesis import strategies as st
from loopline.games.trax.strategies.texts import COLUMNS, ROWS, texts

#: Every so many-th cell is tried, where simulation is slow.
STRIDE = int(os.environ["STRIDE"])
RNG = random.Random(1)

#: A byte, and whether it came with an error.
Received = tuple[int, bool]


class Decoded(NamedTuple):
    kind: int
    column: int | None = None
    row: int | None = None
    symbol: int | None = None


class Say(NamedTuple):
    """A move as the player says it."""

    column: int
    row: int
    symbol: int


class TB:
    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.clk = dut.clk
        self.size = 1 << len(dut.say_row)
        Clock(dut.clk, 10, "ns", impl="gpi").start()

    async def reset(self) -> None:
        dut = self.dut
        for port in ("in_valid", "in_error", "in_data", "line_ready", "out_ready"):
            getattr(dut, port).value = 0
        for port in ("say_valid", "say_kind", "say_column", "say_row", "say_symbol"):
            getattr(dut, port).value = 0
        dut.rst.value = 1
        await FallingEdge(dut.clk)
        await FallingEdge(dut.clk)
        dut.rst.value = 0

    async def read(self, received: Sequence[Received], stalls: float = 0) -> list[Decoded]:
        """The lines that these bytes make. While a line waits it stays as it is."""
        dut, lines, waiting, at = self.dut, [], None, 0
        while at < len(received) or dut.line_valid.value:
            offered = at < len(received) and RNG.random() >= stalls
            dut.in_valid.value = offered
            if at < len(received):
                dut.in_data.value, dut.in_error.value = received[at]
            taken = RNG.random() >= stalls
            dut.line_ready.value = taken
            at += offered and bool(dut.in_ready.value)
            if dut.line_valid.value:
                line = self._line()
                assert waiting in (None, line)
                waiting = None if taken else line
                if taken:
                    lines.append(line)
            await FallingEdge(dut.clk)
        dut.in_valid.value = dut.line_ready.value = 0
        return lines

    def _line(self) -> Decoded:
        dut = self.dut
        kind = int(dut.line_kind.value)
        if kind != Kind.MOVE:
            return Decoded(kind)
        return Decoded(kind, int(dut.line_column.value), int(dut.line_row.value), int(dut.line_symbol.value))

    async def write(self, moves: Sequence[Say | None], stalls: float = 0) -> bytes:
        """What is written for these moves; None is the name. While a byte waits it stays as it is."""
        dut, written, waiting, at = self.dut, bytearray(), None, 0
        while at < len(moves) or not dut.say_ready.value:
            offered = at < len(moves) and RNG.random() >= stalls
            # Once a move has been taken, nobody may look at it any more.
            move = moves[at] if offered else Say(RNG.randrange(self.size), RNG.randrange(self.size), 3)
            dut.say_valid.value, dut.say_kind.value = offered, move is None
            if move:
                dut.say_column.value, dut.say_row.value, dut.say_symbol.value = move
            taken = RNG.random() >= stalls
            dut.out_ready.value = taken
            at += offered and bool(dut.say_ready.value)
            assert dut.out_valid.value.is_resolvable
            if dut.out_valid.value:
                byte = int(dut.out_data.value)
                assert waiting in (None, byte)
                waiting = None if taken else byte
                if taken:
                    written.append(byte)
            await FallingEdge(dut.clk)
        dut.say_valid.value = dut.out_ready.value = 0
        return bytes(written)

    def expected(self, received: Iterable[Received]) -> list[Decoded]:
        """What the model makes of the same bytes. A byte with an error is in its line, and ends none."""
        lines, text, error = [], bytearray(), False
        for byte, wrong in received:
            if wrong or byte not in b"\r\n":
                text.append(byte)
                error |= wrong
                continue
            line = read_line(bytes(text))
            if error:
                lines.append(Decoded(Kind.UNREADABLE))
            elif line and line.kind == Kind.MOVE:
                most = 2 * self.size - 1
                lines.append(
                    Decoded(Kind.MOVE, min(line.column, most), min(line.row, most), SYMBOLS.index(line.symbol))
                )
            elif line:
                lines.append(Decoded(line.kind))
            text, error = bytearray(), False
        return lines

    async def agrees(self, received: Sequence[Received], stalls: float = 0) -> list[Decoded]:
        """Compared line by line, so that a difference names the line."""
        found, expected = await self.read(received, stalls), self.expected(received)
        texts = re.findall(rb"[^\r\n]+", bytes(byte for byte, _ in received))
        for number, pair in enumerate(zip(found, expected, strict=False)):
            assert pair[0] == pair[1], f"line {number} of {texts}: {pair[0]}, but {pair[1]} for the model"
        assert len(found) == len(expected)
        return found


def clean(text: bytes) -> list[Received]:
    return [(byte, False) for byte in text]


def lines_of(words: Iterable[str]) -> list[Received]:
    return clean("".join(f"{word}\n" for word in words).encode("latin-1"))


async def bench(dut: Any) -> TB:
    tb = TB(dut)
    await tb.reset()
    return tb


# --- both ways --------------------------------------------------------------------------------------------------------


def largest(size: int, right: int, down: int) -> Position:
    """A position whose box is the largest that an engine of that size can have, grown this way from the first tile.

    So the labels are those of all cells of the engine.
    """
    position = Position(CLASSIC)
    position.play(cell_at(0, 0), "/")
    for step in [(right, 0)] * (size - 3) + [(0, down)] * (size - 3):
        box = position.box
        beside = [cell for cell in position.entries if step == _out_of(box, cell)]
        next(None for cell in beside for symbol in SYMBOLS if _grows_quietly(position, cell, symbol))
    assert (position.box.columns, position.box.rows) == (size - 2, size - 2)
    return position


def _out_of(box: Any, cell: int) -> tuple[int, int]:
    """Which way from the box a cell lies that is beside it."""
    column, row = column_of(cell), row_of(cell)
    return (column > box.right) - (column < box.left), (row > box.bottom) - (row < box.top)


def _grows_quietly(position: Position, cell: int, symbol: Any) -> bool:
    if not position.is_legal(cell, symbol):
        return False
    position.play(cell, symbol)
    if position.winner is None:
        return True
    position.take_back()
    return False


@cocotb.test()
async def every_move_is_written_and_read_as_in_the_model(dut):
    """All cells and symbols, whichever way the board has grown."""
    tb = await bench(dut)
    cells = list(product(range(tb.size), range(tb.size)))
    cells = sorted({*cells[::STRIDE], *((n, tb.size - 1 - n) for n in range(tb.size))})
    moves = [Say(column, row, symbol) for column, row in cells for symbol in range(3)]
    written = await tb.write(moves)
    assert written.endswith(b"\n")
    words = written.decode().split("\n")[:-1]
    for right, down in product((1, -1), (1, -1)):
        position = largest(tb.size, right, down)
        left, top = labelled(position).left, labelled(position).top
        assert (left < -1, top < -1) == (right < 0, down < 0)
        on_board = [Move(cell_at(left + column, top + row), SYMBOLS[symbol]) for column, row, symbol in moves]
        assert [write_move(position, move) for move in on_board] == words
        assert [read_move(position, word) for word in words] == on_board
    assert await tb.read(clean(written)) == [Decoded(Kind.MOVE, *move) for move in moves]


@cocotb.test()
async def moves_and_names_with_stalls_everywhere(dut):
    tb = await bench(dut)
    for stalls in (0.3, 0.8):
        moves = [Say(RNG.randrange(tb.size), RNG.randrange(tb.size), RNG.randrange(3)) for _ in range(40)]
        said = [move if RNG.random() < 0.7 else None for move in moves]
        written = await tb.write(said, stalls)
        names = [f"{column_name(move.column)}{move.row}{SYMBOLS[move.symbol]}" if move else "Xy" for move in said]
        assert written.decode() == "".join(f"{name}\n" for name in names)
        found = await tb.read(clean(written), stalls)
        assert found == [Decoded(Kind.MOVE, *move) if move else Decoded(Kind.UNREADABLE) for move in said]


# --- the reader -------------------------------------------------------------------------------------------------------


@cocotb.test()
async def every_short_line(dut):
    """All lines of up to three bytes, and all of four of fewer kinds."""
    tb = await bench(dut)
    words = [word for length in range(1, 4) for word in product("@AYZ`az0189:+/\\-TWB \0\x7fÁ", repeat=length)]
    words += product("@Z019\\-Wa", repeat=4)
    lines = await tb.agrees(lines_of("".join(word) for word in words[::STRIDE]))
    if STRIDE == 1:
        assert {line.kind for line in lines} == set(Kind)
        assert sum(line.kind == Kind.MOVE for line in lines) > 100


@cocotb.test()
async def every_byte_for_every_byte_of_a_line(dut):
    tb = await bench(dut)
    for line in (b"AB10\\", b"@0+", b"-W"):
        for at in range(len(line)):
            text = b"".join(line[:at] + bytes([byte]) + line[at + 1 :] + b"\n" for byte in range(0, 256, STRIDE))
            await tb.agrees(clean(text))


@cocotb.test()
async def numbers_of_every_size(dut):
    """Beyond the board, beyond every register, and as long as a line may be and longer."""
    tb = await bench(dut)
    limit = 2 * tb.size
    columns = [column_name(n) for n in (*COLUMNS, *range(limit // 2, limit + 30), *range(26, 12_000, 131))]
    rows = [str(n) for n in (*ROWS, *range(limit // 2, limit + 12), *range(11, 3_000, 37))]
    words = [f"{column}7/" for column in columns] + [f"B{row}\\" for row in rows]
    for length in range(LONGEST - 3, LONGEST + 3):
        words += ["A" * (length - 2) + "1+", "A" + "1" * (length - 2) + "+", "A" * (length - 9) + "1" * 8 + "+"]
        words += ["Z" * length, "9" * length, "-" + "W" * length]
    lines = await tb.agrees(lines_of(words))
    assert {limit - 2, limit - 1} <= {line.column for line in lines}
    assert {limit - 2, limit - 1} <= {line.row for line in lines}


@cocotb.test()
async def line_ends(dut):
    """LF, CR, CR LF; an empty line is nothing; a line as long as you like is one line."""
    tb = await bench(dut)
    text = b"\n\r\r\n\n@0+\r\n-T\r-W\n\rB12/\n\n\n-B\r\r\nx\r\n\0\n\0\0\r@0+\0\n\0@0+\r\n"
    assert [line.kind for line in await tb.agrees(clean(text))] == [0, 1, 2, 0, 3, 4, 4, 4, 4, 4]
    for rubbish in (b"A" * 10_000, b"A" + b"1" * 10_000 + b"+", b"\0" * 10_000, RNG.randbytes(10_000)):
        lines = await tb.agrees(clean(rubbish + b"\nAA10+\n"))
        assert lines[-1] == (Kind.MOVE, min(27, 2 * tb.size - 1), min(10, 2 * tb.size - 1), 0)


@cocotb.test()
async def reset_forgets_the_line_on_its_way(dut):
    tb = await bench(dut)
    for beginning in (b"B1", b"-", b"x", b"A" * LONGEST):
        assert await tb.read(clean(beginning)) == []
        await tb.reset()
        assert await tb.agrees(clean(b"B2/\n")) == [Decoded(Kind.MOVE, 2, 2, 1)]
    dut.in_valid.value, dut.in_data.value = 1, ord("x")
    await FallingEdge(dut.clk)
    dut.in_data.value = ord("\n")
    await FallingEdge(dut.clk)
    assert dut.line_valid.value
    await tb.reset()
    assert not dut.line_valid.value


@cocotb.test()
@in_simulation(setup=TB, reset=TB.reset, cycles=200_000)
@settings(max_examples=400 // STRIDE, database=None)
@given(texts(), st.sampled_from([0, 0.5]))
async def games_with_bad_lines_in_them(tb, text, stalls):
    await tb.agrees(clean(text + b"\n"), stalls)


#: Most of them by far no lines of the contest, but nearly.
nearly = st.lists(st.sampled_from([*"@AZ019+/\\-TWB\n\r\0", "AA", "10", "B2/", "-W", "\n@0+\n"])).map("".join)


@cocotb.test()
@in_simulation(setup=TB, reset=TB.reset, cycles=200_000)
@settings(max_examples=600 // STRIDE, database=None)
@given(nearly, st.sampled_from([0, 0.5]))
async def nearly_lines(tb, text, stalls):
    await tb.agrees(clean(f"{text}\n".encode()), stalls)


#: A good line, and where in it something goes wrong.
damaged = st.tuples(st.sampled_from([b"@0+\n", b"-W\r\n", b"B12/\r", b"\n"]), st.sets(st.integers(0, 4), max_size=1))


@cocotb.test()
@in_simulation(setup=TB, reset=TB.reset, cycles=200_000)
@settings(max_examples=600 // STRIDE, database=None)
@given(st.lists(damaged, min_size=4))
async def bytes_with_errors(tb, lines):
    """The whole line is unreadable, and what looks like its end is none."""
    received = [(byte, at in errors) for line, errors in lines for at, byte in enumerate(line)]
    await tb.agrees([*received, *clean(b"\n-T\n")])


# --- the writer -------------------------------------------------------------------------------------------------------


@cocotb.test()
async def reset_ends_the_line_that_is_written(dut):
    tb = await bench(dut)
    for clocks in range(1, 12):
        dut.say_valid.value = dut.out_ready.value = 1
        dut.say_column.value = dut.say_row.value = tb.size - 1
        for _ in range(clocks):
            await FallingEdge(dut.clk)
        await tb.reset()
        assert (dut.say_ready.value, dut.out_valid.value) == (1, 0)
        assert await tb.write([Say(0, 0, 2), None, Say(2, 5, 1)]) == b"@0\\\nXy\nB5/\n"
