"""Which cases of a test everybody runs, and which are more of the same kind, for the gate."""

import pytest


def for_the_gate(cases, *gate):
    """All the cases for `parametrize`; those that are named here are for the gate only."""
    cases = list(cases)
    assert all(one in cases for one in gate)
    return [pytest.param(*_values(one), marks=pytest.mark.gate) if one in gate else one for one in cases]


def _values(case):
    return case if isinstance(case, tuple) else (case,)
