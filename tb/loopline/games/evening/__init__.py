"""What only Evening needs: its engine's streams, model, strategies, coverage and reports."""
