"""The order of suspects: the cone of a signal, the games in which a statement ran, and changes that were tried."""

import pytest
from cosim.engines import ROOT
from loopline.contract import game as games
from loopline.contract.designs import bundled
from loopline.design.dut import load
from loopline.why.changes import candidates, written
from loopline.why.job import SELECT, Tried
from loopline.why.spectra import Point, Spectra, Spectrum
from loopline.why.statements import Design
from loopline.why.suspects import rank, suspects


@pytest.fixture(scope="module")
def design():
    dut = load(ROOT / "rtl" / "trax" / "engine.toml")
    return Design(dut, games.scripts(dut).streams)


def point(design, text):
    """The counter of the block in that line of the score."""
    file = next(file for file in design.read.files if file.name == "trax_score.v")
    line = next(n for n, one in enumerate(file.read_text().splitlines(), 1) if text in one)
    return Point(str(file), line, 1, "", frozenset([line]))


def test_a_field_of_the_state_leads_to_its_register(design):
    cone = design.cone("vp_state.winner")
    assert [name for name, distance in cone.items() if distance == 0] == ["trax_engine.score.winner_q"]
    assert cone["trax_engine.score.wins_q"] == 1
    assert len(design.cone("no such signal")) >= len(cone)


def test_what_ran_in_failing_games_only_comes_first(design):
    right, wrong = point(design, "foul && fouls_lose"), point(design, "turn_ends && wins_q != 0) winner_q")
    ran = [Spectrum(True, frozenset([0, 1])), *[Spectrum(False, frozenset([0]))] * 3]
    spectra = Spectra([right, wrong], ran)
    assert Spectra.of(spectra.text()) == spectra
    first, *_ = suspects(design, rank(design, spectra, "vp_state.winner"), spectra, {})
    assert (first.line, first.reason) == (wrong.line, "run in 1 of 1 failing and 0 of 3 passing games")


def test_what_never_ran_before_the_failure_is_no_suspect(design):
    dead = point(design, "turn_ends && wins_q != 0) winner_q")
    spectra = Spectra([dead], [Spectrum(True, frozenset()), Spectrum(False, frozenset([0]))])
    assert dead.line not in [
        one.statement.place.first
        for one in rank(design, spectra, "vp_state.winner")
        if one.statement.place.file.name == "trax_score.v"
    ]


def test_a_change_that_mends_comes_before_all(design):
    spectra = Spectra([], [Spectrum(True, frozenset()), Spectrum(False, frozenset())])
    ranked = rank(design, spectra, "vp_state.winner")
    last = ranked[-1].statement.place
    first, *_ = suspects(design, ranked, spectra, {last: Tried(2, 3)})
    assert first.line == last.first
    assert first.reason.endswith("; with a change here the failing game agrees, and 2 of 3 others")


def test_all_changes_are_in_one_text(design, tmp_path):
    dut = load(ROOT / "rtl" / "trax" / "engine.toml")
    spectra = Spectra([], [Spectrum(True, frozenset())])
    chosen = candidates(design, [one.statement for one in rank(design, spectra, "vp_state.winner")])[:40]
    text = "".join(file.read_text() for file in written(design, dut, chosen, tmp_path).files)
    assert all(
        f".dut.{SELECT} == {number} ? " in text or f".dut.{SELECT} == {number})" in text for number in range(1, 41)
    )
    assert text.count(f"reg [15:0] {SELECT} ") == 1


@pytest.mark.parametrize("one", bundled(), ids=lambda one: one.name)
def test_every_bundled_design_is_read(one):
    dut = load(one.path)
    design = Design(dut, games.scripts(dut).streams)
    assert len(design.cone("tx" if dut.contract == "player" else "vp_valid")) > 100
