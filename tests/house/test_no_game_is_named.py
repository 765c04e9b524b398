"""No file outside games/ names a game: all that the harness knows of one comes from the game's object."""

import re
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "tb" / "loopline"

#: The names of the games here, of their files and of their models; and what only one of their boards has.
#: (`goldenrules.lines` reads the files of any game.)
NAMES = re.compile(
    r"trax|\.trx|\bglobe|\bevening|tsolitaire|\.tsol|goldenrules(?!\.lines)|\btiles?\b|\btorus\b|\bhexagon",
    re.IGNORECASE,
)


def test_no_file_outside_games_names_a_game():
    files = [file for file in PACKAGE.rglob("*") if file.suffix in {".py", ".v", ".html", ".js", ".css"}]
    assert len(files) > 150
    naming = [
        f"{file.relative_to(PACKAGE)}:{number}: {line.strip()}"
        for file in files
        if "games" not in file.relative_to(PACKAGE).parts
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if NAMES.search(line)
    ]
    assert not naming


def test_what_any_game_can_use_names_none():
    shared = [file for pattern in ("*.py", "general/*.py", "serial/*.py") for file in (PACKAGE / "games").glob(pattern)]
    assert len(shared) > 30
    assert not [file.name for file in shared if NAMES.search(file.read_text())]


def test_games_are_found_in_one_place():
    """All code gets a game through its object."""
    importing = [file for file in PACKAGE.rglob("*.py") if "importlib.import_module" in file.read_text()]
    assert [str(file.relative_to(PACKAGE)) for file in importing] == ["design/finding.py"]
