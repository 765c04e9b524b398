"""Hypothesis' random generator, in the thread of each property."""

import gc
from threading import Thread

from hypothesis.internal.entropy import deterministic_PRNG
from loopline.property._random import share_one_generator


def test_no_thread_after_the_first_collects_all_garbage():
    collected = []

    def note(phase, info):
        if phase == "start" and info["generation"] == 2:
            collected.append(info)

    def one_property():
        share_one_generator()
        with deterministic_PRNG():
            pass

    for _ in range(2):
        collected.clear()
        gc.callbacks.append(note)
        try:
            thread = Thread(target=one_property)
            thread.start()
            thread.join()
        finally:
            gc.callbacks.remove(note)
    assert not collected
