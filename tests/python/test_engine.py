"""The engine: results, limits, threads, interruptions and misuse."""

import json
import multiprocessing
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import rules
from reversi_engine import Board, Engine, Game, Interrupted, Level, SearchResult

# A position with 20 empty squares.
MIDDLE = rules.random_board(random.Random(4), 20)


def test_results_are_typed_and_legal() -> None:
    with Engine() as engine:
        result = engine.search(MIDDLE, depth=6, lines=3)
        assert isinstance(result, SearchResult) and result.move in MIDDLE.moves
        assert result.depth == 6 and not result.exact and result.nodes > 0
        assert result.line == result.lines[0].moves and result.score == result.lines[0].score
        assert len(result.lines) == 3 and result.selectivity == 73
        scores = [line.score for line in result.lines]
        assert scores == sorted(scores, reverse=True)
        assert "SearchResult(move='" in repr(result) and "Line(score=" in repr(result.lines[0])
        over = engine.search(Board.from_discs(1, 0))
        assert over.move is None and over.score == 64 and over.exact


def test_scores_are_those_of_all_games() -> None:
    def best(player: int, opponent: int, has_passed: bool = False) -> int:
        moves = rules.legal(player, opponent)
        if not moves:
            if not has_passed:
                return -best(opponent, player, True)
            difference = player.bit_count() - opponent.bit_count()
            empties = 64 - player.bit_count() - opponent.bit_count()
            return difference + (difference > 0) * empties - (difference < 0) * empties
        squares = [square for square in range(64) if moves >> square & 1]
        return max(-best(*rules.played(player, opponent, square)) for square in squares)

    chance = random.Random(2)
    with Engine(hash_mb=1) as engine:
        for _ in range(20):
            board = rules.random_board(chance, 5)
            result = engine.solve(board)
            assert result.exact and result.score == best(*board.discs)
            outcome = engine.solve(board, only_outcome=True).score
            assert outcome == (result.score > 0) - (result.score < 0)


def test_limits_hold() -> None:
    with Engine() as engine:
        start = time.perf_counter()
        result = engine.search(Board("f5"), time=0.2)
        assert 0.1 < time.perf_counter() - start < 1.5 and result.depth > 6
        assert engine.search(Board("f5"), nodes=20_000).nodes < 200_000
        certain = engine.search(MIDDLE, depth=4, selectivity=100)
        assert certain.selectivity == 100


def test_the_book_answers_known_positions() -> None:
    with Engine(book=True) as engine:
        result = engine.search(Board("f5"), depth=8, lines=2)
        assert result.book and result.nodes == 0 and result.move in Board("f5").moves
        assert not engine.search(MIDDLE, depth=4).book


def program() -> str:
    """The command line program, for comparison."""
    path = os.environ.get("REVERSI") or shutil.which("reversi")
    if path is None:
        pytest.skip("no reversi program: set REVERSI to its path")
    return path


def run(*arguments: str, lines: str = "") -> list[dict[str, object]]:
    output = subprocess.run(
        [program(), *arguments], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in output.stdout.splitlines()]


def test_it_searches_like_the_program_node_for_node(tmp_path: Path) -> None:
    chance = random.Random(7)
    boards = [rules.random_board(chance, empties) for empties in (10, 12, 14, 15, 16)]
    rows = run("solve", "--json", "--reproducible", lines="".join(f"{b.obf}\n" for b in boards))
    with Engine() as engine:
        for board, row in zip(boards, rows, strict=True):
            engine.clear()
            result = engine.solve(board)
            assert (result.score, result.nodes) == (row["score"], row["nodes"])
            assert result.line == str(row["line"]).split()

    boards = [rules.random_board(chance, empties) for empties in (20, 30, 40, 50)]
    labels = tmp_path / "labels.obf"
    with Engine() as engine:
        exact = "".join(f"{b.obf}; {b.moves[0].upper()}:+0;\n" for b in boards)
    labels.write_text(exact)
    rows = run("bench", "--json", "--accuracy", str(labels), "--depth", "9")
    rows = [row for row in rows if "line" in row]
    assert len(rows) == len(boards)
    for board, row in zip(boards, rows, strict=True):
        with Engine(hash_mb=64) as engine:
            result = engine.search(board, depth=9)
        assert (result.score, result.move, result.nodes) == (
            row["score"],
            row["move"],
            row["nodes"],
        )


def test_it_analyzes_like_the_program(tmp_path: Path) -> None:
    moves = "f5d6c3d3c4f4f6f3e6e7d7c5b6"
    game = tmp_path / "game.txt"
    game.write_text(moves + "\n")
    [row] = run("analyze", "--json", "--all", "--depth", "6", str(game))
    judged = row["moves"]
    assert isinstance(judged, list)
    with Engine() as engine:
        calls: list[tuple[int, int]] = []
        analysis = engine.analyze(
            Game(moves), depth=6, progress=lambda count, of: calls.append((count, of))
        )
    assert calls[-1] == (13, 13)
    ours = [(m.move, m.score, m.best, m.lost, m.class_, m.depth) for m in analysis.moves]
    theirs = [
        (m["move"], m["score"], m["best"], m["lost"], m["class"], m["depth"]) for m in judged
    ]
    assert ours == theirs
    assert analysis.complete and analysis.black.moves == 7 and analysis.white.moves == 6
    assert analysis.svg("A game").startswith("<svg ")


def test_several_engines_search_in_several_threads() -> None:
    boards = [rules.random_board(random.Random(seed), 14) for seed in range(8)]

    def solve(board: Board) -> int:
        with Engine(hash_mb=2) as engine:
            return engine.solve(board).score

    expected = [solve(board) for board in boards]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(solve, boards)) == expected
    with Engine(threads=2) as engine:
        assert [engine.solve(board).score for board in boards] == expected


def test_other_threads_run_during_a_search() -> None:
    counted = 0
    is_over = threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_over.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    with Engine() as engine:
        engine.search(Board(), time=0.5)
    is_over.set()
    thread.join()
    assert counted > 50


def test_one_engine_searches_for_one_thread_at_a_time() -> None:
    engine = Engine()
    results: list[SearchResult] = []
    thread = threading.Thread(target=lambda: results.append(engine.search(Board(), depth=60)))
    thread.start()
    time.sleep(0.3)
    with pytest.raises(RuntimeError, match="searching: use one engine per thread"):
        engine.search(Board(), depth=2)
    with pytest.raises(RuntimeError, match="searching"):
        engine.close()
    engine.stop()
    thread.join(5)
    assert results[0].move in Board().moves
    assert engine.search(Board(), depth=2).depth == 2


SCRIPT = """
import signal
import time
from reversi_engine import Board, Engine, Game, Interrupted, Level, solve_many
import numpy as np
# Programs in the background of a shell ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
engine = Engine()
engine.search(Board('f5d6c3'), depth=10)
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt as stop:
    late = time.time()
    print(type(stop).__name__, late, getattr(stop, "result", None).__class__.__name__, flush=True)
    print(getattr(getattr(stop, "result", None), "move", None))
"""

LONG = {
    "engine.search(Board(), depth=60)": "SearchResult",
    "engine.solve(Board())": "SearchResult",
    "engine.analyze(Game('f5d6c3d3c4'), depth=60)": "Analysis",
    "Level('60s').choose(Board('e6f6g6d6c6g7g8b6c4h8f7e3f2e7'))": "str",
    "solve_many(np.array([Board('f5d6').discs] * 8, dtype=np.uint64))": "NoneType",
}


@pytest.mark.parametrize("work", LONG)
def test_ctrl_c_stops_at_once_and_keeps_the_result(work: str) -> None:
    delays: list[float] = []
    while len(delays) < 10 and min(delays, default=1) > 0.05:
        child = subprocess.Popen(
            [sys.executable, "-c", SCRIPT.format(work=work)], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        output = child.stdout.read().split()
        assert child.wait() == 0
        name, late, kind, move = output
        assert name == ("KeyboardInterrupt" if kind == "NoneType" else Interrupted.__name__)
        assert kind == LONG[work]
        if kind == "SearchResult":
            assert move in Board().moves
        delays.append(float(late) - sent)
    # The work would take minutes. Other programs may delay a try.
    assert min(delays) <= 0.05, delays


def test_a_handler_can_raise_something_else() -> None:
    class Alarm(Exception):
        pass

    def ring(_number: int, _frame: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with Engine() as engine, pytest.raises(Alarm):
            engine.search(Board(), depth=60)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_failing_progress_report_ends_the_analysis() -> None:
    def fail(_judged: int, _of: int) -> None:
        raise LookupError("no screen")

    engine = Engine()
    with pytest.raises(LookupError, match="no screen"):
        engine.analyze(Game("f5d6c3d3c4"), depth=8, progress=fail)
    assert engine.search(Board(), depth=3).depth == 3


def search_in_child(engine: Engine) -> str:
    try:
        engine.search(Board(), depth=2)
    except RuntimeError as error:
        return str(error)
    return "searched"


def test_misuse_is_an_exception(tmp_path: Path) -> None:
    engine = Engine()
    with pytest.raises(TypeError, match="can't be pickled: create one in each process"):
        pickle.dumps(engine)
    engine.close()
    engine.close()
    for work in (
        lambda: engine.search(Board()),
        lambda: engine.solve(Board()),
        lambda: engine.analyze(Game("f5")),
        lambda: engine.clear(),
    ):
        with pytest.raises(RuntimeError, match="the engine is closed"):
            work()
    sizes: list[tuple[dict[str, Any], str]] = [
        ({"threads": 0}, "threads is 0: use 1 to 256"),
        ({"hash_mb": 0}, "hash_mb is 0: use 1 to 65536"),
    ]
    for arguments, message in sizes:
        with pytest.raises(ValueError, match=message):
            Engine(**arguments)
    with Engine() as engine:
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"depth": 0}, "depth is 0: use 1 to 60"),
            ({"depth": 61}, "depth is 61: use 1 to 60"),
            ({"nodes": 0}, "nodes is 0"),
            ({"time": 0.0}, "time is 0: use a number of seconds above 0"),
            ({"time": float("nan")}, "time is NaN"),
            ({"time": -1.0}, "time is -1"),
            ({"lines": 0}, "lines is 0: use 1 to 64"),
            ({"selectivity": 80}, "selectivity is 80: use 73, 87, 95, 98, 99 or 100"),
        ]
        for limits, message in wrong:
            with pytest.raises(ValueError, match=message):
                engine.search(Board(), **limits)
        with pytest.raises(TypeError):
            engine.search("f5")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError) as missing:
        Engine(weights=tmp_path / "none")
    assert missing.value.filename == str(tmp_path / "none") or missing.value.filename == tmp_path / "none"
    (tmp_path / "text").write_text("not weights")
    with pytest.raises(ValueError, match="text: not a weights file"):
        Engine(weights=tmp_path / "text")
    with pytest.raises(ValueError, match="text: not an opening book"):
        Engine(book=tmp_path / "text")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_engine_is_refused() -> None:
    engine = Engine()
    engine.search(Board(), depth=4)
    with multiprocessing.get_context("fork").Pool(1, initializer=None) as pool:
        assert pool.apply(forked, ()) == "created"
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, search_in_child(engine).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert b"belongs to another process" in os.read(read, 1000)
    assert engine.search(Board(), depth=4).depth == 4


def forked() -> str:
    with Engine() as engine:
        engine.search(Board(), depth=8)
    Level(8).choose(Board())
    return "created"
