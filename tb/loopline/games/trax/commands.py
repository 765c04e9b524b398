"""`loopline vectors`: test vectors in a file, for any other engine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from loopline.errors import BadInput, plural
from loopline.report.console import console, meter


def vectors(
    write: Annotated[Path, typer.Option("--write", metavar="FILE", help="Where to write them, as JSON lines.")],
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many examples of each kind.")] = 25,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same vectors.")] = 1,
) -> None:
    """Write test vectors: games of every kind with the model's answer to each request, and reference figures.

    docs/reference/vectors.md describes the file, and has a reader of it in a few lines of Python.
    """
    import json

    from loopline.games.trax.vectors import vectors as made

    out = console()
    records = requests = 0
    try:
        with write.open("w", encoding="ascii") as file, meter(out) as show:
            show("writing")
            for vector in made(games, seed):
                file.write(json.dumps(vector, separators=(",", ":")) + "\n")
                records += vector["kind"] == "game"
                requests += len(vector.get("requests", ()))
                show(f"{plural(records, 'game')}, {plural(requests, 'request')}")
    except OSError as error:
        raise BadInput(f"cannot write {write}: {error.strerror}") from error
    out.print(f"{plural(records, 'game')}, {plural(requests, 'request')}. Written: {write}")
