"""Resets of a player come at every moment, and last as long as they like: what is wrong after one of them is found."""

import pytest
from cli.running import run
from cosim.engines import ROOT, needs
from goldenrules.trax.player import Player
from loopline.contract.checker import Mismatch
from loopline.drawing import examples_of
from loopline.games.serial.script import RESET, Script
from loopline.games.serial.waves import disturbance, known_end, reset_in
from loopline.games.trax.player.host import Host
from loopline.games.trax.player.replies import WORDS
from loopline.games.trax.player.strategies import PROPERTIES
from loopline.simulation.line import IN_RESET, Answers, read
from player.test_host import CAPACITY, EXACT, Simulated, converse

DARK = EXACT.model_copy(update={"lamps": {}})
(FIRST_WORDS,) = [one for one in PROPERTIES if one.name == "first words"]

#: A byte has been read when this much of it is over, in bits.
READ = 9.5


class Resettable(Simulated):
    """Forgets all at a reset, in whichever bit of a line it comes; and says nothing of what was asked before."""

    def __init__(self, dut):
        super().__init__(dut, thinking=40)
        self.text, self.edges, self.last, self.since = b"", [], 1, -1000

    def hears(self, wave, at):
        begun, lines = None, []
        for level, cycles in wave:
            if level & IN_RESET and begun is None:
                lines, begun = [self.player.receive(text) for text in self.read(at)] and [], at
                self.reset(at)
            elif begun is not None and not level & IN_RESET:
                lines += self.over(at - begun)
                begun = None
            if level & 1 != self.last and (begun is None or self.listens):
                self.edges.append((at, str(level & 1)))
            self.last, at = level & 1, at + cycles
            self.since = at if level & IN_RESET else self.since
        yield from [*lines, *self.read(at)]

    #: It does so in a reset, too.
    listens = False

    def read(self, until):
        """The lines that have ended by then."""
        lines, left = [], []
        for byte in read(self.edges, self.dut.bit):
            if byte.start + READ * self.dut.bit > until:
                left = [edge for edge in self.edges if edge[0] >= byte.start]
                break
            self.text += bytes([byte.value])
            if byte.value in b"\r\n":
                lines.append(self.text)
                self.text = b""
        self.edges = left
        return lines

    def reset(self, at):
        self.player = Player("LL", self.dut.depth, CAPACITY)
        self.text, self.edges = b"", []

    def over(self, cycles):
        return []


class HalfALineStays(Resettable):
    """What is left of a command stands before the next line."""

    def reset(self, at):
        half = self.text if self.text in (b"-T", b"-W", b"-B") else b""
        super().reset(at)
        self.text = half


class Pulse(Resettable):
    """Only the first cycle of a reset counts: what is said in the others is heard."""

    listens = True


class Debounced(Resettable):
    """Its receiver ignores a reset soon after another one."""

    def reset(self, at):
        byte, again = self.edges, at - self.since < 200
        super().reset(at)
        self.edges = byte if again else []


class Greets(Resettable):
    """A reset of a hundred cycles is something else: it says its name."""

    def over(self, cycles):
        return [b"-T\n"] if cycles >= 100 else []


def all_agree(player, seed):
    for script in scripts(seed):
        converse(script, player(DARK))


def scripts(seed):
    """Its scripts without what this player hears as noise."""
    for script in examples_of(FIRST_WORDS.scripts, 30, seed):
        yield Script(tuple(step for step in script.steps if step.is_line or step.kind == RESET))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_right_player_is_right(seed):
    all_agree(Resettable, seed)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("wrong", [HalfALineStays, Pulse, Debounced, Greets])
def test_error_after_a_reset_is_found(wrong, seed):
    with pytest.raises(Mismatch):
        all_agree(wrong, seed)


@pytest.mark.parametrize(
    ("word", "before", "lasts"),
    [
        ("!reset=0", 0, 1),
        ("!reset=9,8", 152, 1),
        ("lasts7:!reset=5", 80, 8),
        ("!reset=20,0,2d570a", 320, 1),
        ("!reset=29,15,2d570a", 468, 1),  # no receiver has taken the line
        ("through:!reset=20,0,2d570a", 320, 160 + 32),
        ("after9,lasts1000,through:!reset=0,0,2d570a", 0, 1001),
        ("lasts5:!low=0", 0, 6),
    ],
)
def test_when_a_reset_comes_and_how_long_it_lasts(word, before, lasts):
    (step,) = WORDS.read([word]).steps
    assert WORDS.write(Script((step,))) == word
    assert reset_in(disturbance(step, EXACT, bare=True)) == (before, lasts)


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("!reset=5", None),
        ("!reset=29,15,2d570a", None),  # cut before it is known
        ("!reset=29,4,2d420d0a", None),
        ("!reset=29,5,2d420d0a", 29 * 16),
        ("!reset=39,0,2d420d0a", 29 * 16),
    ],
)
def test_a_line_has_ended_before_the_reset(word, known):
    (step,) = WORDS.read([word]).steps
    assert known_end(step, EXACT) == known


@pytest.mark.gate
def test_a_player_may_act_on_a_line_whose_lf_the_reset_cuts(tmp_path):
    """It has begun a new game, which turns lamps off, or has refused a line, which turns one on."""
    needs("icarus")
    before = ("broken0:-T", "-W A0+ A0+ A0+ A0/", "-B @0+")
    cut = ("29,5,2d420d0a", "32,0,2d420d0a", "39,0,2d570d0a", "18,0,3f0d0a")
    games = tmp_path / "cut.trx"
    games.write_text("".join(f"{lines} !reset={moment}\n" for lines in before for moment in cut))
    player = ROOT / "rtl" / "trax" / "player" / "player.toml"
    code, out, err = run("replay", games, "--dut", player, "--board", "size=8", "--sim", "icarus", "--out", tmp_path)
    assert code == 0, out + err


@pytest.mark.parametrize("word", ["lasts5:!break=1", "through:!low=1", "!low=1,2d", "lasts0:!reset=1", "!break=1,0,2d"])
def test_only_a_reset_has_these_words(word):
    with pytest.raises(ValueError, match="is not a step of a player's script"):
        WORDS.read([word])


def test_a_line_in_a_reset_is_sent_to_its_end():
    (step,) = WORDS.read(["through:!reset=0,0,2d570a"]).steps
    edges, at, last = [], 0, 1
    for level, cycles in disturbance(step, EXACT, bare=True):
        assert level & IN_RESET
        if level & 1 != last:
            edges.append((at, str(level & 1)))
        last, at = level & 1, at + cycles
    assert bytes(byte.value for byte in read(edges, EXACT.bit)) == b"-W\n"


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("-B !reset=1", "in a byte"),
        ("-B !reset=9", "in a stop bit"),
        ("-B !reset=10,0,2d570a", "between bytes of a line"),
        ("-B after3:!reset=0", "just after a line"),
        ("-W after3:!reset=0", "while it thinks"),
        ("!reset=0 after3:!reset=0", "after a reset"),
        ("!reset=0", "while idle"),
    ],
)
def test_each_moment_has_a_name(words, moment):
    conversation, resets = Host(DARK, DARK.board.size).converse(WORDS.read(words.split()), b""), []
    said = next(conversation)
    while said is not None and len(resets) < sum(step.kind == RESET for step in WORDS.read(words.split()).steps):
        resets += said.resets
        try:
            said = conversation.send(said_nothing(said))
        except StopIteration:
            break
    assert resets[-1].moment == moment


def said_nothing(said):
    """What comes back from nobody, after what was sent."""
    return Answers([], b"", sum(cycles for _, cycles in said.wave), said.patience)
