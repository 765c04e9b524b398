"""What each test has cost when that was last recorded, and which cases are for the gate or for the night by that.

`tests/durations.json` has the seconds of processor time of each test that takes a tenth of a second or more. `pytest
--record-durations` records those of the tests that it runs."""

import json
import os
import shutil
import tempfile
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_name("durations.json")

#: Seconds that `make test` has for one test, all its cases together, if it is not marked `room`. What does not fit is
#: for the gate, which has as many again. What does not fit there either is for the night, but for one case of each
#: test, if that takes no more than WHOLE.
EACH, WHOLE = 1.5, 8.0

#: For the gate, all of them: they start Yosys, whose WebAssembly a new machine has to compile first.
WITH_YOSYS = {"formal", "mutate", "netlist", "synth"}

_BEGAN = pytest.StashKey[float]()
_SECONDS = "seconds of processor time"


def pytest_addoption(parser):
    parser.addoption("--record-durations", action="store_true", help=f"put them into {FILE.relative_to(ROOT)}")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what is for the gate and what is for the night. Of what is to run, what takes longest comes first: with a
    process for each core, the last ones should be short."""
    seconds = read()

    def cost(item):
        return seconds.get(item.nodeid, 0.0)

    tests = defaultdict(list)
    for item in items:
        if item.path.parent.name in WITH_YOSYS:
            item.add_marker("gate")
        if not item.get_closest_marker("slow"):
            tests[item.parent, getattr(item, "originalname", item.name)].append(item)
    for cases in tests.values():
        marker = cases[0].get_closest_marker("room")
        room = marker.args[0] if marker else EACH
        for_the_gate = all(case.get_closest_marker("gate") for case in cases)
        late = cases if for_the_gate else list(beyond(room, cases, cost, _values))
        for case in late:
            case.add_marker("gate")
        for_the_night = list(beyond(room, late, cost, _values))
        if len(for_the_night) == len(cases):
            cheapest = min(cases, key=cost)
            if cost(cheapest) <= WHOLE:
                for_the_night.remove(cheapest)
        for case in for_the_night:
            case.add_marker("slow")
    yield
    groups = Counter()
    for item in items:
        groups[group(item.nodeid)] += cost(item)
    items.sort(key=lambda item: -groups[group(item.nodeid)])


def group(test):
    """What one process runs: a file, or a folder whose files use the same examples, which take long to generate."""
    file = test.partition("::")[0]
    return "tests/games/trax/strategies" if file.startswith("tests/games/trax/strategies/") else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With `--dist loadfile`, instead of its own."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByGroup(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return group(nodeid)

    return ByGroup(config, log)


def read():
    return json.loads(FILE.read_text()) if FILE.exists() else {}


def beyond(limit, cases, cost, values):
    """Those of the cases for which there is no room. First come those that have a value of a parameter, or several,
    which none before them has."""
    left = list(cases)
    if sum(map(cost, left)) <= limit:
        return
    spent, seen = 0.0, set()
    while left:
        case = max(left, key=lambda one: len(values(one) - seen))
        left.remove(case)
        if spent + cost(case) > limit:
            yield case
        else:
            spent += cost(case)
            seen |= values(case)


def _values(item):
    return {(name, repr(value)) for name, value in item.callspec.params.items()} if hasattr(item, "callspec") else set()


# --- recording --------------------------------------------------------------------------------------------------------


def pytest_configure(config):
    if config.getoption("--record-durations"):
        config.pluginmanager.register(_Recorder())
        if not hasattr(config, "workerinput"):
            os.environ["CCACHE_DIR"] = tempfile.mkdtemp(prefix="ccache-")
            _compile_what_all_share()


class _Recorder:
    """Of all tests, those outside of this folder too: the hooks of a `conftest.py` are for its own folder alone."""

    def __init__(self):
        self.recorded = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item):
        item.stash[_BEGAN] = _processor_time()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        if call.when == "teardown":
            item.user_properties.append((_SECONDS, max(0.0, _processor_time() - item.stash[_BEGAN])))

    def pytest_runtest_logreport(self, report):
        if report.when == "teardown":
            self.recorded[report.nodeid] = dict(report.user_properties)[_SECONDS]

    def pytest_sessionfinish(self, session):
        if not self.recorded or hasattr(session.config, "workerinput"):
            return
        known = {test: seconds for test, seconds in read().items() if _exists(test)}
        known |= {test: round(seconds, 1) for test, seconds in self.recorded.items()}
        lines = (f"{json.dumps(test)}: {seconds}" for test, seconds in sorted(known.items()) if seconds)
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")

    def pytest_unconfigure(self, config):
        if not hasattr(config, "workerinput"):
            shutil.rmtree(os.environ["CCACHE_DIR"], ignore_errors=True)


def _exists(test):
    """Whether its file still has a function of that name."""
    file, _, name = test.partition("::")
    return (ROOT / file).is_file() and f"def {name.partition('[')[0]}(" in (ROOT / file).read_text()


def _processor_time():
    """Of this process, and of all that it has started, running or not."""
    total = sum(os.times()[:4])
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            total += sum(child.cpu_times()[:4])
    return total


def _compile_what_all_share():
    """Otherwise the test that happens to be the first would pay for it: 15 s of processor time, where a design of its
    own takes two or three."""
    import runtime  # from ci/

    with suppress(runtime.SimulatorMissing):
        runtime.compile_all()
