"""Golden models: each game's rules in executable form, in plain Python, with no dependency."""

__version__ = "0.1.0"
