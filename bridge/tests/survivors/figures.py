"""Runs each property of properties.py with some seeds, pastes what is reported into a new simulation, and prints how
often it fails there too:

    python tests/survivors/figures.py icarus 1 21          # seeds 1 to 20; or verilator
    python tests/survivors/figures.py icarus 1 21 bank     # of this property alone
"""

import ast
import contextlib
import json
import os
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

TESTS = Path(__file__).parents[1]
NAMES = ["arbiter", "bank", "bank_once", "both", "credits", "memory", "no_clock_given", "phase", "quarter", "sticky"]


class Trials:
    """Simulations of survivors.v."""

    def __init__(self, runner, folder, waves=False):
        self._runner, self._folder, self._waves = runner, folder, waves

    def failure(self, name, seed, pasted=None):
        """The type and text of what a property fails with. `pasted`: with these examples alone."""
        results = self._folder / "results.xml"
        with contextlib.suppress(SystemExit):
            self._runner.test(
                hdl_toplevel="survivors",
                test_module="survivors.properties",
                test_filter=rf"\.{name}$",
                test_dir=self._folder,
                results_xml=results,
                seed=seed,
                waves=self._waves,
                extra_env={"PASTED": json.dumps(pasted)},
                log_file=self._folder / "log",
            )
        [case] = ElementTree.parse(results).iter("testcase")
        failure = case.find("failure")
        return None if failure is None else (failure.get("type"), failure.text)

    def verdict(self, name, seed):
        """What a run reports, and whether that is so in a new simulation: "true", or "FALSE"."""
        failure = self.failure(name, seed)
        if failure is None:
            return "passes"
        kind, text = failure
        if kind != "FlakyProperty":
            [line] = re.findall(r"^@example\((.*)\)$", text, re.MULTILINE)
            return f"a counterexample: {self._said(self.failure(name, seed, [_values(line)]) is not None)}"
        shown = [_values(line) for line in re.findall(rf"^  \w+: +{name}\((.*)\)$", text, re.MULTILINE)]
        if len(shown) < 2:
            return "flaky, without a pair"
        fails, alone = self.failure(name, seed, shown), self.failure(name, seed, shown[-1:])
        kind = "a pair" if len(shown) == 2 else "a series"
        return f"{kind}: {self._said(fails is not None and alone is None)}"

    def _said(self, is_so):
        return "true" if is_so else "FALSE"


def _values(line):
    call = ast.parse(f"f({line})", mode="eval").body
    return {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}


def main(simulator, first, last, *names):
    """Print a line for each property."""
    sys.path.insert(0, str(TESTS))
    import simulators

    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setenv("COCOTB_REWRITE_ASSERTION_FILES", "")
        patch.setenv("PYTHONPATH", str(TESTS))
        os.chdir(folder)
        runner = simulators.build(simulator, patch, TESTS / "survivors/survivors.v", Path(folder))
        trials = Trials(runner, Path(folder))
        for name in names or NAMES:
            print(name, dict(Counter(trials.verdict(name, seed) for seed in range(int(first), int(last)))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
