"""Fits a tiny evaluation to exact scores: python fit_evaluation.py [POSITIONS]

Four numbers of a position, weighted, estimate its score with perfect play. Their weights are the least squares on
positions of random games that solve_many has labeled; other positions test them.
"""

import sys

import numpy as np
from numpy.typing import NDArray
from reversi_engine import legal_many, play_many, solve_many

EMPTIES = 10
START = np.array([[1 << 35 | 1 << 28, 1 << 27 | 1 << 36]], dtype=np.uint64)
CORNERS = np.uint64(1 << 0 | 1 << 7 | 1 << 56 | 1 << 63)


def count(sets: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Returns the number of squares of each set."""
    octets = np.ascontiguousarray(sets).view(np.uint8).reshape(-1, 8)
    bits: NDArray[np.int64] = np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.int64)
    return bits


def random_positions(
    number: int, chance: np.random.Generator, empties: int = EMPTIES
) -> NDArray[np.uint64]:
    """Returns positions of random games, all with the same number of empty squares."""
    discs = np.repeat(START, number, axis=0)
    for _ in range(60 - empties):
        moves = legal_many(discs)
        # A position where the side to move has to pass ends there.
        discs, moves = discs[moves != 0], moves[moves != 0]
        bits = np.unpackbits(moves.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        squares = np.argmax(bits * chance.random(bits.shape), axis=1)
        discs = play_many(discs, squares.astype(np.uint8))
    return discs


def features(discs: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Returns four numbers of each position: a constant, and three differences of the sides."""
    both = [discs, np.ascontiguousarray(discs[:, ::-1])]
    moves, corners, number = (
        count(own) - count(other)
        for own, other in (
            (legal_many(both[0]), legal_many(both[1])),
            (discs[:, 0] & CORNERS, discs[:, 1] & CORNERS),
            (discs[:, 0], discs[:, 1]),
        )
    )
    columns = [np.ones(len(discs)), moves, corners, number]
    return np.stack(columns, axis=1).astype(np.float64)


def main(number: int) -> None:
    discs = random_positions(number, np.random.default_rng(1))
    scores = solve_many(discs, hash_mb=1)
    half = len(discs) // 2
    inputs = features(discs)
    weights, *_ = np.linalg.lstsq(inputs[:half], scores[:half], rcond=None)
    names = ("constant", "moves", "corners", "discs")
    print(", ".join(f"{name} {weight:+.2f}" for name, weight in zip(names, weights, strict=True)))
    error = np.abs(inputs[half:] @ weights - scores[half:]).mean()
    guess = np.abs(scores[:half].mean() - scores[half:]).mean()
    print(f"mean error on {len(discs) - half} other positions: {error:.1f} discs, {guess:.1f} without")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
