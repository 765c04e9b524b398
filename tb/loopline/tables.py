"""TOML files, and the tables that they must have."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from loopline.errors import BadInput


class Table(BaseModel):
    """With these keys and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class OfDesign(Protocol):
    @property
    def design(self) -> str: ...


_Table = TypeVar("_Table", bound=Table)
_OfDesign = TypeVar("_OfDesign", bound=OfDesign)


def parse(path: Path) -> dict[str, Any]:
    """Whatever tables it has. Raises BadInput."""
    try:
        parsed: dict[str, Any] = tomllib.loads(path.read_text())
        return parsed
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: is not TOML: {error}") from None


def read(path: Path, table: type[_Table]) -> _Table:
    """The file as such a table. Raises BadInput."""
    try:
        return table.model_validate(parse(path))
    except ValidationError as error:
        problems = (f"{path}: {'.'.join(map(str, one['loc'])) or 'its keys'}: {one['msg']}" for one in error.errors())
        raise BadInput("\n".join(problems)) from None


def of_design(path: Path, budgets: Sequence[_OfDesign], design: str) -> _OfDesign:
    """Of a file with [[budget]]s the design's. Raises BadInput."""
    for budget in budgets:
        if budget.design == design:
            return budget
    known = ", ".join(repr(budget.design) for budget in budgets) or "none"
    raise BadInput(f"{path}: no [[budget]] is for design = {design!r}; there are: {known}")
