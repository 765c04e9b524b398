"""The texts of the errors, and where their tracebacks begin."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

import cocotb
import hypothesis

FLAKY = """\
one example, two verdicts. Most often, the reset hook does not restore all state: a memory, a register without reset, \
a Python object that outlives the example. Or the body depends on what no seed controls, such as the time of day \
or a task that was there before the property."""


def users(traceback: TracebackType | None) -> TracebackType | None:
    """The traceback, from the user's first line on."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename.startswith(_MACHINERY):
        traceback = traceback.tb_next
    return traceback


NO_EXAMPLES = {
    None: "Hypothesis had none to run",
    "seconds": "the seconds were over before the first",
    "shrink_seconds": "Hypothesis had none to run",
    "interrupted": "Ctrl-C came before the first",
    "enough": "`enough` said so before the first",
}
_MACHINERY = tuple(str(Path(file).parent) for file in (__file__, cocotb.__file__, hypothesis.__file__))


def call_it_found(error: BaseException) -> None:
    """Hypothesis takes the example that is run again for an explicit one; call it 'found' instead."""
    notes = getattr(error, "__notes__", [])
    notes[:] = [note.replace("Failing explicit example", "Failing test case", 1) for note in notes]
