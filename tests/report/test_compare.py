"""What `--compare` says of two reports: of documents as the commands write them, one of which is changed by hand."""

import io
import json

import pytest
from loopline.campaign.findings import finding_of
from loopline.errors import BadInput
from loopline.latency import spread
from loopline.report import coverage, latency, mutation
from loopline.report.combined import VerifiedCampaign, refused, write_boards
from loopline.report.compare import EarlierReport
from loopline.report.console import console
from loopline.report.documents import AllDocument
from report.pages import ICARUS, campaign_of, mismatch


def compared(old, new, command, folder, strict=False):
    """What is printed, and the exit code."""
    files = [folder / name for name in ("old.json", "new.json")]
    for file, report in zip(files, (old, new), strict=True):
        file.write_text(json.dumps(report))
    screen = io.StringIO()
    code = EarlierReport(files[0], strict, command).tell(console(file=screen), files[1], 0)
    expected = new | {"exit_code": code} if code and "exit_code" in new else new
    assert json.loads(files[1].read_text()) == json.loads(json.dumps(expected))
    return screen.getvalue(), code


@pytest.fixture
def verified(tmp_path):
    """Writes verify.json of these properties and states, and reads it."""

    def verified(**states):
        campaign = campaign_of("trax", tmp_path)
        for name, state in states.items():
            campaign.findings.append(finding_of(ICARUS, mismatch(campaign, "trax", name=name, state=state)))
        boards = [VerifiedCampaign(campaign, ["loopline"]), refused("it", "16 × 16", BadInput("it is too small"))]
        write_boards(boards, tmp_path)
        return json.loads((tmp_path / "verify.json").read_text())

    return verified


def test_properties(verified, tmp_path):
    old = verified(games="agrees", wins="mismatch", traps="died", deck="agrees", gone="agrees", lost="agrees")
    new = verified(games="died", wins="agrees", traps="mismatch", deck="agrees", more="mismatch", lost="not run")
    text, code = compared(old, new, "verify", tmp_path)
    where = "bundled engine, 64 × 64"
    assert text.splitlines()[1:] == [
        f"Compared with {tmp_path / 'old.json'}: 1 better, 1 worse, 1 new, 2 gone, 3 the same",
        f"  worse     {where}: games (icarus): agrees → died",
        f"  better    {where}: wins (icarus): mismatch → agrees",
        f"  new       {where}: more (icarus): mismatch",
        f"  gone      {where}: gone (icarus): agrees",
        f"  gone      {where}: lost (icarus): agrees",
    ]
    assert code == 0


def test_only_what_is_worse_is_strictly_wrong(verified, tmp_path):
    good, bad = verified(games="agrees"), verified(games="mismatch")
    more = verified(games="agrees", wins="mismatch")
    for old, new, code in (
        (good, good, 0),
        (good, bad, 1),
        (bad, good, 0),
        (bad, bad, 0),
        (good, more, 0),
        (more, good, 0),
    ):
        assert compared(old, new, "verify", tmp_path, strict=True)[1] == code
        assert compared(old, new, "verify", tmp_path)[1] == 0


def test_reports_without_a_common_design_say_so(verified, tmp_path):
    one, other = verified(games="agrees"), verified(games="agrees") | {"design": "other", "boards": []}
    for strict in (True, False):
        text, code = compared(one, other, "verify", tmp_path, strict=strict)
        assert "0 better, 0 worse, 1 new, 2 gone, 0 the same" in text
        assert "nothing is in both: is it the report of another design?" in text
        assert code == (2 if strict else 0)


def test_all_designs_and_their_boards(verified, tmp_path):
    def all_of(*designs):
        document = AllDocument(command="loopline", partial=False, exit_code=0, designs=[])
        return json.loads(document.model_dump_json()) | {"designs": designs}

    one = verified(games="agrees")
    other = {**verified(games="mismatch"), "design": "other", "boards": []}
    board = {**one, "board": "16 × 16", "boards": []}
    text, _ = compared(all_of(one, other), all_of({**one, "boards": [board]}, other), "verify", tmp_path)
    assert "0 better, 0 worse, 1 new, 1 gone, 2 the same" in text
    assert "new       bundled engine, 16 × 16: games (icarus): agrees" in text
    assert "gone      it, 16 × 16: not verified" in text


def test_bins(tmp_path):
    def covered(**hits):
        bins = [{"name": name, "strategy": "", "unreachable": "", "hits": count} for name, count in hits.items()]
        bins.append({"name": "never", "strategy": "", "unreachable": "it cannot be", "hits": 0})
        group = coverage.GroupEntry(name="wins", about="", bins=[coverage.BinEntry(**one, game=None) for one in bins])
        files = {"game": "trax", "design": "it", "board": "8", "examples": 1, "files": [], "left_out": []}
        return coverage.CoverageDocument(**files, groups=[group], games=[]).model_dump()

    text, code = compared(covered(a=0, b=5, c=1000), covered(a=3, b=0, c=1), "coverage", tmp_path, strict=True)
    assert "1 better, 1 worse, 0 new, 0 gone, 1 the same" in text
    assert "worse     wins: b: 5 hits → 0 hits" in text
    assert "better    wins: a: 0 hits → 3 hits" in text
    assert code == 1


def test_cycles_of_answers(tmp_path):
    def measured(seed, *cycles):
        worst = latency.SlowestEntry(
            script="", file="", kind="move", request=0, begins=1, ends=1, characters=0, facts={}
        )
        kind = latency.KindEntry(
            cycles=spread(cycles),
            seconds_to_first_stop_bit=spread(cycles),
            seconds_to_last_stop_bit=spread(cycles),
            histogram=[],
            worst=worst,
        )
        keys = dict.fromkeys(("command", "dut", "board"), "") | dict.fromkeys(("baud", "simulated_baud"))
        keys |= {"seed": seed, "partial": False, "exit_code": 0, "clock_mhz": 100, "limit_seconds": 1}
        document = latency.LatencyDocument(**keys, longest_seconds=0, kinds={"move": kind}, against={}, over=[])
        return document.model_dump()

    text, code = compared(measured(3, 10, 20, 3000), measured(3, 10, 19, 3001), "latency", tmp_path, strict=True)
    assert "better    move, median: 20 cycles → 19 cycles" in text
    assert "worse     move, most: 3,000 cycles → 3,001 cycles" in text
    assert "seed" not in text
    assert code == 1
    text, _ = compared(measured(3, 10), measured(4, 10), "latency", tmp_path)
    assert "the earlier run had seed 3: with --seed 3 the same is measured again" in text


def test_mutants(tmp_path):
    def mutated(score, **states):
        blank = mutation.MutantEntry.model_construct(**dict.fromkeys(mutation.MutantEntry.model_fields))
        mutant = blank.model_dump(warnings=False) | {"file": "a.v", "line": 7}
        mutants = [{**mutant, "what": name.rstrip("_"), "state": state} for name, state in states.items()]
        return {"format": "loopline mutate 1", "seed": 1, "score": score, "mutants": mutants}

    old = mutated(50, one="killed", two="survived", three="open", four="unjudged", same="killed", same_="survived")
    new = mutated(75, one="survived", two="equivalent", three="killed", four="open", same="killed", same_="killed")
    text, code = compared(old, new, "mutate", tmp_path, strict=True)
    assert "3 better, 1 worse, 1 new, 1 gone, 1 the same" in text
    for line in (
        "worse     a.v:7: one: killed → survived",
        "better    score: 50 % → 75 %",
        "better    a.v:7: two: survived → equivalent",
        "better    a.v:7: same (2): survived → killed",
        "new       a.v:7: three: killed",
        "gone      a.v:7: four: unjudged",
    ):
        assert f"  {line}\n" in text
    assert code == 1


def test_everything_worse_and_a_dozen_others_are_named(verified, tmp_path):
    good, bad = (verified(**{f"p{number}": state for number in range(20)}) for state in ("agrees", "mismatch"))
    assert compared(good, bad, "verify", tmp_path)[0].count("  worse  ") == 20
    text, _ = compared(bad, good, "verify", tmp_path)
    assert text.count("  better  ") == 13
    assert "  better    and 8 more\n" in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is not JSON"),
        ("[]", "does not say what it is; a report of `loopline verify` is 'loopline verify 1'"),
        ('{"format": "loopline fuzz 2"}', "is 'loopline fuzz 2'; a report of `loopline verify` is"),
        ('{"format": "loopline verify 1"}', "is not a whole report of `loopline verify`"),
        ('{"format": "loopline verify 1", "designs": 3}', "is not a whole report of `loopline verify`"),
        (None, "cannot be read: No such file"),
    ],
)
def test_other_file_is_refused(text, says, tmp_path):
    file = tmp_path / "old.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(BadInput) as raised:
        EarlierReport(file, False, "verify")
    assert str(raised.value).startswith(f"--compare {file}: {says}")
