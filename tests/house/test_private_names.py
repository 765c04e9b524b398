"""What the core uses of other packages although they call it private, or do not document it: each name still exists,
and is in no module but the one that is named here. (The bridge has a test of its own.)"""

import ast
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "tb" / "loopline"

#: By the module of the core: the modules of others, and what it uses of them.
USED = {
    "drawing.py": {
        "hypothesis.internal.conjecture.providers": ["_get_local_constants"],
        "hypothesis.internal.constants_ast": ["Constants"],
        "hypothesis.internal.observability": ["OBSERVABILITY_COLLECT_COVERAGE", "with_observability_callback"],
        "hypothesis.strategies._internal.core": ["is_first_param_referenced_in_function"],
        "hypothesis.strategies._internal.utils": ["to_jsonable"],
    },
    "simulation/channel.py": {
        "pygpi.entry": ["load_entry"],
        "cocotb.regression": ["RegressionManager.setup_pytest_assertion_rewriting"],
    },
    "system/__init__.py": {"_pytest.outcomes": ["fail", "skip", "xfail"]},
    "design/simulators/simulator.py": {
        "cocotb_tools.runner": ["Runner._set_env_build", "Runner._set_env_test", "Runner._execute_cmds"],
    },
    "design/simulators/icarus.py": {
        "cocotb_tools.runner": ["Icarus._build_command", "Icarus._create_iverilog_dump_file", "Icarus._execute_cmds"],
    },
    "design/simulators/verilator.py": {
        "cocotb_tools.runner": ["Verilator._build_command", "Verilator._set_env_build", "Verilator._waves_file"],
    },
    "workers/pool.py": {
        "distributed.scheduler": ["KilledWorker"],
        "distributed.client": ["ClosedClientError"],
        "distributed.security": ["Security.get_connection_args"],
        "distributed.comm": ["connect"],
    },
}

NAMES = [(module, name) for used in USED.values() for module, names in used.items() for name in names]


@pytest.mark.parametrize(("module", "name"), NAMES, ids=[f"{module}.{name}" for module, name in NAMES])
def test_private_names_exist(module, name):
    reduce(getattr, name.split("."), import_module(module))


def imported(file):
    """The modules from which a file imports, those within functions, too."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{one.name}" for one in node.names))


def test_private_names_are_used_in_one_module():
    """Whatever else a module imports of packages' private parts would be noticed only where it breaks."""
    found = {
        (str(file.relative_to(CORE)), name)
        for file in CORE.rglob("*.py")
        for name in imported(file)
        if name.split(".")[0] in ("cocotb", "hypothesis", "pygpi", "_pytest", "distributed")
        and (any(part.startswith("_") for part in name.split(".")) or name.startswith(("pygpi", "hypothesis.internal")))
    }
    known = {file: [*modules] for file, modules in USED.items()}
    wrong = [
        f"{file}: {name}"
        for file, name in sorted(found)
        if not any(name.startswith(one) or one.startswith(name) for one in known.get(file, ()))
    ]
    assert not wrong
