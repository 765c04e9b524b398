"""A side may have the move several times running: who is told what, and whose moves and times they are."""

from contract.heap.heap_paper import PAPER
from loopline.match import Match
from loopline.match.referee import Audience, Endpoint, ReceivedLine, Referee


class Noting(Endpoint):
    """Plays these moves, and notes what it hears."""

    def __init__(self, *moves):
        super().__init__("noting")
        self.heard, self._moves = [], list(moves)

    def open(self):
        pass

    def send(self, line):
        self.heard.append(line.decode())

    def receive(self, limit):
        return ReceivedLine(self._moves.pop(0).encode(), 0.5)

    def overhear(self, seconds):
        return None

    def close(self):
        pass


def test_several_moves_of_a_side_are_sent_on_one_line():
    first, second = Noting("1", "1", "2"), Noting("2")
    contest = PAPER.contest(PAPER.rules.of("stones=6,one=goes on"))
    match = Match((first, second), Referee(identify=False), contest, 1)
    match.play([Audience()])
    (record,) = match.records
    assert first.heard == ["-W", "-M", "-M", "2"]
    assert second.heard == ["-B", "1 1 2"]
    assert (record.moves, record.movers) == (["1", "1", "2", "2"], [0, 0, 0, 1])
    assert (record.ending.winner, record.ending.how) == (1, "the last stone")
    assert (record.times(0), record.times(1)) == ([0.5] * 3, [0.5])
