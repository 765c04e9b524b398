"""`make generators`."""

import re

import pytest
from cosim.engines import needs
from generators import command
from loopline.cli._app import program
from loopline.games.trax.player.strategies import PROPERTIES
from loopline.simulation.line import MOMENTS
from typer.testing import CliRunner


def figures(*arguments, game="trax"):
    result = CliRunner().invoke(program(command), ["--game", game, *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()  # without how far it is


def test_same_seed_same_table_but_for_the_times():
    names = "games traps cascades wins illegal moves take backs drifting resets extremes two reasons aliases "
    names += "reset sweeps histories ends powers of two branches rule options random games"
    once, again = (figures("--examples", "2", "--seed", "5", "--size", "16") for _ in range(2))
    assert [line for line in once if "µs" not in line] == [line for line in again if "µs" not in line]
    assert once[0].split() == names.split()


def test_every_example_is_what_its_strategy_is_for():
    """Strategies that any game has are for nothing in particular."""
    strategies = 13
    _, examples, fit, of_random_games, *others = figures("--examples", "12", "--board", "side=2", game="evening")
    columns = len(examples.split()) - 1
    assert examples.split() == ["examples", *["12"] * columns]
    assert fit.count("100 %") == fit.count("%") == strategies
    assert of_random_games.count("100 %") < strategies / 2
    met, alone, all_of_them = ([int(word) for word in line.split()[-columns:]] for line in others[-3:])
    assert all(0 <= few <= some < whole for few, some, whole in zip(alone, met, all_of_them, strict=True))


@pytest.mark.gate
def test_what_the_examples_of_the_player_meet():
    """They are played: moments of resets depend on the player's answers."""
    needs("verilator")
    names, *rows = (
        re.split(r"\s{2,}", line.strip()) for line in figures("--examples", "2", "--size", "8", game="trax-player")
    )
    assert names == ["deck", *(prop.name for prop in PROPERTIES)]
    found = {label: row for label, *row in rows}
    assert found["examples"][1:] == ["2"] * len(PROPERTIES)
    moments = {label.removeprefix("… ").removesuffix(", all"): row for label, row in found.items() if label[0] == "…"}
    assert [*moments] == [*MOMENTS]
    assert any(int(count) for row in moments.values() for count in row)
    assert any(map(int, found["lines that meet an answer, all"]))


def test_a_game_that_nobody_measures():
    result = CliRunner().invoke(program(command), ["--game", "none"])
    assert result.exit_code == 2
