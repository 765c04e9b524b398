"""How much an effort is, and how it is divided."""

import pytest
from cosim.engines import ENGINE, ROOT, described, needs
from loopline import workers
from loopline.campaign import Campaign, play
from loopline.campaign.plan import Plan
from loopline.campaign.saved import deck_of
from loopline.contract.designs import path_of
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.design.dut import load
from loopline.simulation.job import DECK
from loopline.workers import batches
from loopline.workers.batches import PORTION

PLAYER = path_of("trax-player")
DIVIDER = ROOT / "examples" / "blocks" / "divider.toml"


@pytest.mark.parametrize(
    ("design", "quick", "normal", "thorough"), [(ENGINE, 60, 100, 200), (PLAYER, 15, 25, 50)], ids=["engine", "player"]
)
def test_an_effort_is_a_share_of_the_examples_of_the_description(design, quick, normal, thorough):
    most = load(design).examples
    efforts = ("quick", "normal", "thorough")
    assert [workers.examples(most, one) for one in efforts] == [quick, normal, thorough]
    assert [workers.examples(1, one) for one in efforts] == [1, 1, 1]
    assert [workers.examples(6, one) for one in efforts] == [3, 3, 6]


def test_a_player_that_looks_further_plays_more_than_the_simplest_example_and_its_searches_are_limited():
    deep = load(path_of("trax-player-depth2"))
    examples = workers.examples(deep.examples, "quick")
    limits = [
        Plan(Subject.of(design), PLAYER, seed=1, examples=examples).of_properties().cycles
        for design in (deep, load(PLAYER))
    ]
    assert (examples, limits) == (3, [300_000, None])


@pytest.mark.parametrize(("examples", "sizes"), [(1, [1]), (5, [5]), (50, [5, 15, 30]), (200, [5, 15, 30, 50, 50, 50])])
def test_the_first_batches_are_small(examples, sizes, monkeypatch):
    monkeypatch.setattr(batches, "SIZES", (5, 15, 30, 50))
    assert list(batches.sizes(examples)) == sizes


def test_greater_effort_includes_a_smaller_one():
    """With the same seed: as far as whole batches go."""
    jobs = (Plan(Subject.of(load(ENGINE)), ENGINE, seed=3, examples=number).of_properties() for number in (20, 200))
    few, many = (list(batches.batches(job, "games")) for job in jobs)
    assert few == many[: len(few)]


def test_a_deck_is_played_in_portions_with_all_of_its_games_in_their_order():
    one = Plan(
        Subject.of(load(ENGINE)),
        ENGINE,
        seed=3,
        examples=200,
        deck=deck_of(Subject.of(load(ENGINE))),
    )
    games = one.games_of_deck()
    portions = [job.deck for job in batches.batches(one.of_properties(), DECK)]
    assert [game for portion in portions for game in portion] == games == one.deck.games
    assert [len(portion) for portion in portions[:-1]] == [PORTION] * ((len(games) - 1) // PORTION)


@pytest.mark.parametrize(
    ("games", "examples", "few"),
    [(119, 12, 119), (119, 200, 119), (119, 6, 60), (4, 3, 2), (10, 1, 2), (2, 1, 2), (1, 1, 1)],
)
def test_few_examples_play_few_games_of_a_deck(games, examples, few):
    assert workers.games(games, examples) == few


# --- cycles -----------------------------------------------------------------------------------------------------------


def sampled(design, name, folder, deck=None, examples=100):
    one = Campaign(Plan(Subject.of(design), folder, seed=1, examples=examples, deck=deck))
    play([one.share(needs("icarus"), [name], lambda *_: None, sample=True)])
    (finding,) = one.findings
    return finding.outcome


def test_after_its_cycles_a_sample_begins_no_further_example(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "cycles", lambda examples: 1)
    outcome = sampled(described(None, Change("8")), "games", tmp_path)
    examples = len(list(batches.sizes(workers.sampled(100))))  # one of each batch
    assert (outcome.state, outcome.examples) == ("agrees", examples)
    assert outcome.partial == "1 cycles were played"


def test_one_example_of_a_sample_does_not_make_more_requests_than_its_cycles_allow(tmp_path, monkeypatch):
    """A whole game of the Globe may have thousands of requests, and is one example."""
    monkeypatch.setattr(workers, "cycles", lambda examples: 3_000)
    outcome = sampled(load(path_of("globe-engine")), "whole games", tmp_path)
    assert outcome.state == "agrees"
    assert outcome.cut > 0
    assert outcome.cycles < 10_000


def test_after_its_cycles_a_conversation_of_a_sample_ends(tmp_path, monkeypatch):
    design, most, examples = load(PLAYER).with_board(Change("8")), 15_000, 40
    monkeypatch.setattr(workers, "cycles", lambda examples: 1 << 40)
    whole = sampled(design, "won games", tmp_path, examples=examples)
    monkeypatch.setattr(workers, "cycles", lambda examples: most)
    outcome = sampled(design, "won games", tmp_path, examples=examples)
    assert (outcome.state, outcome.cut) == ("agrees", len(list(batches.sizes(workers.sampled(examples)))))
    assert outcome.cut * most <= outcome.cycles < whole.cycles
    assert whole.cut == 0


def test_a_failure_within_its_cycles_is_found_and_made_smaller(broken, tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "cycles", lambda examples: 500_000)
    outcome = sampled(
        described(broken, Change("8")), DECK, tmp_path, deck_of(Subject.of(described(broken, Change("8"))))
    )
    assert outcome.state == "mismatch"
    assert outcome.turns_left < outcome.turns_before


def test_a_lengthy_property_ends_after_its_requests(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "REQUESTS", 3)
    one = Campaign(Plan(Subject.of(load(DIVIDER)), tmp_path, seed=1, examples=5))
    one.verify(simulators.find("icarus"), ["long sessions", "random games"], lambda *_: None)
    lengthy, other = (finding.outcome for finding in one.findings)
    most = 3 * 5 * len(one.plan.game.properties())
    assert (lengthy.state, lengthy.turns, other.cut, other.partial) == ("agrees", most, 0, None)
    assert 0 < lengthy.cut <= len(list(batches.sizes(5)))
    assert lengthy.partial.endswith(" requests were made")
    assert other.examples >= 5


def test_requests_other_than_turns_count_too(tmp_path, monkeypatch):
    """In the first long session of this game there are 24 requests, and none of them is a turn."""
    monkeypatch.setattr(workers, "REQUESTS", 1)
    one = Campaign(Plan(Subject.of(load(path_of("tsolitaire-engine"))), tmp_path, seed=1, examples=1))
    one.verify(simulators.find("icarus"), ["long sessions"], lambda *_: None)
    (finding,) = one.findings
    assert len(one.plan.game.properties()) < 24
    assert (finding.outcome.state, finding.outcome.turns, finding.outcome.cut) == ("agrees", 0, 1)


def test_without_a_limit_a_lengthy_property_plays_all_examples(tmp_path, monkeypatch):
    """As in `mutate`."""
    monkeypatch.setattr(workers, "REQUESTS", None)
    one = Campaign(Plan(Subject.of(load(DIVIDER)), tmp_path, seed=1, examples=5))
    one.verify(simulators.find("icarus"), ["long sessions"], lambda *_: None)
    (finding,) = one.findings
    assert (finding.outcome.examples, finding.outcome.cut, finding.outcome.partial) == (5, 0, None)


def test_beyond_a_sample_cycles_have_no_limit(tmp_path):
    one = Campaign(Plan(Subject.of(load(ENGINE)), tmp_path, seed=1, examples=100))
    assert one.share(simulators.find("icarus"), ["games"], lambda *_: None).properties[0].next_batch()[1].cycles is None
