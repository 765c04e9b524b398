"""What a shard of `fuzz` hands in, and how the shards add up. Each plays for itself, so each is a row of the whole."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from loopline.campaign.shards import Joined, file_of, joined, waves_of
from loopline.design.dut import Dut
from loopline.design.simulators import SIMULATORS, Simulator
from loopline.fuzz.corpus import Corpus
from loopline.fuzz.run import Fuzzing
from loopline.simulation.job import Outcome
from loopline.tables import Table
from loopline.workers.handed_in import HandedIn, ShardFile

COMMAND = "fuzz"


class Part(Table):
    words: list[str]
    dut: Dut
    #: The simulator: name, version, format of its waves.
    simulator: tuple[str, str, Literal["fst", "vcd"]]
    outcomes: list[Outcome]
    waves: list[tuple[str, str, str, str]]
    #: Where the games are, from this file: nowhere, if all shards share a folder.
    corpus: Path | None
    building: float


def hand_in(run: Fuzzing, simulator: Simulator, words: Sequence[str]) -> ShardFile:
    inside = run.corpus_folder.is_relative_to(run.out)
    part = Part(
        words=list(words),
        dut=run.dut,
        simulator=(simulator.name, simulator.version, simulator.wave_format),
        outcomes=[finding.outcome for finding in run.findings],
        waves=waves_of(run),
        corpus=run.corpus_folder.relative_to(run.out) if inside else None,
        building=run.building,
    )
    options = {"--turns": str(run.turns), "--seconds": str(run.seconds), "--shrink": f"{run.shrink:g}"}
    return file_of(run, COMMAND, {"the simulator": str(simulator), **options}, part)


def join(handed_in: Sequence[HandedIn], out: Path) -> tuple[Joined, Corpus]:
    """All of them as one campaign, and their games in one folder."""
    parts = [Part.model_validate_json(one.file.part) for one in handed_in]
    first = parts[0]
    campaign = joined(handed_in, out, first.dut, first.words, max(one.building for one in parts))
    name, version, wave_format = first.simulator
    simulator = SIMULATORS[name](name, version, wave_format)
    folder = Fuzzing(first.dut, out, campaign.seed).corpus_folder
    corpus = Corpus(folder, first.dut)
    for one, part in zip(handed_in, parts, strict=True):
        names = {outcome.name: f"{outcome.name} {one.file.shard}" for outcome in part.outcomes}
        campaign.take_over(
            simulator, [outcome.model_copy(update={"name": names[outcome.name]}) for outcome in part.outcomes]
        )
        campaign.take_waves(
            one.path.parent, [(where, names[what], script, file) for where, what, script, file in part.waves]
        )
        if part.corpus:
            _copy(one.path.parent / part.corpus, folder)
    return campaign, corpus


def _copy(theirs: Path, ours: Path) -> None:
    """The names say what is in the files, so what is there already is the same."""
    for path in theirs.glob("*.*"):
        if path.is_file() and not (ours / path.name).exists():
            shutil.copyfile(path, ours / path.name)
