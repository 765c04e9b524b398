"""loopline generators."""

from loopline.cli._app import app
from typer.testing import CliRunner


def figures(*arguments):
    result = CliRunner().invoke(app, ["generators", "--game", "trax", *arguments])
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def test_same_seed_same_table_but_for_the_times():
    names = "games traps cascades wins illegal_moves take_backs drifting resets rule_sets supply field_edge draws "
    names += "connexion random_games"
    once, again = (figures("--examples", "20", "--seed", "5") for _ in range(2))
    assert [line for line in once if "µs" not in line] == [line for line in again if "µs" not in line]
    assert once[0].split() == names.split()


def test_a_small_engine():
    assert figures("--examples", "5", "--size", "16")
