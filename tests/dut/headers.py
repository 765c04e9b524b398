"""The headers of designs that keep to a contract, from the contract itself. There is nothing in them to simulate."""

from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.design.top import wires

#: What every description here begins with.
DESCRIBED = 'name = "mine"\ntop = "my_engine"\nsources = ["my_engine.sv"]\nboard.size = 16\nverification_port = true\n'


def described(folder, text=DESCRIBED):
    file = folder / "mine.toml"
    file.write_text(text)
    return file


def ports(dut):
    """Each port's name → direction and width."""
    joined = wires(dut, Subject.of(dut).scripts.streams)
    return {wire.port: (wire.direction, wire.width) for wire in joined}


def ansi(declared, top="my_engine", parameters="", body=""):
    """One port a line, from the second line on."""
    lines = [f"{direction} logic [{width - 1}:0] {name}" for name, (direction, width) in declared.items()]
    return f"module {top} {parameters} (\n" + ",\n".join(lines) + f"\n);\n{body}\nendmodule\n"


def contract(file):
    return ports(load(file))
