"""What only Tsolitaire knows: its engine's streams, who follows one, strategies, coverage, reports."""
