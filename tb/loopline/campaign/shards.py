"""What a shard of `verify` hands in, and how the shards add up: to what one run would have said of the design."""

from __future__ import annotations

import hashlib
import platform
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import loopline
from loopline.campaign.campaign import Campaign
from loopline.contract import game as games
from loopline.design.dut import Dut
from loopline.design.simulators import SIMULATORS
from loopline.simulation.job import DECK, FAILURES, Outcome
from loopline.tables import Table
from loopline.workers.batches import count, merged
from loopline.workers.handed_in import HandedIn, ShardFile

COMMAND = "verify"


class Played(Table):
    """All that was to be played on one simulator, by all shards together."""

    name: str
    version: str
    wave_format: Literal["fst", "vcd"]
    examples: int
    #: Of the deck.
    games: int = 0
    #: What has failed on a simulator before it is left out.
    sample: bool


class Part(Table):
    """One shard's results."""

    #: The command of all shards together, with nothing in it that may differ.
    words: list[str]
    dut: Dut
    properties: list[str]
    saved: list[str]
    played: list[Played]
    #: By simulator, property and number; and of the saved games by simulator and name.
    batches: list[tuple[str, str, int, Outcome]]
    scripts: list[tuple[str, str, Outcome]]
    #: What has kept a simulator from playing at all.
    broken: list[tuple[str, Outcome]]
    #: Of failures, by simulator, name and game: their waves, beside this file.
    waves: list[tuple[str, str, str, str]]
    building: float


@dataclass
class Joined(Campaign):
    """The campaign of all shards together."""

    hands: int = 1
    spent: float = 0.0
    words: list[str] = field(default_factory=list)

    def take_waves(self, folder: Path, waves: Iterable[tuple[str, str, str, str]]) -> None:
        """From there, of each failure that has come to be one of all shards together."""
        files = {(simulator, name, game): folder / file for simulator, name, game, file in waves}
        for finding in self.findings:
            file = files.get((finding.simulator.name, finding.outcome.name, finding.outcome.script))
            if finding.game and file and file.is_file():
                finding.waves = finding.game.with_suffix(file.suffix)
                shutil.copyfile(file, finding.waves)

    @property
    def workers(self) -> int:
        return self.hands

    @property
    def elapsed(self) -> float:
        return self.spent


def hand_in(
    campaign: Campaign, words: Sequence[str], properties: Sequence[str], saved: Sequence[str], played: Sequence[Played]
) -> ShardFile:
    known = {*properties, *saved}
    part = Part(
        words=list(words),
        dut=campaign.dut,
        properties=list(properties),
        saved=list(saved),
        played=list(played),
        batches=campaign.ended,
        scripts=[(f.simulator.name, f.outcome.name, f.outcome) for f in campaign.findings if f.outcome.name in saved],
        broken=[(f.simulator.name, f.outcome) for f in campaign.findings if f.outcome.name not in known],
        waves=waves_of(campaign),
        building=campaign.building,
    )
    return file_of(campaign, COMMAND, _of_verify(campaign, part), part)


def file_of(campaign: Campaign, command: str, run: Mapping[str, str], part: Table) -> ShardFile:
    """The file of a shard of any command for hardware. `run`: what must be the same in all shards of this command."""
    assert campaign.shard
    return ShardFile(
        command=command,
        number=campaign.shard.number,
        of=campaign.shard.of,
        run={**identity(campaign), **run},
        interrupted=campaign.interrupted,
        workers=campaign.workers,
        seconds=campaign.elapsed,
        part=part.model_dump_json(),
    )


def waves_of(campaign: Campaign) -> list[tuple[str, str, str, str]]:
    """Of failures, by simulator, name and game: their waves, from the folder of --out."""
    return [
        (one.simulator.name, one.outcome.name, one.outcome.script, str(one.waves.relative_to(campaign.out)))
        for one in campaign.findings
        if one.waves
    ]


def _of_verify(campaign: Campaign, part: Part) -> dict[str, str]:
    """What else has a say in what is played and found, in words that can be compared."""
    simulators = [f"{one.name} {one.version}, {one.examples:,} examples" for one in part.played]
    return {
        "the simulators": " and ".join(simulators),
        "the properties": ", ".join(part.properties),
        "the saved games": ", ".join(part.saved),
        "the deck": _digest([campaign.deck.file] if campaign.deck else []),
        "--shrink": f"{campaign.shrink:g}",
        "--coverage": "on" if campaign.coverage else "off",
    }


def identity(campaign: Campaign) -> dict[str, str]:
    """What must be the same in all shards of any command for hardware."""
    return {
        "the design": campaign.dut.name,
        "the source of the design": _digest([campaign.dut.path, *campaign.dut.files]),
        "the board": str(campaign.dut.board),
        "the seed": str(campaign.seed),
        "loopline": f"{version('loopline')} ({_digest(_code(campaign.dut))})",
        "Hypothesis": version("hypothesis"),
        "Python": ".".join(platform.python_version_tuple()[:2]),
    }


def _code(dut: Dut) -> Iterator[Path]:
    """All of the harness, the game and its model."""
    for folder in (Path(str(loopline.__file__)).parent, *games.find(dut).code):
        yield from (file for file in sorted(folder.rglob("*")) if file.suffix in (".py", ".v", ".cpp"))


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


def joined(handed_in: Sequence[HandedIn], out: Path, dut: Dut, words: Sequence[str], building: float) -> Joined:
    """The campaign of all shards together, of which nothing is known yet."""
    files = [one.file for one in handed_in]
    campaign = Joined(dut, out, int(files[0].run["the seed"]))
    campaign.hands, campaign.spent = sum(one.workers for one in files), max(one.seconds for one in files)
    campaign.words, campaign.building = list(words), building
    campaign.interrupted = any(one.interrupted for one in files)
    return campaign


def join(handed_in: Sequence[HandedIn], out: Path) -> Joined:
    """The campaign that one run would have been. Failures are kept in `out`, as one run would keep them."""
    parts = [Part.model_validate_json(one.file.part) for one in handed_in]
    first = parts[0]
    campaign = joined(handed_in, out, first.dut, first.words, max(one.building for one in parts))
    campaign.coverage = handed_in[0].file.run["--coverage"] == "on"
    failed: set[str] = set()
    for played in first.played:
        simulator = SIMULATORS[played.name](played.name, played.version, played.wave_format)
        outcomes = [outcome for part in parts for name, outcome in part.broken if name == played.name]
        scripts = {name: one for part in parts for where, name, one in part.scripts if where == played.name}
        outcomes += [scripts.get(name, Outcome(name=name, state="not run")) for name in first.saved]
        outcomes += [
            _property(parts, played, name) for name in first.properties if not (played.sample and name in failed)
        ]
        campaign.take_over(simulator, outcomes)
        failed |= {one.name for one in outcomes if one.state in FAILURES}
    for one, part in zip(handed_in, parts, strict=True):
        campaign.take_waves(one.path.parent, part.waves)
    return campaign


def _property(parts: Sequence[Part], played: Played, name: str) -> Outcome:
    """From all of its batches up to the first that has failed. Those behind it might as well not have been played."""
    known = {n: one for part in parts for where, what, n, one in part.batches if (where, what) == (played.name, name)}
    ends = min((n for n, one in known.items() if one.state != "agrees"), default=_count(played, name) - 1)
    numbers = [number for number in sorted(known) if number <= ends]
    outcome = merged(name, [known[number] for number in numbers])
    if numbers and len(numbers) <= ends and outcome.state == "agrees":
        outcome.partial = "interrupted"
    return outcome


def _count(played: Played, name: str) -> int:
    return count(played.games if name == DECK else played.examples, name)
