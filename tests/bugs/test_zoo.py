"""The zoo as data: every bug fits the RTL, is what it says, and is there once."""

import pytest
from bugs.why import BLOCKS
from bugs.zoo import (
    BOX,
    CLASSES,
    ENGINE,
    EVENING,
    GLOBE,
    OTHERS_SPIED,
    PLAYER,
    SPIED,
    TSOLITAIRE,
    ZOOS,
    BadZoo,
    Edit,
    misfit,
    mutated,
)
from loopline.simulation.job import DECK

ALL = [*ZOOS, SPIED, *OTHERS_SPIED, BOX]

every_zoo = pytest.mark.parametrize("zoo", ALL, ids=lambda zoo: zoo.name)


@pytest.mark.parametrize(
    ("zoo", "enough"),
    [(ENGINE, 40), (PLAYER, 24), (SPIED, 40), *((zoo, 20) for zoo in (GLOBE, TSOLITAIRE, EVENING, *OTHERS_SPIED))],
    ids=lambda value: getattr(value, "name", ""),
)
def test_there_are_enough_bugs(zoo, enough):
    assert len(zoo.bugs) >= enough


@every_zoo
def test_mistakes_of_real_designs_are_all_in_the_list(zoo):
    assert {bug.mistake for bug in zoo.bugs} - {None} == set(zoo.mistakes)


@every_zoo
def test_names_and_stories_are_unique(zoo):
    assert len({bug.name for bug in zoo.bugs}) == len({bug.story for bug in zoo.bugs}) == len(zoo.bugs)


@every_zoo
def test_no_two_bugs_are_the_same(zoo):
    edits = {tuple((e.file, e.within, " ".join(e.find.split()), e.replace) for e in bug.edits) for bug in zoo.bugs}
    assert len(edits) == len(zoo.bugs)


@every_zoo
def test_the_bugs_fit_the_rtl(zoo):
    misfits = {bug.name: why for bug in zoo.bugs if (why := misfit(zoo, bug))}
    assert not misfits
    for bug in zoo.bugs:
        assert bug.property in (DECK, *zoo.properties), bug.name
        assert bug.shortest is None or bug.at_most <= bug.shortest + 1, bug.name


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"find": "nowhere"}, "occurs 0 times"),
        ({"find": "a == b", "replace": "a == b"}, "replaced by itself"),
        ({"find": "a == b", "replace": "x <= 1;"}, "which is a statement and which an expression?"),
        ({"file": "b.v"}, "not one file b.v"),
    ],
)
def test_bug_that_does_not_fit_its_source_is_refused(change, why, tmp_path):
    (tmp_path / "a.v").write_text("module a;\nassign x = a == b;\nendmodule\n")
    zoo = ENGINE.model_copy(update={"rtl": tmp_path})
    fits = ENGINE.bugs[0].model_copy(
        update={"file": "a.v", "find": "a == b", "replace": "0", "within": None, "also": []}
    )
    assert misfit(zoo, fits) == ""
    assert why in misfit(zoo, fits.model_copy(update=change))


@pytest.mark.parametrize("zoo", [*BLOCKS, *CLASSES], ids=lambda zoo: zoo.name)
def test_the_bugs_of_blocks_and_of_classes_fit(zoo):
    assert not {bug.name: why for bug in zoo.bugs if (why := misfit(zoo, bug))}


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ({"find": "twice"}, "occurs 2 times"),
        ({"find": "nowhere"}, "occurs 0 times"),
        ({"find": "twice", "within": "twice twice"}, "occurs 2 times"),
    ],
)
def test_ambiguous_or_missing_text_of_a_bug_is_refused(edit, why):
    with pytest.raises(BadZoo, match=why):
        Edit(file="a.v", replace="never", **edit).span("once twice  twice")


def test_a_bug_is_found_however_it_is_spaced():
    text = "(a  +\n    b)"
    start, end = Edit(file="a.v", find="a + b", replace="").span(text)
    assert text[start:end] == "a  +\n    b"


def test_bugs_may_share_a_place_and_lie_in_one_another():
    class Numbered:
        def __init__(self, find, replace):
            self.edits = [Edit(file="a.v", find=find, replace=replace)]

    text = mutated("a.v", "x = a && b;", [Numbered("a && b", "0"), Numbered("b", "1"), Numbered("a && b", "2")])
    assert [text.count(f"== {number})") for number in (1, 2, 3)] == [1, 1, 1]
    with pytest.raises(BadZoo, match="overlap"):
        mutated("a.v", "x = a && b;", [Numbered("x = a", ""), Numbered("a && b", "")])
