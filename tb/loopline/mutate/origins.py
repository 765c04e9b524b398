"""Where mutants can come from, by the names of `--kind`."""

from __future__ import annotations

from collections.abc import Mapping

from loopline.mutate.gates import Gates
from loopline.mutate.netlist import Origin
from loopline.mutate.source.mutants import Source

ORIGINS: Mapping[str, Origin] = {one.name: one for one in (Source(), Gates())}
