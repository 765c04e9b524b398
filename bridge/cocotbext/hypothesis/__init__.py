"""Hypothesis inside a running simulation: `@given` and state machines drive async cocotb tests, and shrink failures.

    @cocotb.test()
    @in_simulation(setup=Bench, reset=Bench.reset, cycles=10_000)
    @given(st.lists(st.integers(0, 255)))
    async def counts(bench, data): ...

The simulator starts once for all examples. README.md has the rest.
"""

from ._check import check, in_simulation
from ._result import Counterexample, FlakyProperty, HungBody, NoExamples, Result, Statistics
from .stateful import StateMachine

__all__ = [
    "Counterexample",
    "FlakyProperty",
    "HungBody",
    "NoExamples",
    "Result",
    "StateMachine",
    "Statistics",
    "check",
    "in_simulation",
]

for _name in __all__:
    globals()[_name].__module__ = __name__  # the name that reports show, whichever file defines it
