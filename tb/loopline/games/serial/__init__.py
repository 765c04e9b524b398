"""Parts of any game of contest players on a serial line: scripts, their waveforms, strategies, the game itself.

May import: what games share and below; no game.
"""
