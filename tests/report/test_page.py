"""What is in OUT/report.html, and in what its steps are made of."""

import json
import re
from dataclasses import replace

import pytest
from cosim.engines import ROOT
from goldenrules.globe import POINT
from goldenrules.globe.svg import place_of
from loopline.campaign import Campaign
from loopline.campaign.findings import Diagnosis, Suspect, finding_of
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.contract.steps import UNREAD
from loopline.design.dut import load
from loopline.report import page
from loopline.simulation.job import Outcome, Trace, Waveform
from report.pages import (
    BLOCKS,
    EVIL,
    GAMES,
    ICARUS,
    campaign_of,
    conversation,
    mismatch,
    renamed,
    steps,
    watched,
    write,
)

#: What makes a browser load something.
LOADS = re.compile(r"""(?:src|href|action|data)\s*=\s*["'](?!data:|#)|url\(|@import|https?://(?!www\.w3\.org/)""")


def data(text):
    """The steps of each game."""
    return json.loads(re.search(r'id="steps">(.*?)</script>', text, re.DOTALL)[1])


def shown_in(text):
    """The steps of the only one."""
    (shown,) = data(text)
    return shown


@pytest.mark.parametrize("name", GAMES)
def test_a_mismatch_of_any_game_is_shown_step_by_step(name, tmp_path):
    campaign = campaign_of(name, tmp_path)
    outcome = mismatch(campaign, name)
    text = write(campaign, outcome)
    assert not LOADS.findall(text)
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]
    shown = shown_in(text)
    assert len(shown) == len(steps(campaign, outcome)) >= 2
    *before, last = shown
    assert all(len(step["pictures"]) == 1 and step["says"] == "" for step in before)
    model, hardware = last["pictures"]
    assert model["text"] != hardware["text"]
    if name in ("trax", "evening", "globe"):
        assert model["svg"].startswith("<svg")
        assert model["svg"] != hardware["svg"]
    assert last["says"].startswith(("First wrong cell", "First difference"))
    for said in ("4,136", "vp_state.winner", "2, Red", "1, White", "loopline replay", "seed 7"):
        assert said in text


def test_the_globe_marks_the_point_that_differs(tmp_path):
    campaign = campaign_of("globe", tmp_path)
    outcome = mismatch(campaign, "globe")
    *_, last = steps(campaign, outcome)
    x, y = place_of(POINT["W3"])  # the lowest piece of South is not there
    assert re.findall(r'<rect x="([-0-9.]+)" y="([-0-9.]+)" [^>]*fill="none"', last.hardware.svg) == [
        (f"{x - 23:g}", f"{y - 23:g}"),
        ("-19", "-19"),  # in the legend
    ]
    assert "6 against 5" in last.hardware.svg
    assert "differs" in last.hardware.svg
    assert "differs" not in last.model.svg


def test_a_page_of_a_run_that_goes_on_says_so(tmp_path):
    campaign = campaign_of("trax", tmp_path)
    campaign.findings.append(finding_of(ICARUS, mismatch(campaign, "trax")))
    written = page.write([page.PlayedCampaign(campaign, ["loopline"])], tmp_path, running=True)
    assert "<p>This run has not finished. Until now: 0 of 1 agree, 1 disagree" in written.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_board_that_could_not_be_read_is_not_shown(name, tmp_path):
    campaign = campaign_of(name, tmp_path)
    whole = mismatch(campaign, name)
    outcome = whole.model_copy(update={"board": whole.board[: whole.request + 1]})  # none of its cells
    *_, last = steps(campaign, outcome)
    assert last.hardware == UNREAD
    *_, (model, hardware) = [step["pictures"] for step in shown_in(write(campaign, outcome))]
    assert model["text"] == last.model.text
    assert hardware == {"svg": "", "text": UNREAD.text}


@pytest.mark.parametrize("name", GAMES)
def test_boards_that_are_the_same_are_shown_once(name, tmp_path):
    campaign = campaign_of(name, tmp_path)
    outcome = mismatch(campaign, name, board=mismatch(campaign, name, right=True).board)
    *_, last = steps(campaign, outcome)
    assert last.hardware is None
    assert last.says.endswith(" are the same.")


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_answer_stands_beside_the_right_one(name, tmp_path):
    campaign = campaign_of(name, tmp_path)
    outcome = mismatch(campaign, name)
    outcome.board[0][1][0] ^= 1
    first, *_ = steps(campaign, outcome)
    assert [value.found != value.expected for value in first.answer] == [True] + [False] * (len(first.answer) - 1)


@pytest.mark.parametrize("name", GAMES)
def test_the_events_of_a_step_are_told(name, tmp_path):
    """In the words of the game, with their cycles, and with the board between them if the game can say it."""
    campaign = campaign_of(name, tmp_path)
    outcome = mismatch(campaign, name, waveform=watched(campaign, name))
    shown = steps(campaign, outcome)
    plain = steps(campaign, outcome.model_copy(update={"waveform": None}))
    assert [one._replace(moments=[], cycle=None) for one in shown] == [one._replace(cycle=None) for one in plain]
    assert shown[-1].cycle == outcome.cycle
    for number, step in enumerate(shown):
        events = outcome.waveform.requests[number].events
        assert [moment.cycle for moment in step.moments] == [cycle for cycle, _ in events]
        assert all(moment.says for moment in step.moments)
        assert step is shown[-1] or step.cycle == events[-1][0]
        boards = [moment.picture.text for moment in step.moments if moment.picture]
        between = len(events) - 1
        assert len(boards) == {"trax": len(events), "globe": between, "tsolitaire": between}.get(name, 0)


#: Scripts whose last request has events that change the board one after the other.
CAPTURE = (
    "E1-E4 S1-C3 N4-E1 E3-E2 E4-E3 S2-S1 W1-W4 C3-C2 W4-W1 C2-C1 N1-N4 C1-C2 W1-W2 C2-C5 W2-W1 C5-C4 N3-N1 S3-S2 N1-N3"
    " C4-C3 N2-N1 W3-W4 E1-E4 E2-E1 N3-C1 W4-W2 E3-E2"
)
TWO_STONES = "6B15L 5A31T 5B8B"


def within(name, script, tmp_path):
    """The last step of a failing game, with its events."""
    campaign = campaign_of(name, tmp_path)
    waveform, last = watched(campaign, name, script), len(campaign.plan.game.read(script.split()).steps) - 1
    return steps(campaign, mismatch(campaign, name, script=script, waveform=waveform, request=last))[-1]


def changed(before, after):
    """The elements of two pictures of the same size that differ."""
    both = [picture.svg.replace("><", ">\n<").splitlines() for picture in (before, after)]
    return [one for one in zip(*both, strict=True) if one[0] != one[1]]


def test_the_board_shows_a_piece_until_it_is_captured(tmp_path):
    step = within("globe", CAPTURE, tmp_path)
    assert [moment.says for moment in step.moments] == ["step E2 E3", "capture E1", "end of turn"]
    moved, captured, end = (moment.picture for moment in step.moments)
    assert moved.svg.count('r="19"') == captured.svg.count('r="19"') + 1
    assert "27 plies · 6 against 6" in moved.svg
    assert "27 plies · 6 against 5" in captured.svg
    assert end is None


def test_the_board_shows_each_stone_that_a_tile_moves(tmp_path):
    step = within("tsolitaire", TWO_STONES, tmp_path)
    rests = ["stone 5 rests at 6A/3", "stone 6 rests at 5C/7"]
    assert [moment.says for moment in step.moments if "rests" in moment.says] == rests
    boards = [moment.picture for moment in step.moments]
    assert boards.pop() is None
    for moment, before, after in zip(step.moments[1:], boards, boards[1:], strict=False):
        circle_and_number = 2 if moment.says in rests else 0
        assert len(changed(before, after)) == circle_and_number


def test_the_board_shows_each_tile_after_its_event(tmp_path):
    campaign = campaign_of("trax", tmp_path)
    script = "@0/ B1\\ B2/"
    outcome = mismatch(campaign, "trax", script=script, board=[], waveform=watched(campaign, "trax", script))
    _, before, last = steps(campaign, outcome)
    assert [moment.says.split(" ")[0] for moment in last.moments] == ["chosen", "forced", "end"]
    chosen, forced, end = (moment.picture.text for moment in last.moments)
    assert len({before.model.text, chosen, forced, end}) == 4
    assert end == last.model.text


def test_an_event_that_the_model_does_not_expect_is_the_last_one_told(tmp_path):
    campaign = campaign_of("trax", tmp_path)
    waveform = watched(campaign, "trax")
    events = waveform.requests[2].events
    events.insert(1, (302, [6, 0, 0, 0, 0]))
    *_, last = steps(campaign, mismatch(campaign, "trax", waveform=waveform))
    assert [(moment.cycle, bool(moment.picture)) for moment in last.moments] == [(301, True), (302, False)]
    assert last.moments[-1].says.startswith("refused")
    assert last.model.text == steps(campaign, mismatch(campaign, "trax"))[-1].model.text


@pytest.mark.parametrize("name", GAMES)
def test_the_reading_of_the_board_is_a_step_if_it_fails(name, tmp_path):
    campaign = campaign_of(name, tmp_path)
    outcome = mismatch(campaign, name)
    outcome = outcome.model_copy(update={"request": outcome.request + 1})
    assert steps(campaign, outcome)[-1].word == "(reading the board back)"


@pytest.mark.parametrize("name", [*GAMES, *BLOCKS])
def test_a_replayed_game_that_agrees_is_shown_step_by_step(name, tmp_path):
    campaign = campaign_of(name, tmp_path)
    script = mismatch(campaign, name).script
    text = write(campaign, Outcome(name="saved", state="agrees", script=script), Outcome(name="games", state="agrees"))
    assert "2 of 2 agree" in text
    assert not LOADS.findall(text)
    assert text.count('class="game"') == 1
    assert 'class="failure"' not in text
    shown = shown_in(text)
    wanted = steps(campaign, Outcome(name="saved", script=script))
    assert [step["word"] for step in shown] == [step.word for step in wanted]
    assert [len(step["pictures"]) for step in shown] == [int(name != "divider")] * len(wanted)
    assert all(found is None for step in shown for _, _, found in step["answer"])


def test_of_many_games_that_agree_the_first_are_shown(tmp_path):
    campaign = campaign_of("trax", tmp_path)
    outcomes = [Outcome(name=f"number {n}", state="agrees", script="@0/") for n in range(20)]
    text = write(campaign, *outcomes, mismatch(campaign, "trax"))
    assert re.findall(r'<h2 id="game-\d+">(.*?)</h2>', text) == [f"number {n}" for n in range(12)]
    assert [len(one) for one in data(text)] == [3, *[1] * 12]


@pytest.mark.parametrize(("state", "tone"), [("agrees", "good"), ("mismatch", "bad"), ("died", "bad"), ("not run", "")])
def test_a_row_is_coloured_as_on_the_terminal(state, tone, tmp_path):
    """What was not played is no failure."""
    campaign = campaign_of("trax", tmp_path)
    outcome = mismatch(campaign, "trax") if state == "mismatch" else Outcome(name="games", state=state)
    assert f'<tr class="{tone}"><td>games</td>' in write(campaign, outcome)


def test_alike_failures_are_one(tmp_path):
    campaign = campaign_of("trax", tmp_path)
    outcomes = [mismatch(campaign, "trax", name=name) for name in ("deck", "games")]
    outcomes.append(mismatch(campaign, "trax", name="wins", script="@0+", same_as="deck"))
    other = mismatch(campaign, "trax", name="traps", signal="resp_reason")
    text = write(campaign, *outcomes, other)
    assert text.count('class="failure"') == 2
    assert "Also fails in 2 other runs" in text
    assert "<dd>games (icarus), wins (icarus)</dd>" in text
    assert "found by deck and 2 others" in text
    (index,) = re.findall(r'<nav class="index".*?</nav>', text, re.DOTALL)
    assert re.findall(r'href="#([^"]+)"', index) == ["failure-1", "failure-2"]


def test_each_property_that_failed_alike_is_named_once(tmp_path):
    """With all simulators that found it. Each failure has its command."""
    campaign = campaign_of("trax", tmp_path)
    names = ("deck", "games", "wins")
    write(campaign, *(mismatch(campaign, "trax", name=name) for name in (*names, *names, "wins")))
    for finding in campaign.findings[3:6]:
        campaign.put(finding, replace(finding, simulator=replace(ICARUS, name="verilator")))
    text = page.write([page.PlayedCampaign(campaign, ["loopline", "verify"])], tmp_path).read_text()
    assert "Also fails in 6 other runs" in text
    assert "found by deck and 2 others" in text
    assert 'class="index"' not in text
    (said,) = re.findall(r"<dd>(.*?)</dd>", re.search(r'<details class="alike">.*?</details>', text, re.DOTALL)[0])
    assert said == "games (icarus and verilator), wins (icarus and verilator), deck (verilator)"
    (commands,) = re.findall(r"</dl>\n<pre>(.*?)</pre></details>", text, re.DOTALL)
    assert commands.count("loopline replay") == 6


def test_everything_from_outside_is_escaped(tmp_path):
    campaign = campaign_of("trax", tmp_path)
    renamed(campaign, EVIL)
    evil = dict.fromkeys(("name", "signal", "expected", "found", "says"), EVIL)
    text = write(campaign, mismatch(campaign, "trax", **evil))
    assert text.count("<script") == text.count("</script>") == 2
    assert EVIL not in text


def test_only_boards_that_there_is_room_for_are_drawn(tmp_path, monkeypatch):
    """A long game has many, each with all of its tiles."""
    campaign, drawn = campaign_of("trax", tmp_path), []
    script = " ".join(["@0/", "undo"] * 60)
    outcome = mismatch(campaign, "trax", script=script, request=119, waveform=watched(campaign, "trax", script))
    monkeypatch.setattr(
        "loopline.games.trax.report.svg", lambda *words: drawn.append(words) or "<svg/>" + 200_000 * " "
    )
    shown = shown_in(write(campaign, outcome))
    assert len(shown) == 120
    assert shown[-1]["pictures"]
    assert 2 <= len(drawn) <= 4


def test_the_line_below_the_headline_says_where_and_by_what(tmp_path):
    campaign = campaign_of("trax", tmp_path)
    write(campaign, mismatch(campaign, "trax"))
    (finding,) = campaign.findings
    line = Suspect(file="rtl/trax/trax_score.v", line=73, text="a <= b;", reason="because")
    campaign.put(finding, replace(finding, why=Diagnosis(suspects=[line])))
    text = page.write([page.PlayedCampaign(campaign, ["loopline", "verify"])], tmp_path).read_text()
    assert "<p>after @1+, cycle 4,136 · found by games · trax_score.v:73</p>" in text
    assert "<li>rtl/<wbr>trax/<wbr>trax_score.v:73 <span" in text


def test_page_stays_below_two_megabytes(tmp_path):
    campaign = campaign_of("trax", tmp_path)
    long = campaign.plan.game.write(campaign.plan.game.read(["@0/", "undo"] * 3000))
    outcomes = [
        mismatch(campaign, "trax", name=f"property {number}", signal=f"s{number}", script=long, request=5999)
        for number in range(2)
    ]
    many = [mismatch(campaign, "trax", name=f"other {number}", signal=f"t{number}") for number in range(40)]
    write(campaign, *outcomes, *many)
    assert (tmp_path / "report.html").stat().st_size <= 1_900_000


def test_a_game_that_cannot_show_it_loses_no_failure(tmp_path, monkeypatch):
    campaign = campaign_of("reversi", tmp_path)
    outcome = mismatch(campaign, "reversi")
    monkeypatch.setattr(type(campaign.plan.game), "picture", lambda *_: 1 / 0)
    assert "There is no picture: " in write(campaign, outcome)


@pytest.mark.parametrize("state", ["died", "hung", "error"])
def test_untested_properties_are_on_the_page(state, tmp_path):
    campaign = campaign_of("trax", tmp_path)
    text = write(campaign, mismatch(campaign, "trax", state=state, error="it fell over", says=""))
    assert "it fell over" in text
    assert 'class="failure"' in text


def test_open_shows_it_only_if_asked(tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    page.open_page(tmp_path, False)
    assert not opened
    page.open_page(tmp_path, True)
    assert opened == [(tmp_path / "report.html").as_uri()]
    assert "--open: no browser found" in capsys.readouterr().err  # `append` returns nothing


def test_a_conversation_is_shown_line_by_line(tmp_path):
    campaign, outcome = campaign_of("player", tmp_path), conversation()
    text = write(campaign, outcome)
    shown = steps(campaign, outcome)
    assert [step.word for step in shown] == ["host: -W", "player: @0/", "host: A0+", "line: the line is busy"]
    assert [step.model.svg.count("<title>") for step in shown] == [1] * 4
    assert "player: @0/" in text


@pytest.mark.parametrize(
    ("answer", "expected", "tiles"),
    [("@0/", "@0+", [1, 1]), ("A7/", "@0+", [1, 0]), ("@0/", "a move", [1]), ("@0/", "@0/", [1])],
)
def test_the_models_move_stands_beside_the_players(answer, expected, tiles, tmp_path):
    """If it is known, and the player's is another; one that cannot be played leaves the board as it was."""
    campaign = campaign_of("player", tmp_path)
    wrong = {"transcript": ["> -W", f"< {answer}"], "expected": expected, "found": answer}
    text = write(campaign, conversation().model_copy(update=wrong))
    first, last = shown_in(text)
    assert len(first["pictures"]) == 1
    assert [picture["svg"].count("translate(50 50)") for picture in last["pictures"]] == tiles
    assert (expected in last["says"]) == (len(tiles) > 1)
    assert ("after this line" in text) == (len(tiles) == 1)


def test_signals_are_shown_around_the_first_wrong_cycle(tmp_path):
    traces = [
        Trace(name="req_valid", found=["0", "1", "1"]),
        Trace(name="vp_state.left", found=["3", "3", "5"], expected=["3", "4", "5"]),
        Trace(name="vp_state.mode", found=["2", "2", "2"]),
        Trace(name="vp_state.right", found=["3", "3", "4"], expected=["3", "3", "4"]),
        Trace(name="resp_<b>", found=["", "1, <i>", ""]),
    ]
    waveform = Waveform(cycles=[7, 8, 40, 41], wrong=1, traces=traces)
    campaign = campaign_of("trax", tmp_path)
    text = write(campaign, mismatch(campaign, "trax", waveform=waveform))
    table = re.search(r'<table class="wave">(.*?)</table>', text, re.DOTALL)[1]
    head, *lines = re.findall(r"<tr.*?</tr>", table)
    assert re.findall(r">([^<]+)</th>", head) == ["cycle", "7", "8–39", "40"]
    assert '<th data-from="8" scope="col" class="wrong">8–39' in head
    cells = [re.findall(r'colspan="(\d)" class="(.*?)".*?>(.*?)</td>', line) for line in lines]
    assert cells[0] == [("1", "low", "0"), ("2", "high", "1")]
    assert cells[1] == [("1", "value", "3"), ("1", "value wrong", "3"), ("1", "value", "5")]
    assert cells[2] == [("1", "value", "3"), ("1", "value", "4"), ("1", "value", "5")]
    assert cells[3] == [("2", "value", "3"), ("1", "value", "4")]  # as the model has it: no second row
    assert cells[4] == [("1", "", ""), ("1", "value", "1, &lt;i&gt;"), ("1", "", "")]
    assert "Constant here: vp_state.mode = 2" in text
    assert "<b>" not in text


def test_a_block_without_pictures_has_no_boards(tmp_path):
    campaign = Campaign(Plan(Subject.of(load(ROOT / "examples" / "blocks" / "divider.toml")), tmp_path, seed=7))
    wrong = Outcome(name="games", state="mismatch", script="divide:7,2", request=0, cycle=8, signal="resp_quotient")
    text = write(campaign, wrong)
    assert '<div class="boards" hidden>' in text
    assert shown_in(text)[0]["answer"][0][:2] == ["reason", "0, done"]
    campaign = campaign_of("trax", tmp_path)
    assert '<div class="boards">' in write(campaign, mismatch(campaign, "trax"))


def test_a_failure_that_led_to_another_is_shown_with_it(tmp_path):
    """Even if it was found first: it was not made small."""
    campaign = campaign_of("trax", tmp_path)
    large = mismatch(campaign, "trax", name="deck", same_as="games")
    large = large.model_copy(update={"script": f"{large.script} @2+"})
    text = write(campaign, large, mismatch(campaign, "trax"))
    assert len(re.findall(r'<h2 id="failure', text)) == 1
    assert "found by games and 1 other<" in text
    assert "<dd>deck (icarus)</dd>" in text
