"""Waves as they are in a file, VCD or FST."""

import pywellen


class Waves:
    """What the simulator itself has written of the ports of the design's partner."""

    def __init__(self, path, partner="session"):
        self.partner = partner
        waves = pywellen.Waveform(str(path))
        self.per_ns = {"ns": 1, "ps": 1000}[str(waves.timescale.unit)] // waves.timescale.factor
        self.signals = {var.full_name: var.signal for var in waves.all_vars() if f"{partner}." in var.full_name}

    def at(self, name, nanoseconds):
        """In binary."""
        (signal,) = (signal for path, signal in self.signals.items() if path.endswith(f"{self.partner}.{name}"))
        value = signal.value_at(nanoseconds * self.per_ns)
        return value if isinstance(value, int) else int(value, 2)
