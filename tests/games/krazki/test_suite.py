"""Krążki keeps what every game promises."""

from stolik.games.krazki import GAME
from stolik.testing import GameSuite


class TestKrazki(GameSuite):
    game = GAME
