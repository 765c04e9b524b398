"""Trax: its engine's streams, model, strategies, coverage and reports, and the games of its players.

May import: what games share and below; no other game.
"""
