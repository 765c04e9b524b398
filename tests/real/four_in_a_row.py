"""Connect Four as two public designs play it: eight columns, and six or eight rows."""

from loopline.games.block import Block, operation

COLUMNS = 8


class Board:
    """Discs by place; the players are 1, who begins, and 2."""

    def __init__(self, rows: int) -> None:
        self.rows, self.column, self.player, self.winner, self.won = rows, 0, 1, 0, set[tuple[int, int]]()
        self.discs: dict[tuple[int, int], int] = {}

    @property
    def over(self) -> bool:
        return self.winner > 0 or len(self.discs) == COLUMNS * self.rows

    def height(self, column: int) -> int:
        return sum((column, row) in self.discs for row in range(self.rows))

    def free(self) -> list[int]:
        return [] if self.over else [column for column in range(COLUMNS) if self.height(column) < self.rows]

    def drop(self, column: int) -> None:
        """Nothing happens if the column is full, or the game is over. The winner keeps the turn."""
        if column not in self.free():
            return
        place = column, self.height(column)
        self.discs[place] = self.player
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            for first in range(-3, 1):
                four = {(column + dx * step, place[1] + dy * step) for step in range(first, first + 4)}
                if all(self.discs.get(one) == self.player for one in four):
                    self.winner, self.won = self.player, self.won | four
        if not self.over:
            self.player = 3 - self.player


class Large(Block[Board]):
    """FPGA-Connect_Four: its controller and its datapath."""

    fields = {"column": 3, "over": 1, "winner": 2, "player": 2, "cells": 96}
    answers = ("over", "winner", "player", "cells")

    def initial(self) -> Board:
        return Board(6)

    @operation(moves=lambda now: now.free(), tries=lambda now: range(COLUMNS))
    def drop(self, now: Board, column: int) -> dict[str, int]:
        now.drop(column)
        cells = sum(disc << 2 * (8 * (5 - row) + column) for (column, row), disc in now.discs.items())
        return {"over": now.over, "winner": now.winner, "player": now.player, "cells": cells}


class Tiny(Block[Board]):
    """ttsky25a-tiny-connect-four: its game, with a cursor. After the winning disc the other player is shown."""

    fields = {"row": 3, "column": 3, "winner": 2, "at": 3, "player": 2, "disc": 2, "wins": 1}
    answers = ("winner", "at", "player", "disc", "wins")

    def initial(self) -> Board:
        return Board(8)

    def shown(self, now: Board, row: int, column: int) -> dict[str, int]:
        place = column, row
        player = 3 - now.player if now.over else now.player
        found = {"winner": now.winner, "at": now.column, "player": player, "disc": now.discs.get(place, 0)}
        return {**found, "wins": place in now.won}

    @operation()
    def right(self, now: Board, row: int, column: int) -> dict[str, int]:
        now.column = now.column if now.winner else (now.column + 1) % COLUMNS
        return self.shown(now, row, column)

    @operation()
    def left(self, now: Board, row: int, column: int) -> dict[str, int]:
        now.column = now.column if now.winner else (now.column - 1) % COLUMNS
        return self.shown(now, row, column)

    @operation(turn=True)
    def drop(self, now: Board, row: int, column: int) -> dict[str, int]:
        now.drop(now.column)
        return self.shown(now, row, column)

    @operation()
    def look(self, now: Board, row: int, column: int) -> dict[str, int]:
        return self.shown(now, row, column)


LARGE, TINY = Large.game("connect-four-de1"), Tiny.game("tiny-connect-four")
