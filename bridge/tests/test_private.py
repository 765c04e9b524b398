"""The private names of cocotb and Hypothesis: if one of them goes, the test that fails says which."""

import inspect
import re
from pathlib import Path

import cocotbext.hypothesis
import hypothesis
from cocotb import _test_manager
from hypothesis import given, seed, settings
from hypothesis import strategies as st

SOURCES = sorted(Path(cocotbext.hypothesis.__file__).parent.glob("*.py"))


@given(st.none())
def decorated(n):
    pass


def test_cocotbs_test_manager_owns_tasks():
    members = dict(inspect.getmembers(_test_manager.TestManager, inspect.isfunction))
    assert {"start", "cancel", "done", "exception", "add_task", "remove_task"} <= members.keys()
    parameters = inspect.signature(_test_manager.TestManager).parameters
    assert list(parameters) == ["test_coro", "name", "timeout", "test_complete_cb"]


def test_cocotbs_current_test_gets_new_tasks():
    assert _test_manager._current_test is None
    assert "_current_test.add_task(task)" in inspect.getsource(_test_manager.create_task)


def test_hypothesis_keeps_the_settings_on_the_test():
    assert (
        settings(max_examples=7)(given(st.none())(lambda n: None))._hypothesis_internal_use_settings.max_examples == 7
    )
    assert decorated._hypothesis_internal_use_settings is settings.default


def test_hypothesis_keeps_the_seed_on_the_test():
    assert decorated._hypothesis_internal_use_seed is None
    assert seed(7)(given(st.none())(lambda n: None))._hypothesis_internal_use_seed == 7


def test_there_are_no_others_and_they_are_in_one_module():
    found = {}
    for file in SOURCES:
        code = re.sub(r'""".*?"""|#.*', "", file.read_text(), flags=re.S)
        for name in re.findall(r"\b(?:\w+\.)*_(?:hypothesis|test_manager|current_test|add_done|coro\b)\w*", code):
            found.setdefault(file.name, set()).add(name)
    assert found.keys() == {"_private.py"}
    assert hypothesis.__version_info__ >= (6,)
