"""Proofs that nothing tells a mutant from the design, by induction over time.

The claim: all is well in every cycle, which is to say that outputs, writes to memory and all registers that are *held*
are the same on both sides. The step: if all has been well for k cycles, from whatever state, so it is in the next. The
base: all is well for the first k cycles after a reset. Which registers need be held, and in which states of control, is
found out by letting go of those that the step fails on, until it holds, or fails on what can be seen.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from time import monotonic, sleep

from loopline.design import yosys
from loopline.errors import BadInput
from loopline.mutate.miter import FAR, NOWHERE, AddressPermutation, Miter
from loopline.mutate.netlist import Mutant, MutantNetlist
from loopline.mutate.verdict import State, Step, Verdict
from loopline.system import end, processor_time

#: Cycles of an induction: long ones know better where the design cannot come to, and take longer.
_SHORT, _MEDIUM, _LONG, _LONGEST = 1, 3, 6, 10
#: The seconds of processor time for one question, and for all about one mutant. After that it is left open.
_TIMEOUT, _ALTOGETHER = 60.0, 120.0
#: The seconds between two looks at how much it has used.
_PAUSE = 1.0
#: Mutants that are asked about by one Yosys, and how often one may fail.
_LOT, _FAILURES = 8, 3

_SHOW = "-show ok -show differs -show control"


@dataclass(frozen=True)
class _Claim:
    """A claim about a mutant, to be proven."""

    mutant: int
    #: For each value of the control, the registers that are the same on both sides.
    held: int
    cycles: int = _SHORT
    #: Payloads count always, not only while they are valid, and so do ports that a player's contract does not have.
    strict: bool = True
    #: Only as long as no wide counter has come far.
    young: bool = False
    moved: AddressPermutation = NOWHERE

    @property
    def how(self) -> str:
        """The claim in words."""
        words = f"induction over {self.cycles} cycle{'s' * (self.cycles > 1)}"
        words += "" if self.strict else ", differs only in what does not count"
        words += ", cells of memories change places" if self.moved.memories else ""
        return f"{words}, until a counter reaches {FAR:,}" if self.young else words


@dataclass
class _Search:
    """What is known of a mutant, and the claims about it that are to be proven next. Settled without claims."""

    mutant: int
    claims: list[_Claim]
    proven: _Claim | None = None
    #: The seconds of processor time that the questions took; and were they ended, with some left?
    seconds: float = 0.0
    ended: bool = False


class Prover:
    """Proves mutants of one netlist, several at a time."""

    def __init__(self, mutants: MutantNetlist, jobs: int) -> None:
        self._mutants = mutants
        self._jobs = jobs
        self._miter = Miter(mutants, mutants.folder / "proof")
        #: Which of the wide registers are counters from 0.
        self._counters = 0
        self._ended = threading.Event()

    def verdicts(self, mutants: Sequence[Mutant], deep: bool) -> Iterator[Verdict]:
        """Yield a verdict for each mutant, until Ctrl-C.

        `deep`: try everything, not only what is quick.
        """
        step: Step = "deep" if deep else "proof"
        if obstacle := self._miter.build(mutants):
            yield from (Verdict(step=step, mutant=mutant.number, state="open", how=obstacle) for mutant in mutants)
            return
        if deep:
            self._counters = self._find_counters()
        claims = self._deep if deep else self._quick
        searches = [_Search(mutant.number, claims(mutant)) for mutant in mutants]
        with ThreadPoolExecutor(self._jobs) as pool:
            try:
                while searches:  # each is asked about before any is asked about again: most are settled at once
                    size = min(_LOT, -(-len(searches) // self._jobs))
                    lots = [searches[start : start + size] for start in range(0, len(searches), size)]
                    for lot in pool.map(self._further, lots):
                        yield from (_about(step, search) for search in lot if not search.claims)
                    searches = [search for search in searches if search.claims]
            finally:  # also after Ctrl-C
                self._ended.set()
                pool.shutdown(cancel_futures=True)

    def _further(self, lot: Sequence[_Search]) -> Sequence[_Search]:
        """Ask about the claims of each, and find those to be asked about next. Returns none after Ctrl-C."""
        claims = [(search, claim) for search in lot for claim in search.claims]
        answers, seconds = self._answers([claim for _, claim in claims])
        if self._ended.is_set():
            return []
        for search in lot:
            search.claims = []
            search.seconds += seconds / len(lot)
        for (search, claim), (holds, failing) in zip(claims, answers, strict=True):
            if holds:
                search.proven = claim
                search.claims += [] if claim.strict else [replace(claim, strict=True)]
            elif not search.proven:
                search.claims += self._weaker(claim, failing)
        for search in lot:
            if search.claims and search.seconds > _ALTOGETHER:
                search.claims, search.ended = [], True
        return lot

    # --- claims -------------------------------------------------------------------------------------------------------

    def _quick(self, mutant: Mutant) -> list[_Claim]:
        return [_Claim(mutant.number, self._all, moved=self._miter.moved_by(mutant))]

    def _deep(self, mutant: Mutant) -> list[_Claim]:
        young = [_Claim(mutant.number, self._all, young=True)] if self._counters else []
        return [*young, _Claim(mutant.number, self._all, cycles=_LONG, strict=False)]

    def _weaker(self, claim: _Claim, failing: tuple[int, int]) -> list[_Claim]:
        """Return what else may be true when this claim is not.

        That is fewer registers held, in all states of the control; or, if that does not do, in single ones; or, if that
        does not do either, the same over more cycles.
        """
        differing, control = failing
        size = self._miter.registers
        if claim.strict or claim.young:
            return []
        if claim.cycles in (_LONG, _LONGEST):
            everywhere = sum(differing << value * size for value in range(self._miter.values))
            if claim.held & everywhere:
                return [replace(claim, held=claim.held & ~everywhere)]
            return [replace(claim, held=self._all, cycles=_MEDIUM)] if claim.cycles == _LONG else []
        region = differing << control * size
        if claim.held & region:
            return [replace(claim, held=claim.held & ~region)]
        return [replace(claim, held=self._all, cycles=_LONGEST)]

    @property
    def _all(self) -> int:
        return (1 << self._miter.registers * self._miter.values) - 1

    # --- Yosys --------------------------------------------------------------------------------------------------------

    def _answers(self, claims: Sequence[_Claim]) -> tuple[list[tuple[bool, tuple[int, int]]], float]:
        """Return for each claim whether it holds, and where it fails: differing registers, the state of the control.

        With them come the seconds of processor time that this took.
        """
        name = f"{claims[0].mutant}"
        steps, seconds = self._ask([self._step(claim) for claim in claims], f"step-{name}")
        holding = [claim for claim, text in zip(claims, steps, strict=True) if _holds(text)]
        bases, more = self._ask([self._base(claim) for claim in holding], f"base-{name}")
        texts = dict(zip(claims, steps, strict=True)) | dict(zip(holding, bases, strict=True))
        answers = [(claim in holding and _holds(texts[claim]), _failing(texts[claim])) for claim in claims]
        return answers, seconds + more

    def _step(self, claim: _Claim) -> str:
        assumed = " ".join(f"-set-at {cycle} ok 1" for cycle in range(1, claim.cycles + 1))
        proof = f"-prove ok 1 -prove-skip {claim.cycles} {_SHOW}"
        return f"sat -seq {claim.cycles + 1} {self._set(claim)} {assumed} {proof}"

    def _base(self, claim: _Claim) -> str:
        """Return the question for the base of a claim.

        Both sides power up alike, with the same in their memories: whatever that may be, so what is written during the
        reset need not be the same.
        """
        cycles, reset = self._reset()
        proof = f"-set-at 1 differs 0 -prove ok 1 -prove-skip {cycles} {_SHOW}"
        return f"sat -seq {cycles + claim.cycles} {self._set(claim)} {reset} {proof}"

    def _set(self, claim: _Claim) -> str:
        size, moved = self._miter.registers * self._miter.values, claim.moved
        young = f"-set counters {self._counters} -set young 1" if claim.young else ""
        places = (
            f"-set memories {moved.memories} -set flip {moved.flip} -set ones {moved.ones} -set zeros {moved.zeros}"
        )
        held = f"-set held {size}'b{claim.held:0{size}b}"
        return f"-set select {claim.mutant} -set strict {int(claim.strict)} {held} {places} {young}"

    def _reset(self) -> tuple[int, str]:
        """Return the cycles of reset at the beginning, and the question's words for them."""
        reset = self._mutants.dut.reset
        cycles = reset.cycles if reset.signal else 0
        level = int(reset.active == "high")
        return cycles, " ".join(f"-set-at {cycle} in_{reset.signal} {level}" for cycle in range(1, cycles + 1))

    def _find_counters(self) -> int:
        """Return the wide registers that a reset sets to 0 and that never rise by more than one."""
        cycles, reset = self._reset()
        wide = range(self._miter.wide)
        questions = [f"sat -seq 1 -set select 0 -prove counts[{number}] 1" for number in wide]
        zero = f"sat -seq {cycles + 1} -set select 0 {reset} -prove-skip {cycles}"
        questions += [f"{zero} -prove fresh[{number}] 1" for number in wide]
        answers = [_holds(text) for text in self._ask(questions, "counters")[0]]
        return sum(1 << number for number in wide if answers[number] and answers[len(wide) + number])

    def _ask(self, questions: Sequence[str], name: str) -> tuple[list[str], float]:
        """Return the answer to each question, empty if it takes too long, and the seconds of processor time for all."""
        folder, answers = self._miter.folder, [""] * len(questions)
        files = [folder / f"{name}-{number}.txt" for number in range(len(questions))]
        for file in files:
            file.unlink(missing_ok=True)
        start = failures = 0
        seconds = 0.0
        while start < len(questions) and not self._ended.is_set():
            asked = [f"tee -q -o {files[n].name} {questions[n]}" for n in range(start, len(questions))]
            code, used = self._run(["read_rtlil miter.il", *asked], name)
            seconds += used
            while start < len(questions) and files[start].is_file() and "!" in (text := files[start].read_text()):
                answers[start] = text
                start += 1
            if code is None:
                start += 1  # the one that took too long
            elif code:
                failures += 1  # it was killed from outside
                if failures == _FAILURES:
                    raise BadInput(f"{self._mutants.dut.shown}: Yosys fails at proofs; see {folder / name}.log")
        return answers, seconds

    def _run(self, commands: Sequence[str], name: str) -> tuple[int | None, float]:
        """Run Yosys to its end. Return its exit code and the seconds of processor time at the last look.

        The exit code is None if it found nothing new for too long.
        """
        process = yosys.start(commands, self._miter.folder, name)
        used = heard = 0.0
        looked, known = monotonic(), 0
        try:
            while process.poll() is None and not self._ended.is_set() and used - heard < _TIMEOUT:
                sleep(0.05)
                files = len(list(self._miter.folder.glob(f"{name}-*.txt")))
                if files != known or monotonic() - looked > _PAUSE:
                    looked, used = monotonic(), processor_time(process.pid)
                    heard, known = used if files != known else heard, files
            return process.returncode, used
        finally:
            end(process)


def _about(step: Step, search: _Search) -> Verdict:
    verdict = Verdict(step=step, mutant=search.mutant, state="open", seconds=round(search.seconds, 3))
    if not search.proven:
        how = f"no proof was found in {_ALTOGETHER:.0f} s of processor time" if search.ended else ""
        return verdict.model_copy(update={"how": how})
    state: State = "equivalent" if search.proven.strict else "unobservable"
    return verdict.model_copy(update={"state": state, "how": search.proven.how})


def _holds(text: str) -> bool:
    return "SUCCESS!" in text


def _failing(text: str) -> tuple[int, int]:
    """Return `differs` and `control` in the cycle of a counterexample in which all is not `ok`."""
    rows = _shown(text)
    cycle = max((cycle for cycle, signals in rows.items() if signals.get("ok") == 0), default=0)
    return rows[cycle].get("differs", 0), rows[cycle].get("control", 0)


def _shown(text: str) -> dict[int, dict[str, int]]:
    """Return what a counterexample shows: in each cycle the value of each signal."""
    rows: dict[int, dict[str, int]] = defaultdict(dict)
    for cycle, name, bits in re.findall(r"^\s+(\d+) \\(\w+) .* ([01]+)\s*$", text, re.M):
        rows[int(cycle)][name] = int(bits, 2)
    return rows
