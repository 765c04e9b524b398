"""Golden models: each game's rules in executable form, in plain Python, with no dependency."""
