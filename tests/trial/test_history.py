"""What a simulation remembers of what it has played."""

from cosim.engines import ROOT
from loopline import trial
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.simulation.channel import NullChannel
from loopline.trial import Account


def test_the_last_scripts_are_remembered_up_to_a_number_of_steps(monkeypatch):
    monkeypatch.setattr(trial, "_HISTORY", 6)
    account = Account(Subject.of(load(ROOT / "rtl/evening/engine.toml")), NullChannel())
    words = ["Wa1", "Wa1 Ba2", "Wb1 Bb2 Wb3", "Wc1 Bc2", "Wd1"]
    for text in words:
        account.note(account.game.read(text.split()), b"")
        assert account.history()[-1] == text
    assert account.history() == words[2:]
    account.note(account.game.read(["Wa1"] * 7), b"")  # one that is longer than that is remembered, too
    assert account.history() == [" ".join(["Wa1"] * 7)]
