"""Simon, a cycle at a time, which is a millisecond here. Its documentation gives no times: these are those of its
source, and which lamp lights next is as its generator of numbers says."""

from copy import copy

from loopline.games.block import Block, operation

CYCLES = 50
POWER_ON, INIT, PLAY, PLAY_WAIT, USER_WAIT, RELEASE, INPUT, NEXT_LEVEL, OVER = range(9)
SEGMENTS = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F] + [0] * 6
BUTTONS = {1: 0, 2: 1, 4: 2, 8: 3}


class Simon:
    """All that it remembers."""

    def __init__(self) -> None:
        self.lfsr, self.capture, self.rewind, self.stopped, self.shifts = 0x2048FAFA, 0, 0, 0, 0
        self.at = self.length = self.millis = self.tones = self.state = self.led = 0
        self.user = self.before = self.released = self.inc = self.clear = self.ena = 0
        self.digit = self.ones = self.tens = self.digits = self.segments = 0

    def next(self) -> int:
        return self.lfsr & 3

    def step(self, buttons: int) -> None:
        was = copy(self)
        self.show(was)
        bits = was.lfsr >> 31 ^ was.lfsr >> 21 ^ was.lfsr >> 1 ^ was.lfsr
        if was.rewind:
            self.lfsr = was.capture
        elif not was.stopped or was.shifts:
            self.lfsr = (was.lfsr << 1 | bits & 1) & 0xFFFFFFFF
        self.inc = self.clear = self.rewind = 0
        self.shifts = max(0, was.shifts - 1)
        self.millis = (was.millis + 1) % 1024
        self.play(was, buttons)

    def show(self, was: "Simon") -> None:
        """The score, a digit in each cycle."""
        self.digit = 0 if was.clear else 1 - was.digit
        if was.clear:
            self.ones = self.tens = 0
        elif was.inc:
            self.ones, self.tens = (was.ones + 1) % 10, (was.tens + (was.ones == 9)) % 10
        self.digits = 2 if was.digit else 1
        self.segments = SEGMENTS[(was.tens if was.digit else was.ones) if was.ena else 15]

    def play(self, was: "Simon", buttons: int) -> None:
        if was.state == POWER_ON:
            self.led = 15 & ~(1 << (was.millis >> 8))
            if buttons:
                self.led, self.millis, self.ena, self.stopped, self.state = 0, 0, 1, 1, INIT
        elif was.state == INIT:
            self.length, self.at, self.tones = 1, 0, 0
            if was.millis == 500:
                self.clear, self.capture, self.state = 1, was.lfsr, PLAY
        elif was.state == PLAY:
            self.led, self.millis, self.state, self.shifts = 1 << was.next(), 0, PLAY_WAIT, 2
        elif was.state == PLAY_WAIT:
            if was.millis == 300:
                self.led = 0
            if was.millis == 400 and was.at + 1 == was.length:
                self.state, self.rewind, self.millis, self.at = USER_WAIT, 1, 0, 0
            elif was.millis == 400:
                self.at, self.state = was.at + 1, PLAY
        elif was.state == USER_WAIT:
            self.led = self.millis = 0
            if buttons:
                self.before, self.released = buttons, 0
                self.state, self.user = (INPUT, BUTTONS[buttons]) if buttons in BUTTONS else (USER_WAIT, was.user)
        elif was.state == INPUT:
            self.heard(was, buttons)
        elif was.state == RELEASE:
            self.millis = (was.millis + 1) % 1024 if buttons != was.before else 0
            if buttons != was.before and was.millis == 10:
                self.state = USER_WAIT
        elif was.state == NEXT_LEVEL:
            self.led = 0
            if was.millis == 150:
                self.tones, self.millis = (was.tones + 1) % 8, 0
                if was.tones == 7:
                    self.at, self.state = 0, PLAY
        else:
            self.led = 15 if was.millis >> 7 & 1 else 0
            if was.tones == 4:
                self.tones = 7 if was.millis == 1000 else 4
            elif was.millis == 300:
                self.tones, self.millis = (was.tones + (was.tones < 4)) % 8, 0
            if buttons and was.tones == 7:
                self.led, self.millis, self.stopped, self.state = 0, 0, 1, INIT

    def heard(self, was: "Simon", buttons: int) -> None:
        """A button is down: its lamp is on for a while, then it counts."""
        self.led = 1 << was.user
        if was.millis > 50 and buttons != was.before:
            self.released = 1
        if was.millis != 300:
            return
        if was.user != was.next():
            self.millis, self.state, self.stopped = 0, OVER, 0
        elif was.at + 1 == was.length:
            self.millis, self.length, self.rewind, self.state, self.inc = 0, was.length + 1, 1, NEXT_LEVEL, 1
        else:
            self.shifts, self.at = 2, was.at + 1
            self.state = USER_WAIT if was.released and not buttons else RELEASE

    def wanted(self) -> list[int]:
        """What a player does who wants to get on: the right button, or none."""
        if self.state in (POWER_ON, OVER):
            return [1]
        return [1 << self.next()] if self.state == USER_WAIT else [0]


class Game(Block[Simon]):
    fields = {"buttons": 4, "led": 4, "segments": 7, "digits": 2}
    answers = ("led", "segments", "digits")

    def initial(self) -> Simon:
        return Simon()

    @operation(moves=Simon.wanted, tries=lambda now: range(16))
    def hold(self, now: Simon, buttons: int) -> dict[str, int]:
        for _ in range(CYCLES):
            now.step(buttons)
        return {"led": now.led, "segments": now.segments, "digits": now.digits}


GAME = Game.game("simon")
