"""What answers never say, as the bins of their fields claim, cannot come."""

from goldenrules.globe import MOST
from loopline.games.globe.coverage import model
from loopline.games.globe.model import Engine
from loopline.games.globe.protocol import CaptureCode, Op, Reason, Request, Response, Result

#: Of a history; the shortest has two.
PLIES = 4


def carry_out(engine, request):
    return Response(*engine.carry_out(request))


def test_unreachable_answers():
    (answers,) = (group for group in model(PLIES) if group.name == "answers")
    never = {key for key, one in answers.bins.items() if one.unreachable}
    assert never == {
        ("points", 8),
        ("points", 9),
        ("points", 16),
        ("points", 17),
        ("option", CaptureCode.NONE),
        ("quiet", 5),
        ("quiet", 8),
        ("quiet", 9),
        ("quiet", 16),
        ("quiet", 17),
    }


def test_no_position_has_more_pieces():
    """So no more are captured, and no more than six turns that capture leave the game open."""
    engine = Engine(PLIES)
    answer = carry_out(engine, Request(Op.LOAD, board=0b111 << 21 | (1 << MOST + 1) - 1))
    assert answer.reason in (Reason.OVERLAP, Reason.MATERIAL)
    many = (1 << MOST + 1) - 1
    for board in (many << 21 | 0b111 << 18, many << 14 | 0b111):
        assert carry_out(engine, Request(Op.LOAD, board=board)).reason == Reason.MATERIAL
    assert (answer.norths, answer.souths) == (MOST, MOST)


def test_no_game_goes_on_after_as_many_quiet_turns_as_the_history_holds():
    engine = Engine(PLIES)
    answer = carry_out(engine, Request(Op.NEW))
    while not answer.result:
        own = answer.board >> 21 if not answer.to_move else answer.board & (1 << 21) - 1
        for origin in (point for point in range(21) if own >> point & 1):
            targets = carry_out(engine, Request(Op.LIST, origin=origin)).points
            if targets:
                answer = carry_out(engine, Request(Op.MOVE, origin=origin, target=targets.bit_length() - 1))
                break
    assert (answer.result, answer.quiet, answer.plies) == (Result.LENGTH, PLIES, PLIES)


def test_no_game_has_another_option():
    engine = Engine(PLIES)
    assert carry_out(engine, Request(Op.NEW, option=CaptureCode.NONE)).reason == Reason.OPTION
    assert carry_out(engine, Request(Op.LIST)).option == CaptureCode.GROUP
