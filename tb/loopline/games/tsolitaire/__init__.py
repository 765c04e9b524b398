"""What only Tsolitaire needs: its engine's streams, model, strategies, coverage and reports."""
