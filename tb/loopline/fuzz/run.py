"""Outside the simulation: has a design fuzzed, and keeps the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loopline.campaign import Campaign, OnOutcome, play
from loopline.campaign.failures import slug
from loopline.design.simulators import Simulator
from loopline.fuzz.corpus import Corpus, Unusable
from loopline.fuzz.exploration import Exploration
from loopline.fuzz.job import NAME, FuzzJob
from loopline.simulation.job import Outcome
from loopline.wording import hyphenated


@dataclass
class Fuzzing(Campaign):
    """The campaign of verify, with one property that has no end."""

    #: By default there is one for each design and size.
    corpus: Path | None = None
    #: Folders of games that are taken into the corpus first.
    others: Sequence[Path] = ()
    turns: int | None = None
    #: Files of the corpus that were left out.
    unusable: list[Unusable] = field(default_factory=list)

    @property
    def corpus_folder(self) -> Path:
        return self.corpus or self.out / NAME / hyphenated(slug(self.dut.name), self.dut.board.label)

    def open_corpus(self) -> Corpus:
        """The corpus, with the games of the other folders. Raises BadInput if a folder has only games of others."""
        corpus = Corpus(self.corpus_folder, self.dut)
        corpus.refuse_if_foreign()
        for folder in self.others:
            corpus.take_in(folder)
        return corpus

    def fuzz(self, simulator: Simulator, watch: OnOutcome) -> Outcome:
        if self._built(simulator) is None:  # before any file is put aside: the design may be unusable
            return Outcome(name=NAME, state="nothing ran")
        corpus = self.open_corpus()
        idle = FuzzJob.model_validate(self._job(database=None, examples=0).model_dump(exclude={"does"}))
        job = idle.model_copy(update={"turns": self.turns or 0})
        exploration = Exploration(job, corpus)
        before = len(self.findings)
        play([self.share_of(simulator, [exploration], idle, watch)])
        for _ in corpus.fresh():  # what has come since, or was never looked at
            pass
        corpus.put_aside()
        self.unusable += corpus.unusable
        return self.findings[before].outcome
