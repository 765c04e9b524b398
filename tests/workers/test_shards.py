"""Shares of a run, done by machines that know nothing of each other, add up to the run, and nothing else does."""

import json
import shutil
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.running import run
from cosim.engines import described
from loopline.campaign import Campaign
from loopline.campaign.shards import Played, hand_in, identity, join
from loopline.design import simulators
from loopline.design.change import Change
from loopline.errors import BadInput
from loopline.report.findings import exit_code, write
from loopline.workers.handed_in import ShardFile, gather
from loopline.workers.handed_in import write as write_file
from loopline.workers.pool import LocalPool
from loopline.workers.shard import Shard
from workers.examples import NAMES, results

EXAMPLES, SEED = 16, 5  # as in examples.py


def share(out, shard, source=None, names=NAMES, **more):
    """What `verify --shard` does: plays its share, and hands it in."""
    fields = {"seed": SEED, "examples": EXAMPLES, "coverage": True, "pool": LocalPool(1), **more}
    one = Campaign(described(source, Change("8")), out, shard=shard, **fields)
    icarus = simulators.find("icarus")
    one.verify(icarus, names, lambda *_: None)
    fields = {"name": "icarus", "version": icarus.version, "wave_format": icarus.wave_format, "sample": False}
    write_file(hand_in(one, ["loopline", "verify"], names, [], [Played(examples=one.examples, **fields)]), out)
    return one


def together(*folders):
    """The shards of a run on one board."""
    (handed_in,) = gather(folders).values()
    return handed_in


@pytest.fixture(scope="module")
def shared(small_batches, tmp_path_factory):
    """The folder of three shares, done."""
    out = tmp_path_factory.mktemp("shares")
    for n in (1, 2, 3):
        assert exit_code(share(out / str(n), Shard(n, 3))) == 0
    return out


def test_shares_add_up_to_the_run(alone, shared, tmp_path):
    handed_in = together(*(shared / str(n) for n in (3, 1, 2)))
    whole = join(handed_in, tmp_path)
    assert results(whole) == alone
    assert exit_code(whole) == 0
    batches = [json.loads(one.file.part)["batches"] for one in handed_in]
    assert [len(one) for one in batches] == [4, 4, 4]  # of three properties four each
    assert len({(name, number) for one in batches for _, name, number, _ in one}) == 12


def test_a_wrong_design_is_wrong_in_the_same_example(broken, tmp_path):
    """What others have found behind the first failing batch does not count."""
    names = ["wins", "games"]
    one = Campaign(described(broken, Change("8")), tmp_path / "one", seed=2, examples=24, shrink=0)
    one.verify(simulators.find("icarus"), names, lambda *_: None)
    for n in (1, 2):
        share(tmp_path / str(n), Shard(n, 2), broken, names, seed=2, examples=24, coverage=False, shrink=0)
    whole = join(together(tmp_path / "1", tmp_path / "2"), tmp_path / "whole")
    assert exit_code(whole) == exit_code(one) == 1

    def found(campaign):
        fields = ("name", "state", "found_at", "examples", "turns_before", "signal")
        return [[getattr(f.outcome, field) for field in fields] for f in campaign.findings]

    assert found(whole) == found(one)
    failed = next(f for f in whole.findings if f.outcome.state == "mismatch" and not f.outcome.same_as)
    assert failed.game.is_file()
    assert failed.waves.read_bytes()
    assert json.loads((failed.game.parent / "failure.json").read_text())["script"] == failed.outcome.script
    report, _ = write(whole, ["loopline", "merge"])
    assert json.loads(report.read_text())["exit_code"] == 1


def test_each_batch_is_done_by_one(tmp_path):
    design = described(None, Change("8"))
    for of, sample in product((1, 2, 3, 5, 20), (False, True)):
        shares = [Campaign(design, tmp_path, 1, shard=Shard(n, of))._takes(sample) for n in range(1, of + 1)]
        names = [one.name for one in Campaign(design, tmp_path, 1).game.properties()]
        done = [sum(takes(name, number) for takes in shares) for name in names for number in range(40)]
        assert set(done) == {1}
        sizes = [sum(takes(name, number) for name in names for number in range(40)) for takes in shares]
        assert max(sizes) - min(sizes) <= 1


def test_a_share_that_was_cut_short(shared, tmp_path):
    handed_in = together(*(shared / str(n) for n in (1, 2, 3)))
    part = json.loads(handed_in[0].file.part)
    _, name, _, lost = part["batches"].pop()
    handed_in[0].file.part, handed_in[0].file.interrupted = json.dumps(part), True
    whole = join(handed_in, tmp_path)
    assert exit_code(whole) == 130
    named = {f.outcome.name: f.outcome for f in whole.findings}
    assert named[name].partial == "interrupted"
    assert named[name].examples == EXAMPLES - lost["examples"]


# --- what does not belong together ------------------------------------------------------------------------------------


def handed_in(folder, number, of=3, command="verify", seed="7"):
    return write_file(ShardFile(command=command, number=number, of=of, run={"the seed": seed}, part="{}"), folder)


def test_in_any_order_and_from_one_folder(tmp_path):
    for number in (3, 1, 2):
        handed_in(tmp_path, number)
    assert [one.file.number for one in together(tmp_path)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("others", "says"),
    [
        ([{"number": 2}], "not all shards are there: 3/3 missing"),
        ([{"number": 2}, {"number": 3, "seed": "8"}], "not of the same run: the seed: 7 in the first, 8 in the other"),
        ([{"number": 2}, {"number": 3, "of": 4}], "the number of shards: 3 in the first, 4 in the other"),
        ([{"number": 2}, {"number": 3, "command": "mutate"}], "the command: verify in the first, mutate in the other"),
        ([{"number": 2}, {"number": 2}], "shard 2/3 is there twice"),
    ],
)
def test_refused(tmp_path, others, says):
    files = [handed_in(tmp_path / str(n), **one) for n, one in enumerate([{"number": 1}, *others])]
    with pytest.raises(BadInput, match=says):
        gather(files)


@pytest.mark.parametrize("part", ["trial/play.py", "hdl/loopline_session.v", "hdl/loopline_main.cpp"])
def test_another_harness_is_another_run(part, tmp_path, monkeypatch):
    """Whatever plays, writes the record or judges is in what shards must have in common."""
    one = Campaign(described(), tmp_path, seed=1)
    before, read = identity(one), Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"\n" * path.as_posix().endswith(part))
    assert {name for name, value in identity(one).items() if value != before[name]} == {"loopline"}


def test_several_boards(tmp_path):
    """Each board's shards are told apart by their folder; which is not there if its shard was interrupted before."""
    for number in (1, 2, 3):
        handed_in(tmp_path / str(number), number)
        handed_in(tmp_path / str(number) / "size-8", number, seed="8")
    folders = [tmp_path / str(number) for number in (2, 1, 3)]
    found = gather(folders)
    assert {str(folder): len(group) for folder, group in found.items()} == {".": 3, "size-8": 3}
    assert [one.file.number for one in found[Path("size-8")]] == [1, 2, 3]
    (tmp_path / "3" / "size-8" / "shard-3-of-3.json").unlink()
    with pytest.raises(BadInput, match="3/3 missing"):
        gather(folders)
    file = tmp_path / "3" / "shard-3-of-3.json"
    file.write_text(file.read_text().replace('"interrupted":false', '"interrupted":true'))
    found = gather(folders)
    assert [any(one.file.interrupted for one in group) for group in found.values()] == [True, True]


def test_no_file_of_a_shard(tmp_path):
    with pytest.raises(BadInput, match=r"no shard has left a file in this folder"):
        gather([tmp_path])
    whole = handed_in(tmp_path, 1).read_text()
    half = tmp_path / "half.json"
    half.write_text(whole[: len(whole) // 2])
    with pytest.raises(BadInput, match="is not the file of a shard, or only a part of one"):
        gather([half])
    with pytest.raises(BadInput, match="cannot be read"):
        gather([tmp_path / "none.json"])


@pytest.mark.parametrize("text", ["3", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", ""])
def test_no_shard(text):
    with pytest.raises(BadInput, match="write it like 3/20"):
        Shard.parse(text)


@pytest.mark.parametrize("option", [("--seconds", 5), ("-x",), ("--rtl-coverage",)])
def test_what_depends_on_one_machine(option, tmp_path):
    code, _, err = run("verify", "trax-engine", "--shard", "1/2", *option, "--out", tmp_path)
    assert code == 2
    assert "--shard does not go with --" in err


def test_the_reports_are_of_all_boards_and_designs(shared, tmp_path):
    """A design's shares on a second board are below its folder; those of several designs are beside each other."""
    for name in ("", "size-16"):
        for n in (1, 2, 3):
            shutil.copytree(shared / str(n), tmp_path / str(n) / "a" / name, dirs_exist_ok=True)
            shutil.copytree(shared / str(n), tmp_path / str(n) / "b", dirs_exist_ok=True)
    code, _, err = run("merge", *(tmp_path / str(n) for n in (1, 2, 3)), "--out", tmp_path / "all")
    assert (code, err) == (0, "")
    whole = json.loads((tmp_path / "all" / "verify.json").read_text())
    assert [len(one["boards"]) for one in whole["designs"]] == [1, 0]
    assert json.loads((tmp_path / "all" / "a" / "verify.json").read_text()) == whole["designs"][0]
    assert len(ElementTree.parse(tmp_path / "all" / "verify.xml").findall("testsuite")) == 3
    run("merge", *(tmp_path / str(n) / "a" for n in (1, 2, 3)), "--out", tmp_path / "one")
    one = json.loads((tmp_path / "one" / "verify.json").read_text())
    assert [len(found["findings"]) for found in (one, *one["boards"])] == [len(NAMES)] * 2


def test_as_commands(tmp_path):
    words = ["verify", "trax-engine", "--size", 16, "--sim", "icarus", "--seed", 3, "--examples", 2, "--only", "games"]
    for number in (1, 2):
        code, out, err = run(*words, "--shard", f"{number}/2", "--out", tmp_path / str(number))
        assert (code, err) == (0, "")
        assert f"For loopline merge: {tmp_path}/{number}/shard-{number}-of-2.json" in out
    code, out, err = run("merge", tmp_path / "1", tmp_path / "2", "--out", tmp_path / "both")
    assert (code, err) == (0, "")
    assert "1 of 1 agree" in out
    document = json.loads((tmp_path / "both" / "verify.json").read_text())
    (finding,) = document["findings"]
    assert finding["examples"] == 2
    assert document["boards"] == []
    code, _, err = run("merge", tmp_path / "2", "--out", tmp_path / "both")
    assert code == 2
    assert "1/2 missing" in err
