"""What the tests of designs share around which the streams are put."""

import pytest
from loopline.contract.game import Subject
from loopline.design import ports
from loopline.design.dut import load
from loopline.errors import BadInput


def refusal(folder):
    """Return what is said of the description in this folder, which is the current one, as it is refused."""
    with pytest.raises(BadInput) as problem:
        _check((folder / "m.toml").relative_to(folder))
    return str(problem.value)


def _check(file):
    dut = load(file)
    ports.check(dut, Subject.of(dut).engine.streams, "icarus")
