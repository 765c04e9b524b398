"""Proofs that nothing tells a mutant from the design, by induction over time.

The claim: all is well in every cycle, which is to say that outputs, writes to memory and all registers that are *held*
are the same on both sides. The step: if all has been well for k cycles, from whatever state, so it is in the next. The
base: all is well for the first k cycles after a reset. Which registers need be held is found out by letting go of those
that the step fails on, until it holds, or fails on what can be seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from time import monotonic, sleep

from loopline.mutate import yosys
from loopline.mutate.cage import Cage
from loopline.mutate.miter import FAR, Miter
from loopline.mutate.mutant import Mutant
from loopline.mutate.verdict import State, Verdict

#: Cycles of an induction: one is quick and does for nearly all, the other knows where the design cannot come to.
_SHORT, _LONG = 1, 6
#: Seconds that one question may take; then it is left open.
_TIMEOUT = 60.0
#: Mutants that are asked about by one Yosys.
_LOT = 8


@dataclass(frozen=True)
class _Claim:
    """What is to be shown of a mutant."""

    mutant: int
    #: The bits of registers that are the same on both sides.
    held: int
    cycles: int = _SHORT
    #: What counts only while it is valid counts always.
    strict: bool = True
    #: Only as long as wide counters have not come far.
    young: bool = False

    @property
    def how(self) -> str:
        words = f"induction over {self.cycles} cycle{'s' * (self.cycles > 1)}"
        words += "" if self.strict else ", differs only in what is not valid"
        return f"{words}, until a counter reaches {FAR:,}" if self.young else words


class Prover:
    def __init__(self, cage: Cage, jobs: int) -> None:
        self._cage = cage
        self._jobs = jobs
        self._miter = Miter(cage, cage.folder / "proof")
        #: Which of the wide registers are counters from 0.
        self._counters = 0

    def verdicts(self, mutants: Sequence[Mutant], interrupted: Callable[[], bool]) -> Iterator[Verdict]:
        """One for each, as long as nobody interrupts."""
        self._interrupted = interrupted
        if not self._miter.build(mutants):
            yield from (Verdict(step="proof", mutant=one.number, state="open", how="several clocks") for one in mutants)
            return
        self._counters = self._find_counters()
        numbers = [one.number for one in mutants]
        lots = [numbers[start : start + _LOT] for start in range(0, len(numbers), _LOT)]
        with ThreadPoolExecutor(self._jobs) as pool:
            try:
                for verdicts in pool.map(self._lot, lots):
                    yield from verdicts
            finally:
                pool.shutdown(cancel_futures=True)

    def _lot(self, numbers: Sequence[int]) -> list[Verdict]:
        started, everything = monotonic(), (1 << self._miter.bits) - 1
        proven: dict[int, _Claim] = {}
        claims = [_Claim(number, everything) for number in numbers]
        while claims:
            again = []
            for claim, (holds, differing) in zip(claims, self._answers(claims), strict=True):
                if holds:
                    proven[claim.mutant] = claim
                    again += [] if claim.strict else [replace(claim, strict=True)]
                elif claim.mutant not in proven:
                    again += self._next(claim, differing)
            if self._interrupted():
                return []
            claims = again
        seconds = round((monotonic() - started) / len(numbers), 3)
        return [_about(number, proven.get(number), seconds) for number in numbers]

    def _next(self, claim: _Claim, differing: int) -> list[_Claim]:
        """What else may be true when this is not."""
        if claim.young:
            return []
        if claim.cycles == _SHORT:
            return [replace(claim, cycles=_LONG, strict=False)]
        if claim.held & differing:
            return [replace(claim, held=claim.held & ~self._whole(differing))]
        return [_Claim(claim.mutant, (1 << self._miter.bits) - 1, young=True)] if self._counters else []

    def _whole(self, bits: int) -> int:
        """All bits of the registers in which some of these are."""
        masks = [((1 << width) - 1) << first for first, width in self._miter.registers]
        return sum(mask for mask in masks if mask & bits)

    # --- Yosys --------------------------------------------------------------------------------------------------------

    def _answers(self, claims: Sequence[_Claim]) -> list[tuple[bool, int]]:
        """Of each claim whether it holds, and in which bits of registers the two differ where the step does not."""
        name = f"{claims[0].mutant}-{claims[0].cycles}"
        steps = self._ask([self._step(claim) for claim in claims], f"step-{name}")
        holding = [claim for claim, text in zip(claims, steps, strict=True) if _holds(text)]
        bases = self._ask([self._base(claim) for claim in holding], f"base-{name}")
        proven = {claim for claim, text in zip(holding, bases, strict=True) if _holds(text)}
        return [(claim in proven, _differing(text)) for claim, text in zip(claims, steps, strict=True)]

    def _step(self, claim: _Claim) -> str:
        assumed = " ".join(f"-set-at {cycle} ok 1" for cycle in range(1, claim.cycles + 1))
        proof = f"-prove ok 1 -prove-skip {claim.cycles} -show differs"
        return f"sat -seq {claim.cycles + 1} {self._set(claim)} {assumed} {proof}"

    def _base(self, claim: _Claim) -> str:
        """Both sides power up alike, with the same in their memories: whatever that may be, so what is written during
        the reset need not be the same."""
        cycles, reset = self._reset()
        proof = f"-set-at 1 differs 0 -prove ok 1 -prove-skip {cycles}"
        return f"sat -seq {cycles + claim.cycles} {self._set(claim)} {reset} {proof}"

    def _set(self, claim: _Claim) -> str:
        held = f"{self._miter.bits}'b{claim.held:0{self._miter.bits}b}"
        young = f"-set counters {self._counters} -set young 1" if claim.young else ""
        return f"-set select {claim.mutant} -set strict {int(claim.strict)} -set held {held} {young}"

    def _reset(self) -> tuple[int, str]:
        """Cycles of reset at the beginning."""
        reset = self._cage.dut.reset
        cycles = reset.cycles if reset.signal else 0
        level = int(reset.active == "high")
        return cycles, " ".join(f"-set-at {cycle} {reset.signal} {level}" for cycle in range(1, cycles + 1))

    def _find_counters(self) -> int:
        """The wide registers that a reset sets to 0 and that never rise by more than one."""
        cycles, reset = self._reset()
        wide = range(self._miter.wide)
        questions = [f"sat -seq 1 -set select 0 -prove counts[{number}] 1" for number in wide]
        zero = f"sat -seq {cycles + 1} -set select 0 {reset} -prove-skip {cycles}"
        questions += [f"{zero} -prove fresh[{number}] 1" for number in wide]
        answers = [_holds(text) for text in self._ask(questions, "counters")]
        return sum(1 << number for number in wide if answers[number] and answers[len(wide) + number])

    def _ask(self, questions: Sequence[str], name: str) -> list[str]:
        """What Yosys says to each; nothing to one that it thinks about for too long."""
        folder, answers = self._miter.folder, [""] * len(questions)
        files = [folder / f"{name}-{number}.txt" for number in range(len(questions))]
        for file in files:
            file.unlink(missing_ok=True)
        start = 0
        while start < len(questions) and not self._interrupted():
            asked = [f"tee -q -o {file.name} {text}" for file, text in list(zip(files, questions, strict=True))[start:]]
            self._run(["read_rtlil miter.il", *asked], name)
            while start < len(questions) and files[start].is_file() and "!" in (text := files[start].read_text()):
                answers[start] = text
                start += 1
            start += 1  # the one that took too long
        return answers

    def _run(self, commands: Sequence[str], name: str) -> None:
        """Until it is done, or has found nothing new for too long."""
        process = yosys.start(commands, self._miter.folder, name)
        heard, known = monotonic(), 0
        try:
            while process.poll() is None and not self._interrupted() and monotonic() - heard < _TIMEOUT:
                sleep(0.05)
                files = len(list(self._miter.folder.glob(f"{name}-*.txt")))
                if files != known:
                    heard, known = monotonic(), files
        finally:
            yosys.stop(process)


def _about(number: int, claim: _Claim | None, seconds: float) -> Verdict:
    if claim is None:
        return Verdict(step="proof", mutant=number, state="open", seconds=seconds)
    state: State = "equivalent" if claim.strict else "unobservable"
    return Verdict(step="proof", mutant=number, state=state, how=claim.how, seconds=seconds)


def _holds(text: str) -> bool:
    return "SUCCESS!" in text


def _differing(text: str) -> int:
    """The bits of `differs` in the last cycle of a counterexample."""
    rows = re.findall(r"^\s+\d+ \\differs .* ([01]+)\s*$", text, re.M)
    return int(rows[-1], 2) if rows else 0
