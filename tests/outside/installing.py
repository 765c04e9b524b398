"""An environment outside the checkout: the wheels are installed there, what they ask for, and nothing else."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib.metadata import distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement

REPOSITORY = Path(__file__).parents[2]
#: The folder of each distribution.
SOURCES = {"goldenrules": REPOSITORY / "model", "cocotbext-hypothesis": REPOSITORY / "bridge", "loopline": REPOSITORY}
HERE = Path(sysconfig.get_path("purelib"))


def built(folder, source, what):
    """`wheel` or `sdist` of a source tree, by its own build backend."""
    code = f"import sys; from hatchling import build; print(build.build_{what}(sys.argv[1]))"
    name = subprocess.check_output([sys.executable, "-c", code, folder], cwd=source, text=True).split()[-1]
    return folder / name


class Environment:
    def __init__(self, folder, wheels, extras=()):
        venv.create(folder, symlinks=True)
        self.folder = folder
        self.packages = next(folder.glob("lib/python*/site-packages"))
        self.python = folder / "bin" / "python"
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet", "--no-deps", "--no-index"]
        subprocess.run([*pip, "--disable-pip-version-check", *wheels], check=True)
        for installed in list(distributions(path=[str(self.packages)])):
            for name in needed(installed, extras):
                self._lend(name)

    def _lend(self, name):
        """Put a package of the tests' own environment into this one, its programs too."""
        for file in distribution(name).files:
            if file.parts[:1] != ("..",):
                target, original = self.packages / file.parts[0], HERE / file.parts[0]
            elif file.parts[-2] == "bin":
                target, original = self.folder / "bin" / file.name, Path(sys.executable).with_name(file.name)
            else:
                continue
            if original.exists() and not target.exists():
                target.symlink_to(original)

    def run(self, *arguments, cwd, before=()):
        """`loopline` with these arguments, seeing neither the checkout nor what the user has. Exit code and output."""
        home, spare = cwd.parent / "home", cwd.parent / "tmp"
        home.mkdir(exist_ok=True)
        spare.mkdir(exist_ok=True)
        path = os.pathsep.join([str(self.folder / "bin"), os.environ["PATH"]])
        kept = {name: os.environ[name] for name in ("LANG", "CCACHE_DIR", "LD_LIBRARY_PATH") if name in os.environ}
        cache = os.environ.get("YOWASP_CACHE_DIR", str(Path.home() / ".cache" / "YoWASP"))  # half a minute to make anew
        variables = kept | {"PATH": path, "HOME": str(home), "TMPDIR": str(spare), "YOWASP_CACHE_DIR": cache}
        command = [*before, self.folder / "bin" / "loopline", *map(str, arguments)]
        done = subprocess.run(
            command,
            cwd=cwd,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    def close(self):
        """Nobody may write into it any more."""
        for folder, _, files in os.walk(self.folder):
            for path in (Path(folder), *(Path(folder, file) for file in files)):
                if not path.is_symlink():
                    path.chmod(path.stat().st_mode & ~0o222)


def needed(package, extras=()):
    """The names of all packages that it asks for, and those ask for, as their metadata say."""
    found = set()
    for requirement in map(Requirement, package.requires or ()):
        marker = requirement.marker
        asked_for = marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))
        if asked_for and requirement.name not in SOURCES:
            found |= {requirement.name} | needed(distribution(requirement.name), requirement.extras)
    return found


def without_privileges():
    """How to start a command as somebody whom the permissions of files concern; None if that cannot be done."""
    if os.getuid():
        return ()
    return ("setpriv", "--bounding-set=-dac_override") if shutil.which("setpriv") else None
