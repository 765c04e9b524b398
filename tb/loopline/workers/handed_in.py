"""The files in which shards hand in what has come of their shares: read all together, or refused."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ValidationError

from loopline.errors import BadInput
from loopline.workers.shard import Shard


class ShardFile(BaseModel):
    """What one shard hands in."""

    format: Literal["loopline shard 1"] = "loopline shard 1"
    command: str
    number: int
    of: int
    #: Whatever must be the same in all of them, by its name.
    run: dict[str, str]
    #: By Ctrl-C: some of its share is missing.
    interrupted: bool = False
    workers: int = 1
    seconds: float = 0.0
    #: Its results, as the command writes them in JSON.
    part: str

    @property
    def shard(self) -> Shard:
        return Shard(self.number, self.of)


class HandedIn(NamedTuple):
    """A shard's file, and where it lies: beside it is what else the shard has written."""

    path: Path
    file: ShardFile


def path_in(out: Path, shard: Shard) -> Path:
    return out / f"shard-{shard.number}-of-{shard.of}.json"


def write(file: ShardFile, out: Path) -> Path:
    """At no moment is there half of it."""
    path = path_in(out, file.shard)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    out.mkdir(parents=True, exist_ok=True)
    part.write_text(file.model_dump_json() + "\n", encoding="utf-8")
    part.replace(path)
    return path


def gather(names: Iterable[Path]) -> dict[Path, list[HandedIn]]:
    """All shards of a run, in their order, from files and folders: a run on several boards, or of several designs, has
    left some in several folders of OUT, and by these they are told apart. Raises BadInput if shards do not belong
    together, or if not all are there."""
    found: dict[Path, list[HandedIn]] = {}
    for name in names:
        for path in _files(name):
            folder = path.parent.relative_to(name) if name.is_dir() else Path()
            found.setdefault(folder, []).append(_read(path))
    cut_short = any(one.file.interrupted for group in found.values() for one in group)
    return {folder: _of_one_run(found[folder], cut_short) for folder in sorted(found)}


def _of_one_run(found: list[HandedIn], cut_short: bool) -> list[HandedIn]:
    """`cut_short`: one has not come to an end, so there may be folders that it has not come to."""
    first = found[0]
    there: dict[int, Path] = {}
    for path, file in found:
        for what, (mine, its) in _differences(first.file, file).items():
            raise BadInput(
                f"{first.path} and {path} are not of the same run: {what}: {mine} in the first, {its} in the other"
            )
        if before := there.get(file.number):
            raise BadInput(f"shard {file.shard} is there twice, in {before} and {path}: leave one of them out")
        there[file.number] = path
    missing = [str(Shard(n, first.file.of)) for n in range(1, first.file.of + 1) if n not in there]
    if missing and not cut_short:
        named = ", ".join(missing[:10]) + (f" and {len(missing) - 10} more" if len(missing) > 10 else "")
        raise BadInput(f"not all shards are there: {named} missing. Has one ended with exit code 2, before it began?")
    first.file.interrupted |= bool(missing)
    return sorted(found, key=lambda one: one.file.number)


def _files(name: Path) -> Sequence[Path]:
    if not name.is_dir():
        return [name]
    files = [file for below in ("", "*/", "*/*/") for file in sorted(name.glob(f"{below}shard-*-of-*.json"))]
    if not files:
        raise BadInput(f"{name}: no shard has left a file in this folder, such as shard-1-of-2.json")
    return files


def _read(path: Path) -> HandedIn:
    try:
        return HandedIn(path, ShardFile.model_validate_json(path.read_bytes()))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        raise BadInput(f"{path}: is not the file of a shard, or only a part of one: {where or 'no JSON'}") from None


def _differences(one: ShardFile, other: ShardFile) -> Mapping[str, tuple[str, str]]:
    """What is not the same in both."""
    mine, its = (
        {"the command": file.command, "the number of shards": str(file.of), **file.run} for file in (one, other)
    )
    return {
        name: (mine.get(name, "–"), its.get(name, "–")) for name in {**mine, **its} if mine.get(name) != its.get(name)
    }
