"""Fuzzing from outside the simulation: it has a design fuzzed, and keeps the results."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from loopline.campaign import Campaign, OnOutcome
from loopline.campaign.failures import slug
from loopline.contract.coverage import Hits, hits
from loopline.contract.game import Subject
from loopline.coverage import coverage_of
from loopline.design.simulators import Simulator
from loopline.errors import hyphenated
from loopline.fuzz import (
    NAME,
    CorpusScript,
    ExploredBins,
    FuzzJob,
    FuzzOutcome,
    Knowledge,
    ScriptCoverage,
    SourceOfScripts,
)
from loopline.fuzz.corpus import Corpus, CorpusGame, UnusableFile
from loopline.fuzz.steering import CORPUS, Feature, NextScript, Steering
from loopline.simulation.delays import read_delays, write_delays
from loopline.simulation.job import Outcome
from loopline.workers.batches import PropertyRun, seed_of

#: Turns of a leg: this many, or a share of all turns before it, up to a limit. Seven seconds for an engine are long
#: compared with handing it out to many workers.
_LEG, _SHARE_OF_TURNS, _LONGEST = 2_000, 400, 10_000

#: A leg waits for all earlier ones except a share of them: at least and at most this many.
_SHARE, _LEAST, _MOST = 4, 1, 64

#: After this many legs it looks for games that other runs have found.
_LOOK = 8

#: At most this many of the situations for which a game is kept are named in its file.
_NAMED = 4


class Exploration:
    """The legs of one exploration, each with what those before it have learnt.

    `run` is what is to be played.
    """

    def __init__(self, job: FuzzJob, subject: Subject, corpus: Corpus) -> None:
        """Begin an exploration.

        `job.turns`: of all legs together; 0: without end.
        """
        self.run = PropertyRun(job.model_copy(update={"seconds": None}), NAME, parts=self._legs(), learner=self)
        self._job, self._corpus = job, corpus
        self._game = subject.engine
        self._model = coverage_of(subject).model
        self._steering = Steering(self._model, self._game.properties(), _no_variation, job.seed)
        self._turns_left: float = job.turns or math.inf
        self._asked = 0  # of new legs
        self._ends = time.monotonic() + job.seconds if job.seconds else math.inf
        #: Games of the corpus that are still to be played, and the number of the first leg with new ones.
        self._saved: deque[CorpusScript] = deque()
        self._first_new: int | None = None
        #: The results of legs whose turn has not come, as they are counted in order; and the number of legs counted.
        self._told: dict[int, FuzzOutcome | None] = {}
        self._heard = 0
        #: What was known after this many legs, as far as it may be asked for.
        self._known_after = {0: Knowledge()}
        self._sources: dict[str, SourceOfScripts] = {}
        self._kept = self._not_written = 0
        #: How often each situation was met.
        self._covered: Hits = {}

    def _legs(self) -> Iterator[FuzzJob | None]:
        """Yield the legs; None: the next one has to wait for others."""
        for number in count():
            while not (self._turns_left <= 0 or self._time_is_up):
                if leg := self._saved_leg(number) or self._new_leg(number):
                    break
                yield None
            else:
                return
            seed = self._job.seed
            fields: dict[str, object] = {"seed": seed_of(seed, NAME, number) if number else seed}
            if self._ends < math.inf:
                fields["seconds"] = max(0.1, self._ends - time.monotonic())
            yield leg.model_copy(update=fields)

    @property
    def _time_is_up(self) -> bool:
        return time.monotonic() >= self._ends

    def _saved_leg(self, number: int) -> FuzzJob | None:
        if number % _LOOK == 0:
            for script, delays in self._corpus.fresh():
                turns = self._game.turns(self._game.read(script.split()))
                self._saved.append(CorpusScript(script=script, delays=write_delays(delays), turns=turns))
        saved, turns, enough = list[CorpusScript](), 0, min(_LEG, self._turns_left)
        while self._saved and turns < enough:
            saved.append(self._saved.popleft())
            turns += saved[-1].turns
        self._turns_left -= turns
        return self._job.model_copy(update={"saved": saved, "turns": 0}) if saved else None

    def _new_leg(self, number: int) -> FuzzJob | None:
        """Return the next leg; None if it has to wait for others."""
        if self._first_new is None:
            self._first_new = number
        before = number - self._first_new
        needs = max(0, number - min(_MOST, max(_LEAST, before // _SHARE)))
        if self._heard < needs:
            return None
        for old in [examples for examples in self._known_after if examples < needs]:
            del self._known_after[old]
        turns = int(min(max(_LEG, min(_LONGEST, self._asked // _SHARE_OF_TURNS)), self._turns_left))
        self._asked += turns
        self._turns_left -= turns
        return self._job.model_copy(update={"turns": turns, "known": self._known_after[needs]})

    def ended(self, number: int, outcome: Outcome | None, first_failure: int | None) -> None:
        """Learn from all legs in their order, up to the first that has failed.

        Args:
            number: The number of the leg.
            outcome: Its outcome; None if it will not be finished.
            first_failure: The first leg that has failed, if any has.
        """
        self._told.setdefault(number, outcome if isinstance(outcome, FuzzOutcome) else None)
        while self._heard in self._told:
            leg = self._told.pop(self._heard)
            if leg and (first_failure is None or self._heard <= first_failure):
                self._learn_from(leg)
            self._heard += 1
            self._known_after[self._heard] = self._steering.known()

    def _learn_from(self, leg: FuzzOutcome) -> None:
        for met in leg.met:
            new = self._learn(met.script, met) if met.script else []
            if not met.script:
                self._steering.spend(met.source, met.turns)
            source = self._sources.get(met.source) or SourceOfScripts(name=met.source)
            more = {"scripts": source.scripts + 1, "turns": source.turns + met.turns, "new": source.new + len(new)}
            self._sources[met.source] = source.model_copy(update=more)
        self._steering.add(leg.bins, leg.features)
        self._covered = hits(self._model, self._steering.met)

    def _learn(self, script: CorpusScript, met: ScriptCoverage) -> list[Feature]:
        """Learn from a script, and keep it in the corpus if it has new features. Return these."""
        tried = NextScript(script.script, read_delays(script.delays), met.source)
        new = self._steering.learn(tried, met.turns, met.bins)
        if new and met.source != CORPUS:
            written = self._corpus.add(CorpusGame(script.script, tried.delays), self._words(new))
            self._kept, self._not_written = self._kept + written, self._not_written + (not written)
        return new

    def _words(self, new: list[Feature]) -> str:
        """Return which situations are new."""
        bins = {group.name: group.bins for group in self._model}
        names = [f"{group}: {bins[group][key].name}" for group, key, _ in new]
        return "; ".join([*names[:_NAMED], *([f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else [])])

    def completed(self, outcome: Outcome) -> FuzzOutcome:
        """Return the outcome of the run with what has been explored."""
        corpus = self._sources.get(CORPUS)
        explored = ExploredBins(
            bins=self._steering.bins,
            reached=self._steering.reached,
            taken_over=corpus.scripts if corpus else 0,
            kept=self._kept,
            not_written=self._not_written,
            sources=sorted(self._sources.values(), key=lambda source: (-source.turns, source.name)),
        )
        partial = outcome.partial or ("seconds" if self._time_is_up and outcome.state == "agrees" else None)
        known = {"explored": explored, "covered": self._covered, "partial": partial}
        return FuzzOutcome.model_validate({**dict(outcome), **known})


def _no_variation(*_: object) -> None:
    raise AssertionError("here scripts are texts, which are not varied")


@dataclass
class FuzzRun:
    """An experiment: one property without an end, steered by what has been covered."""

    campaign: Campaign
    #: By default there is one for each design and size.
    corpus: Path | None = None
    #: Folders of games that are taken into the corpus first.
    others: Sequence[Path] = ()
    turns: int | None = None
    #: Files of the corpus that were left out.
    unusable: list[UnusableFile] = field(default_factory=list)

    @property
    def corpus_folder(self) -> Path:
        """The folder of the corpus."""
        dut = self.campaign.plan.dut
        return self.corpus or self.campaign.plan.out / NAME / hyphenated(slug(dut.name), dut.board.label)

    def open_corpus(self) -> Corpus:
        """Return the corpus, with the games of the other folders.

        Raise BadInput if a folder has only games of others.
        """
        corpus = Corpus(self.corpus_folder, self.campaign.plan.subject)
        corpus.refuse_if_foreign()
        for folder in self.others:
            corpus.take_in(folder)
        return corpus

    def fuzz(self, simulator: Simulator, watch: OnOutcome) -> Outcome:
        """Play until a game fails, or until Ctrl-C, or until the time or the turns are over. Raises BadInput."""
        if not self.campaign.built(simulator):  # before any file is put aside: the design may be unusable
            return Outcome(name=NAME, state="nothing ran")
        corpus, idle = self.open_corpus(), self.campaign.plan.job(FuzzJob)
        whole = idle.model_copy(update={"turns": self.turns or 0})
        exploration = Exploration(whole, self.campaign.plan.subject, corpus)
        finding = self.campaign.play(simulator, exploration.run, idle, watch)
        for _ in corpus.fresh():  # what has come since, or was never looked at
            pass
        corpus.put_aside()
        self.unusable += corpus.unusable
        return finding.outcome if finding else Outcome(name=NAME, state="nothing ran")
