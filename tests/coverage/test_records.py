"""Coverage files: merging is addition, cocotb-coverage comes to the same, and what is no such file is named."""

import json
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
import reports
from cocotb_coverage.coverage import merge_coverage
from cosim.engines import described
from loopline.cli._app import app
from loopline.contract.coverage import digest, hits
from loopline.contract.game import Subject
from loopline.coverage import CoverageRecord, coverage_of, total
from loopline.design import Change
from loopline.drawing import examples_of
from loopline.games.trax.coverage import Collector, model
from loopline.games.trax.strategies import NAMED
from loopline.report.coverage import write as write_report
from loopline.report.coverage import write_page, write_xml
from loopline.simulation.job import summed
from typer.testing import CliRunner

ENGINE = described(None, None)


def collected(*names, examples=20):
    collector = Collector(64)
    for name in names:
        for script in examples_of(NAMED[name](64), examples, seed=1):
            collector.add(script)
    return hits(model(64, variants=True), collector.counts)


@pytest.fixture(scope="module")
def three():
    return [collected(name) for name in ("games", "traps", "illegal_moves")]


def record(**other):
    made = CoverageRecord(
        game="trax",
        design=ENGINE.name,
        board="64 × 64",
        model=digest(model(64, variants=True)),
        simulator="verilator",
        seed=1,
        examples=20,
        hits={},
    )
    return made.model_copy(update=other)


def write(folder, name, **other):
    path = folder / name
    path.write_text(record(**other).model_dump_json())
    return path


def test_merging_is_addition(three):
    """One collector that sees all scripts counts what three have counted; and the order does not matter."""
    one = collected("games", "traps", "illegal_moves")
    assert summed(three) == one == summed(reversed(three))
    assert sum(map(len, one.values())) > 200


def test_cocotb_coverage_merges_to_the_same(three, tmp_path):
    model = coverage_of(Subject.of(ENGINE)).model
    for number, part in enumerate(three):
        write_xml(
            total(Subject.of(ENGINE), model, [write(tmp_path, f"{number}.json", hits=part)]), tmp_path / f"{number}.xml"
        )
    parts = [str(tmp_path / f"{number}.xml") for number in range(3)]
    merge_coverage(lambda _: None, str(tmp_path / "theirs.xml"), *parts)
    write_xml(total(Subject.of(ENGINE), model, [tmp_path]), tmp_path / "ours.xml")
    theirs, ours = (ElementTree.parse(tmp_path / f"{name}.xml").getroot() for name in ("theirs", "ours"))
    assert [one.attrib for one in theirs.iter()] == [one.attrib for one in ours.iter()]
    assert 0 < int(ours.attrib["coverage"]) < int(ours.attrib["size"])


def test_a_file_counts_once(tmp_path, three):
    path = write(tmp_path, "one.json", hits=three[0])
    assert total(Subject.of(ENGINE), coverage_of(Subject.of(ENGINE)).model, [path, tmp_path, path]).hits == summed(
        three[:1]
    )


def test_other_files_are_left_out(tmp_path, three):
    """Each is named with what is wrong; the others count."""
    write(tmp_path, "good.json", hits=three[0])
    write(tmp_path, "other_design.json", design="my engine")
    write(tmp_path, "other_size.json", board="32 × 32")
    write(tmp_path, "old.json", model="0123456789abcdef")
    (tmp_path / "older.json").write_text(json.dumps({**record().model_dump(), "format": "loopline coverage 0"}))
    whole = (tmp_path / "good.json").read_text()
    (tmp_path / "truncated.json").write_text(whole[: len(whole) // 2])
    (tmp_path / "binary.json").write_bytes(bytes(range(256)))
    (tmp_path / "empty.json").write_bytes(b"")
    added = total(Subject.of(ENGINE), coverage_of(Subject.of(ENGINE)).model, [tmp_path, tmp_path / "missing.json"])
    assert [path.name for path in added.files] == ["good.json"]
    assert added.hits == summed(three[:1])
    why = {one.file.name: one.why for one in added.unusable}
    assert why.keys() == {
        "other_design.json",
        "other_size.json",
        "old.json",
        "older.json",
        "truncated.json",
        "binary.json",
        "empty.json",
        "missing.json",
    }
    assert "'my engine', 64 × 64, and not of 'bundled engine'" in why["other_design.json"]
    assert "32 × 32" in why["other_size.json"]
    assert "another version" in why["old.json"]
    assert "format" in why["older.json"]
    assert "No such file" in why["missing.json"]


def test_of_several_files_each_bin_has_its_shortest_game(tmp_path):
    scripts = {"@0/ A0+ @1+": "ab", "@0+ A0+": "b", "@0/ A0+": "b"}
    for number, (script, names) in enumerate(scripts.items()):
        write(tmp_path, f"{number}.json", games={script: [("moves", name) for name in names]})
    added = total(Subject.of(ENGINE), coverage_of(Subject.of(ENGINE)).model, [tmp_path])
    assert added.games == {("moves", "a"): "@0/ A0+ @1+", ("moves", "b"): "@0+ A0+"}


def test_bins_lead_to_games_that_are_stepped_through(tmp_path, three):
    """Twelve of them; of the others there is the text, and the command that shows them."""
    group = coverage_of(Subject.of(ENGINE)).model[0]
    names = [one.name for one in group.bins.values()][:14]
    games = {"@0/" + " undo" * (n + 1): [(group.name, name)] for n, name in enumerate(names)}
    games["@0/"] = [*games.pop("@0/ undo"), ("moves", "+")]
    write(tmp_path, "0.json", hits=three[0], games=games)
    added = total(Subject.of(ENGINE), coverage_of(Subject.of(ENGINE)).model, [tmp_path])
    report, _, path = write_report(added, tmp_path / "out", Change("16"))
    page, document = path.read_text(), reports.read(report)
    assert document["games"][0] == "@0/"
    assert len(document["games"]) == len(names)
    bins = [one for groups in document["groups"] for one in groups["bins"]]
    found = {one["name"]: one["game"] for one in bins if one["game"] is not None}
    assert {document["games"][place] for place in found.values()} == games.keys()
    for name in names:
        assert f'<a href="#game-{found[name] + 1}">game {found[name] + 1}</a>' in page
        assert page.count(f'id="game-{found[name] + 1}"') == 1
    shown = json.loads(re.search(r'id="steps">(.*?)</script>', page, re.DOTALL)[1])
    assert [len(steps) > 0 for steps in shown] == [True] * 12 + [False] * 2
    assert f"loopline replay @0/ --dut {ENGINE.shown} --size 16" in page


def run(*arguments):
    return CliRunner().invoke(app, ["coverage", "--dut", "trax-engine", *map(str, arguments)])


def test_the_command(tmp_path, three, monkeypatch):
    folder = tmp_path / "coverage"
    folder.mkdir()
    for number, part in enumerate(three):
        write(folder, f"{number}.json", hits=part)
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda page: opened.append(page) or True)
    result = run("--out", tmp_path)
    assert result.exit_code == 0
    written = [tmp_path / "coverage.json", tmp_path / "coverage.xml", folder / "report.html"]
    assert f"Written: {', '.join(map(str, written))}" in result.output.replace("\n", "")
    assert all(one.is_file() for one in written)
    assert not opened
    assert run("--out", tmp_path, "--open").exit_code == 0
    assert opened == [(folder / "report.html").resolve().as_uri()]
    document = reports.read(tmp_path / "coverage.json")
    bins = {(group["name"], one["name"]): one for group in document["groups"] for one in group["bins"]}
    sums = summed(three)
    assert all(one["hits"] == sums[group].get(name, 0) for (group, name), one in bins.items())
    empty = [key for key, one in bins.items() if not one["hits"] and not one["unreachable"]]
    assert 0 < len(empty) == result.output.count("  empty: ")
    hit = sum(not one["unreachable"] for one in bins.values()) - len(empty)
    assert f"{hit} of {hit + len(empty)} bins hit by 60 scripts in 3 files" in result.output
    for number in (1, 2):
        (folder / f"{number}.json").unlink()
    less = run("--out", tmp_path, "--compare", tmp_path / "coverage.json", "--strict")
    assert less.exit_code == 1
    assert "0 better, " in less.output
    (folder / "3.json").write_text("{")
    assert run("--out", tmp_path, "--compare", tmp_path / "coverage.json", "--strict").exit_code == 2


def test_nothing_to_add_up(tmp_path):
    assert run(tmp_path, "--out", tmp_path).exit_code == 2


def test_the_page(tmp_path, three):
    """One file, nothing from outside, every empty bin with its strategy, and text as text."""
    write(tmp_path, "0.json", hits=three[0])
    (tmp_path / "<script>.json").write_text("{")
    added = total(Subject.of(ENGINE), coverage_of(Subject.of(ENGINE)).model, [tmp_path])
    write_page(added, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert "http" not in page.replace("http-equiv", "")
    assert "src=" not in page
    assert "<script>" not in page
    assert "&lt;script&gt;.json" in page
    empty = page[page.index("<h2>Empty") : page.index("<h2>All bins")]
    wanted = [one for group in added.model for one in group.bins.values() if not one.unreachable]
    assert empty.count("<tr><td>") == sum(
        not added.of(group)[one.name] for group in added.model for one in group.bins.values() if one in wanted
    )
    assert "cascades</tr>" in empty


def test_names_are_unique():
    for group in model(64, variants=True):
        names = [one.name for one in group.bins.values()]
        assert all(a != b for a, b in pairwise(sorted(names)))
        assert {one.strategy for one in group.bins.values()} <= NAMED.keys()
