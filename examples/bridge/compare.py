"""Compares three ways to look for the bugs of bugs.toml, and prints a table. It takes about an hour:

    python examples/bridge/compare.py          # all designs, or those that are named

- the property, as it stands beside the design, with a hundred examples of each of three seeds;
- a loop of as many random examples in one simulation, also with three seeds: numbers of equal chance, and a coin for
  each cycle in which a stream may flow;
- the same examples of one seed, with a simulation for each, up to the first that fails.

The seconds are those of the processor, the start of the simulators included. The last column is what the
property shrank a failure to; random examples are not shrunk.
"""

import contextlib
import os
import random
import re
import resource
import shutil
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import cocotb
import cocotbext.hypothesis as bridge
from cocotb_tools.runner import get_runner
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

HERE = Path(__file__).parent
OUT = Path("out/compare").absolute()
BUGS = tomllib.loads((HERE / "bugs.toml").read_text())
EXAMPLES = 100
SEEDS = (1, 2, 3)


def numbers(rng, limit, most=40):
    return [rng.randrange(limit) for _ in range(rng.randrange(most + 1))]


def coins(rng):
    return [(rng.randrange(2), rng.randrange(2)) for _ in range(rng.randrange(200))]


def packets(rng, longest=40):
    return [[rng.randrange(256) for _ in range(rng.randint(1, longest))] for _ in range(rng.randrange(9))]


def restart(rng, within):
    return rng.choice([None, (rng.randrange(within + 1), rng.randint(1, 4))])


def accesses(rng):
    def step(rule):
        if rule == "pause":
            return rule, {name: [rng.randrange(2) for _ in range(99)] + [0] for name in ("answers", "reads")}
        if rule == "read":
            return rule, {"words": numbers(rng, 16, 4)}
        write = {"address": rng.randrange(64), "value": rng.getrandbits(32), "length": rng.randint(1, 4)}
        return rule, write | {"words": numbers(rng, 16, 4), "after": rng.randrange(4)}

    return [step(rng.choice(["write", "read", "pause"])) for _ in range(20)]


RANDOM = {
    "arbiter": lambda rng: {"requests": numbers(rng, 16)},
    "priority_encoder": lambda rng: {"requests": numbers(rng, 1 << 16)},
    "axis_fifo": lambda rng: {
        "sent": [(rng.randrange(2), [(rng.randrange(256), rng.random() < 0.5)]) for _ in range(rng.randrange(200))],
        "pauses": coins(rng),
    },
    "frame_fifo": lambda rng: {
        "frames": packets(rng),
        "gaps": [(rng.randrange(2), rng.random() < 0.5) for _ in range(8)],
        "pauses": coins(rng),
        "restart": restart(rng, 128),
    },
    "width_adapter": lambda rng: {
        "packets": packets(rng, 20),
        "gaps": coins(rng),
        "pauses": coins(rng),
        "restart": restart(rng, 64),
    },
    "async_fifo": lambda rng: {
        "sent": [(rng.randrange(2), [rng.randrange(256)]) for _ in range(rng.randrange(200))],
        "pauses": coins(rng),
    },
    "axil_registers": lambda rng: {"steps": accesses(rng)},
    "uart": lambda rng: {
        "received": [(rng.randrange(41), rng.randrange(256), rng.random() < 0.5) for _ in range(rng.randrange(9))],
        "sent": numbers(rng, 256, 8),
        "bit": rng.randint(784, 816),
        "restart": restart(rng, 100),
    },
}


# In the simulator: the random examples.


def machine_as_body(machine):
    """Plays named steps, without Hypothesis."""

    async def body(bench, steps):
        one = machine()
        one.bench = bench
        for name, values in steps:
            done = getattr(one, name)(**values)
            if done is not None:
                await done
        await one.teardown()

    return body


def property_of(block):
    """What stands in the decorators of the property, and the test below them."""
    kept, real = {}, bridge.in_simulation

    def keep(**options):
        return lambda test: kept.update(options, test=test) or real(**options)(test)

    bridge.in_simulation = keep
    import_module(block)
    return kept


@cocotb.test()
async def random_examples(dut):
    block = os.environ["BLOCK"]
    kept = property_of(block)
    rng = random.Random(int(os.environ["SEED"]))
    drawn = [RANDOM[block](rng) for _ in range(EXAMPLES)]
    only = os.environ.get("ONLY")
    test, setup = kept.pop("test"), kept.pop("setup", None)
    body = machine_as_body(test) if isinstance(test, type) else test.hypothesis.inner_test
    test = given(**dict.fromkeys(drawn[0], st.none()))(body)
    for values in reversed(drawn if only is None else [drawn[int(only)]]):
        test = example(**values)(test)
    test = settings(phases=[Phase.explicit], report_multiple_bugs=False, database=None)(test)
    result = await bridge.check(test, setup(dut) if setup else dut, **kept)
    cocotb.log.info("%s", result)
    result.raise_error()


# Outside: builds and runs.


def used():
    """Seconds of the processor that the simulations have used so far."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


class Found:
    """What a run has said of one seed: whether the bug is found, after how many examples, shrunk to what."""

    def __init__(self, folder, seconds):
        [case] = ElementTree.parse(folder / "results.xml").iter("testcase")
        failure = case.find("failure")
        self.seconds, self.found = seconds, failure is not None
        said = re.search(r"(?:failed at example|after) ([\d,]+)", (folder / "log").read_text())
        self.after = int(said[1].replace(",", "")) if said else 0
        text = " ".join(failure.text.replace("| ", " ").split()) if failure is not None else ""
        shrunk = text.partition("Failing test case: ")[2] or text.partition("first: ")[2]
        self.shrunk = re.split(r"\+---| Tasks that were ended ", shrunk)[0][:120].strip()


def built(block, bug):
    """The runner, with this bug in the design, in a folder of its own."""
    folder = OUT / block / bug
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    text, change = (HERE / f"{block}.v").read_text(), BUGS[block][bug]
    assert text.count(change["was"]) == 1, f"{block}.v has not, or more than once: {change['was']}"
    (folder / f"{block}.v").write_text(text.replace(change["was"], change["is"]))
    runner = get_runner("icarus")
    with (folder / "build").open("w") as log, contextlib.redirect_stdout(log):
        runner.build(
            sources=[folder / f"{block}.v"],
            hdl_toplevel=block,
            build_dir=folder,
            timescale=("1ns", "1ps"),
            log_file=folder / "build",
        )
    return runner, folder


def run(runner, folder, block, module, seed, only=None):
    """One simulation."""
    place = folder / f"{module}-{seed}"
    place.mkdir(exist_ok=True)
    env = {"BLOCK": block, "SEED": str(seed)} | ({} if only is None else {"ONLY": str(only)})
    start = used()
    with contextlib.suppress(SystemExit):
        runner.test(
            hdl_toplevel=block,
            test_module=module,
            build_dir=folder,
            test_dir=place,
            seed=seed,
            results_xml=place / "results.xml",
            log_file=place / "log",
            extra_env=env,
        )
    return Found(place, used() - start)


def one_by_one(runner, folder, block):
    """The random examples of seed 1, a simulation each, up to the first that fails."""
    start = used()
    for number in range(EXAMPLES):
        last = run(runner, folder, block, "compare", 1, number)
        if last.found:
            break
    last.after, last.seconds = number + 1, used() - start
    return last


def after(runs):
    """After how many examples each seed finds the bug."""
    return ", ".join(str(one.after) if one.found else "-" for one in runs)


def seconds(runs):
    return f"{sum(one.seconds for one in runs) / len(runs):.1f}"


def main(blocks):
    os.environ["PYTHONPATH"] = str(HERE)
    sys.path.insert(0, str(HERE))
    OUT.mkdir(parents=True, exist_ok=True)
    print("| design | bug | property | random | one by one | seconds: property | random | one by one | smallest |")
    print("|---|---|---|---|---|---|---|---|---|")
    for block in blocks or BUGS:
        for bug in BUGS[block]:
            runner, folder = built(block, bug)
            properties = [run(runner, folder, block, block, seed) for seed in SEEDS]
            loops = [run(runner, folder, block, "compare", seed) for seed in SEEDS]
            alone = [one_by_one(runner, folder, block)]
            smallest = min((one.shrunk for one in properties if one.found), key=len, default="")
            runs = properties, loops, alone
            cells = [block, f"`{bug}`", *map(after, runs), *map(seconds, runs)]
            print("|", " | ".join([*cells, smallest and f"`{smallest}`"]), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
