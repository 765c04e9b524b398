"""No file outside games/ names a game: what the harness knows of one, the game has told it."""

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
    files = [file for file in PACKAGE.rglob("*") if file.suffix in {".py", ".v", ".html"}]
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
    shared = [*(PACKAGE / "games").glob("*.py")]
    assert len(shared) > 5
    assert not [file.name for file in shared if NAMES.search(file.read_text())]


def test_games_are_found_in_one_place():
    """Whoever wants a game goes through its object."""
    importing = [file for file in PACKAGE.rglob("*.py") if "importlib.import_module" in file.read_text()]
    assert [str(file.relative_to(PACKAGE)) for file in importing] == ["design/finding.py"]
