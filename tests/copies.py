"""Copies of designs in which something is another: of what is bundled, and of the smallest game."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAP = ROOT / "tests" / "contract" / "heap"


def change(file, *edits):
    """Replace in the file, for each edit `(old, new)`, what occurs in it once."""
    text = file.read_text()
    for old, new in edits:
        assert text.count(old) == 1, f"{file.name} is no longer what it was: {old}"
        text = text.replace(old, new)
    file.write_text(text)


def copied(folder, *changes, design="trax/engine.toml"):
    """Return the description of a bundled design in a copy of `rtl`, after these changes: file, old, new."""
    shutil.copytree(ROOT / "rtl", folder / "rtl")
    for file, old, new in changes:
        change((folder / "rtl" / design).parent / file, (old, new))
    return folder / "rtl" / design


def copied_heap(folder, module="heap_game", keys=""):
    """Return the description in a copy of the heap, with these keys before its own, and its game's module renamed.

    Two modules of one name cannot be in one process."""
    shutil.copytree(HEAP, folder / "heap", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "heap" / "heap_game.py").rename(folder / "heap" / f"{module}.py")
    file = folder / "heap" / "heap.toml"
    file.write_text(keys + file.read_text().replace("heap_game", module))
    return file
