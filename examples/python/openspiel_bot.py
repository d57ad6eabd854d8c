"""The engine as a bot for OpenSpiel (`pip install open_spiel`)."""

from typing import Any

import pyspiel
from reversi_engine import Board, Engine, Level, square_index

# OpenSpiel passes by an action of its own.
PASS = 64


def board_of(state: Any) -> Board:
    """Returns the board of a state of OpenSpiel's game "othello"."""
    board = Board()
    for action in state.history():
        if action != PASS:
            board = board.play(action)
    return board


class ReversiBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that plays a level, or searches to a depth in plies."""

    def __init__(self, level: Level | None = None, *, depth: int = 8, seed: int = 1) -> None:
        super().__init__()
        self.level = level
        self.depth = depth
        self.seed = seed
        self.engine = Engine(hash_mb=16)

    def restart_at(self, state: Any) -> None:
        """Forgets the last game."""
        self.engine.clear()

    def step(self, state: Any) -> int:
        """Returns the action for the side to move."""
        if state.legal_actions() == [PASS]:
            return PASS
        board = board_of(state)
        if self.level is not None:
            move = self.level.choose(board, seed=self.seed + len(state.history()))
        else:
            move = self.engine.search(board, depth=self.depth).move
        assert move is not None
        return square_index(move)
