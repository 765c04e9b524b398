"""What cannot be used is said in one sentence, and a test that checked nothing does not pass."""

from bench.benches import ROOT, build, described, run, with_bugs
from loopline.design import simulators

#: What is logged, by the name of the test.
SAYS = {
    "no_move": "expected a move, got 'undo': use `ask` for everything else",
    "no_word": "'nonsense' cannot be read:",
    "reset_as_a_word": "'@0/!reset=3': use Engine.reset() for a reset",
    "nothing_asked": "no request was answered: have the engine asked something, so a pass would mean nothing",
    "no_clock": "its clock never ticked: start a Clock, so a pass would mean nothing",
    "no_reset": "no reset was seen: watch the engine before its reset ends, so a pass would mean nothing",
    "asks_what_it_watches": "this engine is only watched: Engine.start drives one",
    "inside": "trax_engine.control has no signal req_x: give the handle of the engine itself",
    "other_board": "trax_engine.req_x has 3 bits, and by the description 6: are [board]",
    "engine_as_a_player": "it describes an engine, and this is for players: use Engine",
    "no_such_file": "nowhere.toml",
    "another_game": "trax_engine.req_op has 2 bits, and by the description 3: are [board] and verification_port what",
    "no_reason": "expected a reason for which trax refuses, got 'ocupied'; it has: game over, ",
    "started_twice": "trax_engine.req_valid has a bench in this test already: use that one",
    "not_awaited": "the test has ended before play('A0+', gap=1) did: write `await` before it",
    "ends_before_the_answer": "the test has ended before undo() did: write `await` before it",
    "reset_before_the_answer": "reset() has cut this request short: cancel the task that waits for its answer before",
    "nothing_to_take_back": "undo: nothing to take back",
    "player": "it describes a player, and this is for engines",
}


def test_bad_input_is_refused_with_the_remedy(tmp_path):
    with_bugs(tmp_path)
    exact = described(tmp_path)["exact"]
    runner = build(simulators.find("icarus"), exact, tmp_path / "build")
    rtl = ROOT / "rtl"
    others = [rtl / "trax/player/player.toml", rtl / "trax/engine.toml", rtl / "globe/engine.toml"]
    env = ":".join(map(str, [exact, *others]))
    came, log = run(runner, "trax_engine", "bad_bench", tmp_path / "run", DESCRIPTIONS=env)
    assert set(came) == set(SAYS)
    assert all(came.values()), came
    for name, says in SAYS.items():
        assert log.count(says) >= 1, (name, log)
    assert "Multiple exceptions" not in log
