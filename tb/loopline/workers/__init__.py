"""Many simulators at work on one campaign, here or on other machines: the same examples and results as with one.

May import: games and below."""
