from cli.running import run, started

TRAX = ("--game", "trax")
TABLE = """\
ply       sequences           won  last turn forced  lost to a trap
  1               2             0                 0               0
  2              24             0                 0               0
  3             432             8               136               0
  4           9,568           276             3,716               0
"""


def test_prints_the_reference_table():
    assert run("perft", 4, *TRAX) == (0, TABLE, "")


def test_counts_other_rule_sets():
    code, out, _ = run("perft", 2, *TRAX, "--rules", "connexion")
    assert code == 0
    # 25 cells for the one first curve.
    assert out.splitlines()[1].split() == ["1", "25", "0", "0", "0"]


def test_a_row_appears_as_soon_as_it_is_counted():
    with started("perft", 9, *TRAX) as process:
        rows = [process.stdout.readline() for _ in range(4)]
        process.kill()
    assert "".join(rows) == "".join(TABLE.splitlines(keepends=True)[:4])


def test_a_depth_of_nothing_is_bad_input():
    code, out, err = run("perft", 0, *TRAX)
    assert (code, out) == (2, "")
    assert "greater than or equal to 1" in err


def test_an_unknown_rule_set_is_bad_input_and_the_known_ones_are_named():
    code, out, err = run("perft", 1, *TRAX, "--rules", "chess")
    assert (code, out) == (2, "")
    assert "'chess'" in err
    assert "contest" in err
    assert "connexion" in err
