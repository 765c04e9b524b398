"""The bundled player on its serial line, as a contest host sees it: every move is the golden policy's, none is late,
and the engine inside is the model's in every cycle."""

import random
from itertools import product

import pytest
from cosim.engines import OUT, ROOT, needs
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.campaign.saved import deck_of
from loopline.contract.game import Subject
from loopline.design import Change
from loopline.design.dut import load
from loopline.simulation.job import DECK
from loopline.testing import properties, report, verify

PLAYERS = {1: ROOT / "rtl/trax/player/player.toml", 2: ROOT / "rtl/trax/player/player_depth2.toml"}

#: A host tries to reply so often; games are over sooner.
LONGEST = 300


#: By a property, what must come of each of its scripts: so many commands met what they were to meet.
PURPOSE = {"coincidences": {"met": 8}, "owed answers": {"met": 6}}


RANDOM = [name for name in properties(PLAYERS[1]) if name != DECK]


def test_properties():
    """All in one simulation, which takes long to start."""
    needs("verilator")
    examples = 6
    campaign = verify(PLAYERS[1], *RANDOM, sim="verilator", board=64, examples=examples, seed=1, out=OUT)
    figures = {finding.outcome.name: finding.outcome.figures for finding in campaign.findings}
    assert figures.keys() == {*RANDOM}
    for name, purpose in PURPOSE.items():
        for what, least in purpose.items():
            assert figures[name][what] >= examples * least
    assert figures["owed answers"]["full"] > 0  # there was no room for another line


@pytest.mark.slow
def test_properties_at_depth_2():
    """Where it thinks in several turns, on a board on which that does not take long."""
    needs("verilator")
    verify(PLAYERS[2], *RANDOM, sim="verilator", examples=2, seed=1, board=8, out=OUT)


def test_the_deck():
    needs("verilator")
    verify(PLAYERS[1], DECK, sim="verilator", examples=12, seed=1, board=8, out=OUT)


@pytest.mark.slow
def test_the_deck_of_large_boards():
    """But for a game that begins as its last one does."""
    dut = load(PLAYERS[1]).with_board(Change("size=128"))
    *first, _, longest = deck_of(Subject.of(dut)).games
    all_agree(dut, [*first, longest])


def test_bytes_wait_on_a_wide_board():
    """Up to what the description says, and more: what is lost then is known to be lost."""
    needs("verilator")
    campaign = verify(PLAYERS[1], "full queues", sim="verilator", examples=12, seed=1, board=128, out=OUT)
    assert sum(finding.outcome.figures["full"] for finding in campaign.findings) > 10


def test_every_order_of_overtaking_lines_agrees():
    """In up to four lines, each sent before anything is answered: what comes back depends on what is overtaken."""
    begun = "-W", "-W A0+", "-B @0+"
    lines = [" ".join(some) for count in range(1, 5) for some in product(("now:-T", "now:-W", "now:-B"), repeat=count)]
    scripts = [(f"{at} {some}", f"{at} {some}", "") for at, some in product(begun, lines)]
    all_agree(load(PLAYERS[1]).with_board(Change("size=8")), scripts)


def test_a_long_line_right_after_a_reset_waits_until_there_is_room():
    dut = load(PLAYERS[1]).with_board(Change("size=128"))
    all_agree(dut, [("long", f"-B hex=2c54 hex={'41' * 66} -W", "")])


@pytest.mark.parametrize(
    ("depth", "simulator", "games"),
    [(1, "verilator", 40), pytest.param(2, "verilator", 10, marks=pytest.mark.slow), (1, "icarus", 1)],
)
def test_whole_games(depth, simulator, games):
    """So many as White and so many as Red."""
    whole_games(PLAYERS[depth], simulator, games)


@pytest.mark.parametrize("baud", [115_200, pytest.param(19_200, marks=pytest.mark.slow)])
def test_at_the_true_ratio(baud, tmp_path):
    """50 MHz, and the line as slow as in earnest."""
    text = PLAYERS[1].read_text()
    for old, new in [
        ("bundled player", f"bundled player at {baud}"),
        ("simulated_baud = 3_125_000", ""),
        ("baud = 115_200", f"baud = {baud}"),
        ('"*.v", "../*.v", "../../common/*.v"', ", ".join(f'"{file}"' for file in load(PLAYERS[1]).files)),
        ('include = [".."]', f'include = ["{PLAYERS[1].parents[1]}"]'),
    ]:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "player.toml"
    path.write_text(text)
    whole_games(path, "verilator", 1)


def whole_games(path, simulator, games):
    numbers = random.Random(0)
    scripts = []
    for side in ("-W", "-B"):
        texts = [f"{side} {' '.join(f'?{numbers.randrange(256)}' for _ in range(LONGEST))}" for _ in range(games)]
        scripts += [(f"{side} {n}", " ".join(texts[n : n + 20]), "") for n in range(0, games, 20)]
    assert sum(outcome.figures["games"] for outcome in all_agree(load(path), scripts, simulator)) == 2 * games


def test_long_noise_and_floods_are_survived():
    """Then the next game is played as if nothing had been."""
    game = f"-W {' '.join(f'?{n}' for n in range(20))}"
    all_of_it = ("!noise=1,10000", "!flood=10000", "hex=" + "00" * 2000, "!break=1000")
    scripts = [(much[:8], f"{much} {game} {much} {game}", "") for much in all_of_it]
    assert [outcome.figures["games"] for outcome in all_agree(load(PLAYERS[1]), scripts)] == [2] * len(scripts)


def all_agree(dut, scripts, simulator="verilator"):
    """Replay them; the outcomes."""
    campaign = Campaign(Plan(Subject.of(dut), OUT, seed=0))
    campaign.replay(needs(simulator), scripts, lambda *_: None)
    outcomes = [finding.outcome for finding in campaign.findings]
    assert [outcome.state for outcome in outcomes] == ["agrees"] * len(scripts), report(campaign)
    return outcomes
