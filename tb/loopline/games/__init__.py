"""Games: a folder for what each game alone knows, and modules that any game can use.

May import: contract, workers and below.
"""
