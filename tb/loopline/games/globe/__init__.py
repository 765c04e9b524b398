"""The Globe, or watermelon chess: its engine's streams, strategies, coverage and reports.

May import: what games share and below; no other game.
"""
