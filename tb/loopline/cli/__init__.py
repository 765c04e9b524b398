"""The command `loopline`.

Exit codes: 0 all agrees, 1 something disagrees or is illegal, 2 bad input or set-up, 3 the simulator died or hung or
loopline itself failed, 130 interrupted.

May import: report, why and below.
"""

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    try:
        from loopline.system import trim_imports

        trim_imports()
        from loopline.cli._app import main as run
    except KeyboardInterrupt:  # before there is anything to say
        raise SystemExit(130) from None
    run()
