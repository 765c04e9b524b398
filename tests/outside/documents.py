"""The fenced blocks of README and docs, and how each kind of them is carried out."""

import contextlib
import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from loopline.cli._app import app
from typer.main import get_command

REPOSITORY = Path(__file__).parents[2]
#: A page that is generated as a whole, from what was measured: there is nothing to carry out.
_GALLERY = REPOSITORY / "docs" / "gallery.md"
PAGES = [
    *(REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "model/README.md", "bridge/README.md")),
    *sorted(page for page in (REPOSITORY / "docs").rglob("*.md") if page != _GALLERY),
]
BIN = Path(sys.executable).parent
_FENCE = re.compile(r"^```(.*)\n((?s:.*?))^```$", re.M)
#: A file is named in the comment that it begins with, or just above it.
_NAMED_WITHIN = re.compile(r"(?:#|//) (\S+\.(?:py|v|toml))\n")
_NAMED_BEFORE = re.compile(r"`([\w/]+\.(?:toml|py)|Makefile)`")
HINT = "\nWhat cannot be carried out stands in NOT_CARRIED_OUT of test_documents.py, with the reason."


class Block(NamedTuple):
    page: str
    line: int
    language: str
    text: str
    file: str

    @property
    def key(self):
        """What the tables call it."""
        return self.page, self.text.splitlines()[0]

    def __str__(self):
        return f"{self.page}:{self.line}: {self.text.splitlines()[0]}"


def blocks(page):
    text = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        before = text[: match.start()].rstrip().rpartition("\n\n")[2]
        named = _NAMED_WITHIN.match(match[2])
        names = [named[1]] if named else _NAMED_BEFORE.findall(before)[-1:]
        number = text.count("\n", 0, match.start()) + 2
        yield Block(str(page.relative_to(REPOSITORY)), number, match[1], match[2], "".join(names))


class Reader:
    """Follows a page in a folder of his own, which is like a fresh clone."""

    def __init__(self, folder, codes):
        self.folder, self.codes = folder, codes
        self.printed, self.skipped = "", False
        self.names = {}
        shutil.copytree(REPOSITORY / "rtl", folder / "rtl")
        for name in ("ci", "examples", "formal", "model", "tb", "pyproject.toml", "README.md", "LICENSE"):
            (folder / name).symlink_to(REPOSITORY / name)

    def follow(self, block, more=""):
        """Carry it out; `more` is added to its commands."""
        {
            "sh": self._commands,
            "console": self._session,
            "text": self._shown,
            "python": self._python,
            "pycon": self._examples,
        }.get(block.language, self._save)(block, more)

    def skip(self, block):
        """Look only whether what it calls is there."""
        self.skipped = True
        if block.language in ("sh", "console"):
            for command in commands(block):
                parse(command)

    def _commands(self, block, more):
        for command in commands(block):
            self._run(command, more)

    def _session(self, block, more):
        for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            self._run(command, more)
            self._compare(block, shown)

    def _shown(self, block, _):
        if not self.skipped:
            self._compare(block, block.text)

    def _python(self, block, _):
        if block.file.endswith(".py"):  # the page itself says when it runs
            self._save(block)
        elif "def test_" in block.text:
            path = self._save(block._replace(file="test_of_page.py"))
            self._run(f"python -m pytest -q -c /dev/null --rootdir . {path.name}")
        else:
            path = self._save(block._replace(file="of_page.py"))
            self._run(f"python {path.name}")

    def _examples(self, block, _):
        """A page's examples know the names of those before them."""
        test = doctest.DocTestParser().get_doctest(block.text, self.names, str(block), block.page, block.line - 1)
        said = []
        doctest.DocTestRunner().run(test, out=said.append, clear_globs=False)
        assert not said, f"{''.join(said)}{HINT}"
        self.names.update(test.globs)

    def _save(self, block, _=""):
        assert block.file, f"{block}: what is this file called?{HINT}"
        if block.language == "toml":
            tomllib.loads(block.text)
        path = self.folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text)
        return path

    def _run(self, command, more=""):
        place = self.folder.parent / "place"
        script = in_full(command) if command.startswith("make ") else f"{command} {more}"
        done = subprocess.run(
            ["bash", "-e", "-c", f"trap 'pwd >{shlex.quote(str(place))}' EXIT\n{script}"],
            cwd=self.folder,
            env={
                "CCACHE_DIR": f"{BIN.parent}/ccache",
                **os.environ,
                "PATH": f"{BIN}:{os.environ['PATH']}",
                "NO_COLOR": "1",
                "COLUMNS": "130",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == self.codes.get(command, 0), f"{command}\n{done.stdout}"
        self.printed, self.skipped, self.folder = done.stdout, False, Path(place.read_text().rstrip())

    def _compare(self, block, shown):
        """Each line that is shown has been printed, in this order; but for figures and versions, which differ."""
        printed = iter(map(plain, self.printed.splitlines()))
        for line in filter(str.strip, shown.splitlines()):
            wanted = plain(line).removesuffix("…")
            assert any(one.startswith(wanted) for one in printed), f"{block}\nnot printed: {line}\n{self.printed}{HINT}"


def commands(block):
    """Without comments, and with lines that go on joined."""
    text = block.text.replace("\\\n", " ")
    lines = [line.removeprefix("$ ") for line in text.splitlines() if block.language == "sh" or line.startswith("$ ")]
    return [line for line in (re.sub(r"\s+#.*", "", line).strip() for line in lines) if line]


def in_full(command):
    """What `make …` would run once everything is set up."""
    words = shlex.split(command)
    done = ["-o", "setup", "-o", "setup-tests"]
    make = ["make", "--no-print-directory", "-n", *done]  # beneath another make, it would print its folder
    said = subprocess.check_output([*make, *words[1:]], cwd=REPOSITORY, text=True)
    return said.replace(".venv/bin/", "")


def parse(command):
    """A command of ours has these options, and they may have these values; any other at least exists."""
    words = shlex.split(command.removesuffix("&"))
    if words[0] == "make":
        assert in_full(command)
    elif words[0] == "loopline":
        known = get_command(app).get_command(None, words[1])
        assert known, command
        with contextlib.suppress(SystemExit):
            known.make_context(words[1], words[2:])
    else:
        there = shutil.which(words[0], path=f"{BIN}:{os.environ['PATH']}")
        assert there or words[0] in ("cd", "export", "verilator") or "/" in words[0], command


def plain(line):
    """Without what depends on versions, the seed and the machine: figures, the simulator, the width of columns."""
    line = line.replace(f"{REPOSITORY}/", "")
    line = re.sub(r"\b(verilator|icarus)\b", "simulator", re.sub(r"\d[\d.,]*", "0", line))
    return re.sub(r"\s+", " ", line.replace(" --seed 0", "")).strip()
