"""Builds that are begun before anybody waits for them: while a failure is made smaller, the build that will show it in
waves."""

from __future__ import annotations

import threading

from loopline.design.build import Build
from loopline.design.simulators.simulator import stop_building

#: One at a time: what is waited for has the other processors.
_turn = threading.Lock()
_under_way: set[EarlyBuild] = set()


class EarlyBuild:
    """A build in a thread of its own. Nothing of it is left behind after `stop_all`, or at the end of the process."""

    def __init__(self, build: Build) -> None:
        self.build, self._unwanted = build, False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="early build", daemon=True)
        _under_way.add(self)
        self._thread.start()

    def _run(self) -> None:
        try:
            with _turn:
                if not self._unwanted:
                    self.build.run()
        except BaseException as error:
            self._error = error
        finally:
            _under_way.discard(self)

    def run(self) -> None:
        """Wait for it. Raises what the build has raised."""
        self._thread.join()
        if self._error:
            raise self._error
        self.build.run()  # in case that it was stopped

    def forget(self) -> None:
        """It does not begin any more."""
        self._unwanted = True


def stop_all() -> None:
    """End all early builds, and wait for their ends."""
    every = list(_under_way)
    for one in every:
        one.forget()
    stop_building([one._thread for one in every])
