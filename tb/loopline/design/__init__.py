"""From a DUT file to a finished build: the description, its sources and ports, the top, the simulators.

May import: signals and below."""
