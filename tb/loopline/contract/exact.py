"""Where the record of a cycle-exact design differs from the one that is predicted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from loopline.contract.checker import Mismatch, Wrong, unknown
from loopline.signals.layout import Layout
from loopline.signals.streams import Streams
from loopline.simulation.recording import ASKED, FLAGS, Row

#: After the last cycle.
_END = Row(1 << 32, "", "", "", "")


def first_of(mismatch: Mismatch | None, difference: Mismatch | None) -> Mismatch | None:
    """The one that comes first: where the rules are broken, or where the record differs from the prediction."""
    if mismatch and difference and difference.cycle < mismatch.cycle:
        difference.wrong.says += f"; by cycle {mismatch.cycle:,} it breaks the rules: {mismatch.wrong.says}"
        return difference
    return mismatch or difference


def first_difference(predicted: Iterable[Row], recorded: Sequence[Row], streams: Streams) -> Mismatch:
    """The first cycle, and the signal in it, that differ from the prediction."""
    want, got = next((a, b) for a, b in zip([*predicted, _END], [*recorded, _END], strict=False) if a != b)
    cycle = min(want.cycle, got.cycle)
    request = _under_way(recorded, cycle)
    if want.cycle != got.cycle:
        early = "early" if got.cycle < want.cycle else "late"
        at, found_at = (f"in cycle {row.cycle:,}" if row != _END else "never" for row in (want, got))
        return Mismatch(cycle, request, Wrong("timing", at, found_at, f"something happens too {early}"))
    for (prefix, layout), one, other in zip(_parts(streams), want[1:], got[1:], strict=True):
        wanted, packed = layout.parse(one) or 0, layout.parse(other)
        if packed is None:
            return Mismatch(cycle, request, unknown(layout, other, prefix))
        if wanted == packed:  # where something else is unknown, the same bits are written in another way
            continue
        name, a, b = layout.differences(wanted, packed)[0]
        says = f"{prefix}{name} is not as predicted in this cycle"
        return Mismatch(cycle, request, Wrong(f"{prefix}{name}", streams.told(name, a), streams.told(name, b), says))
    raise AssertionError("the same bits, written in another way")


def _under_way(recorded: Sequence[Row], cycle: int) -> int | None:
    """The last request that was accepted before that cycle."""
    flags = (FLAGS.parse(row.flags) or 0 for row in recorded if row.cycle < cycle)
    accepted = sum(one & ASKED == ASKED for one in flags)
    return accepted - 1 if accepted else None


def _parts(streams: Streams) -> list[tuple[str, Layout]]:
    """The parts of a line after its cycle: the prefix of the ports' names, and the layout."""
    return [("", FLAGS), ("resp_", streams.response), ("vp_", streams.event), ("vp_state.", streams.state)]
