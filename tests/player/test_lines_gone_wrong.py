"""What the host can do to a line: aliases of a move, spikes, endings; and all of it as text."""

import re
from itertools import groupby
from pathlib import Path
from random import Random

import pytest
from goldenrules.trax import Position, read_move, write_move
from goldenrules.trax.contest_line import Kind, read_line
from goldenrules.trax.player import Player
from hypothesis import given
from hypothesis import strategies as st
from loopline.design.dut import load
from loopline.drawing import examples_of
from loopline.games.serial.aliases import aliases
from loopline.games.serial.deck import larger_numbers
from loopline.games.serial.script import ALIAS, ENDS, FLOOD, GIVING, GLITCH, LONG, PART, RESET, WRONG, Step, line
from loopline.games.serial.waves import PAUSE, disturbance, done_to, flood, frame, length, spoken
from loopline.games.trax.player.replies import WORDS, ending, giving, reply, widening
from loopline.games.trax.player.strategies import (
    LARGE,
    PROPERTIES,
    deck,
    deck_of_large_boards,
    large_boards,
)
from loopline.simulation.line import HIGH, read

PLAYER = Path(__file__).parents[2] / "rtl/trax/player/player.toml"

BEFORE_A_LOOP = ["@0/", "B1\\"]


@pytest.mark.parametrize(
    "alias",
    [
        *("A00+", "A1\xab", "a1+", "A1k", "A129+", "A257+", "AA1+", "A1++", "A+", "1+", "A1+ ", "-A1+", "A11+"),
        *("A4294967297+", "BZU1+", f"{'A' * 22}1+", f"A{'1' * 23}+"),
    ],
)
def test_aliases_of_a_move(alias):
    text = "A0+" if alias == "A00+" else "A1+"
    assert alias in aliases(text)


@given(st.from_regex(r"(@|[A-Z]{1,2})(0|[1-9][0-9]?)[+/\\]", fullmatch=True))
def test_no_alias_is_the_text_or_twice_there_or_two_lines(text):
    found = list(aliases(text))
    assert len(found) == len(set(found)) > 50
    assert text not in found
    assert not any(set(one) & set("\r\n") for one in found)


def test_a_column_past_z_counts_on():
    assert {"Z0+", "IV0+"} <= set(aliases("@0+"))
    assert "BA7+" in aliases("AA7+")


@pytest.mark.parametrize(
    ("text", "alias"),
    [
        ("A10+", "A:+"),
        ("A25+", "A1?+"),
        ("Z1+", "A@1+"),
        ("AZ1+", "B@1+"),
        ("B1/", "@B1/"),
        ("B1/", "B1/\x8a"),
        ("B1/", "\x8dB1/"),
        ("B1/", "[1/"),
        ("-B", "-b"),
    ],
)
def test_near_misses_of_legal_moves(text, alias):
    assert alias in aliases(text)


@given(st.sampled_from(PROPERTIES).flatmap(lambda one: one.scripts))
def test_every_script_is_read_as_it_was_written(script):
    assert WORDS.read(WORDS.write(script).split()) == script


@pytest.mark.parametrize("votes", [False, True])
def test_a_spike_is_short_and_nowhere_near_a_start_bit(votes):
    dut = load(PLAYER)
    dut = dut.model_copy(update={"serial": dut.serial.model_copy(update={"votes": votes})})
    step, bit = line("-T"), dut.bit
    clean = _levels(spoken(b"-T", step, dut, 1))
    for place in range(3 * 10 * 16):
        spiked = _levels(spoken(b"-T", step._replace(spike=place), dut, 1))
        [(start, cycles)] = _runs(a != b for a, b in zip(clean, spiked, strict=True))
        assert cycles == (bit // 8 if votes else max(1, round(bit / 16)))
        at = (start - 1) / bit
        assert votes or (at % 10 < 9 and not 0.125 <= at % 1 < 0.875)
        assert at % 10 < 9.5 or at >= 29, "it could be taken for the start bit of the next byte"
        assert spoken(b"-T", step._replace(spike=place), dut, 1)[-1][0] == HIGH


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("baud", [-2, -1, 1, 2])
@pytest.mark.parametrize("cycles", [8, 11, 16, 27])
def test_after_a_spike_the_line_is_high_at_any_rate(cycles, baud, end):
    """As it is left, it stays until the next line."""
    dut = load(PLAYER)
    rate = int(dut.clock.mhz * 1_000_000 / cycles)
    dut = dut.model_copy(update={"serial": dut.serial.model_copy(update={"simulated_baud": rate})})
    sent = line("-B")._replace(baud=baud, end=end)
    clean = _levels(spoken(b"-B", sent, dut, 1))
    for place in range(16 * 10 * (2 + len(ENDS[end]))):
        spiked = spoken(b"-B", sent._replace(spike=place), dut, 1)
        assert spiked[-1][0] == HIGH
        [(_, long)] = _runs(a != b for a, b in zip(clean, _levels(spiked), strict=True))
        assert long == int(dut.bit / 8)


@pytest.mark.parametrize(("stop", "cycles"), [(1.0, 16), (0.625, 10)])
def test_two_stop_bits_are_cut_to_what_the_description_says(stop, cycles):
    dut = load(PLAYER)
    dut = dut.model_copy(update={"serial": dut.serial.model_copy(update={"stop": stop})})
    clean, cut = (_levels(spoken(b"-T", line("-T")._replace(cut=byte), dut, 1)) for byte in (None, 0))
    assert dut.bit == 16
    assert cut == clean[: 1 + 160 - 16 + cycles] + clean[1 + 160 : 1 + 320 - 16 + cycles] + clean[1 + 320 :]


def test_the_last_stop_bit_of_a_line_is_cut_alone():
    dut = load(PLAYER)
    clean, cut = (_levels(spoken(b"-T", line("-T")._replace(cut=byte), dut, 1)) for byte in (None, 2))
    assert cut == clean[: len(cut)]
    assert len(cut) == len(clean) - 6


@pytest.mark.parametrize(("votes", "cycles"), [(False, 6), (True, 8)])
def test_a_pulse_is_shorter_than_half_a_bit(votes, cycles):
    dut = load(PLAYER)
    dut = dut.model_copy(update={"serial": dut.serial.model_copy(update={"votes": votes})})
    [_, (level, low), _] = disturbance(Step(GLITCH, number=49), dut)
    assert (level, low) == (0, cycles)


def test_a_byte_follows_a_spike_as_closely_as_a_stop_bit():
    dut = load(PLAYER)
    spike = Step(GLITCH, number=12, length=1)
    [_, (_, low), (_, high)] = disturbance(spike, dut)
    assert low + high + 1 == dut.serial.stop * dut.bit
    voteless = dut.model_copy(update={"serial": dut.serial.model_copy(update={"votes": False})})
    assert disturbance(spike, voteless) == disturbance(spike._replace(length=0), voteless)


def _levels(wave):
    return [level for level, cycles in wave for _ in range(cycles)]


def _runs(flags):
    """Where they are set, and for how long."""
    runs, at = [], 0
    for flag, group in groupby(flags):
        cycles = len(list(group))
        if flag:
            runs.append((at, cycles))
        at += cycles
    return runs


def test_each_sixteenth_of_a_bit_has_a_spike_in_the_deck():
    """Of each bit of a question, stop bits too."""
    spiked = [script.steps for script in deck(True, 17) if any(step.spike is not None for step in script.steps)]
    assert {step.data for steps in spiked for step in steps} == {b"-T"}
    assert [step.spike for step in spiked[0]] == list(range(16 * 30))


@pytest.mark.parametrize("held", [0, 1, 9])
@pytest.mark.parametrize("byte", range(3))
def test_a_byte_that_stays_low_is_one_byte(byte, held):
    """By a receiver that waits for a high line; the next one comes soon after that."""
    dut = load(PLAYER)
    heard = _heard(spoken(b"-T", line("-T")._replace(broken=byte, held=held), dut, 1), dut.bit)
    assert heard == [*b"-T\n"[:byte], None, *(b"-T\n"[byte + 1 :] or b"\n")]


@pytest.mark.parametrize("byte", range(3))
def test_a_break_in_a_line_is_a_byte_of_its_own(byte):
    dut = load(PLAYER)
    heard = _heard(spoken(b"-T", line("-T")._replace(torn=byte), dut, 1), dut.bit)
    assert heard == [*b"-T\n"[:byte], None, *b"-T\n"[byte:]]


@pytest.mark.parametrize("cycles", [PAUSE, 777])
@pytest.mark.parametrize("byte", range(3))
def test_a_pause_before_a_byte_changes_none(byte, cycles):
    dut, step = load(PLAYER), line("-T")._replace(baud=2, paused=byte, idle=None if cycles == PAUSE else cycles)
    wave = spoken(b"-T", step, dut, 1)
    assert _heard([one for one in wave if one[1] != cycles], dut.bit) == [*b"-T\n"]
    before = wave[: wave.index((HIGH, cycles))]
    assert _heard(before, dut.bit) == [*b"-T\n"[:byte]]
    assert length(b"-T", step, dut) == length(b"-T", step._replace(paused=None), dut) + cycles


def test_pauses_of_every_length_are_in_the_deck():
    """Around a power of two, counted from any cycle of a stop bit; two in a row before another byte each."""
    steps = [step for script in deck(True, 17) for step in script.steps if step.idle]
    lengths = [step.idle for step in steps]
    assert {(1 << bits) + more for bits in range(2, 17) for more in (-1, 0, 1)} <= set(lengths)
    assert {(1 << bits) - less for bits in range(5, 12) for less in range(17)} <= set(lengths)
    assert all({one.paused for one in steps[at : at + 2]} == {1, 2} for at in range(len(steps) - 1))


def _heard(wave, bit):
    """Bytes; None: without a stop bit."""
    levels, bit, at, heard = [*_levels(wave), *[HIGH] * 400], round(bit), 0, []
    while 0 in levels[at:]:
        at = levels.index(0, at)
        bits = [levels[at + bit // 2 + number * bit] for number in range(10)]
        heard.append(sum(level << number for number, level in enumerate(bits[1:9])) if bits[9] else None)
        at = levels.index(1, at + bit // 2 + 9 * bit)
    return heard


@pytest.mark.parametrize("end", ["lf", "cr", "crlf"])
@pytest.mark.parametrize("at", range(5))
def test_one_byte_of_a_broken_line_has_no_stop_bit(end, at):
    dut, step = load(PLAYER), line("B1/")._replace(end=end, broken=at)
    edges, now = [], 0
    for level, cycles in spoken(b"B1/", step, dut, 1):
        edges.append((now, str(level)))
        now += cycles
    found = list(read(edges, dut.bit))
    assert [number for number, byte in enumerate(found) if byte.fault == "there is no stop bit"] == [at % 4]
    assert bytes(byte.value for byte in found) == b"B1/" + ENDS[end] + b"\n"


def test_a_flood_may_be_like_a_command():
    floods = [flood(Step(FLOOD, number=3, length=like)) for like in range(4)]
    assert floods == [b"AAA", b"-AAAT", b"-AAAW", b"-AAAB"]


def test_overflowing_bytes_of_a_flood_may_be_broken():
    dut, step = load(PLAYER), Step(FLOOD, number=3, length=5)
    bare = disturbance(step, dut, bare=True)
    assert _heard(bare, dut.bit) == [*b"-", None, None, None, *b"T"]
    assert len(_levels(bare)) == 5 * frame(step, dut.bit)


def test_a_move_loses_each_part():
    position = Position()
    position.play(*read_move(position, "@0+"))
    parts = [reply(position, Step(PART, number=number), 64) for number in range(40)]
    assert {b"A+", b"0+", b"A0", b"A", b"0", b"+"} <= set(parts)
    assert parts[0] in parts[1:]  # so these are all
    assert not any(write_move(position, move).encode() in parts for move in position.legal_moves())


def test_a_line_follows_a_pulse_before_a_byte_would_be_over():
    dut = load(PLAYER)
    [steps] = [script.steps for script in deck(True, 17) if any(step.kind == GLITCH for step in script.steps)]
    pulses, lines = steps[::2], steps[1::2]
    assert {one.kind for one in pulses} == {GLITCH}
    assert {one.data for one in lines} == {b"-T"}
    high = [sum(cycles for level, cycles in disturbance(one, dut)[2:] if level == HIGH) for one in pulses]
    apart = [2 * cycles + one.after for cycles, one in zip(high, lines, strict=True)]
    assert min(apart) < 5 * dut.bit
    assert 9 * dut.bit < max(apart) < 16 * dut.bit


def test_a_move_has_each_larger_number_in_the_deck():
    """The numbers of aliases come round when there are no others."""
    position = Position()
    for text in ("@0+", "A0+", "A0+", "A0/"):
        position.play(*read_move(position, text))
    steps = larger_numbers(LONG).steps
    found = [reply(position, step, 64) for step in steps if step.kind == ALIAS]
    assert len(set(found)) < len(found)
    assert all(read_line(one).kind in (Kind.MOVE, Kind.UNREADABLE) for one in found)


@pytest.mark.parametrize(("number", "row"), [(-2, 86), (-1, 100)])
def test_a_large_board_has_moves_far_down(number, row):
    player = Player("LL", 1, 126)
    *_, last = (player.receive(step.data + b"\n") for step in list(deck_of_large_boards(queue=None))[number].steps)
    assert player.won
    assert re.findall("[0-9]+", last[0]) == [str(row)]


def test_a_large_board_has_floods_of_as_many_bytes_as_can_wait():
    floods = [[step.number for step in one.steps if step.kind == FLOOD] for one in deck_of_large_boards(queue=20)]
    assert [19, 20, 21] in floods
    assert not any(step.kind == FLOOD for one in deck_of_large_boards(queue=None) for step in one.steps)


def test_the_first_games_of_the_deck_are_short_and_of_several_kinds():
    """Icarus plays them."""
    first = list(deck(True, 17))[:4]
    assert all(len(script.steps) < 80 for script in first)
    assert any(step.kind == RESET for script in first for step in script.steps)
    assert any(step.is_damaged for script in first for step in script.steps)
    assert {PART, GIVING} <= {step.kind for script in first for step in script.steps}


def test_a_reset_comes_in_the_middle_of_a_bit():
    dut = load(PLAYER)
    before = [
        sum(cycles for level, cycles in disturbance(Step(RESET, number=3, length=part), dut) if level < 2)
        for part in (0, 8)
    ]
    assert before[1] - before[0] == round(dut.bit / 2)


def test_how_long_a_line_takes():
    dut = load(PLAYER)
    assert sum(cycles for _, cycles in spoken(b"-T", line("-T"), dut, 5)) == 5 + length(b"-T", line("-T"), dut)


@pytest.mark.parametrize("number", range(8))
def test_an_ending_is_a_win_if_there_is_one(number):
    position = Position.from_moves(BEFORE_A_LOOP)
    position.play(*ending(position, number))
    assert position.winner


def test_ending_may_leave_a_win_to_the_player():
    position = Position()
    for number in range(40):
        position.play(*ending(position, number))
        if position.winner:
            return
    raise AssertionError("nobody has won")


def test_a_player_is_given_wins_of_several_sizes():
    best = 0
    for number in range(6):
        position = Position()
        for more in range(10):
            position.play(*giving(position, number + more))
            sizes = set()
            for move in position.candidates():
                if position.is_legal(*move):
                    turn = position.play(*move)
                    if position.winner == turn.mover:
                        sizes.add(turn.tiles_after - turn.tiles_before)
                    position.take_back()
            best = max(best, len(sizes))
    assert best > 1


def test_a_large_turn_is_large():
    """Played against the golden policy; with other replies they would have to be looked for again."""
    side, count, seed = LARGE
    player, numbers, tiles = Player(capacity=62), Random(seed), []
    player.receive(side)
    for _ in range(count):
        move = widening(player.position, numbers.randrange(256))
        player.receive(write_move(player.position, move))
        tiles.append(len(player.position.tiles) - player.position.turns[-1].tiles_before)
    assert max(tiles) >= 32


def test_in_one_search_more_names_are_asked_for_than_can_wait():
    """It takes longer than they do, so that a player can say them all. Each turn is laid and taken back."""
    steps, player = next(large_boards(True, 17)).steps, Player(capacity=62)
    asked = [step for step in steps if step.data == b"-T"]
    assert len(asked) > 17 + 1
    assert all(step.now for step in asked)
    for step in steps[: -len(asked)]:
        if player.thinking:
            player.answer()
        player.hear(reply(player.position, step, 64) if step.is_chosen else step.data)
    assert player.thinking
    position, cycles = player.position, 0
    for turn in position.legal_moves():
        position.play(*turn)
        cycles += 13 * len(position.turns[-1].placed) + 7
        position.take_back()
    assert cycles > len(asked) * length(b"-T", asked[0], load(PLAYER)) * 1.1


def test_coincidences_sweep_cycle_by_cycle():
    """A command; or a new game in every third cycle, over a longer time."""
    [one] = [one for one in PROPERTIES if one.name == "coincidences"]
    strides = set()
    for script in examples_of(one.scripts, 50, seed=1):
        meets = [step.meet for step in script.steps if step.meet is not None]
        stride = meets[1] - meets[0]
        strides.add(stride)
        sweep = list(range(meets[0], meets[0] + (12 if stride == 1 else 54), stride))
        assert meets == sweep
        assert len({step.byte for step in script.steps if step.meet is not None}) == 1
    assert strides == {1, 3}


def test_a_first_foul_is_of_each_kind_in_turn():
    [mistakes] = [one for one in PROPERTIES if one.name == "mistakes"]
    sweeps = 0
    for script in examples_of(mistakes.scripts, 50, seed=1):
        wrong = [step.number for step in script.steps if step.kind == WRONG and not step.at_once]
        games = sum(step.data in (b"-W", b"-B") for step in script.steps)
        sweeps += 2 * games == len(wrong) == 36 and wrong[::2] == list(range(wrong[0], wrong[0] + 18))
    assert sweeps >= 5


def test_names_are_asked_for_until_no_more_can_wait():
    """And in many scripts not once more, so each that is lost is missing."""
    [owed] = [one for one in PROPERTIES if one.name == "owed answers"]
    beyond = [
        sum(step.extra for step in script.steps)
        for script in examples_of(owed.scripts, 100, seed=1)
        if len(script.steps) > 600
    ]
    assert len(beyond) >= 8
    assert beyond.count(0) > len(beyond) / 4
    assert 0 < max(beyond) <= 3


def test_no_pause_comes_between_cr_and_lf():
    """The CR ends the line: a player may answer before the LF comes."""
    for paused in range(8):
        words = done_to(b"-W", line("-W")._replace(end="crlf", paused=paused, idle=11), load(PLAYER))
        assert any(f"before byte {paused % 3}" in word for word in words)
