"""The host without a simulator: it is content with the golden player, and with nobody who errs."""

from collections import Counter

import pytest
from cosim.engines import ROOT
from goldenrules.trax.contest_line import Kind
from goldenrules.trax.player import Player
from hypothesis import given, settings
from hypothesis import strategies as st
from loopline.contract.checker import Mismatch, Wrong
from loopline.design import Change
from loopline.design.dut import load
from loopline.games.serial.script import FLOOD, Script, Step
from loopline.games.serial.sweeps import burst
from loopline.games.trax.player.host import Host
from loopline.games.trax.player.judge import AnswerJudge, DueAnswer, missing
from loopline.games.trax.player.replies import WORDS
from loopline.games.trax.player.strategies import PROPERTIES, as_no_turn_is_left
from loopline.games.trax.player.transcript import explain
from loopline.simulation.job import Outcome
from loopline.simulation.line import IN_RESET, Answers, LampChange, RxLine, read

EXACT = load(ROOT / "rtl/trax/player/player.toml")
STRANGE = EXACT.model_copy(update={"golden_policy": False, "identity": None})
CAPACITY = EXACT.board.size - 2


class Simulated:
    """The golden player on a line without any disturbance; answers after so many cycles."""

    def __init__(self, dut, thinking=100):
        self.dut, self.thinking = dut, thinking
        self.player = Player("LL", dut.depth, CAPACITY)
        self.lines = Counter()

    def answers(self, line):
        return self.player.receive(line)

    def lamps(self, sent):
        return []

    def hears(self, wave, at):
        """The lines in a waveform and the cycle in which each ends; a reset forgets everything."""
        edges, last, text = [], 1, b""
        for level, cycles in wave:
            if level & IN_RESET:
                self.player = Player("LL", self.dut.depth, CAPACITY)
            if level & 1 != last:
                edges.append((at, str(level & 1)))
            last, at = level & 1, at + cycles
        for byte in read(edges, self.dut.bit):
            text += bytes([byte.value])
            if byte.value in b"\r\n":
                yield text
                text = b""


def converse(script, player, delays=b""):
    """Raises Mismatch."""
    dut = player.dut
    host, now, pending = Host(dut, dut.board.size), 0, []
    conversation = host.converse(script, delays)
    say = next(conversation, None)
    while say is not None:
        for line in player.hears(say.wave, now):
            pending += player.answers(line)
        sent = now = now + sum(cycles for _, cycles in say.wave)
        heard = []
        for text in pending:
            first = now + player.thinking
            now = first + round(10 * (len(text) + 1) * dut.bit)
            heard.append(RxLine(text.encode("latin-1"), first, now))
        pending = []
        if not heard:
            now += say.patience
        try:
            say = conversation.send(Answers(heard, b"", sent, now, player.lamps(sent)))
        except StopIteration:
            break
    return host


# Disturbances are what the player hears as noise, and this one hears them as they were sent; so only those without.
calm = st.sampled_from([one for one in PROPERTIES if one.name in ("games", "mistakes", "another rate")]).flatmap(
    lambda one: one.scripts
)


def still(script):
    """Nothing overtakes anything: this player answers at once."""
    return Script(tuple(step._replace(now=False) for step in script.steps))


@pytest.mark.parametrize("dut", [EXACT, STRANGE], ids=["known", "strange"])
@given(script=calm, delays=st.binary(max_size=20))
@settings(max_examples=60)
def test_nothing_to_complain_about(dut, script, delays):
    host = converse(still(script), Simulated(dut), delays)
    lines = [step for step in host.said if step.is_line]
    assert host.transcript[0].startswith("> ") if lines else not host.transcript
    again = converse(host.concrete, Simulated(dut), delays)
    assert again.transcript == host.transcript  # what was chosen is in the script now


class Erring(Simulated):
    """Errs in one way, from the second answer on."""

    def __init__(self, dut, how, thinking=100):
        super().__init__(dut, thinking)
        self.how, self.count = how, 0

    def answers(self, line):
        answers = super().answers(line)
        self.count += len(answers)
        return answers if self.count < 2 or not answers else self.how(answers)


WAYS = {
    "says nothing": (lambda answers: [], "No answer"),
    "says it twice": (lambda answers: answers * 2, "although nothing was asked"),
    "plays where nobody can": (lambda answers: ["AZ77+"], "It plays AZ77+"),
    "says rubbish": (lambda answers: ["no"], "is not a move"),
    "writes the column small": (lambda answers: [answers[0].replace("@", "a").lower()], "is not a move"),
}


@pytest.mark.parametrize("dut", [EXACT, STRANGE], ids=["known", "strange"])
@pytest.mark.parametrize("way", WAYS)
def test_every_error_of_a_player_is_noticed(dut, way):
    how, says = WAYS[way]
    with pytest.raises(Mismatch, match=says):
        converse(WORDS.read(["-W", "?3", "?5", "?7", "?9"]), Erring(dut, how))


def test_a_legal_move_that_is_not_the_policys():
    def other(answers):
        return [answers[0][:-1] + ("/" if answers[0].endswith("+") else "+")]

    with pytest.raises(Mismatch, match="the golden policy"):
        converse(WORDS.read(["-W", "?3", "?5"]), Erring(EXACT, other))


@pytest.mark.parametrize(("identity", "fine"), [("AB", True), ("A", False), ("ABC", False), ("A\x00", False)])
def test_names(identity, fine):
    player = Simulated(STRANGE)
    player.player.identity = identity
    if fine:
        converse(WORDS.read(["-T"]), player)
    else:
        with pytest.raises(Mismatch, match="-T is answered by"):
            converse(WORDS.read(["-T"]), player)


def test_a_name_comes_before_a_later_move():
    """Other players than the golden one promise no order."""
    name, move = DueAnswer(Kind.IDENTIFY, "LL"), DueAnswer(Kind.MOVE, "@0+")
    reversed_order = Answers([RxLine(b"@0+", 100, 800), RxLine(b"LL", 900, 1400)], b"", 0, 1400)
    assert AnswerJudge(EXACT).compare([move, name], reversed_order, None) == 1
    assert AnswerJudge(STRANGE).compare([name, move], reversed_order, None) == 1
    with pytest.raises(Wrong, match="before a name that was asked for earlier"):
        AnswerJudge(EXACT).compare([name, move], reversed_order, None)


def test_overtaken_moves_are_told_apart_by_their_text():
    early, name, late = (
        DueAnswer(Kind.MOVE, "@1/", may_miss=True),
        DueAnswer(Kind.IDENTIFY, "LL"),
        DueAnswer(Kind.MOVE, "@0+", may_miss=True),
    )

    def compare(*texts):
        heard = [RxLine(text.encode(), 100 * n, 100 * n + 80) for n, text in enumerate(texts, 1)]
        return AnswerJudge(EXACT).compare([early, name, late], Answers(heard, b"", 0, 1000), None)

    assert [compare("@1/", "LL", "@0+"), compare("@1/", "LL"), compare("LL", "@0+"), compare("LL")] == [2, 1, 1, 0]
    with pytest.raises(Wrong, match=r"It plays B1/; the golden policy plays @0\+"):
        compare("B1/", "LL")
    with pytest.raises(Wrong, match="the golden policy plays"):
        compare("@0+", "LL", "@1/")


def test_early_name_does_not_answer_a_later_request():
    """The last is still to come, although what has come last could be it."""
    move, name = DueAnswer(Kind.MOVE, "@0+", may_miss=True), DueAnswer(Kind.IDENTIFY, "LL")
    due = [move, move, name, DueAnswer(Kind.MOVE, "@0+"), name]
    heard = [RxLine(text, 0, 0) for text in (b"@0+", b"@0+", b"LL", b"@0+", b"LL")]
    assert [missing(due, heard[:count], stale=False) for count in range(6)] == [True] * 5 + [False]


def test_game_begins_after_an_ambiguous_move():
    """The second move was out of turn, or an answer to the move before, which nobody knew when it was sent."""
    host = converse(WORDS.read(["-B", "@0+", "now:A0+", "now:-W"]), Simulated(EXACT))
    assert [line for line in host.transcript if line[0] == "<"][-1] == "< @0+"
    assert host.position.tiles


class Listening(Simulated):
    def __init__(self, dut):
        super().__init__(dut)
        self.heard = []

    def hears(self, wave, at):
        for text in super().hears(wave, at):
            self.heard.append(text)
            yield text


@pytest.mark.parametrize(("count", "empty"), [(1, 2), (40, 0)], ids=["without room", "with room"])
def test_a_line_comes_straight_behind_a_flood_that_ends_with_room(count, empty):
    """The end of the other one may be lost, and the byte behind it damaged."""
    player = Listening(EXACT.model_copy(update={"lamps": {}}))
    converse(Script((*burst(1), *burst(0), Step(FLOOD, number=count, after=1), *WORDS.read(["-T"]).steps)), player)
    assert player.heard[-empty - 2 :] == [b"A" * count + b"\n", *[b"\n"] * empty, b"-T\n"]


class Lighting(Simulated):
    """A lamp goes on when the game is over."""

    def lamps(self, sent):
        return [LampChange(sent + self.thinking, "")] if self.player.over else []


def test_the_end_of_a_search_that_finds_no_turn_is_known_by_the_lamps():
    dut = EXACT.with_board(Change("8")).model_copy(update={"lamps": {}})
    player = Lighting(dut, thinking=1000)
    player.player = Player("LL", dut.depth, dut.board.size - 2)
    script = as_no_turn_is_left()
    host = converse(script, player)
    assert host.figures["met"] == sum(step.meet is not None for step in script.steps) > 0
    assert player.player.over
    assert player.player.position.winner is None


def test_late():
    late = round(EXACT.limit * EXACT.clock.mhz * 1e6)
    with pytest.raises(Mismatch, match="The answer is late"):
        converse(WORDS.read(["-W"]), Simulated(EXACT, thinking=late))
    converse(WORDS.read(["-W"]), Simulated(EXACT, thinking=late // 2))


def test_on_a_slow_line_the_bytes_take_longer_than_here():
    slow = EXACT.serial.model_copy(update={"baud": 30})  # a byte takes a third of a second
    with pytest.raises(Mismatch, match="The answer is late"):
        converse(WORDS.read(["-W"]), Simulated(EXACT.model_copy(update={"serial": slow})))


def test_noise_excuses_a_player_until_the_next_game():
    script = WORDS.read(["-W", "?1", "hex=7a7a", "?2", "-W", "?3"])
    answered = 0

    def confused(answers):
        nonlocal answered
        answered += 1
        return ["what?"]

    player = Simulated(STRANGE)
    converse(script, player)
    with pytest.raises(Mismatch):
        converse(script, Erring(STRANGE, confused))
    assert answered


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("-T", "> -T"),
        ("crlf,baud-2:-T", "> -T  (ended by CRLF; 2 % too slow)"),
        ("spike37:-T", "> -T  (a spike in bit 2 of byte 0)"),
        ("paused1:-T", "> -T  (a pause of 131,072 cycles before byte 1)"),
        ("paused1,idle129:-T", "> -T  (a pause of 129 cycles before byte 1)"),
        ("cut-1:-T", "> -T  (short stop bits from byte 2 on)"),
        ("after7:-T", "> -T  (7 cycles after the line before)"),
        ("after1:-T", "> -T  (1 cycle after the line before)"),
        ("broken1,held3:-T", "~ -T  (no stop bit after byte 1, and low for 3 bits more)"),
        ("torn4:-T", "~ -T  (a break before byte 1)"),
    ],
)
def test_the_transcript_says_what_was_done_to_a_line(word, told):
    (step,) = WORDS.read([word]).steps
    host = Host(EXACT, EXACT.board.size)
    next(host.converse(Script((step,)), b""))
    assert host.transcript == [told]


def test_the_transcript_has_no_move_on_the_board_that_the_player_could_not_read():
    transcript = ["> -B", "< @0+", "> B1+  (a spike in bit 2 of byte 0)", "< C1/", "~ A0+  (no stop bit after byte 0)"]
    text = explain(Outcome(name="it", script="-B", transcript=transcript), 80, ascii_only=True).plain
    assert "host    A0+  (no stop bit after byte 0)" in text
    assert "3 tiles" in text
