"""Property-based testing inside a running simulation: Hypothesis drives an async cocotb body and shrinks failures.

    @cocotb.test()
    @given(st.lists(st.integers(0, 255)), setup=Bench, reset=Bench.reset, cycles=10_000)
    async def counts(bench, data): ...

The simulator starts once for all examples. docs/property.md has the rest.

May import: nothing else of loopline."""

from ._check import check, given
from ._constants import ignore_the_source
from ._errors import FlakyProperty, HungBody, Interrupted, NoExamples
from ._example import Data
from ._examples import examples_of
from ._result import Counterexample, Failure, Result, Statistics

__all__ = [
    "Counterexample",
    "Data",
    "Failure",
    "FlakyProperty",
    "HungBody",
    "Interrupted",
    "NoExamples",
    "Result",
    "Statistics",
    "check",
    "examples_of",
    "given",
    "ignore_the_source",
]

for _name in __all__:
    globals()[_name].__module__ = __name__  # the name that reports show, whichever file defines it
