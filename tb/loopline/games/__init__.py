"""What only one game knows: one folder a game."""
