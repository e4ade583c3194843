"""Othello keeps what every game promises."""

from stolik.games.othello import GAME
from stolik.testing import GameSuite


class TestOthello(GameSuite):
    game = GAME
