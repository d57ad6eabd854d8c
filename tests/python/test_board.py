"""Boards: rules, ways to make one, and what Python expects of a value."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
import rules
from reversi_engine import Board, IllegalMoveError, Level, Score, square_index, square_name

# A whole game with six passes.
PASSES = (
    "d3c5c6c3c4c7b3c2b5a5c1b2d6e7a1e3f3e2d2d1e1g4g3g2h3f2h1h2f4a2g1h4h5g5h6f1b1a3b4f6f5e6g6b6d8"
)


def test_moves_are_those_of_the_rules() -> None:
    chance = random.Random(1)
    for _ in range(20):
        board = Board()
        while not board.is_over:
            player, opponent = board.discs
            assert board.legal == rules.legal(player, opponent)
            assert [square_index(name) for name in board.moves] == [
                square for square in range(64) if board.legal >> square & 1
            ]
            square = chance.choice(board.moves)
            after = board.play(square)
            expected = rules.played(player, opponent, square_index(square))
            assert after.discs in (expected, expected[::-1])
            board = after


def test_passes_happen_at_once() -> None:
    board = Board(PASSES)
    assert board.is_over and board.turn is None and board.moves == []
    assert board.passes == 6
    assert len(board.transcript) == len(PASSES)
    assert board.transcript.lower() == PASSES
    assert board.score == checked_score(board)


def checked_score(board: Board) -> Score:
    score = board.score
    assert score.black == board.black.bit_count()
    assert score.white == board.white.bit_count()
    assert score.black + score.white + score.empties == 64
    assert score.winner == "black" and score.result("black") + score.result("white") == 64
    return score


def test_a_board_is_the_same_however_it_is_made() -> None:
    board = Board("f5d6c3d3c4")
    turn = board.turn
    assert turn is not None
    for other in (
        Board("F5 d6 C3 d3 C4"),
        Board.from_obf(board.obf),
        Board.from_obf(board.obf + "; "),
        Board.from_discs(*board.discs, turn=turn),
        Board.from_array(board.array(), turn=turn),
        Board("d3c4", start=Board("f5d6c3").obf),
        Board.from_discs(np.uint64(board.discs[0]), np.uint64(board.discs[1]), turn=turn),
    ):
        assert other == board and hash(other) == hash(board) and other.moves == board.moves
    assert board != Board() and board != "f5d6c3d3c4"
    assert len({board, Board("f5d6c3d3c4"), Board()}) == 2


def test_symmetric_boards_have_symmetric_moves() -> None:
    board = Board("f5d6c3d3c4")
    images = board.symmetries()
    assert images[0] == board and len(set(images)) == 8
    for image in images:
        assert len(image.moves) == len(board.moves)
        start = Board.from_array(np.ascontiguousarray(image.array()), turn="white")
        assert start == image
        if image.transcript[:2] in Board().moves:
            assert Board(image.transcript) == image
    mirrored = board.mirrored()
    assert (mirrored.array() == board.array()[:, ::-1]).all()
    assert mirrored.mirrored() == board


def test_values_can_be_copied_and_pickled() -> None:
    late = Board("", start=Board("f5d6c3d3c4").obf).play("b3")
    for board in (Board(), Board("f5d6"), Board(PASSES), late):
        for twin in (pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board)):
            assert twin == board
            assert twin.transcript == board.transcript and twin.passes == board.passes
    assert pickle.loads(pickle.dumps(Level("depth:9"))) == Level("depth:9")


def test_it_draws_itself() -> None:
    drawn = repr(Board("f5")).splitlines()
    assert drawn[0] == "  a b c d e f g h"
    assert drawn[4] == "4 - - - W B . - -"
    assert drawn[9] == "B 4   W 1   white to move"
    picture = Board("f5")._repr_svg_()
    assert picture.startswith("<svg ") and picture.count('r="25" fill="url(') == 5


def test_squares_have_names_and_indices() -> None:
    assert [square_name(index) for index in (0, 7, 19, 63)] == ["a1", "h1", "d3", "h8"]
    assert all(square_index(square_name(index)) == index for index in range(64))
    assert Board().play(19) == Board().play("d3") == Board().play(np.int8(19))


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(IllegalMoveError, match="^d4 is occupied$"):
        Board().play("d4")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        Board(PASSES).play("a6")
    with pytest.raises(IllegalMoveError, match="mirrored start"):
        Board().play("e3")
    with pytest.raises(ValueError, match='"i9" is not a square|no column i'):
        Board().play("i9")
    with pytest.raises(ValueError, match="^no square 64: use 0 to 63$"):
        Board().play(64)
    with pytest.raises(ValueError, match="^no square -1: use 0 to 63$"):
        square_name(-1)
    with pytest.raises(TypeError, match="a name or an index, not float"):
        Board().play(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^both sides have a disc on b1$"):
        Board.from_discs(0b111, 0b010)
    with pytest.raises(ValueError, match='no side "red": use "black" or "white"'):
        Board.from_discs(1, 2, turn="red")  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        Board.from_discs(-1, 2)
    with pytest.raises(ValueError, match="a1 is not legal"):
        Board("f5a1")
    with pytest.raises(ValueError, match="use moves like f5d6c3"):
        Board("hello")
    with pytest.raises(ValueError, match="squares, expected 64|use moves"):
        Board.from_obf("XO X")
    with pytest.raises(ValueError, match=r"shape \(8, 8\) and dtype int8, got shape \(8, 8\) and dtype int64"):
        wide: Any = np.zeros((8, 8), dtype=np.int64)
        Board.from_array(wide)
    with pytest.raises(ValueError, match="^a square is 2: use -1, 0 or 1$"):
        Board.from_array(np.full((8, 8), 2, dtype=np.int8))
    with pytest.raises(ValueError, match="^symmetry is 8: use 0 to 7$"):
        Board().turned(8)
    with pytest.raises(AttributeError):
        Board().turn = "white"  # type: ignore[misc]


def test_levels_choose_legal_moves_and_repeat_themselves() -> None:
    board = Board("f5d6c3")
    for level in (1, 2, 3, 7, "auto2", "depth:4", "20ms", "1000"):
        move = Level(level).choose(board, seed=5)
        assert move in board.moves
    assert len({Level(1).choose(board, seed=5) for _ in range(5)}) == 1
    assert len({Level(1).choose(board) for _ in range(200)}) > 3
    assert Level(5).choose(Board(PASSES)) is None
    assert str(Level("depth:4")) == "depth:4" and repr(Level(3)) == "Level('3')"
    with pytest.raises(ValueError, match='no level "0": use 1 to 20'):
        Level(0)
