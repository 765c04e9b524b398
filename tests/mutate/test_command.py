"""`loopline mutate` as a user meets it."""

import re
import shutil
import signal
from dataclasses import replace
from xml.etree import ElementTree

import pytest
import reports
from cli.running import run, started
from loopline.errors import BadInput
from loopline.mutate.gates import PinMutant
from loopline.mutate.score import AnalysedSurvivor, Bounds, MutantResult, MutationBudget, Score, load_budget
from loopline.mutate.verdict import Verdict
from mutate.designs import PUZZLE, REPO, written
from waiting import PATIENCE, until

#: Enough for each step of a run.
FEW = ["--size", "8", "--mutants", "6", "--examples", "2", "--jobs", "1"]


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory):
    """Ctrl-C as soon as anything is known."""
    out = tmp_path_factory.mktemp("command")
    process = started("mutate", "trax-engine", *FEW, "--out", out)
    until(lambda: any(out.glob("mutate/*/*/verdicts-*.jsonl")), process)
    process.send_signal(signal.SIGINT)
    text, complaints = process.communicate(timeout=PATIENCE)
    return out, process.returncode, text, complaints


@pytest.fixture(scope="module")
def told(interrupted):
    """And on, to the end."""
    return interrupted[0], *run("mutate", "trax-engine", *FEW, "--out", interrupted[0])


@pytest.mark.room(3)
def test_ctrl_c(interrupted):
    _, code, text, complaints = interrupted
    assert code == 130, complaints
    assert "PARTIAL, interrupted" in text


@pytest.mark.room(3)
def test_the_tables(told):
    out, code, text, complaints = told
    document = reports.read(out / "mutate.json")
    assert code == document["exit_code"] == int(document["survived"] > 0), complaints
    assert "part" in text
    assert f"{document['killed']} of {document['killed'] + document['survived']} killable mutants killed" in text
    assert str(out / "mutate.json") in text
    assert text.count("✗") == document["survived"]


def test_for_machines(told):
    document = reports.read(told[0] / "mutate.json")
    assert len(document["mutants"]) == 6
    assert sum(document[state] for state in ("killed", "equivalent", "unobservable", "survived")) == 6
    assert sum(part["killed"] for part in document["parts"].values()) == document["killed"]
    assert sum(document["properties"].values()) == document["killed"]
    for one in document["mutants"]:
        assert (REPO / one["file"]).is_file()
        assert one["line"] > 0
    cases = ElementTree.parse(told[0] / "mutate.xml").getroot().findall(".//testcase")
    assert len(cases) == 6
    assert len([case for case in cases if case.find("failure") is not None]) == document["survived"]


def test_the_page_has_each_survivor_with_its_source(told):
    page = (told[0] / "report.html").read_text(encoding="utf-8")
    document = reports.read(told[0] / "mutate.json")
    survived = [one for one in document["mutants"] if one["state"] == "survived"]
    assert page.count("<h2>Survived: ") == len(survived)
    for one in survived:
        assert f"{one['file']}:{one['line']}" in page
    assert re.findall(r"<h2>(By .*?)</h2>", page) == ["By part", "By property"]
    assert f"{document['killed']} of {document['killed'] + document['survived']} killable mutants killed" in page


def test_interrupted_run_is_continued(told):
    assert "Going on from" in told[2]
    assert reports.read(told[0] / "mutate.json")["partial"] is False


def test_nothing_is_done_twice(told):
    report = told[0] / "mutate.json"
    code, text, _ = run("mutate", "trax-engine", *FEW, "--out", told[0], "--compare", report, "--strict")
    assert code == told[1]
    again, _, compared = text.partition(f"\nCompared with {report}: ")
    assert again[again.index("part ") :] == told[2][told[2].index("part ") :]
    assert compared.startswith("0 better, 0 worse, 0 new, 0 gone, ")


def test_bounds_that_are_not_held(told, tmp_path):
    shutil.copytree(told[0] / "mutate", tmp_path / "mutate")
    check = tmp_path / "check.toml"
    bounds = "[bounds]\nmedian = -1\n[groups]\nsome = ['trax_ends', 'trax_box']\n"
    check.write_text(f"board = 'size=8'\nseed = 1\nmutants = 6\nexamples = 2\n{bounds}")
    code, text, _ = run("mutate", "trax-engine", "--check", check, "--jobs", "1", "--out", tmp_path)
    assert code == 1
    assert "✗ half of them take" in text
    assert "\nsome " in text


def test_mutants_of_the_source(tmp_path):
    """Those of a bundled engine, the same as of gates; told in the words of the source. All of these are killed: the
    proof that one is harmless could take minutes."""
    few = ["--kind", "source", "--size", "8", "--mutants", "8", "--seed", "32", "--examples", "10", "--jobs", "1"]
    code, text, complaints = run("mutate", "trax-engine", *few, "--out", tmp_path)
    document = reports.read(tmp_path / "mutate.json")
    assert (code, document["killed"]) == (0, 8), complaints
    assert len(document["classes"]) == len(document["mutants"]) == 8
    assert "\nclass " in text
    for one in document["mutants"]:
        line = (REPO / one["file"]).read_text().splitlines()[one["line"] - 1]
        assert one["details"]["before"].split()[0].split("=")[0] in line


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("board = '8'\n", ": the key 'mutants' is missing"),
        ("board = '8'\nmutants = 0\nexamples = 1\n", ":2: mutants = 0: must be 1 at least"),
        ("board = '8'\nmutants = 1\nexamples = 1\nother = 1\n", ":4: unknown key 'other'; known are "),
    ],
)
def test_a_bad_file_of_bounds(text, words, tmp_path):
    check = tmp_path / "check.toml"
    check.write_text(text)
    with pytest.raises(BadInput) as raised:
        load_budget(check)
    assert str(raised.value).startswith(f"{check}{words}")


def test_file_without_bounds_is_refused(tmp_path):
    check = tmp_path / "check.toml"
    check.write_text("board = \n")
    code, _, complaints = run("mutate", "trax-engine", "--check", check, "--out", tmp_path)
    assert code == 2
    assert f"{check}:1: is not TOML" in complaints


def test_a_design_that_yosys_cannot_read(tmp_path):
    source = PUZZLE.replace("puzzle", "broken").replace("a ^ b;", "a ^ ;")
    code, _, complaints = run("mutate", written("broken", source), "--out", tmp_path)
    assert code == 2
    assert "broken.v:16: ERROR: syntax error" in complaints


@pytest.mark.slow
def test_mutants_of_a_player(tmp_path):
    """A conversation over its serial line kills them."""
    few = ["--kind", "source", "--size", "8", "--mutants", "8", "--examples", "6", "--jobs", "1", "--out", tmp_path]
    code, text, complaints = run("mutate", "trax-player", *few, timeout=900)
    document = reports.read(tmp_path / "mutate.json")
    assert code == int(document["survived"] > 0), complaints
    assert document["killed"] >= 4
    for one in document["mutants"]:
        if one["state"] == "killed":
            assert one["property"] in text
            assert one["script"]


def a_score(*states_and_turns):
    mutant = PinMutant(1, "$add", "a.v", 1, "inv", "top", "cell", "Y", 0, -1)
    return Score(
        [
            MutantResult(mutant, Verdict(step="play", mutant=n, state=state, turns=turns))
            for n, (state, turns) in enumerate(states_and_turns)
        ]
    )


def test_the_score_counts_those_that_could_be_killed():
    score = a_score(("killed", 1), ("killed", 5), ("equivalent", 0), ("unobservable", 0), ("survived", 99))
    assert round(score.per_cent, 1) == 66.7
    assert score.turns(0.5) == 5
    assert score.turns(0.9) == float("inf")
    assert a_score().per_cent == a_score().turns(0.5) == 0


def test_bounds():
    budget = MutationBudget(board="size=8", mutants=1, examples=1, bounds=Bounds(score=70, median=4, percentile_90=10))
    assert budget.complaints(a_score(*[("killed", 4)] * 9, ("killed", 11))) == []
    assert len(budget.complaints(a_score(("killed", 5), ("killed", 11), ("survived", 0)))) == 4


def test_analysed_survivors_are_named(tmp_path):
    source = tmp_path / "box.v"
    source.write_text("one\n  two;\n")
    mutant = PinMutant(1, "$add", str(source), 2, "inv", "top", "cell", "Y", 0, -1)
    score = Score([MutantResult(mutant, Verdict(step="play", mutant=1, state="survived"))])
    known = AnalysedSurvivor(part="box", source="two;", what="$add Y[0] inverted", why="it is the same")
    budget = MutationBudget(board="size=8", mutants=1, examples=1, known=[known])
    assert budget.why(mutant) == "it is the same"
    assert budget.complaints(score) == []
    assert MutationBudget(board="size=8", mutants=1, examples=1).complaints(score) == ["1 survivor is not listed"]
    killed = MutantResult(replace(mutant, number=2), Verdict(step="play", mutant=2, state="killed"))
    both = Score([*score.results, killed])
    bounds = Bounds(score=50, score_but_harmless=99)
    harmless = MutationBudget(mutants=1, examples=1, bounds=bounds, known=[known.model_copy(update={"harmless": True})])
    assert harmless.complaints(both) == []
    assert (both.per_cent, harmless.but_harmless(both).per_cent) == (50, 100)
    asked = "50.0 % of the mutants are killed, and it should be 99 % without the harmless ones"
    assert harmless.model_copy(update={"known": [known]}).complaints(both) == [asked]
    assert (
        MutationBudget(board="size=8", mutants=1, examples=1, known=[known.model_copy(update={"wire": "b[0]"})]).why(
            mutant
        )
        == ""
    )
    source.write_text("one\ntwo and more;\n")
    assert budget.why(mutant) == ""


#: The score that is asked for, in per cent, by the kind of mutants.
LEAST = {"gates": 99, "source": 98}


@pytest.mark.parametrize("path", sorted((REPO / "ci").glob("mutation*.toml")), ids=lambda path: path.stem)
def test_the_repository_holds_itself_to_bounds(path):
    held = load_budget(path)
    blocks = REPO / "examples" / "blocks"
    is_of_a_block = {known.part for known in held.known} <= {file.stem for file in blocks.glob("*.v")}
    assert held.mutants >= (200 if is_of_a_block else 300)
    assert max(held.bounds.score, held.bounds.score_but_harmless) >= LEAST[held.kind]
    designs = blocks if is_of_a_block else REPO / "rtl"
    rtl = [file for kind in ("v", "vh") for file in designs.rglob(f"*.{kind}")]
    assert {part for group in held.groups.values() for part in group} <= {file.stem for file in rtl}
    assert held.known
    for known in held.known:
        lines = (line.strip() for file in rtl if file.stem == known.part for line in file.read_text().splitlines())
        assert known.source in lines, known


def test_request_right_after_an_answer_is_not_a_race(tmp_path):
    """In a netlist the design may look at the request port after the session has done its part of the same edge."""
    few = ("--mutants", 1, "--examples", 5, "--jobs", 1)
    code, _, complaints = run("mutate", "evening-engine", *few, "--out", tmp_path)
    assert code in (0, 1), complaints
