"""The golden model in a cocotb test of your own: an engine is driven or watched, and every cycle of it compared.

May import: report, why and below.
"""

from loopline.bench.buses import AnswerDriver, AnswerMonitor, PortMonitor, RequestDriver, RequestMonitor
from loopline.bench.engine import Engine, ports
from loopline.bench.failing import Disagrees, NothingChecked, TurnRefused
from loopline.bench.player import Player

__all__ = [
    "AnswerDriver",
    "AnswerMonitor",
    "Disagrees",
    "Engine",
    "NothingChecked",
    "Player",
    "PortMonitor",
    "RequestDriver",
    "RequestMonitor",
    "TurnRefused",
    "ports",
]
