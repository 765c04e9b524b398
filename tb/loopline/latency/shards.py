"""What a shard of `latency` hands in: its searches and tries, with all that they have measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loopline.campaign.shards import file_of, identity
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.latency.job import NAME
from loopline.latency.run import Measurement
from loopline.latency.searches import Piece
from loopline.simulation.job import Outcome
from loopline.tables import Table
from loopline.workers.batches import merged
from loopline.workers.handed_in import HandedIn, ShardFile

COMMAND = "latency"


class Part(Table):
    #: What asks for the same searches again, by the names of the command's options.
    arguments: dict[str, str | int | None]
    #: Each piece, what came of it, and the lines that it has written.
    results: list[tuple[Piece, Outcome, list[str]]]
    #: What has kept the simulator from measuring at all.
    broken: list[Outcome]


def hand_in(run: Measurement, simulator: Simulator, arguments: Mapping[str, str | int | None]) -> ShardFile:
    results = [
        (piece, outcome, [one.line() for one in played]) for piece, (outcome, played) in sorted(run.results.items())
    ]
    broken = [one.outcome for one in run.findings if one.outcome.name != NAME]
    part = Part(arguments=dict(arguments), results=results, broken=broken)
    what = {name: str(value) for name, value in arguments.items()}
    what |= {"the simulator": str(simulator), "the known games": str(len(run.games))}
    return file_of(run, COMMAND, what, part)


def parts_of(handed_in: Sequence[HandedIn]) -> list[Part]:
    return [Part.model_validate_json(one.file.part) for one in handed_in]


def take_over(run: Measurement, simulator: Simulator, handed_in: Sequence[HandedIn]) -> None:
    """As if this run had measured all that. Raises BadInput if it cannot have."""
    first = handed_in[0]
    for name, mine in identity(run).items():
        if first.file.run[name] != mine:
            raise BadInput(
                f"{first.path}: is of another run than could be here: {name}: {first.file.run[name]}, here {mine}. "
                "Merge where the sources are those that the shards have read"
            )
    parts = parts_of(handed_in)
    for part in parts:
        run.take_answers(part.results)
    known = [run.results[piece][0] for piece in sorted(run.results)]
    ends = next((place for place, one in enumerate(known, 1) if one.state != "agrees"), len(known))
    outcomes = [*(outcome for part in parts for outcome in part.broken), merged(NAME, known[:ends])]
    run.take_over(simulator, [one for one in outcomes if one.state not in ("agrees", "not run")])
    run.interrupted = any(one.file.interrupted for one in handed_in)
