"""Which cases are asked for: all that constants and shared wires leave possible, and none that they do not."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopline.operands.points import operations

#: A bit: a constant, or one of a few wires, which may come several times.
bits = st.lists(st.sampled_from(["0", "1", 2, 3, 4]), min_size=1, max_size=4)

CASES = {
    "$eq": {
        "equal": lambda a, b, width: a == b,
        "one more": lambda a, b, width: a == b + 1,
        "one less": lambda a, b, width: a + 1 == b,
        **{f"bit {n} alone": (lambda a, b, width, n=n: a ^ b == 1 << n) for n in range(4)},
    },
    "$add": {
        **{f"first operand, bit {n}": (lambda a, b, width, n=n: a >> n & 1) for n in range(4)},
        **{f"second operand, bit {n}": (lambda a, b, width, n=n: b >> n & 1) for n in range(4)},
        **{f"carry into bit {n}": (lambda a, b, width, n=n: (a + b ^ a ^ b) >> n & 1) for n in range(1, 4)},
    },
    "$sub": {
        **{f"first operand, bit {n}": (lambda a, b, width, n=n: a >> n & 1) for n in range(4)},
        **{f"second operand, bit {n}": (lambda a, b, width, n=n: b >> n & 1) for n in range(4)},
        **{f"borrow from bit {n}": (lambda a, b, width, n=n: (a - b ^ a ^ b) >> n & 1) for n in range(1, 4)},
    },
}


def cell(kind, a, b, size=4):
    pins = {"A": a, "B": b, "Y": [0] * (1 if kind == "$eq" else size)}
    return {"type": kind, "connections": pins, "parameters": {"A_SIGNED": "0", "B_SIGNED": "0"}}


def value(bits, wires):
    return sum(int(wires.get(bit, bit)) << n for n, bit in enumerate(bits))


def all_values(a, b):
    for high in itertools.product("01", repeat=3):
        wires = dict(zip((2, 3, 4), high, strict=True))
        yield value(a, wires), value(b, wires)


@pytest.mark.parametrize("kind", CASES)
@given(a=bits, b=bits)
def test_nothing_that_can_happen_is_left_out(kind, a, b):
    for operation in operations(cell(kind, a, b)):
        asked = {point.name for point in operation.points}
        width = len(operation.a)
        every = list(all_values(a, b))
        for name, met in CASES[kind].items():
            again = name.startswith(("bit", "first", "second")) and _says_the_same(operation, name)
            if width > (1 if "one" in name else 0) and not again and any(met(*pair, width) for pair in every):
                assert name in asked


def _says_the_same(operation, name):
    """A wire that comes twice is asked about once."""
    n = int(re.search(r"\d+", name)[0])
    if n >= len(operation.a):
        return True
    if name.startswith("bit"):
        pairs = list(zip(operation.a, operation.b, strict=True))
        return pairs.count(pairs[n]) > 1
    bits = operation.a if name.startswith("first") else operation.b
    return bits[n] in bits[:n] or bits[n] in ("0", "1")  # a constant bit is no case


@pytest.mark.parametrize("kind", CASES)
@given(a=bits, b=bits)
def test_what_single_bits_rule_out_is_not_asked_for(kind, a, b):
    """With wires that come once only, nothing is asked for that cannot happen."""
    wires = [bit for bit in a + b if isinstance(bit, int)]
    if len(wires) != len(set(wires)):
        return
    for operation in operations(cell(kind, a, b)):
        every = list(all_values(a, b))
        for point in operation.points:
            if (
                "one" in point.name
                and any(isinstance(bit, int) for bit in a)
                and any(isinstance(bit, int) for bit in b)
            ):
                continue  # both have wires and constants: not worth finding out
            assert any(CASES[kind][point.name](*pair, len(operation.a)) for pair in every), point


def _has_wires(bits):
    return any(isinstance(bit, int) for bit in bits)


def test_a_memory_is_used_where_it_is_enabled():
    memory = {
        "type": "$mem_v2",
        "parameters": {"SIZE": "110", "ABITS": "11"},
        "connections": {"RD_ADDR": [2, 3, 4], "RD_EN": ["1"], "WR_ADDR": [5, 6, 7], "WR_EN": [8, 8]},
    }
    read, write = operations(memory)
    assert [point.name for point in read.points] == [
        "the first",
        "the last",
        "bit 0 alone",
        "bit 1 alone",
        "bit 2 alone",
    ]
    assert [point.condition("a", "b") for point in read.points][:2] == ["a == 3'd0 && b != 0", "a == 3'd5 && b != 0"]
    assert (read.b, write.b) == (["1"], [8, 8])


def test_a_register_that_is_only_looked_at_is_no_operation():
    assert not list(operations({"type": "$dff", "connections": {"D": [2], "Q": [3]}, "parameters": {}}))
