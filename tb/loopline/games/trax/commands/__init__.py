"""The commands that only Trax has, named in `paper.py`. Nothing else of the game uses them.

May import: cli, report and below."""
