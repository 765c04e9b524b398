"""Bundled modules with parameters that they cannot have do not elaborate, and say why. In those that they have, the
designs are verified: tests/cosim/test_bundled_engine.py, tests/player/test_bundled_player.py."""

import pytest
from rtl.benches import build, sources

FOLDERS = {"trax_engine": ("common", "trax"), "trax_contest": ("common", "trax", "trax/player")}
RATE = "CLOCK_HZ_must_be_8_times_BAUD_or_more"
OFF = "BAUD_would_be_off_by_more_than_2_percent"
UARTS = [
    (7_000_000, 1_000_000, RATE),
    (100_000, 115_200, RATE),
    (50_000_000, 2_000_000_000, RATE),
    (1_000_000, 115_200, OFF),  # 3.7 %
    (1_021_000, 125_000, OFF),  # 2.06 %
    (979_000, 122_400, None),  # just below 2 %
    (12_000_000, 921_600, None),
]
REFUSED = [
    ("trax_engine", {"LOG2_SIZE": 2}, "LOG2_SIZE_must_be_3_to_7"),
    ("trax_engine", {"LOG2_SIZE": 8}, "LOG2_SIZE_must_be_3_to_7"),
    ("trax_contest", {"LOG2_SIZE": 8}, "LOG2_SIZE_must_be_3_to_7"),
    ("trax_contest", {"DEPTH": 0}, "DEPTH_must_be_1_or_2"),
    ("trax_contest", {"DEPTH": 3}, "DEPTH_must_be_1_or_2"),
    ("trax_contest", {"BAUD": 10_000_000}, RATE),
    *(
        (uart, {"CLOCK_HZ": clock, "BAUD": baud}, says)
        for uart in ("uart_rx", "uart_tx")
        for clock, baud, says in UARTS
    ),
]


@pytest.mark.parametrize(("module", "parameters", "complaint"), REFUSED)
def test_allowed_parameters_elaborate(simulator, module, parameters, complaint, tmp_path, capfd):
    files = sources(*FOLDERS.get(module, ("common",)))
    try:
        build(simulator, module, files, tmp_path, elaborated_only=True, **parameters)
    except RuntimeError:
        assert complaint
        assert complaint in "".join(capfd.readouterr())
    else:
        assert complaint is None
