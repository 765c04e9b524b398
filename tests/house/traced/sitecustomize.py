"""Notes in the folder TRACED which files of the core each process of a run enters, and which of them on the way of an
example: while it is handed out and awaited, and in the simulation from its first job. What runs while a module is
imported does not count."""

import importlib.abc
import os
import sys
import threading
from pathlib import Path

FOLDER, CORE = Path(os.environ["TRACED"]), f"{os.sep}tb{os.sep}loopline{os.sep}"
seen, on_the_way = set(), False


def is_imported(frame):
    while frame and not (frame.f_code.co_name == "<module>" and CORE in frame.f_code.co_filename):
        frame = frame.f_back
    return bool(frame)


def note(frame, event, _):
    global on_the_way
    _, ours, file = frame.f_code.co_filename.rpartition(CORE)
    if not ours or not file.endswith(".py") or file.startswith("games") or event not in ("call", "return"):
        return
    name = frame.f_code.co_qualname
    if name in ("in_background", "jobs"):
        on_the_way = event == "call"
    if (file, on_the_way) not in seen and not is_imported(frame):
        seen.add((file, on_the_way))
        with (FOLDER / f"{os.getpid()}").open("a") as out:
            out.write(f"{file} {'way' if on_the_way else 'rest'}\n")


class Greenlets(importlib.abc.MetaPathFinder):
    """A greenlet begins without a profiler."""

    def find_spec(self, name, path, target=None):
        if name == "greenlet":
            sys.meta_path.remove(self)
            import greenlet

            greenlet.settrace(lambda event, args: sys.setprofile(note))


sys.meta_path.insert(0, Greenlets())
threading.setprofile(note)
sys.setprofile(note)
