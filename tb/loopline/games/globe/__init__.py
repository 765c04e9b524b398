"""What only the Globe, or watermelon chess, needs: its engine's streams, strategies, coverage and reports.

May import: what games share and below; no other game."""
