"""What only the Globe needs, which is also called watermelon chess: its engine's streams, strategies, coverage, reports."""
