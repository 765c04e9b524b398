"""What is said of a failure's cause is true in new simulations, too; and what no new simulation shows is kept as it was
found."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
import reports
from cli.running import run
from cosim.engines import ROOT, needs

QUOTIENT = "assign resp_quotient = negative_q ? -quotient_q : quotient_q;"


@pytest.fixture
def wrong(tmp_path, monkeypatch):
    """Makes a divider whose quotient is wrong where `wrong` is 1, and runs the command on it."""
    needs("icarus")
    monkeypatch.chdir(tmp_path)

    def made(bug):
        for file in (ROOT / "examples" / "blocks").glob("divider.*"):
            shutil.copy(file, tmp_path)
        text = (tmp_path / "divider.v").read_text()
        assert text.count(QUOTIENT) == 1
        bug += "\nassign resp_quotient = (negative_q ? -quotient_q : quotient_q) ^ {11'd0, wrong};"
        (tmp_path / "divider.v").write_text(text.replace(QUOTIENT, bug))

    return made


def replayed(game):
    code, text, _ = run("replay", game, "--dut", "divider.toml", "--sim", "icarus")
    (finding,) = reports.read("out/replay.json")["findings"]
    return code, text, finding


def test_a_request_that_is_read_after_it_was_accepted(wrong):
    wrong("""
    reg first_q = 1'b0, wrong = 1'b0, sign_q = 1'b0;
    always @(posedge clk) begin
        first_q <= req_valid && req_ready;
        if (req_valid && req_ready) {sign_q, wrong} <= {req_op, 1'b0};
        if (first_q) wrong <= req_op != sign_q;
    end""")
    code, text, finding = replayed("divide:2048,2")
    assert code == 1
    assert finding["late"] == ["req_op"]
    assert finding["says"].endswith("; the design reads req_op after the request was accepted")
    assert finding["says"] in " ".join(text.split())
    traces = {trace["name"]: trace["found"] for trace in finding["waveform"]["traces"]}
    assert {"req_op", "req_dividend", "req_divisor"} <= traces.keys()
    asked = traces["req_valid"].index("1")
    assert traces["req_op"][asked : asked + 2] == ["0, divide", "1, divide signed"]


def test_a_request_that_is_read_before_it_is_made_is_not_read_late(wrong):
    wrong("""
    reg before_q = 1'b0, wrong = 1'b0;
    always @(posedge clk) begin
        before_q <= req_op;
        if (req_valid && req_ready) wrong <= before_q != req_op;
    end""")
    code, _, finding = replayed("divide:2048,2")
    assert (code, finding["late"]) == (1, [])


@pytest.mark.parametrize("times", [1, 3])
def test_later_agreement_for_another_reason_is_not_the_cause(times, wrong):
    """The bug is there in the first plays after power-up, whatever the ports carry."""
    wrong(f"""
    reg was_q = 1'b0;
    reg [2:0] resets_q = 3'd0;
    wire wrong = resets_q <= 3'd{times};
    always @(posedge clk) begin
        was_q <= rst;
        if (rst && !was_q && resets_q != 3'd7) resets_q <= resets_q + 3'd1;
    end""")
    code, text, finding = replayed("divide:128,2")
    assert (code, finding["carried"], finding["late"]) == (1, [], [])
    assert finding["agreed_again"] == (1 if times == 1 else 0)
    assert ("flaky" in text) == (times == 1)


def test_late_power_up_failure_is_kept_as_found(wrong):
    wrong("""
    reg [11:0] age_q = 12'd0;
    wire wrong = &age_q;
    always @(posedge clk) if (!wrong) age_q <= age_q + 12'd1;""")
    only = ("--only", "random games", "--seed", 5, "--why", 0)
    code, text, _ = run("verify", "divider.toml", "--sim", "icarus", "--examples", 40, "--shrink", 2, *only)
    (finding,) = reports.read("out/verify.json")["findings"]
    assert (code, finding["kept"]) == (1, "as found")
    assert finding["turns_left"] == finding["turns_before"]
    assert "shrunk" not in text
    kept = "as it was found: in a new simulation it agrees by itself. It fails after"
    assert kept in " ".join(text.split())
    assert f"kept {kept}" in Path("out/report.html").read_text()
    (command,) = re.findall(r"replay    loopline (.*)", text)
    assert run(*shlex.split(command))[0] == 1
    assert len(finding["before"].splitlines()) > 2


def test_unrepeatable_failure_is_labelled(wrong, tmp_path):
    wrong(f"""
    integer file;
    reg wrong;
    initial begin
        file = $fopen("{tmp_path}/marker", "r");
        wrong = file == 0;
        if (wrong) file = $fopen("{tmp_path}/marker", "w");
        $fclose(file);
    end""")
    only = ("--only", "random games", "--seed", 5, "--why", 0, "--jobs", 1)
    code, text, _ = run("verify", "divider.toml", "--sim", "icarus", "--examples", 10, "--shrink", 2, *only)
    (finding,) = reports.read("out/verify.json")["findings"]
    assert (code, finding["kept"]) == (1, "once")
    assert "shrunk" not in text
    assert "Nothing shows it again" in text
    assert "replay    loopline" not in text


def test_saved_failures_are_counted_apart(wrong):
    wrong("wire wrong = resp_valid && resp_ready;")
    command = ("verify", "divider.toml", "--sim", "icarus", "--examples", 5, "--shrink", 1, "--only", "random games")
    (first,) = verified(*command, "--seed", 5, "--why", 0)[1]
    assert (first["replayed"], first["found_at"] > 0) == (0, True)
    text, (again,) = verified(*command, "--seed", 6, "--why", 0)
    assert again["replayed"] > 0
    assert (again["examples"], again["found_at"]) == (0, 0)
    assert "an example of an earlier run" in text
    assert "of earlier runs, kept in out/cache/examples, came first" in text


def verified(*command):
    _, text, _ = run(*command)
    return text, reports.read("out/verify.json")["findings"]
