"""Which failures count as one: the same signal, the same kind of difference, the same kind of operation."""

import pytest
from cosim.engines import ROOT
from loopline.contract.checker import Mismatch, Wrong
from loopline.contract.designs import path_of
from loopline.contract.game import Subject
from loopline.design.dut import load
from loopline.simulation.channel import NullChannel
from loopline.trial import Account

DUT = load(path_of("trax-engine"))
ACCOUNT = Account(Subject.of(DUT), NullChannel())
DIVIDER = Account(Subject.of(load(ROOT / "examples/blocks/divider.toml")), NullChannel())
SCRIPT = ACCOUNT.game.read(["@0/", "A0+"])


def kind(signal, expected, found, request=0, says="wrong", account=ACCOUNT):
    return account._kind(SCRIPT, Mismatch(5, request, Wrong(signal, expected, found, says)))


def test_a_missing_win_is_no_false_one():
    assert kind("resp_winner", "1, white", "0, none") != kind("resp_winner", "0, none", "2, red")


def test_each_players_win_given_to_the_other_is_one():
    assert kind("resp_winner", "1, white", "2, red") == kind("resp_winner", "2, red", "1, white")
    assert len({kind("resp_winner", *pair) for pair in (("1", "2"), ("1", "0"), ("0", "1"))}) == 3


def test_wins_that_both_players_miss_are_one_and_so_are_false_ones():
    assert kind("resp_winner", "1, white", "0, none") == kind("resp_winner", "2, red", "0, none")
    assert kind("resp_winner", "0, none", "1, white") == kind("resp_winner", "0, none", "2, red")


@pytest.mark.parametrize(("account", "signal"), [(ACCOUNT, "resp_draw"), (DIVIDER, "resp_reason")])
def test_another_draw_or_reason_that_is_missing_is_another_kind(account, signal):
    """Those of a divider are two, as players are."""
    assert kind(signal, "1", "0", None, account=account) != kind(signal, "2", "0", None, account=account)


def test_another_operation_is_another_kind():
    requests = ACCOUNT.game.requests(SCRIPT)
    other = next(n for n, one in enumerate(requests) if one[0] != requests[0][0])
    assert kind("resp_over", "0", "1", 0) != kind("resp_over", "0", "1", other)


@pytest.mark.parametrize(("first", "second"), [(("3", "0"), ("7", "0")), (("3", "4"), ("9", "2"))])
def test_the_same_field_in_other_cells_is_one(first, second):
    wide = next(name for name, field in DUT_FIELDS if not field.values and field.bits > 2)
    assert kind(f"vp_{wide}", *first, says="cell B3") == kind(f"vp_{wide}", *second, says="cell F9")


def test_too_much_is_not_too_little():
    wide = next(name for name, field in DUT_FIELDS if not field.values and field.bits > 2)
    assert len({kind(f"vp_{wide}", *pair) for pair in (("3", "0"), ("0", "3"), ("3", "4"))}) == 3


def test_without_a_field_the_figures_do_not_matter():
    assert kind("timing", "in cycle 30", "never") == kind("timing", "in cycle 31", "never")


DUT_FIELDS = ACCOUNT.game.streams.event.fields
