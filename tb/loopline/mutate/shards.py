"""What a shard of `mutate` hands in: its verdicts, as they are on disk. Together they are those of one run."""

from __future__ import annotations

from collections.abc import Sequence

from loopline.errors import BadInput
from loopline.mutate.job import ITSELF
from loopline.mutate.run import MutationRun
from loopline.mutate.verdict import Verdict
from loopline.tables import Table
from loopline.workers.handed_in import HandedIn, ShardFile

COMMAND = "mutate"


class Part(Table):
    #: What asks for the same mutants and games again, by the names of the command's options.
    arguments: dict[str, str | int | float | bool | None]
    verdicts: list[Verdict]


def hand_in(run: MutationRun, arguments: dict[str, str | int | float | bool | None]) -> ShardFile:
    assert run.shard
    there = {ITSELF, *(one.number for one in (*run.pilots, *run.mutants))}
    part = Part(arguments=arguments, verdicts=[one for one in run.verdicts.every() if one.mutant in there])
    return ShardFile(
        command=COMMAND,
        number=run.shard.number,
        of=run.shard.of,
        run={
            **{name: str(value) for name, value in arguments.items()},
            "the simulator": str(run.simulator),
            "the design, its mutants and the harness": _of(run),
        },
        interrupted=run.interrupted,
        workers=run.pool.size,
        part=part.model_dump_json(),
    )


def parts_of(handed_in: Sequence[HandedIn]) -> list[Part]:
    return [Part.model_validate_json(one.file.part) for one in handed_in]


def take_over(run: MutationRun, handed_in: Sequence[HandedIn]) -> None:
    """As if this run had come to those verdicts. Raises BadInput if it cannot have."""
    theirs, ours = handed_in[0].file.run["the design, its mutants and the harness"], _of(run)
    if theirs != ours:
        raise BadInput(
            f"{handed_in[0].path}: is of another design or another loopline than here ({theirs}, here {ours}). "
            "Merge where the sources are those that the shards have read"
        )
    for part in parts_of(handed_in):
        for verdict in part.verdicts:
            if verdict not in run.verdicts:
                run.verdicts.add(verdict)
    run.interrupted = any(one.file.interrupted for one in handed_in)


def _of(run: MutationRun) -> str:
    return f"{run.netlist.folder.name} {run.verdicts.path.stem.removeprefix('verdicts-')}"
