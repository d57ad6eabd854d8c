"""Recorded games: their details, texts and files."""

import os
import pickle
import stat
from pathlib import Path

import pytest
from reversi_engine import Board, Game, RecordError, parse, read, write

MOVES = "f5d6c3d3c4f4f6f3e6e7d7c5b6"
GGF = (
    "(;GM[Othello]PC[GGS]DT[2003-12-15]PB[Ann]PW[Bob]RB[1800.5]RW[1700]TI[15:00]TY[8]RE[+12.00]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5/1.50/2.25]W[D6//3]B[C3];)"
)


def finished() -> Game:
    board = Board()
    while not board.is_over:
        board = board.play(board.moves[0])
    return Game(board, black="Ann", white="Bob", event="Final", place="Rome", date="2026-11-28")


def test_a_game_has_moves_and_details() -> None:
    game = Game(MOVES, black="Ann", white="Bob", event="Final", place="Rome", date="2026-11")
    assert (game.black, game.white, game.event, game.place) == ("Ann", "Bob", "Final", "Rome")
    assert game.date == "2026-11" and Game().date is None
    assert "".join(game.moves) == MOVES and len(game) == 13
    assert game.transcript.lower() == MOVES and game.board == Board(MOVES)
    assert [board.transcript.lower() for board in game.boards()] == [
        MOVES[: 2 * count] for count in range(14)
    ]
    assert game.plies[1].player == "white" and game.plies[1].move == "d6"
    assert game.winner is None and game.difference is None and not game.is_over
    assert game.opening is not None
    over = finished()
    assert over.is_over and over.difference is not None
    assert over.winner == over.score.winner
    assert any(ply.move is None for ply in over.plies) == (over.board.passes > 0)
    assert "<Game Ann " in repr(over) and over._repr_svg_().startswith("<svg ")


def test_records_keep_their_details() -> None:
    [game] = parse(GGF)
    assert (game.black, game.white, game.place, game.date) == ("Ann", "Bob", "GGS", "2003-12-15")
    assert game.ratings == (1800.5, 1700)
    assert (game.winner, game.difference) == ("black", 12.0)
    assert [(ply.move, ply.evaluation, ply.seconds) for ply in game.plies] == [
        ("f5", 1.5, 2.25),
        ("d6", None, 3.0),
        ("c3", None, None),
    ]
    assert parse(game.text("ggf"), format="ggf") == [game]
    assert pickle.loads(pickle.dumps(game)).moves == game.moves


@pytest.mark.parametrize("extension", ["txt", "ggf", "sgf", "pgn", "obf", "wtb"])
def test_files_can_be_read_back(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"games.{extension}"
    games = [finished(), finished()]
    write(path, games)
    again = list(read(path))
    assert len(again) == 2
    for game, other in zip(games, again, strict=True):
        assert other.board == game.board
        if extension != "obf":
            assert other.moves == game.moves
        if extension not in ("obf", "txt"):
            assert (other.black, other.white) == ("Ann", "Bob")


def test_existing_files_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    write(path, [Game("f5")])
    with pytest.raises(FileExistsError, match="games.ggf already exists: use replace=True"):
        write(path, [Game("d3")])
    assert [game.moves for game in read(path)] == [["f5"]]

    def failing() -> object:
        yield Game("d3")
        raise LookupError("no more games")

    with pytest.raises(LookupError):
        write(path, failing(), replace=True)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        write(path, ["d3"], replace=True)  # type: ignore[list-item]
    assert [game.moves for game in read(path)] == [["f5"]]
    assert os.listdir(tmp_path) == ["games.ggf"]
    write(path, [Game("d3")], replace=True)
    assert [game.moves for game in read(str(path))] == [["d3"]]


def test_bad_records_are_named_and_can_be_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\n\nf5a1\n\nc4c3\n")
    games = read(path)
    assert next(games).moves == ["f5", "d6", "c3"]
    with pytest.raises(RecordError, match="record 2, byte 10: ply 2: a1 is not legal") as error:
        next(games)
    assert (error.value.number, error.value.offset) == (2, 10)
    assert str(path) in str(error.value)
    assert next(games).moves == ["c4", "c3"]
    with pytest.raises(StopIteration):
        next(games)
    with pytest.raises(StopIteration):
        next(games)
    games = read(path, errors="ignore")
    assert [len(game) for game in games] == [3, 2]
    assert [error.number for error in games.skipped] == [2]


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        read(tmp_path / "none.ggf")
    assert str(missing.value.filename) == str(tmp_path / "none.ggf")
    with pytest.raises(OSError):
        read(tmp_path)
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "no" / "folder.ggf", [])
    with pytest.raises(ValueError, match="unknown file extension in .*games.xyz.*: use txt, ggf"):
        write(tmp_path / "games.xyz", [])
    with pytest.raises(ValueError, match='no format "xyz": use transcript, ggf, sgf'):
        read(tmp_path, format="xyz")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='use "strict" or "ignore"'):
        read(tmp_path, errors="never")  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="needs at least one move"):
        Game().text("transcript")
    with pytest.raises(ValueError, match='no date "soon": use one like 2026-11-28'):
        Game(date="soon")
    with pytest.raises(TypeError, match="a text or a Board, not int"):
        Game(5)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="record 1, byte"):
        parse("(;GM[Othello]PB[Ann]B[A1];)")
    with pytest.raises(TypeError):
        parse(5)  # type: ignore[arg-type]
    (tmp_path / "cut.wtb").write_bytes(b"\x14\x1a\x01\x01\x05\x00\x00\x00")
    with pytest.raises(RecordError, match="header of 16 bytes is incomplete"):
        next(read(tmp_path / "cut.wtb"))
    if os.geteuid() != 0:
        (tmp_path / "secret.ggf").touch()
        (tmp_path / "secret.ggf").chmod(stat.S_IWUSR)
        with pytest.raises(PermissionError):
            read(tmp_path / "secret.ggf")


def test_any_bytes_give_games_or_an_exception() -> None:
    text = GGF.encode()
    for cut in range(len(text)):
        for changed in (text[:cut], text[:cut] + b"\xff[" + text[cut + 1 :]):
            try:
                games = parse(changed)
            except ValueError:
                continue
            assert all(len(game) <= 60 for game in games)


def test_a_reader_can_be_dropped_early(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    write(path, [Game(MOVES)] * 5000)
    for _ in range(20):
        assert next(read(path)).moves[0] == "f5"
    assert sum(1 for _ in read(path)) == 5000
