"""Is a netlist still the design? Yosys may read another design in a source than the simulators do.

So before anything is said of a netlist, it is played against the model. If it disagrees, the source plays the same
game.
"""

from __future__ import annotations

from pathlib import Path

from loopline.campaign import Campaign
from loopline.contract import game as games
from loopline.design import netlist, ports, yosys
from loopline.design.dut import Dut, load
from loopline.design.simulators import Simulator
from loopline.errors import BadInput
from loopline.simulation.job import Outcome

#: This many examples of each property suffice to tell a misread design from the right one.
_EXAMPLES = 10

_SEED = 1


def check(dut: Dut, simulator: Simulator, folder: Path) -> None:
    """Play some examples of each property against the netlist, in this folder. Raises BadInput if it disagrees."""
    ports.check(dut, games.scripts(dut).streams, "yosys")
    campaign = Campaign(_written(dut, folder), folder, _SEED, _EXAMPLES)
    campaign.verify(simulator, campaign.properties(), lambda *_: None)
    for outcome in _outcomes(campaign):
        if outcome.state != "agrees":
            raise unlike_the_model(dut, campaign.dut, simulator, folder, outcome)


def unlike_the_model(dut: Dut, read: Dut, simulator: Simulator, folder: Path, outcome: Outcome) -> BadInput:
    """What to say if the netlist, which `read` describes, disagrees: is it the design that is wrong, or the reading?"""
    says = outcome.says or outcome.error.split("\n")[0] or outcome.state
    wrong = f"({outcome.name}: {says})"
    if not _agrees(dut, simulator, folder, outcome):
        return BadInput(f"{dut.shown}: the design disagrees with the model {wrong}; see loopline verify {dut.shown}")
    return BadInput(
        f"{dut.shown}: as Yosys reads it, the design disagrees with the model {wrong}; as {simulator} reads the same "
        f"source, it agrees.\nSo nothing that is found in this netlist would be true of the design. The netlist is "
        f"described in {read.shown}. Is there code that depends on SYNTHESIS? Yosys defines it."
    )


def _agrees(dut: Dut, simulator: Simulator, folder: Path, outcome: Outcome) -> bool:
    """Whether the source itself agrees in the game in which its netlist failed."""
    campaign = Campaign(dut, folder / "source", _SEED, _EXAMPLES)
    if outcome.script:
        campaign.replay(simulator, [(outcome.name, outcome.script, outcome.delays)], lambda *_: None)
    else:
        campaign.verify(simulator, [outcome.name], lambda *_: None)
    return all(one.state == "agrees" for one in _outcomes(campaign))


def _outcomes(campaign: Campaign) -> list[Outcome]:
    if campaign.interrupted:
        raise KeyboardInterrupt
    return [finding.outcome for finding in campaign.findings]


def _written(dut: Dut, folder: Path) -> Dut:
    """The design as Yosys writes what it has read, before it has done anything to it."""
    folder.mkdir(parents=True, exist_ok=True)
    reading = netlist.reading(dut, folder, dut.values)
    yosys.run([*reading, "proc", "flatten", "opt_clean", "write_verilog -noattr netlist.v"], folder, "read", dut.path)
    description = folder / "netlist.toml"
    description.write_text(netlist.description(dut, f"{dut.name}, as Yosys reads it", dut.top, ["netlist.v"]))
    return load(description)
