"""Tsolitaire: its engine's streams, model, strategies, coverage and reports.

May import: what games share and below; no other game.
"""
