"""The command `loopline`. Exit codes: 0 all is well, 1 something disagrees or is illegal, 2 bad input or set-up,
3 a fault of loopline itself, 130 interrupted."""

from loopline.cli._app import main

__all__ = ["main"]
