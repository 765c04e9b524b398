"""Breaks the harness itself, a line at a time, and says which breaks no test notices.

    .venv/bin/python ci/breaks.py [--all] [WORD ...]

The breaks are in ci/breaks.toml: a file, the tests that may notice, and what is replaced by what. Each is made in a
copy of the checkout, in out/breaks. A test that fails must pass without the break. `WORD`: only breaks of files whose
path contains one of the words. `--all`: with the tests of the gate too.

Exit code: 0 if all are noticed, 1 if some are not, 3 if some could not be tried.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPY = ROOT / "out" / "breaks"


def copy():
    """Return a copy of the checkout as it is now; what was built there before is kept."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for old in COPY.glob("*"):
        if old.is_dir() and old.name != "out":
            shutil.rmtree(old)
    for name in listed.split("\0"):
        if name and (ROOT / name).is_file():
            (COPY / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, COPY / name)


def run(tests, selected, *options):
    """Return the exit code of pytest, and its last line."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", *options, "-m", selected, *tests.split()]
    path = os.pathsep.join([str(COPY / "tb"), str(COPY / "model")])
    # As on CI, where Hypothesis draws the same in every run.
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    ran = subprocess.run(command, cwd=COPY, env=environment, capture_output=True, text=True, check=False)
    return ran.returncode, (ran.stdout.strip() or ran.stderr.strip() or "nothing was said").splitlines()[-1]


def tried(file, find, replace, tests, selected):
    """Try one break. Return its result in a few words, and pytest's last line."""
    whole = (COPY / file).read_text()
    if whole.count(find) != 1:
        return "not tried", f"the text is there {whole.count(find)} times"
    try:
        (COPY / file).write_text(whole.replace(find, replace))
        code, last = run(tests, selected)
    finally:
        (COPY / file).write_text(whole)
    if code == 1 and run(tests, selected, "--last-failed")[0]:
        return "not tried", f"what failed fails without it, too: {last}"
    return {0: "NOT NOTICED", 1: "noticed"}.get(code, "not tried"), last


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("words", nargs="*")
    given = parser.parse_args()
    copy()
    counts = Counter()
    for table in tomllib.loads((ROOT / "ci" / "breaks.toml").read_text())["of"]:
        if given.words and not any(word in table["file"] for word in given.words):
            continue
        for find, replace in table["breaks"]:
            selected = "not slow" if given.all else "not slow and not gate"
            result, last = tried(table["file"], find, replace, table["tests"], selected)
            counts[result] += 1
            print(f"{result:<12} {table['file']}: {find!r} → {replace!r}  ({last})", flush=True)
    print(", ".join(f"{count} {result}" for result, count in counts.items()))
    sys.exit(1 if counts["NOT NOTICED"] else 3 if counts["not tried"] or not counts else 0)


if __name__ == "__main__":
    main()
