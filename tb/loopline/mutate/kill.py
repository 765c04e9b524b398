"""What runs inside the simulator: mutant after mutant is let out of the cage and played against, until it is caught."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import Timer

from loopline.contract.checker import Mismatch
from loopline.mutate.cage import SELECT
from loopline.mutate.deck import Card, Deck
from loopline.mutate.plan import ITSELF, PLAN, Plan, Shrink
from loopline.simulation.job import Job, Outcome, ours
from loopline.trial.engine import EngineTrial
from loopline.trial.trial import stopped


@cocotb.test()
async def hunts(top: Any) -> None:
    job, plan = _orders()
    await Timer(1, "ns")
    await _Hunter(top, job, plan).carry_out()


def _orders() -> tuple[Job, Plan]:
    job = Job.model_validate_json(Path(os.environ["LOOPLINE_JOB"]).read_text())
    return job, Plan.model_validate_json(ours(Path(), PLAN).read_text())


class _Hunter:
    def __init__(self, top: Any, job: Job, plan: Plan) -> None:
        self._top = top
        self._trial = EngineTrial(top, job)
        self._plan = plan
        self._deck = Deck(self._trial, plan.seed)

    async def carry_out(self) -> None:
        if self._plan.shrink:
            await self._shrink_all()
        else:
            await self._hunt()

    async def _hunt(self) -> None:
        trial, plan = self._trial, self._plan
        trial.outcome = Outcome(name="drawing")
        if plan.random_turns is None:
            for one in trial.game.properties():
                if one.name in plan.properties:
                    await self._deck.draw(one, plan.examples)
        else:
            await self._deck.draw(trial.game.baseline(), plan.examples, plan.random_turns)
        for number in plan.mutants:
            if self._must_end():
                return
            if not self._claim(number):
                continue
            await self._try(number)
            if not await self._itself_again():
                return

    async def _try(self, number: int) -> None:
        """All cards of the plan, until one shows that this is a mutant."""
        trial, started, turns = self._trial, time.monotonic(), 0
        self._select(number)
        outcome = trial.outcome = Outcome(name="", figures={"mutant": number, "example": 0})
        plan = self._plan
        for card in self._deck.order(plan.properties, plan.kills, plan.first, plan.last):
            outcome.name, outcome.figures["example"], outcome.turns = card.property, card.number, turns
            trial.report(outcome)
            try:
                outcome.cycles += await trial.carry_out(self._deck.plan(card))
            except Exception as error:  # a mutant may well do what nobody has thought of
                self._describe(card, error)
                turns += trial.game.turns(trial.game.until(card.script, outcome.request))
                break
            turns += card.turns
            if self._must_end():
                return  # without a verdict
        else:
            outcome.state = "agrees"
        outcome.turns, outcome.seconds = turns, time.monotonic() - started
        trial.report(outcome)

    def _describe(self, card: Card, error: Exception) -> None:
        outcome, trial = self._trial.outcome, self._trial
        if isinstance(error, Mismatch):
            trial.describe(card.script, card.waits, error)
            outcome.state = "mismatch"
        else:
            outcome.state, outcome.error = "error", f"{type(error).__name__}: {error}"

    async def _itself_again(self) -> bool:
        """Has the reset removed all that the mutant has left? If not, somebody else has to begin anew."""
        self._select(ITSELF)
        card = next(self._deck.order(self._plan.properties, [], 0, 1))
        try:
            await self._trial.carry_out(self._deck.plan(card))
        except Exception:
            return False
        return True

    async def _shrink_all(self) -> None:
        for one in self._plan.shrink:
            if self._must_end():
                return
            if self._claim(one.mutant):
                self._select(one.mutant)
                await self._shrink(one)

    async def _shrink(self, one: Shrink) -> None:
        trial, started = self._trial, time.monotonic()
        script = trial.game.read(one.script.split())
        outcome = trial.outcome = Outcome(name=one.property, figures={"mutant": one.mutant})
        outcome.turns_before = trial.game.turns(script)
        trial.report(outcome)
        await trial._minimise(script, bytes.fromhex(one.waits), outcome)
        outcome.state = "mismatch" if outcome.script else "agrees"
        outcome.seconds = time.monotonic() - started
        trial.report(outcome)

    def _select(self, number: int) -> None:
        getattr(self._top.dut, SELECT).value = number

    def _claim(self, number: int) -> bool:
        """Take this one on, unless somebody else has."""
        try:
            (Path(self._plan.claims) / str(number)).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def _must_end(self) -> bool:
        """Somebody has asked for it, or there is nobody left."""
        try:
            os.kill(self._plan.hunter, 0)
        except ProcessLookupError:
            return True
        return stopped()
