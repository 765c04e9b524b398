"""Inside the simulator: plays scripts, judges them, and makes those that fail small.

May import: contract and below, and property."""
