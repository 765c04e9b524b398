"""One random generator for all threads in which Hypothesis runs."""

from __future__ import annotations

from random import Random

from hypothesis import core, register_random

_RANDOM = Random()


def share_one_generator() -> None:
    """Hypothesis gives each thread a generator, and searches all memory for who else knows it. Cocotb's bridge makes a
    thread for each property, so that took more time than to draw its examples. (No example depends on it: every
    property has a seed.)"""
    if local := getattr(core, "threadlocal", None):  # older versions have one for all threads anyway
        register_random(_RANDOM)
        local._hypothesis_global_random = _RANDOM
