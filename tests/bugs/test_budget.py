import pytest
from bugs import budget


@pytest.mark.slow
def test_example_that_finds_a_bug_is_recorded(tmp_path, monkeypatch, capsys):
    """What is known is not played again, and the table counts it."""
    monkeypatch.setattr(budget, "OUT", tmp_path)
    one_bug = ["blind-evening", "--seed", "1", "--every", "30", "--examples", "10"]
    budget.main(one_bug)
    results = [(file, file.read_text()) for file in sorted(tmp_path.iterdir())]
    found = [budget.Found.model_validate_json(line) for _, text in results for line in text.splitlines()]
    assert sum(bool(one.at) for one in found) == 2
    capsys.readouterr()
    budget.main(one_bug)
    assert [(file, file.read_text()) for file, _ in results] == results
    assert capsys.readouterr().out == ""
    budget.main([*one_bug, "--table"])
    heading, row = capsys.readouterr().out.splitlines()
    assert heading.split() == ["zoo", "seed", "tried", "deck", "quick", "normal", "thorough"]
    assert row.split()[:3] == ["blind-evening", "1", "2"]
    assert row.split()[6] == "2"
