"""The situations of Trax, and those of them that a script meets.

May import: what the game may.
"""

from loopline.games.trax.coverage.bins import model
from loopline.games.trax.coverage.collector import Collector

__all__ = ["Collector", "model"]
