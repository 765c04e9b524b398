"""Lamps are followed through every cycle: each stage shows, in its order, neither too early nor too late."""

import pytest
from loopline.contract.game import Subject
from loopline.design import ports
from loopline.design.dut import load
from loopline.errors import BadInput
from loopline.games.serial.lamps import Lamps, LampWatch, Stage, WrongLamp
from loopline.games.serial.queue import PendingAnswers, SentLine, waiting
from loopline.simulation.line import LampChange
from player.test_lines_gone_wrong import PLAYER

#: Of two lamps, `a` the lower bit.
OFF, A, B, BOTH = ({"a": bool(n & 1), "b": bool(n & 2)} for n in range(4))


def follow(stages, changes, now=1000, latching=("b",)):
    lamps = Lamps({"a": "port_a", "b": "port_b"}, latching, Stage(OFF))
    for stage in stages:
        lamps.expect(stage)
    lamps.follow(
        [LampChange(cycle, f"{value:02b}" if isinstance(value, int) else value) for cycle, value in changes], now
    )


#: The line that turns `a` on ends in cycle 100, and that has happened by 200.
ON = Stage(A, "the line", 100, 200)


@pytest.mark.parametrize("cycle", [100, 150, 200])
def test_a_lamp_has_some_time(cycle):
    follow([ON], [(0, 0), (cycle, 1)])


@pytest.mark.parametrize(
    ("stages", "changes", "signal", "cycle"),
    [
        ([ON], [(0, 0), (99, 1)], "port_a", 99),
        ([ON], [(0, 0)], "port_a", 201),
        ([ON], [(0, 0), (150, 3)], "port_b", 150),
        ([ON], [(0, 0), (150, 1), (160, 0)], "port_a", 160),
        ([], [(0, "x0")], "port_b", 0),
        ([ON, Stage(BOTH, "it", 100)], [(0, 0), (150, 3)], "port_b", 150),
        ([Stage(BOTH, "it", 100), Stage(None, "noise", 300)], [(0, 0), (150, 3), (400, 1)], "port_b", 400),
        ([Stage(BOTH, "the last move", 100, 200)], [(0, 0), (150, 1)], "port_b", 150),
    ],
    ids=["early", "late", "the other", "off again", "unknown", "two at once", "off without a reset", "one of two"],
)
def test_wrong_lamps_are_noticed(stages, changes, signal, cycle):
    with pytest.raises(WrongLamp) as late:
        follow(stages, changes)
    assert (late.value.cycle, late.value.wrong.signal) == (cycle, signal)


def test_an_answer_that_does_not_come_is_passed_over():
    dropped = Stage(OFF, "the answer", 100, optional=True)
    for changes in ([(0, 0), (150, 1)], [(0, 0), (150, 1), (250, 0), (310, 1)]):
        follow([ON, dropped, Stage(A, "a new game", 300, 400)], changes)
    with pytest.raises(WrongLamp):
        follow([ON, Stage(OFF, "the answer", 100, 200)], [(0, 0), (150, 1)])


#: Whether the answer or the line comes first is not known; the answer need not come, as a new game may.
EITHER_WAY = [
    Stage(A, "the line before", 0, 50),
    Stage(OFF, "the answer", 50, optional=True),
    Stage(BOTH, "the line", 100, optional=True),
    Stage(B, "the line, too", 100, 200, optional=True),
    Stage(A, "a new game", 900, 950),
]


@pytest.mark.parametrize("changes", [[(150, 3), (910, 1)], [(90, 0), (150, 2), (910, 1)]], ids=["dropped", "comes"])
def test_a_line_comes_before_an_answer_or_after_it(changes):
    follow(EITHER_WAY, [(0, 0), (20, 1), *changes], latching=())


@pytest.mark.parametrize("changes", [[], [(250, 3)], [(90, 0)]], ids=["never", "late", "only the answer"])
def test_lamp_must_change_in_the_end(changes):
    with pytest.raises(WrongLamp) as late:
        follow(EITHER_WAY, [(0, 0), (20, 1), *changes], latching=())
    assert late.value.cycle == 201


def test_noise_allows_everything_until_the_next_game_has_begun():
    noise, game = Stage(None, "the noise", 300), Stage(OFF, "the line -B", 500, 600)
    follow([ON, noise, game], [(0, 0), (150, 1), (310, 0), (320, 1), (550, 0)])
    with pytest.raises(WrongLamp):
        follow([ON, noise, game], [(0, 0), (150, 1), (310, 0), (320, 1)])


def test_a_reset_clears_what_was_before_it():
    dut = load(PLAYER).model_copy(update={"lamps": {"a": "a", "b": "b"}})
    watch = LampWatch(dut, ("b",), OFF)
    watch.line(Stage(BOTH, "the line", 90), 100, takes=100)
    watch.reset(300, 1, OFF)
    watch.line(Stage(A, "another line", 390), 400, takes=100)
    watch.sent(0)
    watch.follow([LampChange(0, "00"), LampChange(120, "11"), LampChange(301, "00"), LampChange(450, "01")], 600)
    with pytest.raises(WrongLamp) as late:
        watch.follow([LampChange(700, "00")], 800)
    assert late.value.cycle == 700


# --- the description ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('foul = "foul"', 'fool = "foul"', "lamps.fool: trax has no lamp fool; did you mean foul?"),
        ('foul = "foul"', 'foul = "fool"', 'lamps.foul = "fool": trax_contest has no such output; the nearest is foul'),
        ('foul = "foul"', 'foul = "over"', "lamps.over and lamps.foul are both the port over"),
        ('foul = "foul"', 'foul = "vp_x"', "signals.vp_x and lamps.foul are both the port vp_x"),
        ("golden_policy = true", "golden_policy = false", "lamps need the golden policy"),
        ('contract = "player"', 'contract = "engine"', "lamps is for players"),
    ],
)
def test_bad_lamp_descriptions_are_refused(tmp_path, old, new, says):
    file = tmp_path / "mine.toml"
    text = PLAYER.read_text()
    assert text.count(old) == 1
    text = text.replace(old, new).replace('"*.v", "../*.v", "../../common/*.v"', _sources())
    file.write_text(text.replace('include = [".."]', f'include = ["{PLAYER.parents[1]}"]'))
    with pytest.raises(BadInput) as problem:
        _checked(file)
    assert says in str(problem.value)
    assert f"{file}:" in str(problem.value)


def _checked(file):
    dut = load(file)
    ports.check(dut, Subject.of(dut).scripts.streams, "icarus")


def _sources():
    return ", ".join(f'"{file}"' for file in load(PLAYER).files)


# --- what waits -----------------------------------------------------------------------------------------------------


def lines(count, length=3, frame=160, answer=3):
    return [SentLine(n * length * frame, (n + 1) * length * frame, length, answer) for n in range(count)]


def test_bytes_wait_behind_the_line_that_is_next():
    assert waiting(lines(10), awake=0) == 0
    assert waiting(lines(10), awake=100_000) == 3 * 10 - 6
    assert waiting(lines(10), awake=5 * 480 + 100, doubt=0) == 3 * 3 + 1


def test_names_wait_until_they_are_said():
    assert PendingAnswers(awake=0, frame=160).most(lines(10)) == 1
    late = PendingAnswers(awake=100_000, frame=160)
    assert [late.most(lines(count)) for count in (10, 11, 0, 5)] == [9, 10, 0, 4]
    other = [*lines(3), *lines(7, answer=0)]
    assert late.most(other) == PendingAnswers(awake=100_000, frame=160).most(other) == 2
