"""The graph game keeps what every game promises."""

from stolik.games.graph import GAME
from stolik.testing import GameSuite


class TestGraph(GameSuite):
    game = GAME
