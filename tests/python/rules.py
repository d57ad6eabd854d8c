"""The rules in their simplest form, to compare with: a dict from square to side, and loops."""

import random

from reversi_engine import Board

STEPS = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]


def flipped(player: int, opponent: int, square: int) -> int:
    """The discs that a move flips."""
    changed = 0
    for row_step, column_step in STEPS:
        run = 0
        row, column = square // 8 + row_step, square % 8 + column_step
        while 0 <= row < 8 and 0 <= column < 8:
            bit = 1 << (8 * row + column)
            if player & bit:
                changed |= run
                break
            if not opponent & bit:
                break
            run |= bit
            row, column = row + row_step, column + column_step
    return changed


def legal(player: int, opponent: int) -> int:
    """The legal moves, as a set of squares."""
    empty = [square for square in range(64) if not (player | opponent) >> square & 1]
    return sum(1 << square for square in empty if flipped(player, opponent, square))


def played(player: int, opponent: int, square: int) -> tuple[int, int]:
    """The position after a move, seen from the other side."""
    changed = flipped(player, opponent, square)
    return opponent & ~changed, player | changed | 1 << square


def random_board(chance: random.Random, empties: int) -> Board:
    """A board of a random game with this many empty squares, and a legal move."""
    while True:
        board = Board()
        while board.score.empties > empties and not board.is_over:
            board = board.play(chance.choice(board.moves))
        if board.score.empties == empties and not board.is_over:
            return board
