"""An engine of Trax in a cocotb test: the right design passes, each injected bug fails, driven and watched, with the
verification port and without it."""

import re
from itertools import product

import pytest
from bench.benches import BUGS, DESCRIPTIONS, ROOT, build, described, run, with_bugs

#: The descriptions of which a bug shows, where not all of them do; and what the reports say.
SHOWS = {"event": {"exact", "port"}, "order": {"exact", "port"}, "late": {"exact"}}
SAYS = {
    "answer": "winner: expected 2, Red, found 1, White",
    "event": "vp_kind",
    "order": "vp_order: expected 1, found 2",
    "withdrawn": "The answer is withdrawn before it is taken",
    "hangs": "No answer to request . of . in 300 cycles",
    "late": "resp_valid: expected 1, found 0",
}

#: After these an answer that is owed never comes.
SILENT = {"withdrawn", "hangs"}


@pytest.fixture(scope="module")
def engine(simulator, tmp_path_factory):
    """The runner of a build with all bugs in it, and its descriptions."""
    folder = tmp_path_factory.mktemp(simulator.name)
    with_bugs(folder)
    descriptions = described(folder)
    return build(simulator, descriptions["exact"], folder / "build"), descriptions


#: What the harness says of a bug does not depend on the simulator; what it sees of the design may.
CASES = [*product(["icarus"], ["none", *BUGS]), *product(["verilator"], ["none", "answer", "order"])]


@pytest.mark.parametrize(("simulator", "bug"), CASES, indirect=["simulator"], scope="module")
def test_each_bug_fails_where_it_shows(engine, tmp_path, bug):
    runner, descriptions = engine
    env = ":".join(map(str, descriptions.values()))
    came, log = run(runner, "trax_engine", "trax_bench", tmp_path, f"+bug={bug}", DESCRIPTIONS=env)
    shows = set() if bug == "none" else SHOWS.get(bug, set(DESCRIPTIONS))
    failed = {(name, how) for name in ("driven", "watched") for how in shows}
    assert len(came) == 2 * len(DESCRIPTIONS)
    assert {name for name, why in came.items() if why} == {f"{name}/how={how}" for name, how in failed}, log
    assert len(re.findall(SAYS[bug] if shows else "✗", log)) == len(failed), log
    unread = {"driven": "the engine does not answer any more", "watched": "the engine is only watched"}
    for name, why in unread.items():
        told = [one for one in failed if one[0] == name and (name == "watched" or bug in SILENT)]
        assert log.count(f"the hardware's board was not read: {why}") == len(told), log
    for name, how in failed:
        [game] = (tmp_path / f"{name}-{how}").iterdir()
        assert re.search(rf"replay +loopline replay {re.escape(str(game))} --dut {descriptions[how]} --sim", log)


@pytest.mark.parametrize("bug", ["none", "event"])
def test_drivers_and_monitors_are_usable_alone(engine, tmp_path, bug):
    runner, descriptions = engine
    env = {"DESCRIPTIONS": str(descriptions["exact"]), "PLAYER": str(ROOT / "rtl/trax/player/player.toml")}
    came, log = run(runner, "trax_engine", "alone_bench", tmp_path, f"+bug={bug}", **env)
    assert bool(came.pop("by_name_and_in_order")) == (bug != "none"), log
    assert "a request has no operation; it has op, " in came.pop("no_such_field")
    assert "x of a request is 8, which does not fit into 3 bits" in came.pop("too_large")
    assert "it describes a player, and this is for engines" in came.pop("of_a_player")
    assert not came
