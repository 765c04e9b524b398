"""The order of suspects, and what the gates of a design can make of it."""

import asyncio
from types import SimpleNamespace

import pytest
from cosim.engines import ROOT
from loopline.contract.designs import bundled
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.errors import BadInput
from loopline.trial.engine import EngineHardware
from loopline.why import ACTIVE, CHANGE, ChangeResult, change
from loopline.why.candidates import candidates
from loopline.why.evidence import FlipEvidence, evidence, suspects, without_reset
from loopline.why.sites import sites, written
from loopline.why.statements import Design, within
from loopline.why.trying import ChangeRunner, FlipRunner, _AgreeingChange, neighbours
from loopline.why.warnings import CompilerWarning
from why.small import SMALL, described


@pytest.fixture(scope="module")
def design():
    dut = load(ROOT / "rtl" / "trax" / "engine.toml")
    return Design(dut, Subject.of(dut).scripts.streams)


@pytest.fixture(scope="module")
def near(design):
    return sorted(within(design.statements, design.cone("vp_state.winner")), key=lambda one: one[1])


def test_a_field_of_the_state_leads_to_its_register(design):
    cone = design.cone("vp_state.winner")
    assert [name for name, distance in cone.items() if distance == 0] == ["trax_engine.score.winner_q"]
    assert cone["trax_engine.score.wins_q"] == 1
    assert len(design.cone("no such signal")) >= len(cone)


def test_a_register_between_takes_a_cycle(design):
    depths = design.depths(["trax_engine.score.winner_q"])
    assert depths["trax_engine.score.winner_q"] == 0
    assert depths["trax_engine.score.wins_q"] == 1
    assert {*depths} == {*design.cone("vp_state.winner")}


@pytest.mark.parametrize(
    ("width", "difference", "masks"), [(1, 9, [1]), (2, 0, [1, 2, 3]), (4, 9, [9]), (4, 16, []), (4, 0, [])]
)
def test_gate_is_inverted_in_a_single_cycle(width, difference, masks):
    """Any bits of a short value; of a longer one those in which the wrong signal is wrong, if it has them."""
    flipping = object.__new__(FlipRunner)
    flipping._difference, flipping._wrong, flipping._copies = difference, 3, None
    words = [change(7, mask=mask, at=at) for at in (2, 1) for mask in masks]
    assert [*flipping._single([(7, width, 1)])] == [(7, word) for word in words]


class Deciding(ChangeRunner):
    """A game is the number of the first change that agrees with it."""

    def __init__(self):
        self.told = []

    def _over(self, share=1.0):
        return False

    async def _agrees(self, word, plan):
        return word >= plan

    def _tell(self, number, agreed, games):
        self.told.append((number, agreed, games))


def test_the_game_that_a_change_fails_comes_first_for_the_next_one():
    trying, plans = Deciding(), [0, 0]
    first, second, third = (_AgreeingChange(number, number) for number in (1, 2, 3))
    assert [asyncio.run(trying._agrees_with(one, plans)) for one in (first, second, third)] == [True] * 3
    plans += [0, 3]
    assert not asyncio.run(trying._agrees_with(first, plans))
    assert not asyncio.run(trying._agrees_with(second, plans))
    assert asyncio.run(trying._agrees_with(third, plans))
    assert [(one.number, one.games) for one in (first, second, third)] == [(1, 3), (2, 3), (3, 4)]
    assert trying.told[6:] == [(1, 2, 3), (2, 2, 3), (3, 3, 3), (3, 4, 4)]


def test_another_game_may_take_longer_than_the_failing_one():
    trying, waited = Deciding(), []
    trying._hardware, trying._patience = object.__new__(EngineHardware), (10, 100)

    async def agrees(word, plan):
        waited.append(trying._hardware.patience)
        return True

    trying._agrees = agrees
    assert asyncio.run(trying._agrees_with(_AgreeingChange(1, 1), [0, 0]))
    assert waited == [100, 100]


def test_more_games_that_agree_are_more_than_a_share():
    ranked = [ChangeResult(0, 1), ChangeResult(1, 2), ChangeResult(9, 9), ChangeResult(99, 100), ChangeResult(200, 200)]
    assert sorted(ranked, key=lambda one: one.weight) == ranked
    assert ChangeResult(99, 100).weight > ChangeResult(9, 9).weight


def test_change_that_delays_the_failure_most_comes_first(design, near):
    gates = sites(design, [one for one, _ in near], rich=False).gates
    first = {design.line_at(one.file, one.start): one for one in gates if one.file.name == "trax_score.v"}
    moved, once, always, weak, strong = list(first.values())[:5]
    flipped = {
        moved.number: FlipEvidence(False, False),
        once.number: FlipEvidence(False, True),
        always.number: FlipEvidence(True, True),
        weak.number: FlipEvidence(False, False),
        strong.number: FlipEvidence(False, False),
    }
    tried = [(weak.file, weak.start, ChangeResult(2, 4)), (strong.file, strong.start, ChangeResult(4, 4))]
    found = evidence(design, gates, flipped, tried, {id(one): distance for one, distance in near})
    lines = [suspect.line for suspect in suspects(design, found)]
    assert lines == [design.line_at(gate.file, gate.start) for gate in (strong, weak, always, once)]
    reasons = [one.reason for one in suspects(design, found)]
    assert "4 of 4 others" in reasons[0]
    assert "inverting a condition" in reasons[2]
    assert "for one cycle" in reasons[3]


def test_a_line_that_only_influences_the_failure_is_no_suspect_unless_it_is_warned_of(design, near):
    gate = next(gate for gate in sites(design, [one for one, _ in near], rich=False).gates if gate.width == 1)
    distance = {id(one): far for one, far in near}
    found = evidence(design, [gate], {gate.number: FlipEvidence(False, False)}, [], distance)
    assert not suspects(design, found)
    tried = [[(gate.file, gate.start, ChangeResult(agreed, 2))] for agreed in (0, 1, 2)]
    found = [evidence(design, [gate], {}, results, distance) for results in tried]
    assert [len(suspects(design, lines)) for lines in found] == [
        0,
        0,
        1,
    ]  # all others may break, but for one that asks nothing
    [suspect] = suspects(design, evidence(design, [gate], {gate.number: FlipEvidence(True, True)}, tried[0], distance))
    assert suspect.reason == "inverting a condition here makes the failing game pass"
    line = design.line_at(gate.file, gate.start)
    warned = [
        CompilerWarning("LATCH", gate.file, line, "a latch"),
        CompilerWarning("LATCH", gate.file, line + 1, "another"),
    ]
    found = evidence(design, [gate], {gate.number: FlipEvidence(False, False)}, [], distance, warned)
    [suspect] = suspects(design, found)
    assert suspect.line == line
    assert suspect.reason == "this line influences the failure; Verilator warns: LATCH: a latch"


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A design with an unsized literal, labels, and a register that nothing resets; and its adapter."""
    return described(tmp_path_factory.mktemp("small"), "heap_of_a_small_one")


def small_design(description):
    dut = load(description)
    return Design(dut, Subject.of(dut).scripts.streams)


def test_unsized_literals_and_labels_are_places(small):
    design = small_design(small)
    gates = sites(design, design.statements).gates
    places = {(design.read.source.text(gate.file)[gate.start : gate.end], gate.width) for gate in gates}
    assert ("1", 2) in places
    assert ("2'd1", 2) in places


def test_unreset_register_is_suspected_of_an_x(small):
    design = small_design(small)
    [suspect] = without_reset(design, design.cone("resp_left"))
    assert "kept <= 1" in suspect.text
    assert "gives kept a value" in suspect.reason
    assert not without_reset(design, design.cone("resp_reason"))


#: The line that resets it, and what is in front of the module's last line.
RESET_OTHERWISE = {
    "by another signal": ("if (clear) kept <= 0;", "wire clear = rst || req_op == 2'd3;"),
    "by a signal that is low": ("if (!go) kept <= 0; else kept <= kept;", "wire go = ~rst & req_valid;"),
    "in the other branch": ("if (go) kept <= req_op; else kept <= 0;", "wire go = !(rst == 1'b1);"),
    "by a register": ("if (held) kept <= 0;", "reg held; always @(posedge clk) held <= rst;"),
    "in its value": ("kept <= clear ? 2'd0 : req_op;", "wire clear = rst | resp_valid;"),
    "by what comes next": (
        "kept <= next;",
        "wire clear = rst || resp_valid; reg [1:0] next; always @* begin next = kept; if (clear) next = 0; end",
    ),
}
NOT_RESET = {
    "by what is not known in a reset": ("if (clear) kept <= 0;", "wire clear = rst ^ resp_valid;"),
    "in the branch that a reset does not take": (
        "if (clear) begun <= 0; else kept <= 0;",
        "wire clear = rst || resp_valid;",
    ),
    "by a register that a condition sets": (
        "if (held) kept <= 0;",
        "reg held; always @(posedge clk) if (resp_valid) held <= rst;",
    ),
}


@pytest.mark.parametrize(
    ("line", "more", "named"),
    [*((*one, 0) for one in RESET_OTHERWISE.values()), *((*one, 1) for one in NOT_RESET.values())],
    ids=[*RESET_OTHERWISE, *NOT_RESET],
)
def test_register_reset_by_another_signal_counts_as_reset(line, more, named, small, tmp_path):
    text = SMALL.replace("    always @(posedge clk) begin", f"    {more}\n    always @(posedge clk) begin")
    text = text.replace("        resp_valid <= req_valid;", f"        resp_valid <= req_valid;\n        {line}")
    (tmp_path / "small.v").write_text(text)
    dut = load(small).model_copy(update={"sources": [str(tmp_path / "small.v")]})
    design = Design(dut, Subject.of(dut).scripts.streams)
    found = {suspect.reason.split()[8] for suspect in without_reset(design, design.cone("resp_left"))}
    assert ("kept" in found) is bool(named), found


@pytest.mark.parametrize("rich", [False, True])
def test_every_gate_and_change_is_in_the_text(rich, design, near, tmp_path):
    found = sites(design, [one for one, _ in near[:12]], rich=rich)
    text = "".join(
        file.read_text()
        for file in written(design, load(ROOT / "rtl" / "trax" / "engine.toml"), found, tmp_path, rich).files
    )
    assert all(f".dut.{ACTIVE} == 16'd{number} " in text for number in range(1, len(found.gates) + 1))
    assert all(
        f".dut.{ACTIVE} == 16'd{len(found.gates) + number} ?" in text
        or f".dut.{ACTIVE} == 16'd{len(found.gates) + number})" in text
        for number in range(1, len(found.changes) + 1)
    )
    assert bool(found.changes) is rich
    assert text.count(f"reg [127:0] {CHANGE};") == 1


def test_an_assignment_is_tried_in_each_branch_that_has_none(small):
    design = small_design(small)
    found = sites(design, design.statements)
    made = {tried.change.after for tried in candidates(design, found, found.gates)}
    assert "begin begun <= 2'd0; kept <= 1; end" in made
    assert "begin kept <= {2{1'b1}}; begun <= 2'd2; end" in made
    assert "begin kept <= req_op;\n            resp_valid <= 1'b0;\n            state <= 2'd0;\n        end" in made


@pytest.mark.parametrize(
    ("loop", "bounds"),
    [
        ("integer n; ... for (n = 0; n < 2; n = n + 1) kept[n] <= 0;", ["-1", "1", "1", "3"]),
        ("... for (int n = FIRST; n <= 1; n = n + 1) kept[n] <= 0;", ["0", "2", "FIRST +1", "FIRST -1"]),
        ("reg [1:0] n; ... for (n = 0; n < 2; n = n + 1) kept[n] <= 0;", []),  # it may never end
        (
            "reg [1:0] s; integer m; always @* begin s = 0; for (m = 0; m < 2; m = m + 1) s[m] = kept[m]; end ...",
            ["-1", "1", "1", "3"],
        ),
    ],
)
def test_a_loop_is_tried_with_a_step_more_or_less(loop, bounds, small, tmp_path):
    declared, _, loop = loop.partition("...")
    text = SMALL.replace(
        "    always @(posedge clk) begin", f"    parameter FIRST = 0; {declared} always @(posedge clk) begin"
    )
    text = text.replace("        if (rst) begin", f"        if (rst) begin {loop}")
    (tmp_path / "small.sv").write_text(text)
    dut = load(small).model_copy(update={"sources": [str(tmp_path / "small.sv")]})
    design = Design(dut, Subject.of(dut).scripts.streams)
    found = sites(design, design.statements)
    tried = [candidate.change for candidate in candidates(design, found, found.gates)]
    loops = [change for change in tried if change.edits[0].text.startswith("for (")]
    assert sorted(change.after for change in loops) == bounds
    assert len({design.with_change(change) for change in loops} - {text}) == len(bounds)
    # Outside of a loop its variable means nothing.
    assert not any("begin kept[n] <= " in change.after for change in tried)


@pytest.mark.parametrize("one", bundled(), ids=lambda one: one.name)
def test_every_bundled_design_is_read(one):
    dut = load(one.path)
    design = Design(dut, Subject.of(dut).scripts.streams)
    assert len(design.cone("tx" if dut.contract == "player" else "vp_valid")) > 100


@pytest.mark.parametrize(
    "text",
    [
        "1'b1",
        "!(turn_ends && wins_q != 0)",
        "(turn_ends && wins_q != 0) && foul",
        "(turn_ends && wins_q != 0) || !foul",
        "foul",
        "wins_q == 0",
        "turn_ends || (wins_q[0])",
        "wins_q + 6'd1",
        "clear ? wins_q : 6'd0",
    ],
)
def test_each_kind_of_change_is_tried(text, design, every_change):
    assert text in every_change


@pytest.fixture(scope="module")
def every_change(design, near):
    found = sites(design, [one for one, _ in near if one.place.file.name == "trax_score.v"])
    return {one.change.after for one in candidates(design, found, [one for one in found.gates if one.width == 1])}


def test_a_failing_game_is_not_its_own_witness(design):
    """Neither as a beginning of itself, nor from the deck; and no other game is played twice."""
    game = Subject.of(load(ROOT / "rtl" / "trax" / "engine.toml")).scripts
    failing = game.read(["@0/", "A0+", "B1+"])
    deck = [("", text, "") for text in ("@0/ A0+ B1+", "@0+", "@0+", "@0/ @1/")]
    every = [(game.write(script), delays) for script, delays in neighbours(game, failing, b"", deck)]
    assert ("@0+", b"") in every
    assert (game.write(failing), b"") not in every
    assert len(every) == len(set(every))


class Inverting(FlipRunner):
    """The second gate ends the simulator. No other game fails."""

    another = None

    def __init__(self):
        self.told, self._copies, self._wrong, self._difference, self._tried = [], None, 1, 0, 0

    async def _begin(self, job):
        return True

    def _over(self, share=1.0):
        return False

    def _note(self, number):
        if number == 2:
            raise SystemExit

    async def _mends(self, word):
        return True

    async def _another(self, job):
        return self.another

    def _report(self, outcome):
        self.told.append((outcome.number, getattr(outcome, "always", None)))


def test_a_gate_that_ends_the_simulator_leaves_those_before_it():
    inverting = Inverting()
    with pytest.raises(SystemExit):
        asyncio.run(inverting.do(SimpleNamespace(tries=[(1, 1, 0), (2, 1, 0), (3, 1, 0)])))
    assert inverting.told == [(1, True)]


class InvertingInVain(Inverting):
    """With the failing game no gate shows; with another one that fails, the first does."""

    another = (None, "the record")

    def _note(self, number):
        pass

    async def _mends(self, word):
        return False

    async def _agrees(self, word, plan):
        return False

    def _differs(self):
        return False

    async def _moves(self, word, plan, text):
        return word == change(1, mask=1)


def test_a_gate_is_acquitted_by_two_games_only():
    """With one of them an inversion may give the same wrong answer in the same cycle."""
    inverting = InvertingInVain()
    asyncio.run(inverting.do(SimpleNamespace(tries=[(1, 1, 5), (2, 1, 5)])))
    assert (1, False) in inverting.told
    assert (2, False) not in inverting.told


def test_an_adapter_is_never_suspect(small):
    design = small_design(small)
    file = small.resolve().with_name("small.v")
    cone = design.cone("resp_left")
    assert [*within(design.statements, cone)]
    assert not [*within(design.statements, cone, {file})]
    assert not without_reset(design, cone, {file})


def test_an_adapter_is_among_the_sources(small):
    text = small.read_text()
    small.write_text('adapter = ["small.v"]\n' + text)
    assert [file.name for file in load(small).adapter_files] == ["small.v"]
    small.write_text('adapter = ["heap.v"]\n' + text)
    with pytest.raises(BadInput, match=r"heap.toml:1: adapter: .*heap.v is not among the sources: add it to sources"):
        load(small)
    small.write_text(text)
