"""Many positions at once: the same as one by one, and an exception for whatever is wrong."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
import rules
from numpy.typing import NDArray
from reversi_engine import (
    PASS,
    Board,
    Engine,
    Game,
    evaluate_many,
    legal_many,
    planes,
    play_many,
    solve_many,
    square_index,
    symmetries,
)

Discs = NDArray[np.uint64]


def boards(count: int, seed: int = 1) -> list[Board]:
    chance = random.Random(seed)
    return [rules.random_board(chance, 4 + index % 55) for index in range(count)]


def array(several: list[Board]) -> Discs:
    return np.array([board.discs for board in several], dtype=np.uint64).reshape(-1, 2)


def test_moves_are_those_of_each_board() -> None:
    several = boards(200)
    discs = array(several)
    moves = legal_many(discs)
    assert moves.dtype == np.uint64 and moves.shape == (200,)
    assert moves.tolist() == [board.legal for board in several]
    squares = np.array([square_index(board.moves[-1]) for board in several], dtype=np.uint8)
    after = play_many(discs, squares)
    assert after.dtype == np.uint64 and after.shape == (200, 2)
    for board, square, pair in zip(several, squares, after.tolist(), strict=True):
        assert tuple(pair) == rules.played(*board.discs, int(square))


def test_a_side_without_a_move_passes() -> None:
    discs = np.array([[0b10, 0b01]], dtype=np.uint64)
    assert legal_many(discs).tolist() == [0]
    assert play_many(discs, np.array([PASS], dtype=np.uint8)).tolist() == [[0b01, 0b10]]
    with pytest.raises(ValueError, match="position 0: the side to move can't pass"):
        play_many(array([Board()]), np.array([PASS], dtype=np.uint8))


def test_scores_are_those_of_the_engine() -> None:
    several = [rules.random_board(random.Random(seed), 8) for seed in range(100)]
    calls: list[tuple[int, int]] = []
    scores = solve_many(
        array(several), hash_mb=1, progress=lambda solved, of: calls.append((solved, of))
    )
    assert scores.dtype == np.int32 and scores.shape == (100,)
    with Engine(hash_mb=1) as engine:
        assert scores.tolist() == [engine.solve(board).score for board in several]
    assert calls[-1] == (100, 100) and calls == sorted(calls)
    assert (solve_many(array(several), threads=1) == scores).all()
    estimates = evaluate_many(array(several))
    assert estimates.dtype == np.int32 and np.abs(estimates - scores).mean() < 12
    # After the end, the score is the count, with the empty squares for the winner.
    assert solve_many(np.array([[1, 0], [0, 1], [1, 1 << 63]], dtype=np.uint64)).tolist() == [
        64,
        -64,
        0,
    ]


def test_images_are_those_of_boards() -> None:
    several = boards(30)
    images = symmetries(array(several))
    assert images.shape == (30, 8, 2) and images.dtype == np.uint64
    for board, of_board in zip(several, images.tolist(), strict=True):
        assert [tuple(pair) for pair in of_board] == [b.discs for b in board.symmetries()]


def test_planes_are_rows_of_squares() -> None:
    several = boards(30)
    discs = array(several)
    both = planes(discs)
    assert both.shape == (30, 2, 8, 8) and both.dtype == np.float32
    assert both.sum() == sum(64 - board.score.empties for board in several)
    for board, (player, opponent) in zip(several, both, strict=True):
        value = -1 if board.turn == "black" else 1
        assert (value * (player - opponent) == board.array()).all()
    assert planes(symmetries(discs)).shape == (30, 8, 2, 8, 8)
    assert planes(np.zeros((), dtype=np.uint64)).shape == (8, 8)
    assert planes(np.zeros((0, 3), dtype=np.uint64)).shape == (0, 3, 8, 8)


def test_a_game_is_arrays() -> None:
    discs, squares = Game("f5d6c3d3c4").arrays()
    assert discs.dtype == np.uint64 and squares.dtype == np.uint8
    after = play_many(discs, squares)
    assert (after[:-1] == discs[1:]).all()


def test_arrays_of_any_layout_are_read() -> None:
    discs = array(boards(64))
    expected = legal_many(discs)
    readonly = discs.copy()
    readonly.flags.writeable = False
    wide = np.zeros((64, 4), dtype=np.uint64)
    wide[:, 1::2] = discs
    unaligned = np.frombuffer(b"x" + discs.tobytes(), dtype=np.uint8)[1:].view(np.uint64)
    for layout in (
        np.asfortranarray(discs),
        discs[::-1][::-1],
        readonly,
        wide[:, 1::2],
        unaligned.reshape(64, 2),
    ):
        assert (legal_many(layout) == expected).all()
    assert (legal_many(discs[::-2]) == expected[::-2]).all()
    for function in (legal_many, evaluate_many, solve_many):
        assert function(np.zeros((0, 2), dtype=np.uint64)).shape == (0,)


WRONG: list[Any] = [
    np.zeros(4, dtype=np.uint64),
    np.zeros((4, 3), dtype=np.uint64),
    np.zeros((2, 4), dtype=np.uint64),
    np.zeros((4, 2, 1), dtype=np.uint64),
    np.zeros((4, 2), dtype=np.int64),
    np.zeros((4, 2), dtype=np.uint32),
    np.zeros((4, 2), dtype=np.float64),
    np.zeros((4, 2), dtype=">u8"),
    np.zeros((4, 2), dtype=object),
    np.zeros((4, 2), dtype="U4"),
    np.zeros((), dtype=np.uint64),
    [[1, 2]],
    None,
    "discs",
]


@pytest.mark.parametrize("function", [legal_many, evaluate_many, solve_many, symmetries])
@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_the_error_names_shape_and_dtype(function: Callable[[Any], object], wrong: Any) -> None:
    with pytest.raises(ValueError) as error:
        function(wrong)
    message = str(error.value)
    assert message.startswith("discs: expected an array of shape (n, 2) and dtype uint64, got ")
    if isinstance(wrong, np.ndarray):
        assert f"shape {wrong.shape} and dtype {wrong.dtype}" in message
    else:
        assert type(wrong).__name__ in message


def test_squares_are_checked_too() -> None:
    discs = array([Board(), Board()])
    for wrong in (
        np.zeros(3, dtype=np.uint8),
        np.zeros((2, 1), dtype=np.uint8),
        np.zeros(2, dtype=np.int64),
    ):
        with pytest.raises(ValueError) as error:
            play_many(discs, wrong)  # type: ignore[arg-type]
        assert str(error.value) == (
            "squares: expected an array of shape (2,) and dtype uint8, "
            f"got shape {wrong.shape} and dtype {wrong.dtype}"
        )
    for square, message in (
        (0, "position 1: a1 is not a legal move"),
        (27, "position 1: d4 is not a legal move"),
        (65, "position 1: no square 65: use 0 to 63, or 64 to pass"),
        (255, "position 1: no square 255: use 0 to 63, or 64 to pass"),
    ):
        with pytest.raises(ValueError, match=f"^{message}$"):
            play_many(discs, np.array([19, square], dtype=np.uint8))


@pytest.mark.parametrize("function", [legal_many, evaluate_many, solve_many])
def test_overlapping_discs_are_refused(function: Callable[[Discs], object]) -> None:
    discs = array(boards(10))
    discs[7] = [0b110, 0b100]
    with pytest.raises(ValueError, match="^position 7: both sides have a disc on c1$"):
        function(discs)


def test_a_failing_progress_report_ends_the_work() -> None:
    def fail(_solved: int, _of: int) -> None:
        raise LookupError("no screen")

    discs = np.repeat(array([rules.random_board(random.Random(1), 18)]), 64, axis=0)
    with pytest.raises(LookupError, match="no screen"):
        solve_many(discs, progress=fail)


def test_any_numbers_give_a_result_or_an_exception() -> None:
    """Random discs, overlapping or not, with random squares: the rules decide."""
    random_bits = np.random.default_rng(5)
    for _ in range(300):
        count = int(random_bits.integers(0, 9))
        discs = random_bits.integers(0, 2**64, (count, 2), dtype=np.uint64)
        kind = random_bits.integers(0, 4)
        if kind > 0:
            discs[:, 1] &= ~discs[:, 0]
        if kind > 1:
            discs &= random_bits.integers(0, 2**64, (count, 2), dtype=np.uint64)
        squares = random_bits.integers(0, 256 if kind == 2 else 65, count, dtype=np.uint8)
        pairs = [(int(player), int(opponent)) for player, opponent in discs]
        if any(player & opponent for player, opponent in pairs):
            for function in (legal_many, evaluate_many, solve_many):
                with pytest.raises(ValueError, match="both sides have a disc"):
                    function(discs)
            continue
        moves = [rules.legal(player, opponent) for player, opponent in pairs]
        assert legal_many(discs).tolist() == moves
        assert np.abs(evaluate_many(discs)).max(initial=0) <= 64
        assert symmetries(discs).shape == (count, 8, 2)

        def is_legal(legal: int, square: int) -> bool:
            return legal == 0 if square == PASS else square < 64 and bool(legal >> square & 1)

        if all(is_legal(legal, int(square)) for legal, square in zip(moves, squares, strict=True)):
            expected = [
                (opponent, player) if square == PASS else rules.played(player, opponent, square)
                for (player, opponent), square in zip(pairs, squares.tolist(), strict=True)
            ]
            assert [tuple(pair) for pair in play_many(discs, squares).tolist()] == expected
        else:
            with pytest.raises(ValueError, match="^position "):
                play_many(discs, squares)


def test_a_million_boards_from_ten_threads() -> None:
    discs = np.tile(array(boards(1000)), (100, 1))
    moves = legal_many(discs)
    squares = np.log2((moves & (~moves + np.uint64(1))).astype(np.float64)).astype(np.uint8)
    after = play_many(discs, squares)

    def work(_number: int) -> bool:
        same = (legal_many(discs) == moves).all() and (play_many(discs, squares) == after).all()
        return bool(same and len(evaluate_many(discs)) == len(discs))

    with ThreadPoolExecutor(10) as pool:
        assert all(pool.map(work, range(10)))


def test_arrays_may_change_meanwhile() -> None:
    """Another thread that writes to the array spoils the result, never the process."""
    discs = np.tile(array(boards(100)), (200, 1))
    is_over = False

    def spoil() -> None:
        random_bits = np.random.default_rng(1)
        while not is_over:
            row = random_bits.integers(0, len(discs))
            discs[row] = random_bits.integers(0, 2**64, 2, dtype=np.uint64)

    with ThreadPoolExecutor(1) as pool:
        spoiling = pool.submit(spoil)
        for _ in range(30):
            for function in (legal_many, evaluate_many, symmetries):
                try:
                    function(discs)
                except ValueError as error:
                    assert "both sides have a disc" in str(error) or "overlap" in str(error)
        is_over = True
        spoiling.result()
