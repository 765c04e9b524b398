"""The close-up is the same run with waves: the same stimulus, the same verdict, and one time for one cycle."""

import json
import shutil
from functools import partial
from pathlib import Path

import pytest
import pywellen
from copies import copied
from cosim.engines import ENGINE, ROOT, needs, with_its_box_shifted
from cosim.waves import Waves
from loopline.campaign import Campaign
from loopline.campaign.failures import game_file
from loopline.campaign.plan import Plan
from loopline.campaign.saved import read_all
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.design.build import TOP
from loopline.design.dut import load
from loopline.drawing import examples_of
from loopline.games.trax.game import TraxEngine
from loopline.games.trax.protocol import Torus
from loopline.simulation.job import CloseUpJob, Outcome, ScriptsJob
from loopline.simulation.recording import FLAGS, rows
from loopline.simulation.session import PERIOD
from loopline.testing import report
from loopline.workers.pool import LocalPool

BOARD = Change("8")
ON_THE_BOARD = TraxEngine(Torus(size=8, variants=True))
STREAMS = ON_THE_BOARD.streams

#: The engine's own inputs, whoever sees to them: a line for each cycle.
SPY = """
    integer spy;
    initial spy = $fopen("inputs.txt", "w");
    always @(posedge clk)
        $fwrite(spy, "%b %b %b %b %b %b %b %b %b %b\\n", rst, req_valid, req_op, req_x, req_y, req_symbol,
                req_fouls_lose, req_lines, req_box_limit, resp_ready);

endmodule
"""


EVERY_SECOND = """
    reg second = 1'b0;
    always @(posedge rst) second = !second;
    assign resp_reason = reason_q ^ {4{!second}};
"""


IN_THE_FIFTH = """
    integer resets = 0;
    always @(posedge rst) resets = resets + 1;
    assign resp_reason = reason_q ^ {4{resets == 5}};
"""


FROM_THE_THIRD_ON = """
    integer resets = 0;
    always @(posedge rst) resets = resets + 1;
    assign resp_reason = reason_q ^ {4{resets > 2}};
"""


#: Once a game is won, all games are wrong from the next reset on.
AFTER_A_WIN = """
    reg happened = 1'b0, wrong = 1'b0;
    always @(posedge clk) if (!rst && resp_valid && resp_over) happened <= 1'b1;
    always @(posedge rst) wrong = happened;
    assign resp_reason = reason_q ^ {4{wrong}};
"""


LATER_AND_LATER = """
    reg [3:0] resets = 4'd0, answers = 4'd0;
    always @(posedge rst) resets = resets + 4'd1;
    always @(posedge clk) answers <= rst ? 4'd0 : answers + {3'd0, resp_valid && resp_ready};
    assign resp_reason = reason_q ^ {4{answers == resets}};
"""


def with_reason(folder, becomes):
    """A copy of the bundled engine on a small board, with that in the place of what assigns the reason."""
    return load(copied(folder, ("trax_engine.v", "assign resp_reason  = reason_q;", becomes))).with_board(BOARD)


def random_sessions():
    """One of each kind, resets among them; every second one with waiting before requests and answers."""
    for number, one in enumerate(ON_THE_BOARD.properties()):
        for script in examples_of(one.scripts, 1, seed=number):
            yield one.name, ON_THE_BOARD.write(script), number % 2 * ("c07fff4988e3" * 8)


def test_the_same_stimulus_and_the_same_record(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))  # for `recorded`
    design = load(copied(tmp_path, ("trax_engine.v", "\nendmodule\n", SPY))).with_board(BOARD)
    campaign = Campaign(Plan(Subject.of(design), tmp_path, seed=0))
    icarus, scripts = needs("icarus"), list(random_sessions())
    assert any("!reset" in text for _, text, _ in scripts)
    runs = []
    for in_close_up in (False, True):
        folder = tmp_path / f"close-up-{in_close_up}"
        job = campaign.plan.job(
            CloseUpJob if in_close_up else ScriptsJob, scripts=scripts, does="cosim.recorded:Recorded"
        )
        campaign.play_apart(campaign.builds.get(icarus, waves=in_close_up), [job], partial(shutil.copytree, dst=folder))
        runs.append(((folder / "inputs.txt").read_text(), (folder / "recorded.json").read_text()))
    assert runs[0][0].splitlines() == runs[1][0].splitlines()
    assert runs[0][1] == runs[1][1]
    waves = Waves(tmp_path / "close-up-True" / icarus.wave_file(TOP))
    for began, text in json.loads(runs[1][1]):
        assert_recorded(waves, round(began), list(rows(text)))


def assert_recorded(waves, began, rows):
    """Every cycle has the values of the last line up to it; in a reset, only that counts."""
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        cycles = range(row.cycle, after.cycle if after else row.cycle + 1)
        wanted = [layout.parse(text) for layout, text in zip((FLAGS, STREAMS.response), row[1:3], strict=True)]
        for cycle in cycles:
            time = began + cycle * PERIOD + PERIOD - 1
            if FLAGS.unpack(wanted[0])["rst"]:
                assert waves.at("rst", time) == 1
                continue
            names = ("rst", "req_valid", "req_ready", "resp_valid", "resp_ready", "event_valid")
            flags = [waves.at(name, time) for name in names]
            assert FLAGS.pack([0, 0, *flags]) == wanted[0], cycle
            assert flags[3] == 0 or waves.at("resp", time) == wanted[1], cycle
            assert flags[5] == 0 or waves.at("event_data", time) == STREAMS.event.parse(row[3]), cycle
            assert waves.at("state", time) == STREAMS.state.parse(row[4]), cycle


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_cycle_and_time_in_waves_agree(simulator, tmp_path):
    """What the report says of the waves is so: there the cycle begins, and there the signal is wrong."""
    design = with_its_box_shifted(tmp_path)
    campaign = Campaign(Plan(Subject.of(load(design).with_board(BOARD)), tmp_path / "out", seed=0))
    campaign.replay(needs(simulator), [("right", "@0/", ""), ("wrong", "@0/ @1/", "c0ff")], lambda *_: None)
    right, wrong = campaign.findings
    outcome = wrong.outcome
    assert (right.outcome.state, outcome.state, outcome.signal) == ("agrees", "mismatch", "vp_state.left")
    waves = Waves(wrong.waves)
    began = outcome.nanoseconds - outcome.cycle * PERIOD
    assert [waves.at("rst", began + offset) for offset in (-1, 0)] == [0, 1]
    before, since = (waves.at("state", outcome.nanoseconds + offset) for offset in (-1, 0))
    assert before != since
    assert str(STREAMS.state.unpack(since)["left"]) == outcome.found
    kept = json.loads((wrong.game.parent / "failure.json").read_text())
    assert (kept["cycle"], kept["nanoseconds"]) == (outcome.cycle, outcome.nanoseconds)
    assert f"first wrong cycle at {outcome.nanoseconds:,} ns" in report(campaign)
    _compare_the_save_file(wrong, waves)
    shown = outcome.waveform
    assert shown.cycles[shown.wrong] == outcome.cycle
    traces = {trace.name: trace for trace in shown.traces}
    for name, bit in (("req_valid", 3), ("req_ready", 4), ("resp_valid", 5), ("resp_ready", 6)):
        assert FLAGS.names[bit] == name
        times = [began + cycle * PERIOD for cycle in shown.cycles[:-1]]
        assert traces[name].found == [str(waves.at(name, time)) for time in times]
    left = traces["vp_state.left"]
    assert (left.found[shown.wrong], left.expected[shown.wrong]) == (outcome.found, outcome.expected)
    assert left.found[: shown.wrong] == left.expected[: shown.wrong]


def _compare_the_save_file(finding, waves):
    """The one for GTKWave: there is each signal that it names, in the width that it names."""
    lines = finding.waves.with_suffix(".gtkw").read_text().splitlines()
    wrong = finding.outcome.nanoseconds
    assert any(line.startswith(f"*-15.5 {1000 * wrong} ") for line in lines)
    named = dict(line[2:].split("} ") for line in lines if line.startswith("+{"))
    widths = {var.full_name: var.length for var in pywellen.Waveform(str(finding.waves)).all_vars()}
    for signal in named.values():
        path, _, bits = signal.partition("[")
        assert widths[path] == int(bits.partition(":")[0] or 0) + 1
    assert len(named) > sum(len(one.ports) for one in (STREAMS.request, STREAMS.response, STREAMS.event, STREAMS.state))
    ports = Waves(finding.waves, "ports")
    for name, told in STREAMS.state.unpack(waves.at("state", wrong)).items():
        assert ports.at(f"vp_state_{name}", wrong) == told
    label = next(line for line in lines if line.startswith("+{vp_state_winner}"))
    words = lines[lines.index(label) - 1]
    assert Path(words.removeprefix("^1 ")).read_text().splitlines()[1] == "1 1, White"


def test_waves_are_the_same_in_both_simulators(tmp_path):
    """Nothing of what changes in a session is left out, as a simulator may if it is not told."""
    seen = []
    for name in ("icarus", "verilator"):
        needs(name)
        campaign = Campaign(
            Plan(Subject.of(load(ENGINE).with_board(BOARD)), tmp_path / name, seed=0), waves_always=True
        )
        campaign.replay(simulators.find(name), [("it", "@0/ A2/ @1+ undo", "c0ff")], lambda *_: None)
        (finding,) = campaign.findings
        waves = Waves(finding.waves)
        began = next(time for time in range(PERIOD - 1, 100 * PERIOD, PERIOD) if waves.at("rst", time) == 1)
        times = range(began + 2 * PERIOD, began + finding.outcome.cycles * PERIOD, PERIOD)
        seen.append([tuple(waves.at(signal, time) for signal in ("req_valid", "state", "resp")) for time in times])
    assert len(set(seen[0])) > 50
    assert seen[0] == seen[1]


def test_a_game_that_fails_after_another_is_kept_with_it(tmp_path):
    """Both are replayed in one simulation, and so they are in the close-up."""
    design = with_reason(tmp_path, EVERY_SECOND)
    file = tmp_path / "minimal.trx"
    file.write_text(game_file(Outcome(name="it", script="@0/", before="@0+ undo", delays="c0"), design, seed=1))
    saved = read_all([str(file)], Subject.of(design))
    assert [(text, delays) for _, text, delays in saved] == [("@0+ undo", ""), ("@0/", "c0")]
    campaign = Campaign(Plan(Subject.of(design), tmp_path / "out", seed=0))
    campaign.replay(needs("icarus"), saved, lambda *_: None)
    assert [finding.outcome.state for finding in campaign.findings] == ["agrees", "mismatch"], report(campaign)


def test_failure_that_differs_alone_is_reported_as_in_the_waves(tmp_path):
    """Which answer is wrong depends on how often there has been a reset: alone, the game fails one request sooner."""
    campaign = Campaign(Plan(Subject.of(with_reason(tmp_path, LATER_AND_LATER)), tmp_path / "out", seed=0))
    games = [("first", "@0/", ""), ("second", "@0/ A0+ @1+", "")]
    campaign.replay(needs("icarus"), games, lambda *_: None)
    outcome = campaign.findings[1].outcome
    assert outcome.state == "mismatch"
    assert (outcome.request, outcome.nanoseconds is not None) == (1, True)
    told = report(campaign)
    assert "first wrong cycle at" in told
    assert f"cycle {outcome.cycle:,} " in told
    assert "played by itself: after other games it failed in cycle" in told


def test_failure_is_reported_with_the_game_it_needs_first(tmp_path):
    """In the simulation that has found it every game fails from then on, so there it seems to need no other."""
    needs("icarus")
    design = with_reason(tmp_path, AFTER_A_WIN)
    campaign = Campaign(Plan(Subject.of(design), tmp_path / "out", seed=0, examples=40), regressions=tmp_path / "saved")
    campaign.verify(simulators.find("icarus"), ["wins"], lambda *_: None)
    (found,) = campaign.findings
    assert found.outcome.state == "mismatch"
    text = report(campaign)
    assert "only after another game" in text
    assert f"before    {found.outcome.before}\n" in text
    assert f"first wrong cycle at {found.outcome.nanoseconds:,} ns" in text
    assert len(found.outcome.before.splitlines()) == 1
    assert len(found.outcome.before.split()) < 9
    again = Campaign(Plan(Subject.of(design), tmp_path / "again", seed=0))
    again.replay(simulators.find("icarus"), read_all([str(found.game)], Subject.of(design)), lambda *_: None)
    assert [finding.outcome.state for finding in again.findings] == ["agrees", "mismatch"]
    assert [file.read_text() for file in (tmp_path / "saved").iterdir()] == [found.game.read_text()]


def test_a_failure_may_take_more_than_one_game_before_it(tmp_path):
    campaign = Campaign(Plan(Subject.of(with_reason(tmp_path, FROM_THE_THIRD_ON)), tmp_path / "out", seed=0))
    games = [(text, text, "") for text in ("@0/", "@0+", "@0+ @1+")]
    campaign.replay(needs("icarus"), games, lambda *_: None)
    *_, third = campaign.findings
    assert third.outcome.state == "mismatch"
    assert len(third.outcome.before.splitlines()) == 2
    assert third.outcome.nanoseconds is not None


def test_a_failure_is_kept_with_all_that_its_simulation_has_played(tmp_path):
    """It fails in the fifth session: more often than the same game is played again."""
    campaign = Campaign(
        Plan(Subject.of(with_reason(tmp_path, IN_THE_FIFTH)), tmp_path / "out", seed=0), pool=LocalPool(1)
    )
    campaign.replay(needs("icarus"), [(f"number {n}", "@0/", "") for n in range(5)], lambda *_: None)
    *_, fifth = campaign.findings
    assert [one.outcome.state for one in campaign.findings] == [*["agrees"] * 4, "mismatch"]
    assert (fifth.outcome.kept, fifth.outcome.before.splitlines()) == ("as found", ["@0/"] * 4)
    assert fifth.outcome.nanoseconds is not None
    assert "It fails after 4 games that were played before it" in report(campaign)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("if (taken) wrong <= req_op == 2'd1 && req_box_limit[0];", "): req_box_limit is "),
        ("if (rst) wrong <= req_valid;", "in a reset, the ports of requests and resp_ready are not all 0"),
        ("if (taken) wrong <= req_op == 2'd1;", ""),
    ],
    ids=["a field", "in a reset", "nothing"],
)
def test_failure_names_unused_bits_it_depends_on(wrong, told, tmp_path):
    needs("icarus")
    bug = f"""
    reg wrong = 1'b0;
    wire taken = req_valid && req_ready && !rst;
    always @(posedge clk) {wrong}
    assign resp_reason = reason_q ^ {{4{{wrong}}}};
"""
    design = with_reason(tmp_path, bug)
    campaign = Campaign(Plan(Subject.of(design), tmp_path / "out", seed=0, examples=40))
    campaign.verify(simulators.find("icarus"), ["games"], lambda *_: None)
    again = Campaign(Plan(Subject.of(design), tmp_path / "again", seed=0))
    again.replay(
        simulators.find("icarus"),
        read_all([str(campaign.findings[0].game)], Subject.of(design)),
        lambda *_: None,
    )
    for outcome in (campaign.findings[0].outcome, again.findings[0].outcome):
        assert outcome.state == "mismatch"
        assert [told in line for line in outcome.carried] == [True] * bool(told)
    assert ("carried   " in report(campaign)) == bool(told)
