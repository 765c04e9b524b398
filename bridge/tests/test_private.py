"""The undocumented names of cocotb and Hypothesis: if one of them goes, the test that fails says which."""

import ast
import dataclasses
import inspect
import re
from pathlib import Path

import cocotbext.hypothesis
import hypothesis
import pytest
from cocotb import _test_manager
from cocotbext.hypothesis import _private as private
from cocotbext.hypothesis._judge import Replay
from hypothesis import Phase, assume, example, given, seed, settings, stateful
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase

SOURCES = sorted(Path(cocotbext.hypothesis.__file__).parent.glob("*.py"))
QUIET = settings(database=None, deadline=None, max_examples=20)
#: What Hypothesis documents of the modules that are imported from.
DOCUMENTED = {
    "hypothesis": {*hypothesis.__all__, "stateful", "strategies"},
    "hypothesis.errors": {"DidNotReproduce", "FailedHealthCheck", "Flaky", "InvalidArgument", "Unsatisfiable"},
    "hypothesis.stateful": {"RuleBasedStateMachine", "initialize", "invariant", "rule"},
    "hypothesis.strategies": {"DataObject", "DrawFn", "SearchStrategy"},
}


@given(st.none())
def decorated(n):
    pass


def ran(test, decorate=lambda test: None):
    """The values with which the test is run."""
    values = []
    test.hypothesis.inner_test = lambda n: values.append(n)
    decorate(test)
    test()
    return values


def test_cocotbs_test_manager_owns_tasks():
    members = dict(inspect.getmembers(_test_manager.TestManager, inspect.isfunction))
    assert {"start", "cancel", "done", "exception", "add_task", "remove_task"} <= members.keys()
    parameters = inspect.signature(_test_manager.TestManager).parameters
    assert list(parameters) == ["test_coro", "name", "timeout", "test_complete_cb"]


def test_cocotbs_current_test_gets_new_tasks():
    assert _test_manager._current_test is None
    assert "_current_test.add_task(task)" in inspect.getsource(_test_manager.create_task)


def test_hypothesis_keeps_the_settings_on_the_test():
    assert private.settings_of(settings(max_examples=7)(given(st.none())(lambda n: None))).max_examples == 7
    assert private.settings_of(decorated) is settings.default
    test = given(st.integers())(lambda n: None)
    private.set_settings(test, settings(QUIET, max_examples=3, phases=[Phase.generate]))
    assert len(ran(test)) == 3


def test_hypothesis_keeps_the_seed_on_the_test():
    assert private.seed_of(decorated) is None
    assert private.seed_of(seed(7)(given(st.none())(lambda n: None))) == 7


def test_hypothesis_keeps_the_explicit_examples_on_the_test():
    assert private.explicit_examples(decorated) == ()
    test = QUIET(example(n=1)(example(n=2).xfail(raises=KeyError)(given(n=st.integers())(lambda n: None))))
    assert [(one.kwargs, one.raises) for one in private.explicit_examples(test)] == [
        ({"n": 1}, None),
        ({"n": 2}, KeyError),
    ]


def test_an_example_alone_can_be_run():
    test = settings(QUIET, phases=[Phase.explicit])(example(n=1)(given(n=st.integers())(lambda n: None)))
    [chosen] = private.explicit_examples(example(n=5)(given(n=st.integers())(lambda n: None)))
    assert ran(test, lambda test: private.only_example(test, chosen)) == [5]


def test_an_example_is_offered_to_be_shrunk():
    seen = []

    @settings(database=InMemoryExampleDatabase(), max_examples=50)
    @seed(1)
    @given(st.integers(0, 1000))
    def test(n):
        seen.append((n, tuple(private.current_example().data.choices)))
        assert n < 100

    with pytest.raises(AssertionError):
        test()
    first, choices = next(pair for pair in seen if pair[0] > 100)
    seen.clear()
    offered = private.OneExampleDatabase(choices)
    private.set_settings(test, settings(database=offered, phases=[Phase.reuse, Phase.shrink]))
    with pytest.raises(AssertionError):
        test()
    assert seen[0][0] == first
    assert seen[-1][0] == 100
    offered.save(b"key", b"other")
    offered.delete(b"key.secondary", next(iter(offered.fetch(b"key.secondary"))))
    assert len(list(offered.fetch(b"key.secondary"))) == 1


def test_an_example_can_be_repeated_from_its_choices():
    seen = []

    @QUIET
    @given(st.integers(), st.text())
    def test(n, text):
        seen.append((n, text, tuple(private.current_example().data.choices)))

    test()
    n, text, choices = seen[-1]
    seen.clear()
    private.only_repeat(test, choices)
    with pytest.raises(hypothesis.errors.DidNotReproduce):  # it passes
        test()
    assert seen == [(n, text, choices)]


def test_the_running_example_has_its_events_and_says_whether_it_is_the_last():
    finals = []

    @settings(QUIET, database=InMemoryExampleDatabase(), phases=[Phase.generate, Phase.shrink])
    @given(st.integers(0, 9))
    def test(n):
        hypothesis.event("seen", n)
        assert private.current_example().data.events == {"seen": n}
        assert not private.current_example().data.frozen
        assert private.current_example().data.testcounter >= 0
        finals.append(private.current_example().is_final)
        assert n < 5

    with pytest.raises(AssertionError):
        test()
    assert finals[-1]
    assert not any(finals[:-1])


@pytest.mark.parametrize("discards", [lambda data: assume(False), lambda data: data.draw(st.nothing())])
def test_exceptions_of_discarded_examples_exist(discards):
    raised = []

    @settings(QUIET, suppress_health_check=list(hypothesis.HealthCheck))
    @given(st.data())
    def test(data):
        try:
            discards(data)
        except BaseException as error:
            raised.append(error)
            raise

    with pytest.raises(hypothesis.errors.Unsatisfiable):
        test()
    assert raised
    assert all(isinstance(error, private.DISCARDS) for error in raised)


def test_the_report_can_be_had():
    said = []
    with private.with_reporter(said.append), pytest.raises(ZeroDivisionError):
        settings(QUIET, verbosity=hypothesis.Verbosity.verbose)(given(st.none())(lambda n: 1 // 0))()
    assert any("n=None" in line for line in said)


def test_data_can_be_drawn_by_a_class_of_ours():
    class Ours(st.DataObject):
        pass

    @QUIET
    @given(st.data())
    def test(data):
        assert private.data_like(data, Ours).draw(st.integers(3, 3)) == 3

    test()


def test_plugin_of_pytest_and_its_seed_are_found():
    assert isinstance(private.runs_under_pytest(), bool)
    assert private.pytest_seed() is None or isinstance(private.pytest_seed(), int)
    assert "global_force_seed" in inspect.getsource(hypothesis.core)


def test_there_is_a_warning_of_hypothesis_for_side_effects():
    assert issubclass(private.SideeffectWarning, Warning)


class Machine(stateful.RuleBasedStateMachine):
    @stateful.initialize()
    def begins(self):
        return "begins"

    @stateful.rule()
    def steps(self):
        return "steps"

    @stateful.precondition(lambda self: True)
    @stateful.invariant()
    def holds(self):
        return "holds"


def test_the_steps_of_a_machine_can_be_changed():
    called = []

    def change(step):
        assert all(callable(each) for each in step.preconditions)
        return dataclasses.replace(step, function=lambda self: called.append(step.function(self)))

    machine = private.with_steps(Machine, change, more=1)
    few = settings(QUIET, stateful_step_count=2)
    test = private.test_of(machine, few)
    assert private.settings_of(test) is few
    test()
    assert set(called) == {"begins", "steps", "holds"}
    assert machine.more == 1
    assert Machine.setup_state().rules[0].function is not machine.setup_state().rules[0].function


def test_pytest_knows_the_scope_of_a_fixture(request):
    scopes = [private.scope_of_fixture(name, request) for name in ("tmp_path", "tmp_path_factory", "nothing")]
    assert scopes == ["function", "session", None]


def test_the_arguments_of_a_failing_call_are_read_as_every_version_writes_them():
    for words in "Falsifying example", "Failing test case":  # of Hypothesis 6.139 and of 6.170
        account = f"{words}: f(\n    n=1,\n    text='b=2,   ( c',\n)"
        assert private.arguments_in(f"{account}\na note") == ["n=1", "text='b=2,   ( c'"]
        assert Replay(None, account, {}).call == "f(n=1, text='b=2,   ( c')"
    assert private.arguments_in("Failing test case:\nstate = Machine()") is None

    @QUIET
    @given(st.integers(), st.lists(st.booleans(), min_size=40))
    def fails(n, flags):
        raise AssertionError

    said = []
    private.only_repeat(fails, (5, *[True, False] * 40, False))
    with pytest.raises(AssertionError), private.with_reporter(said.append):
        fails()
    assert private.arguments_in("\n".join(said)) == ["n=5", f"flags={[False] * 40}"]


def test_a_pair_shows_the_steps_of_a_machine_in_a_line():
    for first in "Failing test case:", "Failing test case: <state machine>":  # of Hypothesis 6.168 and of 6.170
        assert Replay(None, f"{first}\nstate = Machine()\nstate.steps()", {}).call == "state = Machine() state.steps()"


def test_private_names_are_used_in_one_module_only():
    found = set()
    for file in SOURCES:
        tree = ast.parse(file.read_text())
        if file.name == "_private.py":
            names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
            spelled = {name for name in names if re.match("_[a-z]", name)}
            assert spelled == {"_current_test", "_hypothesis_internal_use_seed", "_hypothesis_internal_use_settings"}
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and not node.level and node.module.startswith("hypothesis"):
                names = {alias.name for alias in node.names}
                found |= {(file.name, node.module, name) for name in names - DOCUMENTED.get(node.module, set())}
            elif isinstance(node, ast.Import):
                found |= {(file.name, name.name) for name in node.names if name.name.startswith("hypothesis.")}
            elif isinstance(node, ast.Attribute):
                ours = isinstance(node.value, ast.Name) and node.value.id == "hypothesis"
                if ours and node.attr not in {*hypothesis.__all__, "__file__"}:
                    found.add((file.name, node.attr))
            elif isinstance(node, ast.Constant) and str(node.value).startswith("hypothesis_"):
                found.add((file.name, node.value))
            elif isinstance(node, ast.ImportFrom) and not node.level and "._" in node.module:
                found.add((file.name, node.module))
    assert not found
