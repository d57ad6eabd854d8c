"""Reversi (Othello): a strong engine, an exact solver, game analysis and all record formats.

>>> from reversi_engine import Board, Engine
>>> Engine().search(Board(), depth=8).move
'd3'
"""

from ._native import *  # noqa: F403
from ._native import __version__ as __version__
