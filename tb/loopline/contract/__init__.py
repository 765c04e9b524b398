"""The seam between harness and games: what a game offers, and how a record is compared with it.

May import: simulation and below.
"""
