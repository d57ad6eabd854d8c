"""Draws the chart of a game: python chart.py GAME PICTURE [DEPTH]

GAME is a file in any format, or moves such as f5d6c3; PICTURE is a file that matplotlib can write, such as chart.png.
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
from reversi_engine import Analysis, Engine, Game, read

COLORS = {"inaccuracy": "gold", "mistake": "darkorange", "blunder": "red"}


def draw(game: Game, analysis: Analysis, picture: str) -> None:
    """Draws the score for Black after each move, with the mistakes marked."""
    plies = [judged.ply for judged in analysis.moves]
    scores = [
        judged.score if judged.player == "black" else -judged.score for judged in analysis.moves
    ]
    figure, axes = plt.subplots(figsize=(10, 4))
    axes.axhline(0, color="gray", linewidth=0.8)
    axes.plot(plies, scores, color="black", linewidth=1)
    for judged, ply, score in zip(analysis.moves, plies, scores, strict=True):
        if color := COLORS.get(judged.class_):
            axes.plot(ply, score, "o", color=color)
            axes.annotate(judged.move, (ply, score), textcoords="offset points", xytext=(0, 8))
    axes.set_title(f"{game.black or 'Black'} and {game.white or 'White'}")
    axes.set_xlabel("ply")
    axes.set_ylabel("score for Black")
    figure.savefig(picture)


def main(source: str, picture: str, depth: int = 10) -> None:
    game = next(read(source)) if Path(source).exists() else Game(source)
    with Engine() as engine:
        analysis = engine.analyze(game, depth=depth)
    draw(game, analysis, picture)
    for judged in analysis.worst[:3]:
        print(f"{judged.ply}. {judged.move} loses {judged.lost} discs: {judged.best} was better")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
