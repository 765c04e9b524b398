"""The commands that only Tsolitaire has, named in `paper.py`. Nothing else of the game uses them.

May import: cli, report and below."""
