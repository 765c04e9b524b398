"""What only Trax needs: its engine's streams, model, strategies, coverage and reports, and the games of its players."""
