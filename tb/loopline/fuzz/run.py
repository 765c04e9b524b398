"""Outside the simulation: has a design fuzzed, and keeps the results."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from loopline.campaign import Campaign, OnOutcome
from loopline.campaign.failures import slug
from loopline.design.simulators import Simulator
from loopline.fuzz.corpus import Corpus, Unusable
from loopline.fuzz.explore import NAME
from loopline.fuzz.job import FuzzJob
from loopline.simulation.job import Outcome


@dataclass
class Fuzzing(Campaign):
    """The campaign of verify, with one property that has no end."""

    #: By default there is one for each design and size.
    corpus: Path | None = None
    turns: int | None = None
    #: Files of the corpus that were left out.
    unusable: list[Unusable] = field(default_factory=list)

    @property
    def corpus_folder(self) -> Path:
        return self.corpus or self.out / NAME / f"{slug(self.dut.name)}-{self.dut.board.label}"

    def fuzz(self, simulator: Simulator, watch: OnOutcome) -> Outcome:
        self._built(simulator)  # before any file is put aside: the design may be unusable
        self._look_through_the_corpus()
        job = FuzzJob(
            **self._job(database=None).model_dump(),
            corpus=self.corpus_folder.resolve(),
            turns=self.turns,
            owner=os.getpid(),
        )
        outcomes = self._run(simulator, job, watch, "loopline.fuzz.explore")
        outcome = outcomes[-1] if outcomes else Outcome(name=NAME, state="nothing ran")
        self._look_through_the_corpus()
        self._keep(simulator, outcome)
        return outcome

    def _look_through_the_corpus(self) -> None:
        """Done here and not in the simulation, so that unusable files can be reported."""
        corpus = Corpus(self.corpus_folder, self.dut)
        for _ in corpus.fresh():
            pass
        corpus.put_aside()
        known = {one.file for one in self.unusable}
        self.unusable += [one for one in corpus.unusable if one.file not in known]
