"""Scripts as text: those of the harness, and the games of game files, which an engine plays as well."""

import io

import pytest
from loopline.games.globe.game import GlobeEngine
from loopline.games.globe.protocol import Globe

GAME = GlobeEngine(Globe(history=64))

FILE = b"""\
# two games
capture=P history=64
N3-C1 S1-C3
  pass

board=n.n.n.............sss side=s C5-C4  # one more
"""


def test_a_game_file():
    games = [(line, GAME.write(GAME.read(words))) for line, words in GAME.games(io.BytesIO(FILE))]
    assert games == [(2, "new:P N3-C1 S1-C3 pass"), (6, "load:n.n.n.............sss:s C5-C4")]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("history=65", "its history is 65, the design's 64: --board history="),
        ("side=x N3-C1", "'load:nnnnn.s.ssssn.s......:x' is not a request"),
        ("hist=64", "'hist' is not an option"),
        ("N3-C6", "'C6' in 'N3-C6' is not a point"),
        ("N3-20", "'20' in 'N3-20' is not a point"),
        ("N3", "'N3' is not a request; requests look like N3-C1"),
        ("new:X", "is not a request"),
        ("read:512", "back of 'read:512' is 512, which does not fit into 9 bits"),
    ],
)
def test_what_cannot_be_read_is_refused(words, why):
    with pytest.raises(ValueError, match=why):
        GAME.read(words.split())
