"""The designs that come with loopline: in an installed package beside its modules, in a checkout in the top folder."""

from pathlib import Path

_HERE = Path(__file__).parents[1]

#: Their Verilog and their descriptions, a folder for each game.
RTL = next((folder for folder in (_HERE / "rtl", _HERE.parents[1] / "rtl") if folder.is_dir()), _HERE / "rtl")
