"""Pages of stored outcomes: no simulator is needed."""

from dataclasses import replace

from cosim.engines import ROOT
from loopline.campaign import Campaign, known
from loopline.campaign.findings import finding_of
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.design.simulators.icarus import Icarus
from loopline.games.trax.model import Engine
from loopline.report import page
from loopline.simulation.job import Outcome, ServedRequest, Waveform

ICARUS = Icarus("icarus", "11.0", "fst")
EVIL = "<script>alert(1)</script>"

#: Of each game a script, and the word of the answer that is wrong when the board is read.
GAMES = {
    "trax": ("rtl/trax/engine.toml", "@0/ A0+ @1+", "tile"),
    "globe": ("rtl/globe/engine.toml", "N3-C1 S3-S4", "board"),
    "evening": ("rtl/evening/engine.toml", "Wa1 Ba2", "stone"),
    "tsolitaire": ("rtl/tsolitaire/engine.toml", "1B13R", "content"),
    "reversi": ("examples/reversi/reversi.toml", "d3 c3", "disc"),
}

#: The same of blocks. The divider has no board, and its last answer is wrong.
BLOCKS = {
    "divider": ("examples/blocks/divider.toml", "divide:7,2 divide:9,4", "remainder"),
    "connect4": ("examples/connect4/connect4.toml", "play:2 play:3", "disc"),
}


#: A player has a conversation instead.
PLAYERS = {"player": ("rtl/trax/player/player.toml", ["> -W", "< @0/", "> A0+", "! the line is busy"])}


def renamed(campaign, name):
    """Give the design of a campaign another name."""
    dut = campaign.plan.dut.model_copy(update={"name": name})
    campaign.plan = replace(campaign.plan, subject=Subject.of(dut))


def campaign_of(name, out):
    return Campaign(Plan(Subject.of(load(ROOT / (GAMES | BLOCKS | PLAYERS)[name][0])), out, seed=7))


def conversation():
    """It has failed after its last line."""
    transcript = PLAYERS["player"][1]
    return Outcome(name="games", state="mismatch", script="-W A0+", cycle=9, signal="tx", transcript=transcript)


def mismatch(campaign, of, *, right=False, **more):
    """The last request of the game fails, and a cell is wrong afterwards, unless all are right."""
    _, words, field = (GAMES | BLOCKS)[of]
    game = campaign.plan.game
    script = game.read(words.split())
    answers = model_of(campaign, of).carry_out
    requests = game.requests(script)
    board = [(list(request), list(map(int, answers(request)))) for request in requests]
    at = game.streams.response.names.index(field)
    wrong = next(answer for _, answer in board[len(script.steps) :] or board[-1:] if answer[at])
    wrong[at] &= wrong[at] - (not right)
    outcome = Outcome(
        name="games",
        state="mismatch",
        script=game.write(script),
        board=board,
        cycle=4136,
        request=len(script.steps) - 1,
        signal="vp_state.winner",
        expected="2, Red",
        found="1, White",
        says="the state's winner is wrong",
        turns_left=2,
    )
    return outcome.model_copy(update=more)


def model_of(campaign, of):
    return Engine(campaign.plan.game.size, campaign.plan.game.streams) if of == "trax" else campaign.plan.game.model()


def watched(campaign, of, words=None, cycle=4136):
    """A waveform without signals: a request every hundred cycles, then an event in each cycle."""
    game, requests = campaign.plan.game, []
    model = model_of(campaign, of)
    for number, request in enumerate(game.requests(game.read((words or (GAMES | BLOCKS)[of][1]).split()))):
        model.begin(request)
        one = ServedRequest(taken=100 * (number + 1), answered=100 * (number + 1) + 50)
        while due := model.due():
            event = next(iter(due))
            one.events.append((one.taken + 1 + len(one.events), list(map(int, event))))
            model.happen(event)
        requests.append(one)
    return Waveform(cycles=[cycle, cycle + 1], wrong=0, traces=[], requests=requests)


def write(campaign, *outcomes):
    """The text of the page of these outcomes."""
    for outcome in outcomes:
        game = campaign.plan.out / "games" / "minimal.game" if outcome.script else None
        campaign.findings.append(replace(known.compared(campaign, finding_of(ICARUS, outcome)), game=game))
    path = page.write(
        [page.PlayedCampaign(campaign, ["loopline", "verify", campaign.plan.dut.name])], campaign.plan.out
    )
    return path.read_text(encoding="utf-8")


def steps(campaign, outcome):
    return Subject.of(campaign.plan.dut).scripts.steps(campaign.plan.game.read(outcome.script.split()), outcome)
