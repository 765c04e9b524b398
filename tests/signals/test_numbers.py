"""Numbers are read as they are written, and above 16 bits they are written in hexadecimal."""

import asyncio

import pytest
from loopline import numbers
from loopline.contract.checker import Mismatch, Wrong
from loopline.design import waves
from loopline.design.dut import load
from loopline.games.block import Block, operation
from loopline.signals import Field, Layout, Streams
from loopline.trial.shrinking import reduced

WRITTEN = {0: "0", 65_535: "65535", 65_536: "0x1_0000", 807_490_627: "0x3021_5443", 2**64 - 1: "0xffff_ffff_ffff_ffff"}


class Adder(Block[None]):
    """Adds two wide numbers."""

    fields = {"a": 64, "b": 32, "sum": 64}
    answers = ("sum",)

    def initial(self) -> None:
        """Remember nothing."""

    @operation()
    def add(self, now: None, a: int, b: int) -> dict[str, int]:
        """Return the sum."""
        return {"sum": a + b & 2**64 - 1}


@pytest.mark.parametrize(("number", "text"), WRITTEN.items())
def test_a_number_is_read_as_it_is_written(number, text):
    assert numbers.written(number) == text
    assert numbers.read(text) == numbers.read(str(number)) == number


@pytest.mark.parametrize("text", ["0X3021_5443", "0x30215443", "807_490_627", "0807490627"])
def test_other_ways_to_write_it(text):
    assert numbers.read(text) == 807_490_627


@pytest.mark.parametrize("text", ["", "-1", "0x", "x12", "1__2", "_1", "0x_12", "12h", "١٢", "1 2"])
def test_bad_numbers_are_refused(text):
    with pytest.raises(ValueError, match="expected a number like 12 or 0x3021_5443"):
        numbers.read(text)


def test_reports_write_numbers_like_this():
    streams = Streams(Layout.of(op=1), Layout.of(sum=32, done=Field(1)), Layout.of(), Layout.of())
    assert streams.describe("sum", 70_000) == "0x1_1170"
    assert streams.describe("sum", 7) == "7"
    wrong = Wrong("resp_sum", 0x30215443, 3, "the sum is wrong")
    assert (wrong.expected, wrong.found, numbers.leading(wrong.expected)) == ("0x3021_5443", "3", 0x30215443)


def test_scripts_write_numbers_like_this():
    """And what was saved before, in decimal, is read as well."""
    game = Adder.game("adder").engine(Adder.board_type())
    script = game.read(["add:0x3021_5443,7", "add:14971268467706202513,0"])
    assert script.steps == ((0, 0x30215443, 7, 0), (0, 14971268467706202513, 0, 0))
    assert game.write(script) == "add:0x3021_5443,7 add:0xcfc4_a159_a6a2_8991,0"
    assert game.read(game.write(script).split()) == script
    with pytest.raises(ValueError, match=r"expected numbers like 1,2 or 0x3021_5443, got '1,x'"):
        game.read(["add:1,x"])


def test_wave_viewers_write_numbers_like_this(tmp_path):
    """But for the number of an event, which has 32 bits and counts from 0."""
    for name, text in (("adder.v", ""), ("adder.toml", 'name = "a"\ntop = "a"\nsources = ["adder.v"]\n')):
        (tmp_path / name).write_text(text)
    dut = load(tmp_path / "adder.toml")
    streams = Adder.game("adder").engine(Adder.board_type()).streams
    surfer = waves.write_surfer(tmp_path / "a.fst", "top", dut, streams, None).read_text()
    gtkwave = waves.write_gtkwave(tmp_path / "a.fst", "top", dut, streams, None).read_text()
    assert "item_rename resp_sum\nitem_set_format Hexadecimal" in surfer
    assert "@22\n+{resp_sum}" in gtkwave
    assert not waves.Signal("vp_order", "", Field(32)).in_hexadecimal


def simplest(number, fails):
    """The number made simpler as long as it fails, and after how many tries."""
    tries = 0
    while True:
        for one in numbers.simpler(number):
            tries += 1
            if fails(one):
                number = one
                break
        else:
            return number, tries


@pytest.mark.parametrize(
    ("number", "fails", "wanted", "most"),
    [
        (0xCFC4_A1F1_5BC7_4191, lambda one: one >> 40 & 1, 1 << 40, 40),
        (0xCFC4_A1F1_5BC7_4191, lambda one: one > 0x9000_0000_0000, 0x1_0000_0000_0000, 60),
        (0xCFC4_A1F1_5BC7_4199, lambda one: one >> 40 & 1 and one >> 3 & 1, 0x100_0000_0008, 100),
        (3021544382, lambda one: one >= 3, 3, 30),
        (40_123, lambda one: one >= 40_000, 40_000, 140),
        (3021544382, lambda one: True, 0, 1),
    ],
)
def test_a_number_is_simple_after_few_tries(number, fails, wanted, most):
    small, tries = simplest(number, fails)
    assert (small, tries <= most) == (wanted, True), tries


def test_simpler_numbers_come_to_an_end():
    """Each is less, or has fewer bits; so whatever fails, the search ends."""
    for number in (*range(20), 2**16 - 1, 2**16, 0x30215443, 2**64 - 1):
        wide = numbers.is_wide(number.bit_length())
        order = number.bit_count() if wide else 0, number
        for one in numbers.simpler(number):
            assert not numbers.is_wide(one.bit_length()) or (wide and (one.bit_count(), one) < order)
            assert wide or one < number


class Chosen(Adder):
    """An adder whose arguments are chosen, a wide and a narrow one."""

    fields = {"a": 64, "b": 8, "sum": 64}

    @operation(moves=lambda now: [(0x1234_5678_9ABC, 77)])
    def add(self, now: None, a: int, b: int) -> dict[str, int]:
        """Return the sum."""
        return {"sum": a + b & 2**64 - 1}


def test_wide_arguments_are_made_simpler_even_where_they_are_chosen():
    game = Chosen.game("chosen").engine(Chosen.board_type())
    shorter = {script.steps[0] for script in game.shorter(game.read(["add:0x1234_5678_9abc,77"])) if script.steps}
    assert {step[2] for step in shorter} == {77}
    assert (0, 0, 77, 0) in shorter


def test_operands_are_small_after_few_tries():
    """Two of a request are made smaller together with what else is in the script."""
    game = Adder.game("adder").engine(Adder.board_type())
    script, tries = game.read(["add:1,2", "add:0xcfc4_a1f1_5bc7_4191,0xb419_1ace", "add:5,5"]), 0

    async def fails(script):
        nonlocal tries
        tries += 1
        at = next((n for n, (_, a, b, _) in enumerate(script.steps) if a >> 40 & 1 and b >> 20), None)
        return None if at is None else Mismatch(0, at, Wrong("resp_sum", 0, 1, "wrong"))

    small, _ = asyncio.run(reduced(game, script, asyncio.run(fails(script)), fails))
    assert (game.write(small), tries < 150) == ("add:0x100_0000_0000,0x10_0000", True), tries
