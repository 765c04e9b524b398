"""A design with many bugs, all of them in it and none let out: a select says which one, 0 for none.

Its origin makes the mutants, each with the condition that the select is its number: gates.py in the netlist, source/ in
the source, before Yosys reads it. Either way there is a netlist with a select. A module around it has the design's own
ports, and the select in a register that Python can write: one build serves all mutants.

Yosys may read another design in a source than the simulators do. So before anything is said of a netlist, it is played
against the model. If it disagrees, the source plays the same game.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Protocol

from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import ports, yosys
from loopline.design.dut import Dut, load
from loopline.design.simulators import Simulator
from loopline.errors import BadInput, hyphenated
from loopline.simulation.job import Outcome
from loopline.system import lock, locked

SELECT = "loopline_mutant"
TOP = "loopline_mutants"

#: The number of designs, those used last, whose mutants are kept.
_KEPT = 4
_USED = "used"

#: The select has this many bits.
WIDTH = 24


def folder_of(out: Path, dut: Dut, kind: str, mutants: int) -> Path:
    """Return the root of a run's mutants.

    Args:
        out: The folder of all results.
        dut: The design.
        kind: The kind of the mutants.
        mutants: Their number.
    """
    return out / "mutate" / hyphenated(dut.top, dut.board.label, kind, mutants)


@dataclass(frozen=True)
class Mutant:
    """A bug: its number, its class, and the line of the source that it is in."""

    number: int
    #: Its class: the cell's type in the netlist, `$add`, or the mistake, `wrong operator`.
    kind: str
    file: str
    line: int

    @property
    def part(self) -> str:
        """The part of the design under which it is counted: its file, which usually holds one module."""
        return Path(self.file).stem or "?"

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"

    @property
    def source(self) -> str:
        """The text of its line, or `?`."""
        try:
            return Path(self.file).read_text(errors="replace").splitlines()[self.line - 1].strip()
        except (OSError, IndexError):
            return "?"

    @property
    def wire(self) -> str:
        """The name of the bit that is wrong, if it is one bit and has a name."""
        return ""

    @property
    def details(self) -> dict[str, str]:
        """More about it for the report, by name."""
        return {}


class Origin(Protocol):
    """A kind of mutants: which part of the design is changed, and how."""

    #: As `--kind` has it; and who reads the design.
    name: str
    reader: str
    #: Are they counted by their class, too?
    classes: bool

    def read(self, dut: Dut, folder: Path, seed: int, count: int) -> None:
        """Write the design, netlist.il and netlist.json in the folder, and what is known of the mutants.

        They are in the netlist already if that has SELECT as an input.

        Args:
            dut: The design.
            folder: The folder.
            seed: The seed of the choice of mutants.
            count: The number of mutants.
        """

    def mutants(self, folder: Path, original: dict[str, Any], count: int) -> list[Mutant]:
        """Return this many mutants.

        Args:
            folder: The folder that `read` has filled.
            original: What netlist.json says of the design.
            count: The number of mutants.
        """

    def commands(self, mutants: Sequence[Mutant]) -> list[str]:
        """Return the commands that put the mutants into netlist.il, if they are not in it."""

    def wires(self, module: Mapping[str, Any]) -> Mapping[int, int]:
        """Return the number of each mutant in the module, by the bit that is 1 if it is selected."""

    def hidden(self, original: dict[str, Any], mutants: Sequence[Mutant]) -> list[Mutant]:
        """Return the mutants from which no way leads to an output."""


@dataclass(frozen=True)
class MutantNetlist:
    """The mutants of a design, in a folder of their own below the root."""

    subject: Subject
    root: Path
    seed: int
    count: int
    origin: Origin

    @property
    def dut(self) -> Dut:
        """The design."""
        return self.subject.dut

    @cached_property
    def folder(self) -> Path:
        """The folder of the netlist.

        Its name depends on all of its contents, so that runs of different designs do not disturb each other.
        """
        self.root.mkdir(parents=True, exist_ok=True)
        draft = Path(mkdtemp(prefix="reading-", dir=self.root))
        try:
            self.origin.read(self.dut, draft, self.seed, self.count)
            # Wherever it lies, a design is the same: the folders of its sources do not count.
            text = re.sub(rb'[^\s"|$]*/', b"", (draft / "netlist.il").read_bytes())
            digest = hashlib.sha256(
                f"{self.origin.name} {self.seed} {self.count} {_description(self.dut)}".encode() + text
            ).hexdigest()
            folder = self.root / digest[:12]
            if not folder.exists():
                draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        _use(folder)
        _sweep(self.root)
        return folder

    @cached_property
    def mutants(self) -> list[Mutant]:
        """The mutants, numbered from 1; all, if there are fewer than asked for. The same seed gives the same ones."""
        mutants = self.origin.mutants(self.folder, self.original, self.count)
        if not mutants:
            raise BadInput(f"{self.dut.shown}: {self.origin.reader} finds nothing in it that could be mutated")
        return mutants

    @cached_property
    def original(self) -> dict[str, Any]:
        """The design without mutants, as Yosys writes it in JSON; beside it is netlist.il."""
        [module] = json.loads((self.folder / "netlist.json").read_text())["modules"].values()
        assert isinstance(module, dict)
        return module

    @property
    def ports(self) -> dict[str, Any]:
        """The ports of the design, without the one that selects a mutant."""
        return {name: port for name, port in self.original["ports"].items() if name != SELECT}

    def commands(self, mutants: Sequence[Mutant]) -> list[str]:
        """Return the Yosys commands that put the mutants into the netlist."""
        return self.origin.commands(mutants)

    def as_dut(self) -> Dut:
        """Return the design with all mutants, as the harness takes any other. Makes it if it is not there."""
        made, draft, script = (self.folder / name for name in ("mutants.v", "mutants.draft.v", "mutants.ys"))
        commands = ["read_rtlil netlist.il", *self.commands(self.mutants), f"write_verilog -noattr {draft.name}"]
        with locked(self.folder / "lock"):  # another process may be making the same
            if not made.is_file() or script.read_text().splitlines() != commands:
                made.unlink(missing_ok=True)
                (self.folder / f"{TOP}.v").write_text(self._around())
                (self.folder / "mutants.toml").write_text(_description(self.dut))
                yosys.run(commands, self.folder, "mutants", self.dut.path)
                draft.replace(made)
        return load(self.folder / "mutants.toml")

    def _around(self) -> str:
        ports = self.ports
        lines = [f"    {port['direction']} wire [{len(port['bits']) - 1}:0] {name}" for name, port in ports.items()]
        connections = [f"        .{name}({name})" for name in [*ports, SELECT]]
        return _AROUND.format(
            top=TOP,
            select=SELECT,
            high=WIDTH - 1,
            ports=",\n".join(lines),
            connections=",\n".join(connections),
        )


def _use(folder: Path) -> None:
    """Have a folder stay as long as this process lives, which holds a lock in it."""
    os.utime(folder)
    lock(folder / _USED, shared=True)


def _sweep(root: Path) -> None:
    """Remove what has not been used for long, and what killed processes left behind."""
    with suppress(FileNotFoundError):  # another process is sweeping
        folders = [folder for folder in root.iterdir() if folder.is_dir()]
        for folder in sorted(folders, key=lambda folder: folder.stat().st_mtime)[:-_KEPT]:
            with locked(folder / _USED, wait=False) as unused:
                if unused:
                    shutil.rmtree(folder, ignore_errors=True)


_AROUND = """\
module {top} (
{ports}
);
    reg [{high}:0] {select} /* verilator public_flat_rw */ = 0;

    {top}_netlist netlist (
{connections}
    );
endmodule
"""


def _description(dut: Dut) -> str:
    return yosys.description(dut, f"{dut.name}, mutated", TOP, [f"{TOP}.v", "mutants.v"])


#: This many examples of each property suffice to tell a misread design from the right one.
_EXAMPLES = 10

_SEED = 1


def check_reading(subject: Subject, simulator: Simulator, folder: Path) -> None:
    """Play some examples of each property against the netlist.

    Args:
        subject: The design, and its game.
        simulator: The simulator.
        folder: The folder for the netlist.

    Raises:
        BadInput: The netlist disagrees with the model.
    """
    ports.check(subject.dut, subject.scripts.streams, "yosys")
    campaign = Campaign(Plan(Subject.of(_written(subject.dut, folder)), folder, _SEED, _EXAMPLES))
    campaign.verify(simulator, campaign.plan.properties(), lambda *_: None)
    for outcome in _outcomes(campaign):
        if outcome.state != "agrees":
            raise unlike_the_model(subject, campaign.plan.dut, simulator, folder, outcome)


def unlike_the_model(subject: Subject, read: Dut, simulator: Simulator, folder: Path, outcome: Outcome) -> BadInput:
    """Return the error for a netlist that disagrees: is it the design that is wrong, or the reading?

    Args:
        subject: The design, and its game.
        read: The description of the netlist.
        simulator: The simulator.
        folder: The folder for a play of the source.
        outcome: How the netlist disagrees.
    """
    dut, says = subject.dut, outcome.says or outcome.error.split("\n")[0] or outcome.state
    wrong = f"({outcome.name}: {says})"
    if not _agrees(subject, simulator, folder, outcome):
        return BadInput(f"{dut.shown}: the design disagrees with the model {wrong}; see loopline verify {dut.shown}")
    return BadInput(
        f"{dut.shown}: as Yosys reads it, the design disagrees with the model {wrong}; as {simulator} reads the same "
        f"source, it agrees.\nSo nothing that is found in this netlist would be true of the design. The netlist is "
        f"described in {read.shown}. Is there code that depends on SYNTHESIS? Yosys defines it."
    )


def _agrees(subject: Subject, simulator: Simulator, folder: Path, outcome: Outcome) -> bool:
    """Return whether the source itself agrees in the game in which its netlist failed."""
    campaign = Campaign(Plan(subject, folder / "source", _SEED, _EXAMPLES))
    if outcome.script:
        campaign.replay(simulator, [(outcome.name, outcome.script, outcome.delays)], lambda *_: None)
    else:
        campaign.verify(simulator, [outcome.name], lambda *_: None)
    return all(outcome.state == "agrees" for outcome in _outcomes(campaign))


def _outcomes(campaign: Campaign) -> list[Outcome]:
    if campaign.interrupted:
        raise KeyboardInterrupt
    return [finding.outcome for finding in campaign.findings]


def _written(dut: Dut, folder: Path) -> Dut:
    """Return the design as Yosys writes what it has read, before it has done anything to it."""
    folder.mkdir(parents=True, exist_ok=True)
    reading = yosys.reading(dut, folder, dut.values)
    yosys.run([*reading, "proc", "flatten", "opt_clean", "write_verilog -noattr netlist.v"], folder, "read", dut.path)
    description = folder / "netlist.toml"
    description.write_text(yosys.description(dut, f"{dut.name}, as Yosys reads it", dut.top, ["netlist.v"]))
    return load(description)
