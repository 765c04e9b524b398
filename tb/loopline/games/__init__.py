"""What only one game knows: one folder a game.

May import: players, model_checks and below."""
