"""Outside the simulation: has a design fuzzed, and keeps the results."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loopline.campaign import Campaign, OnOutcome
from loopline.campaign.failures import slug
from loopline.contract import game as games
from loopline.coverage import coverage_of
from loopline.design.simulators import Simulator
from loopline.errors import hyphenated
from loopline.fuzz.corpus import Corpus, Saved, Unusable
from loopline.fuzz.knowledge import (
    NAME,
    Explored,
    FuzzJob,
    FuzzOutcome,
    Kept,
    Known,
    Met,
    Numbers,
    SourceOfScripts,
)
from loopline.fuzz.steering import CORPUS, Feature, Steering, Try
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.job import UNDER_WAY, Outcome
from loopline.workers.batches import PropertyRun, seed_of

#: Turns of a leg: long compared with handing it out, short compared with the run.
_LEG = 2000

#: A leg waits for all earlier ones except a share of them: at least and at most this many.
_SHARE, _LEAST, _MOST = 4, 1, 64

#: After this many legs it looks for games that other runs have found.
_LOOK = 8

#: At most this many of the situations for which a game is kept are named in its file.
_NAMED = 4


class Exploration(PropertyRun):
    """The legs of one exploration, each with what those before it have learnt."""

    def __init__(self, job: FuzzJob, corpus: Corpus) -> None:
        """`job.turns`: of all legs together; 0: there is no end."""
        super().__init__(job, NAME)
        self._job, self._corpus = job, corpus
        self._game = games.engine(job.dut)
        self._model = coverage_of(job.dut).model
        self._bins = Numbers(self._model)
        self._steering = Steering(self._model, self._game.properties(), _no_variation, job.seed)
        self._turns_left: float = job.turns or math.inf
        self._ends = time.monotonic() + job.seconds if job.seconds else math.inf
        #: Games of the corpus that are still to be played, and how many legs there were of those that came first.
        self._saved: deque[Kept] = deque()
        self._first_new: int | None = None
        #: What legs have met whose turn has not come, as they are counted in order; and how many legs were counted.
        self._told: dict[int, Sequence[Met]] = {}
        self._heard = 0
        #: What was known after this many legs, as far as it may be asked for.
        self._known_after = {0: Known()}
        self._sources: dict[str, SourceOfScripts] = {}
        self._kept = self._not_written = 0

    def next_batch(self) -> tuple[int, FuzzJob] | None:
        """Hand out the next leg. Returns its number and the job, or None if there are no more."""
        if self._has_more and (self._turns_left <= 0 or self._time_is_up):
            self._has_more = False
        if not self._has_more:
            return None
        leg = self._saved_leg() or self._new_leg()
        if leg is None:
            return None
        number = self.handed_out
        fields: dict[str, object] = {"seed": seed_of(self._job.seed, NAME, number)}
        if self._ends < math.inf:
            fields["seconds"] = max(0.1, self._ends - time.monotonic())
        self._note(number)
        return number, leg.model_copy(update=fields)

    @property
    def _time_is_up(self) -> bool:
        return time.monotonic() >= self._ends

    def _saved_leg(self) -> FuzzJob | None:
        if self.handed_out % _LOOK == 0:
            for script, delays in self._corpus.fresh():
                turns = self._game.turns(self._game.read(script.split()))
                self._saved.append(Kept(script=script, delays=write_delays(delays), turns=turns))
        saved, turns, enough = list[Kept](), 0, min(_LEG, self._turns_left)
        while self._saved and turns < enough:
            saved.append(self._saved.popleft())
            turns += saved[-1].turns
        self._turns_left -= turns
        return self._job.model_copy(update={"saved": saved, "turns": 0}) if saved else None

    def _new_leg(self) -> FuzzJob | None:
        """None: it has to wait for others."""
        if self._first_new is None:
            self._first_new = self.handed_out
        before = self.handed_out - self._first_new
        needs = max(0, self.handed_out - min(_MOST, max(_LEAST, before // _SHARE)))
        if self._heard < needs:
            return None
        for number in [one for one in self._known_after if one < needs]:
            del self._known_after[number]
        turns = int(min(_LEG, self._turns_left))
        self._turns_left -= turns
        return self._job.model_copy(update={"turns": turns, "known": self._known_after[needs]})

    def hear(self, number: int, outcome: Outcome) -> None:
        """Take note of a leg, finished or not, and learn from it once all before it have ended."""
        if outcome.state not in UNDER_WAY and number in self._under_way:
            self._told[number] = outcome.met if isinstance(outcome, FuzzOutcome) else []
            outcome = outcome.model_copy(update={"met": []})
        super().hear(number, outcome)
        self._learn()

    def drop(self, number: int) -> None:
        """Note that a leg will not be finished."""
        super().drop(number)
        self._told.setdefault(number, [])
        self._learn()

    def _learn(self) -> None:
        """From all legs in their order, up to the first that has failed."""
        while (met := self._told.pop(self._heard, None)) is not None:
            ends = self._first_failure
            if ends is None or self._heard <= ends:
                self._learn_from(met)
            self._heard += 1
            self._known_after[self._heard] = self._steering.known()

    def _learn_from(self, met: Sequence[Met]) -> None:
        for one in met:
            script = one.script
            tried = Try(script.script, read_delays(script.delays), one.source)
            new = self._steering.learn(tried, script.turns, self._bins.counts(one.bins))
            source = self._sources.get(one.source) or SourceOfScripts(name=one.source)
            more = {"scripts": source.scripts + 1, "turns": source.turns + script.turns, "new": source.new + len(new)}
            self._sources[one.source] = source.model_copy(update=more)
            if new and one.source != CORPUS:
                written = self._corpus.add(Saved(script.script, tried.delays), self._words(new))
                self._kept, self._not_written = self._kept + written, self._not_written + (not written)

    def _words(self, new: list[Feature]) -> str:
        """Which situations are new."""
        bins = {group.name: group.bins for group in self._model}
        names = [f"{group}: {bins[group][key].name}" for group, key, _ in new]
        return "; ".join([*names[:_NAMED], *([f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else [])])

    @property
    def outcome(self) -> FuzzOutcome:
        """The outcome as far as it is known, with what the run has explored."""
        outcome = FuzzOutcome.model_validate(dict(super().outcome))
        corpus = self._sources.get(CORPUS)
        outcome.explored = Explored(
            bins=self._steering.bins,
            reached=self._steering.reached,
            taken_over=corpus.scripts if corpus else 0,
            kept=self._kept,
            not_written=self._not_written,
            sources=sorted(self._sources.values(), key=lambda one: (-one.turns, one.name)),
        )
        if self._time_is_up and outcome.state == "agrees" and not outcome.partial:
            outcome.partial = "seconds"
        return outcome


def _no_variation(*_: object) -> None:
    raise AssertionError("here scripts are texts, which are not varied")


@dataclass
class Fuzzing:
    """An experiment: one property that has no end, steered by what has been covered."""

    campaign: Campaign
    #: By default there is one for each design and size.
    corpus: Path | None = None
    #: Folders of games that are taken into the corpus first.
    others: Sequence[Path] = ()
    turns: int | None = None
    #: Files of the corpus that were left out.
    unusable: list[Unusable] = field(default_factory=list)

    @property
    def corpus_folder(self) -> Path:
        """The folder of the corpus."""
        dut = self.campaign.dut
        return self.corpus or self.campaign.out / NAME / hyphenated(slug(dut.name), dut.board.label)

    def open_corpus(self) -> Corpus:
        """The corpus, with the games of the other folders. Raises BadInput if a folder has only games of others."""
        corpus = Corpus(self.corpus_folder, self.campaign.dut)
        corpus.refuse_if_foreign()
        for folder in self.others:
            corpus.take_in(folder)
        return corpus

    def fuzz(self, simulator: Simulator, watch: OnOutcome) -> Outcome:
        """Play until a game fails, or until Ctrl-C, or until the time or the turns are over. Raises BadInput."""
        if not self.campaign.built(simulator):  # before any file is put aside: the design may be unusable
            return Outcome(name=NAME, state="nothing ran")
        corpus, idle = self.open_corpus(), self.campaign.job(FuzzJob)
        exploration = Exploration(idle.model_copy(update={"turns": self.turns or 0}), corpus)
        finding = self.campaign.play(simulator, exploration, idle, watch)
        for _ in corpus.fresh():  # what has come since, or was never looked at
            pass
        corpus.put_aside()
        self.unusable += corpus.unusable
        return finding.outcome if finding else Outcome(name=NAME, state="nothing ran")
