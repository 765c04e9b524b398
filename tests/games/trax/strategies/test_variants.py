"""The variants of the rules: what their strategies build, and that nobody else asks for any of it."""

import pytest
from games.trax.strategies.examples import generate
from goldenrules.errors import NotationError
from goldenrules.trax import RULE_SETS, Position, RuleSet
from hypothesis import given
from hypothesis import strategies as st
from loopline.games.trax.bundled import search_cycles
from loopline.games.trax.game import TraxEngine
from loopline.games.trax.protocol import VARIANT_RULES, Torus
from loopline.games.trax.reference_engine import ReferenceEngine
from loopline.games.trax.strategies import NAMED, OF_VARIANTS
from loopline.games.trax.strategies.limits import STALEMATES

VARIANTS = [name for name, one in NAMED.items() if one in OF_VARIANTS]


def of_the_variants(script):
    return any(getattr(request, name) for request in script.requests(64) for name in VARIANT_RULES)


@pytest.mark.parametrize("name", sorted(NAMED.keys() - VARIANTS))
def test_other_engines_are_not_asked_for_variants(name):
    assert not any(map(of_the_variants, generate(name, 64, 20)))


def test_only_engines_that_play_them_get_their_strategies():
    names = {one.name for one in TraxEngine(Torus()).properties()}
    more = {one.name for one in TraxEngine(Torus(variants=True)).properties()}
    assert more - names == {name.replace("_", " ") for name in VARIANTS}


@pytest.mark.parametrize(("limit", "text"), STALEMATES)
def test_stalemates(limit, text):
    position = Position.from_moves(text.split(), RuleSet("", lines=None, box_limit=int(limit)))
    assert position.draw == "stalemate"
    assert len(list(search_cycles(position))) > 100


RULES = st.builds(
    RuleSet,
    st.just(""),
    lines=st.sampled_from([None, 3, 8]),
    box_limit=st.sampled_from([None, 1, 2, 3, 5]),
    field=st.sampled_from([None, 2, 3, 5, 6]),
    tiles=st.sampled_from([None, 9, 14]),
)


@given(RULES, st.lists(st.integers(0, 255), max_size=24))
def test_while_the_box_can_grow_there_is_a_legal_turn(rules, choices):
    """As long as there is a tile. So the engine need not look for one; and where it looks it finds what there is."""
    position = Position(rules)
    for choice in choices:
        legal = position.legal_moves()
        if not legal:
            break
        position.play(*legal[choice * len(legal) >> 8])
    if position.tiles and position.winner is None and rules.can_draw:
        searched, exhausted = list(search_cycles(position)), len(position.tiles) == rules.tiles
        assert searched or exhausted or position.legal_moves()
        assert position.drawn == (exhausted or (searched != [] and not position.legal_moves()))


@pytest.mark.parametrize("words", ["new:field=3", "new:classic,tiles=9,draws @0/", "new:connexion=5", "new:lines=3"])
def test_unsupported_rules_are_not_asked(words):
    assert TraxEngine(Torus(size=16, variants=True)).read(words.split())
    with pytest.raises(NotationError, match="variants = true"):
        TraxEngine(Torus(size=16)).read(words.split())


@pytest.mark.parametrize(("rules", "winner"), [("", 2), ("lines=1,", 2), ("lines=3,", 0), ("loops,", 0)])
def test_connexion_by_other_rules_of_lines(rules, winner):
    """Any line crosses the field; none wins that must be longer."""
    engine = TraxEngine(Torus(size=16, variants=True))
    script = engine.read(f"new:classic,{rules}connexion=2 A1/ B1/ A2\\ B2\\".split())
    reference = ReferenceEngine(16)
    for request in engine.requests(script):
        last = reference.answer(request)
    assert (last.tiles, last.winner) == (4, winner)
    assert engine.requests(engine.read(engine.write(script).split())) == engine.requests(script)


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        ("lines=3,lines=4", "lines twice"),
        ("loops,classic,loops", "loops twice"),
        ("lines=3,loops", "lines beside loops"),
        ("connexion=3,limit=2", "limit beside connexion"),
        ("field=3,connexion=3", "field beside connexion"),
    ],
)
def test_no_rule_is_passed_over(rules, what):
    with pytest.raises(NotationError, match=what):
        TraxEngine(Torus(size=16, variants=True)).read([f"new:{rules}", "@0/"])


def test_a_field_that_is_too_large():
    with pytest.raises(NotationError, match="a field of at most 14"):
        TraxEngine(Torus(size=16, variants=True)).read(["new:field=15"])


@pytest.mark.parametrize("name", ["limited", "mini", "mini-lines", "zillions", "connexion"])
def test_rule_sets_that_take_the_ports(name):
    assert Torus(variants=True, rules=name).label == f"64-{name}"
    with pytest.raises(ValueError, match="variants = true"):
        Torus(rules=name)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_can_be_asked_for(name):
    engine = TraxEngine(Torus(variants=True, rules=name))
    script = next(engine.every_game(2))
    rules = script.steps[0].rules
    assert engine.read(engine.write(script).split()).steps[1:] == script.steps[1:]
    assert rules == RULE_SETS[name] or name == "contest"
