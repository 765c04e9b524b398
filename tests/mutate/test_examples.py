"""The simulations of a run share their examples: what one has drawn, the others read."""

import asyncio
import fcntl
from types import SimpleNamespace

from loopline.mutate.inside import Example, Examples, Killer, MutantDraft
from loopline.simulation.delays import Wait, joined, read_delays

GAMES, TRAPS = (SimpleNamespace(name=name) for name in ("games", "traps"))


class Simulation(Examples):
    """Draws without a property's strategy, and notes what."""

    def __init__(self, plan=lambda script, delays: f"record of {script}"):
        super().__init__(SimpleNamespace(plan=plan, account=SimpleNamespace(pulse=lambda: None)), 1)
        self.drawn = []

    async def draw(self, one, examples):
        self.drawn.append(one.name)
        return [Example(one.name, n + 1, f"{one.name} {n}", b"", 3) for n in range(examples)]

    def share_all(self, folder, *properties):
        asyncio.run(self.share(properties, 2, folder))
        return [(one.number, one.script, one.plan) for one in self.order([p.name for p in properties], (), 0, 2)]


def test_drawn_and_predicted_once(tmp_path):
    first, second = Simulation(), Simulation(plan=None)
    expected = first.share_all(tmp_path, GAMES, TRAPS)
    assert expected[0] == (1, "games 0", "record of games 0")
    assert second.share_all(tmp_path, GAMES, TRAPS) == expected
    assert (first.drawn, second.drawn) == (["games", "traps"], [])
    assert first.share_all(tmp_path, GAMES, TRAPS) == expected
    assert first.drawn == ["games", "traps"]


def test_properties_drawn_by_another_run_come_last(tmp_path):
    """Whoever is killed in the middle of it holds no lock any more, and leaves nothing that counts."""
    one = Simulation()
    with (tmp_path / "games.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        (tmp_path / "games.draft").write_bytes(b"half of it")
        asyncio.run(_until_traps_are_drawn(one, tmp_path, lock))
    assert one.drawn == ["traps", "games"]


async def _until_traps_are_drawn(one, folder, lock):
    drawing = one.draw

    async def draw(what, examples):
        fcntl.flock(lock, fcntl.LOCK_UN)
        return await drawing(what, examples)

    one.draw = draw
    await one.share([GAMES, TRAPS], 2, folder)


def test_unwritable_examples_are_drawn_by_each_run(tmp_path):
    simulations = [Simulation(plan=lambda *_: lambda: None) for _ in range(2)]  # no function can be written
    for one in simulations:
        one.share_all(tmp_path, GAMES)
    assert [one.drawn for one in simulations] == [["games"], ["games"]]


def test_fault_of_loopline_keeps_delays_that_can_be_read():
    """Long waits are words."""
    delays = joined(b"\1\2", [Wait(5, "answer", 129)])
    outcome = MutantDraft(name="")
    runner = SimpleNamespace(_game=SimpleNamespace(write=lambda script: script))
    Killer._describe(runner, outcome, Example("games", 1, "@0/", delays, 1), RuntimeError("a fault"))
    assert outcome.state == "error"
    assert read_delays(outcome.delays) == delays
