"""Compares the speed of the functions for many positions with other packages: python speed.py [POSITIONS]

The others are rust-reversi, creversi-python (`pip install rust-reversi creversi-python`) and a vectorized numpy program.
All get the same positions, in the form that they take, and run in one process, several times in turn; the best counts.
A package that isn't installed has a dash.
"""

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from fit_evaluation import random_positions
from numpy.typing import NDArray
from reversi_engine import Board, Engine, legal_many, play_many, solve_many

Sets = NDArray[np.uint64]
ROUNDS = 5
SOLVED_EMPTIES = 6
INNER = np.uint64(0x7E7E7E7E7E7E7E7E)
# The shift of each line through a square, and the squares that don't lie beyond an edge of the board.
LINES = [(np.uint64(1), INNER), (np.uint64(7), INNER), (np.uint64(8), ~np.uint64(0)), (np.uint64(9), INNER)]
PACKAGES = ("reversi_engine", "rust-reversi", "creversi-python", "numpy")


def numpy_legal(discs: Sets) -> Sets:
    """The legal moves by shifts of whole arrays."""
    player, opponent = discs[:, 0], discs[:, 1]
    empty = ~(player | opponent)
    moves = np.zeros_like(player)
    for shift, mask in LINES:
        inner = opponent & mask
        for move in (np.left_shift, np.right_shift):
            run = inner & move(player, shift)
            for _ in range(5):
                run |= inner & move(run, shift)
            moves |= move(run, shift) & empty
    return moves


def numpy_play(discs: Sets, squares: NDArray[np.uint8]) -> Sets:
    """The positions after a move each, by shifts of whole arrays."""
    player, opponent = discs[:, 0], discs[:, 1]
    placed = np.uint64(1) << squares.astype(np.uint64)
    flipped = np.zeros_like(player)
    for shift, mask in LINES:
        inner = opponent & mask
        for move in (np.left_shift, np.right_shift):
            run = inner & move(placed, shift)
            for _ in range(5):
                run |= inner & move(run, shift)
            outflanks = move(run, shift) & player != 0
            flipped |= np.where(outflanks, run, np.uint64(0))
    return np.stack([opponent & ~flipped, player | flipped | placed], axis=1)


def numpy_solve(player: int, opponent: int, has_passed: bool = False) -> int:
    """An exact search with the functions above, of one position."""
    discs = np.array([[player, opponent]], dtype=np.uint64)
    moves = int(numpy_legal(discs)[0])
    if not moves:
        if not has_passed:
            return -numpy_solve(opponent, player, True)
        difference = player.bit_count() - opponent.bit_count()
        empties = 64 - player.bit_count() - opponent.bit_count()
        return difference + (difference > 0) * empties - (difference < 0) * empties
    squares = np.array([square for square in range(64) if moves >> square & 1], dtype=np.uint8)
    after = numpy_play(np.repeat(discs, len(squares), axis=0), squares)
    return max(-numpy_solve(int(pair[0]), int(pair[1])) for pair in after)


Work = Callable[[], Any]


def rust_reversi(discs: Sets, squares: list[int]) -> tuple[Work, Work]:
    boards = rust_reversi_boards(discs)

    def legal() -> list[int]:
        return [board.get_legal_moves() for board in boards]

    def play() -> None:
        for board, square in zip([board.clone() for board in boards], squares, strict=True):
            # Its squares count from h8.
            board.do_move(63 - square)

    return legal, play


def creversi_python(discs: Sets, squares: list[int]) -> tuple[Work, Work]:
    package = importlib.import_module("creversi")
    boards = []
    for player, opponent in discs.tolist():
        board = package.Board()
        bits = np.zeros(1, dtype=package.dtypeBitboard)
        bits.view(np.uint64)[:] = (player, opponent)
        board.set_bitboard(bits, package.BLACK_TURN)
        boards.append(board)

    def legal() -> list[list[int]]:
        return [list(board.legal_moves) for board in boards]

    def play() -> None:
        for board, square in zip([board.copy() for board in boards], squares, strict=True):
            board.move(square)

    return legal, play


def rust_reversi_boards(discs: Sets) -> list[Any]:
    package = importlib.import_module("rust_reversi")
    boards = []
    for player, opponent in discs.tolist():
        board = package.Board()
        board.set_board(player, opponent, package.Turn.BLACK)
        boards.append(board)
    return boards


def rust_reversi_solve(discs: Sets) -> Work:
    package = importlib.import_module("rust_reversi")
    search = package.AlphaBetaSearch(package.PieceEvaluator(), 60, 1000)
    boards = rust_reversi_boards(discs)
    return lambda: [search.get_move(board) for board in boards]


def rate(work: Work | None, count: int) -> float | None:
    """The number of positions per second, in the best of several rounds."""
    if work is None:
        return None
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return count / min(times)


def optional(create: Callable[[], Any]) -> Any:
    try:
        return create()
    except ImportError:
        return None


def row(name: str, rates: list[float | None]) -> None:
    cells = ["-" if value is None else f"{value:,.0f}" for value in rates]
    others = [value for value in rates[1:] if value is not None]
    assert rates[0] is not None
    print(f"| `{name}` | {' | '.join(cells)} | {rates[0] / max(others):.0f} |", flush=True)


def call_overhead(depth: int, count: int) -> float:
    """The time of a search to a depth beyond the search itself, in microseconds."""
    board, engine = Board("f5d6c3"), Engine()
    overheads = []
    for _ in range(count):
        engine.clear()
        start = time.perf_counter()
        result = engine.search(board, depth=depth)
        overheads.append(time.perf_counter() - start - result.seconds)
    return sorted(overheads)[len(overheads) // 2] * 1e6


def main(count: int) -> None:
    discs = random_positions(count, np.random.default_rng(3))
    discs = discs[legal_many(discs) != 0]
    moves = legal_many(discs)
    squares = np.array([(move & -move).bit_length() - 1 for move in moves.tolist()], dtype=np.uint8)
    assert (numpy_legal(discs) == moves).all()
    assert (numpy_play(discs, squares) == play_many(discs, squares)).all()
    few = discs[: max(1, len(discs) // 50)]
    names = squares.tolist()
    one = optional(lambda: rust_reversi(discs, names))
    two = optional(lambda: creversi_python(few, names[: len(few)]))
    print(f"| positions per second | {' | '.join(PACKAGES)} | times the fastest |\n|---|---|---|---|---|---|")
    legal: list[float | None] = [
        rate(lambda: legal_many(discs), len(discs)),
        rate(one and one[0], len(discs)),
        rate(two and two[0], len(few)),
        rate(lambda: numpy_legal(discs), len(discs)),
    ]
    row("legal_many", legal)
    play: list[float | None] = [
        rate(lambda: play_many(discs, squares), len(discs)),
        rate(one and one[1], len(discs)),
        rate(two and two[1], len(few)),
        rate(lambda: numpy_play(discs, squares), len(discs)),
    ]
    row("play_many", play)
    ends = random_positions(1000, np.random.default_rng(3), SOLVED_EMPTIES)
    # Where rust-reversi has to pass, it panics.
    ends = ends[legal_many(ends) != 0][:500]
    solve = optional(lambda: rust_reversi_solve(ends))
    assert solve_many(ends[:2]).tolist() == [numpy_solve(*pair) for pair in ends[:2].tolist()]
    row(
        "solve_many",
        [
            rate(lambda: solve_many(ends, hash_mb=1), len(ends)),
            rate(solve, len(ends)),
            None,
            rate(lambda: [numpy_solve(*pair) for pair in ends[:2].tolist()], 2),
        ],
    )
    short, long = call_overhead(1, 20_000), call_overhead(12, 200)
    print(f"\na search takes {short:.1f} microseconds more than in Rust, one of 12 plies {long:.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
