"""What viewers of waves show of a failure: the fields of the ports, and below them what the model expects."""

import pytest
import pywellen
from copies import copied
from cosim.engines import ROOT, needs
from cosim.test_close_up import BOARD, PERIOD, STREAMS
from cosim.waves import Waves
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import simulators
from loopline.design.dut import load
from loopline.design.waves import expected, groups, in_verilog
from player.test_misbehaving import STUB
from report import screenshots

#: The box grows to the left, and the engine does not say so.
WRONG = ("trax_box.v", "x == left_of", "x == left")


@pytest.fixture
def failed(tmp_path):
    """Plays a game that a broken engine fails; returns the design and what was found."""

    def failed(simulator, exact=True, change=WRONG, script="@0/ @1/"):
        needs(simulator)
        dut = load(copied(tmp_path, change)).with_board(BOARD).model_copy(update={"cycle_exact": exact})
        campaign = Campaign(Plan(Subject.of(dut), tmp_path / "out", seed=0))
        campaign.replay(simulators.find(simulator), [("wrong", script, "c0ff")], lambda *_: None)
        (finding,) = campaign.findings
        assert finding.outcome.state == "mismatch"
        return dut, finding

    return failed


@pytest.mark.parametrize(("simulator", "exact"), [("icarus", True), ("icarus", False), ("verilator", True)])
def test_the_model_is_in_the_waves(simulator, exact, failed):
    dut, finding = failed(simulator, exact)
    outcome, waves, model = finding.outcome, Waves(finding.waves), Waves(finding.waves, "model")
    assert (outcome.signal, outcome.expected, outcome.found, outcome.close_up) == ("vp_state.left", "7", "0", "")
    began = outcome.nanoseconds - outcome.cycle * PERIOD
    times = range(began + 2 * PERIOD, outcome.nanoseconds, PERIOD)
    fields = [name for name in expected(dut, STREAMS).names if name.startswith("vp_state.")]
    assert ("vp_state.fsm" in fields) == exact
    for time in times:
        assert model.at("known", time) == 1
        assert model.at("req_ready", time) == waves.at("req_ready", time)
        assert model.at("resp_valid", time) == waves.at("resp_valid", time)
        assert model.at("vp_valid", time) == waves.at("event_valid", time)
        told = STREAMS.state.unpack(waves.at("state", time))
        assert {name: model.at(in_verilog(name), time) for name in fields} == {
            name: told[name.removeprefix("vp_state.")] for name in fields
        }
        if waves.at("resp_valid", time):
            assert model.at("resp_count", time) == STREAMS.response.unpack(waves.at("resp", time))["count"]
    wrong = [model.at("vp_state_left", outcome.nanoseconds + offset) for offset in (-1, 0, PERIOD - 1)]
    assert wrong == [0, 7, 7]
    assert Waves(finding.waves, "ports").at("vp_state_left", outcome.nanoseconds) == 0
    assert [model.at("known", outcome.nanoseconds + after * PERIOD) for after in (0, 1)] == [1, int(exact)]
    _compare_the_command_file(finding)


def _compare_the_command_file(finding):
    """The one for Surfer: each variable is in the waves, and its cursor stands where the marker of GTKWave does."""
    lines = finding.waves.with_suffix(".sucl").read_text().splitlines()
    opened = pywellen.Waveform(str(finding.waves))
    assert (opened.timescale.factor, str(opened.timescale.unit)) == (1, "ps")
    assert f"cursor_set {1000 * finding.outcome.nanoseconds}" in lines
    named = [line.removeprefix("variable_add ") for line in lines if line.startswith("variable_add ")]
    assert {*named} <= {var.full_name for var in opened.all_vars()}
    assert named[2:4] == ["loopline_top.ports.vp_state_left", "loopline_top.model.vp_state_left"]
    _compare_the_mappings(finding.waves.parent, lines, {var.full_name: var.bitwidth for var in opened.all_vars()})


def _compare_the_mappings(folder, lines, widths):
    """Surfer offers a mapping only for variables of its width."""
    chosen, variable = {}, ""
    for command, _, value in (line.partition(" ") for line in lines):
        variable = value if command == "variable_add" else variable
        if command == "item_set_format" and value != "Unsigned":
            chosen[variable] = folder / ".surfer" / "mappings" / value
    assert chosen["loopline_top.ports.resp_reason"].is_file()
    told = {variable: file.read_text(encoding="utf-8").splitlines()[1] for variable, file in chosen.items()}
    assert told == {variable: f"Bits = {widths[variable]}" for variable in chosen}


def test_a_code_that_was_expected_is_in_the_waves(failed):
    change = ("trax_engine.v", "assign resp_reason  = reason_q;", "assign resp_reason  = reason_q ^ 4'd1;")
    _, finding = failed("icarus", False, change, "@0/")
    outcome = finding.outcome
    assert (outcome.signal, outcome.expected) == ("resp_reason", "0, done")
    found, model = (Waves(finding.waves, scope).at("resp_reason", outcome.nanoseconds) for scope in ("ports", "model"))
    assert (found, model) == (1, 0)


def conversed(dut, simulator, script, tmp_path):
    """A conversation that a player fails, and its waves: the scopes of the model and of the line."""
    campaign = Campaign(Plan(Subject.of(dut), tmp_path / "out", seed=0))
    campaign.replay(needs(simulator), [("wrong", script, "")], lambda *_: None)
    (finding,) = campaign.findings
    assert (finding.outcome.state, finding.outcome.close_up) == ("mismatch", "")
    return finding, Waves(finding.waves, "model"), Waves(finding.waves, "line")


def changes(waves, name, outcome):
    """The values that a signal has had, and the cycles in which it has got them."""
    began, found = outcome.nanoseconds - outcome.cycle * PERIOD, {}
    for cycle in range(outcome.cycle + 2):
        value = waves.at(name, began + cycle * PERIOD)
        if value != next(reversed(found.values()), None):
            found[cycle] = value
    return found


@pytest.mark.parametrize(
    ("script", "said"), [("-W A0+", b"@1/\n"), ("-W @0/", b"")], ids=["another move", "nothing more"]
)
def test_the_bytes_that_the_model_expects_of_a_player(script, said, tmp_path):
    """It says its first move again. The golden policy says which it must be; after an illegal move, none."""
    manners = STUB.format(folder=ROOT / "tests" / "player" / "misbehaving", manners="plays the same for ever")
    (tmp_path / "stub.toml").write_text(f"golden_policy = true\n{manners}")
    finding, model, line = conversed(load(tmp_path / "stub.toml"), "icarus", script, tmp_path)
    outcome = finding.outcome
    expected, found = (changes(waves, name, outcome) for waves, name in ((model, "tx_byte"), (line, "tx_byte_q")))
    assert bytes(value for value in expected.values() if value) == b"@0+\n" + said
    assert bytes(found.values())[1:] == b"@0+\n@0+\n"
    assert [*changes(model, "lines", outcome).values()] == [0, 1, 2, 3]
    assert outcome.transcript == ["> -W", "< @0+", f"> {script.split()[1]}", "< @0+"]
    known = changes(model, "known", outcome)
    assert (max(known), known[max(known)]) == (outcome.cycle + 1, 0)
    traces = [line for line in finding.waves.with_suffix(".gtkw").read_text().splitlines() if line.startswith("+")]
    assert traces[4:6] == [
        "+{tx_byte} loopline_top.line.tx_byte_q[7:0]",
        "+{model_tx_byte} loopline_top.model.tx_byte[7:0]",
    ]
    words = (finding.waves.parent / "words" / "tx_byte.txt").read_text().splitlines()
    assert [words[value] for value in (0, 10, 64)] == ["0 none", "10 0x0a", "64 @"]


def test_the_state_that_the_model_expects_within_a_player(tmp_path):
    dut = load(copied(tmp_path, WRONG).with_name("player") / "player.toml")
    finding, model, _ = conversed(dut, "verilator", "-B @0/ A0+ @1/", tmp_path)
    outcome, ports = finding.outcome, Waves(finding.waves, "ports")
    name = in_verilog(outcome.signal)
    assert outcome.signal.startswith("vp_state.")
    at = [outcome.nanoseconds + offset for offset in (-1, 0)]
    found, expected = ([waves.at(name, time) for time in at] for waves in (ports, model))
    assert found[0] == expected[0]
    assert [str(found[1]), str(expected[1])] == [outcome.found, outcome.expected]


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_gtkwave_shows_it(simulator, failed, tmp_path):
    if not screenshots.gtkwave_is_here():
        pytest.skip("gtkwave or xvfb is not here")
    dut, finding = failed(simulator)
    said = screenshots.gtkwave(finding.waves.with_suffix(".gtkw"), tmp_path)
    assert f"marker {1000 * finding.outcome.nanoseconds}" in said
    traces = [line.removeprefix("trace ") for line in said if line.startswith("trace ")]
    shown = [(title, signals) for title, signals in groups(dut, STREAMS, "vp_state.left")]
    wanted = [name for title, signals in shown for name in [title, *(one.label for one in signals)] if name]
    assert [trace.partition("=")[0] for trace in traces] == wanted
    assert traces[2:5] == ["wrong=", "vp_state_left=0", "model_left=7"]
    assert traces[wanted.index("vp_state_to_move")] == "vp_state_to_move=2, Red"
    assert (tmp_path / "waves.png").read_bytes()[:4] == b"\x89PNG"
