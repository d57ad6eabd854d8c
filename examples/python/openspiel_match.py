"""Plays the engine against OpenSpiel's Monte Carlo tree search: python openspiel_match.py [GAMES] [SIMULATIONS]"""

import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from openspiel_bot import ReversiBot


def play(game: Any, bots: list[Any]) -> float:
    """Plays a game, and returns Black's result: 1, 0 or -1."""
    state = game.new_initial_state()
    for bot in bots:
        bot.restart_at(state)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    return float(state.returns()[0])


def main(games: int, simulations: int) -> None:
    game = pyspiel.load_game("othello")
    engine = ReversiBot(depth=4)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    search = mcts.MCTSBot(game, 2.0, simulations, evaluator, random_state=chance)
    results = []
    for number in range(games):
        is_black = number % 2 == 0
        result = play(game, [engine, search] if is_black else [search, engine])
        results.append(result if is_black else -result)
    won, drawn = results.count(1), results.count(0)
    lost = games - won - drawn
    print(f"{games} games against {simulations} simulations: {won} won, {drawn} drawn, {lost} lost")


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    main(*(arguments + [2, 50][len(arguments) :]))
