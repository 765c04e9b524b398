"""The tables of measurements in README and docs are those of the result files, and no other figure stands there."""

import re

import evidence
import pytest

PAGES = {page: page.read_text(encoding="utf-8") for page in evidence.pages()}


def test_pages_have_the_tables_of_the_result_files():
    assert {page: evidence.written(page, text) for page, text in PAGES.items()} == PAGES, "run `make evidence`"


def test_every_result_file_is_in_a_page():
    used = {name for text in PAGES.values() for _, name, _ in evidence.BLOCK.findall(text)}
    assert used - {"headline"} == {file.stem for file in evidence.RESULTS.glob("*.json")}


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name == "evidence"], ids=lambda page: page.name)
def test_no_figure_is_typed_by_hand(page):
    typed = re.sub(r"^```.*?^```$", "", evidence.BLOCK.sub("", PAGES[page]), flags=re.M | re.S)
    assert re.findall(r"\d[\d.,]* (?:%|times|of \d+|per second)|20\d\d", typed) == []


def test_a_row_has_a_cell_for_each_column():
    for file in evidence.RESULTS.glob("*.json"):
        result = evidence.read(file.stem)
        assert {len(row) for row in result.rows} == {len(result.columns)}, file
        assert result.day.year > 2025


def test_of_gates_only_parts_with_a_survivor_have_a_row():
    parts = {"whole": {**_PART, "survived": 0}, "hole": _PART}
    result = evidence.kept({**_MUTATE, **_PART, "kind": "gates", "classes": {}, "parts": parts})
    assert [row[0] for row in result.rows] == ["hole", "all"]


def test_long_words_of_a_bug_are_cut_on_both_sides():
    says = f"Fits is at {'stone 0 T, ' * 30}; the model says at {'stone 1 T, ' * 30}"
    bug = {"bug": "x", "design": "d", "story": "s", "change": "- a", "says": says, "game": "g"}
    shown = " ".join(evidence._exhibit({**bug, "lines": [], "suspected": [], "fix": "", "boards": []}))
    assert "Fits is at stone 0 T" in shown
    assert "; the model says at stone 1 T" in shown
    assert len(shown) < 500


_SUMS = {"killed": 7, "equivalent": 1, "unobservable": 0, "survived": 2, "unjudged": 0, "open": 0}
_PART = {**_SUMS, "median": 3.0, "percentile_90": 1e3}
_MUTATE = {"command": "loopline mutate x", "kind": "source", **_SUMS, "median": 4.0, "percentile_90": None}
_BUILD = {"design": "x", "top": "x", "board": "16 × 16", "part": "P", "luts": 9, "registers": 3, "used": {}}


@pytest.mark.parametrize(
    ("document", "row"),
    [
        (
            {**_MUTATE, "parts": {}, "classes": {"off by one": {**_SUMS, "median": 3.0, "percentile_90": 1e3}}},
            ["off by one", 10, 7, 1, 0, 2, 3, 1000],
        ),
        (
            {"builds": [{**_BUILD, "mhz_by_seed": [61.26, 60.0], "seconds": {"turn": 1.88e-6}, "fits": True}]},
            ["16 × 16", "P", 9, 3, "60.0 – 61.3", "1.88 µs"],
        ),
        (
            {"figures": [{"name": "verified", "value": 8712.4, "unit": "turns/s", "aim": ""}]},
            ["verified", 8700, "turns/s"],
        ),
    ],
    ids=["mutate", "synth", "bench"],
)
def test_a_command_s_file_becomes_a_result(document, row, tmp_path, monkeypatch):
    result = evidence.kept(document)
    assert result.rows[0] == row
    monkeypatch.setattr(evidence, "RESULTS", tmp_path)
    (tmp_path / "x.json").write_text(evidence.text(result), encoding="utf-8")
    assert evidence.read("x") == result
