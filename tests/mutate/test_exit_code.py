"""Of `loopline mutate`: 0 only if it is known of every mutant that it has not survived."""

from types import SimpleNamespace

import pytest
from loopline.mutate.score import Score
from loopline.report.mutation import exit_code

RUN = SimpleNamespace(interrupted=False)


@pytest.mark.parametrize(
    ("states", "code"),
    [
        (["killed", "equivalent", "unobservable"], 0),
        (["killed", "survived"], 1),
        (["killed", "unjudged"], 3),
        (["killed", "open"], 3),
        (["survived", "unjudged"], 1),
    ],
)
def test_exit_code(states, code):
    results = [SimpleNamespace(verdict=SimpleNamespace(state=state)) for state in states]
    assert exit_code(RUN, Score(results), None) == code
