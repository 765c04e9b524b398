"""Trax for the harness: random games and what must hold for each, reference figures, pictures of boards."""
