"""The tables that the site makes from the code: no command is without its options, and a wrong name is an error."""

import re
from pathlib import Path

import codes
import pytest
import reference
from loopline.cli._app import app
from loopline.design import dut
from typer.main import get_command

DOCS = Path(__file__).parents[2] / "docs"


def test_page_has_the_options_of_every_command():
    page = (DOCS / "reference" / "cli.md").read_text(encoding="utf-8")
    asked = re.findall(r"^<!-- options: ([\w-]+) -->$", page, re.M)
    assert sorted(asked) == sorted(get_command(app).list_commands(None))


def test_options_have_names_texts_and_defaults():
    rows = [*reference.options("verify")]
    assert r"| `--effort <quick\|normal\|thorough>` |" in "\n".join(rows)
    assert next(row for row in rows if "--out" in row).endswith("| `out` |")
    assert not any("--help" in row for row in rows)


def test_page_has_every_key_of_a_description():
    """A table of keys that no page asks for, or a key without a text, would be missing from the reference."""
    page = (DOCS / "reference" / "dut.md").read_text(encoding="utf-8")
    asked = re.findall(r"^<!-- keys: ([\w-]+) -->$", page, re.M)
    rows = [row for part in asked for row in reference.keys(part)]
    told = {found[1].partition(".")[0] for row in rows if (found := re.match(r"\| `([\w.]+)` \|.*\| \S.* \|$", row))}
    assert told | {"path", "out"} == dut.Dut.model_fields.keys()
    assert [row for row in rows if row.endswith("|  |")] == []


def test_keys_have_their_defaults():
    rows = "\n".join([*reference.keys("description"), *reference.keys("player")])
    for start in (
        '`game` | `"trax"`',
        "`name` | required",
        "`board.size` | `64`",
        "`clock.mhz` | `50.0`",
        "`deck` | ",
    ):
        assert f"| {start} |" in rows
    assert "| `serial.baud` | `115200` | Its real rate" in rows
    assert "`vhdl." not in rows


def test_required_keys_come_first():
    assert [row.split("`")[1] for row in [*reference.keys("description")][2:4]] == ["name", "top"]


def test_pages_have_every_table_of_every_engine():
    """A table that no page asks for would be missing from the reference."""
    pages = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    tables = {f"{engine.codes.parent.name}.{name}" for engine in codes.ENGINES for name in codes.tables(engine)}
    assert set(re.findall(r"^<!-- codes: ([\w.]+) -->$", pages, re.M)) == tables


def test_fields_have_their_bits():
    assert "| `req_cell` | K |" in "\n".join(reference.of_engine("evening.request"))


def test_members_are_those_of_the_class_and_of_its_bases():
    [rows, own] = ("\n".join(reference.members("goldenrules.globe.Position", *more)) for more in ((), (", own",)))
    assert "| `legal_moves()` | Return every step" in rows
    assert "| `copy()` | Return the same position once more" in rows
    assert "| `must_pass` |" in own
    assert "| `copy()` |" not in own
    bench = "\n".join(reference.members("loopline.bench.Engine"))
    assert "| `await undo()` | Take the last turn back." in bench
    assert "`gap`: The cycles by which each request comes late. `stall`:" in bench
    assert "Raises `Disagrees`: The design disagrees with the model." in bench


def test_words_of_scripts_have_their_meaning():
    """In the docstring, the second of these takes two lines."""
    rows = "\n".join(reference.words("loopline.games.serial.script"))
    assert "| `-T -W -B B2/` | a line, sent as it stands |" in rows
    assert re.search(r"^\| `!glitch=12,1` \| the same; a receiver that votes .* after a stop bit has \|$", rows, re.M)
    assert r"| `\|17` | one that makes it taller |" in [*reference.words("loopline.games.trax.player.replies")]


def test_arguments_of_a_function_are_those_of_its_docstring():
    rows = [*reference.arguments("loopline.games.operations.operation")]
    assert "| `takes_back` | Whether it takes the last turn back. |" in rows
    assert any(row.startswith("| `moves` | Returns, from the model,") and "read back" in row for row in rows)


def test_properties_have_what_they_play():
    rows = [*reference.properties("trax-player")]
    assert next(row for row in rows if "`glitches`" in row).endswith(
        "| pulses shorter than half a bit on the idle line |"
    )


@pytest.mark.parametrize(
    "comment",
    [
        "options: verifi",
        "members: goldenrules.globe.Positions",
        "names: goldenrules.chess",
        "codes: trax.code",
        "keys: strobes",
    ],
)
def test_wrong_names_are_errors(comment):
    with pytest.raises((KeyError, AttributeError, ModuleNotFoundError)):
        reference.expanded(f"<!-- {comment} -->")
