"""Nim keeps what every game promises."""

from stolik_nim import GAME

from stolik.testing import GameSuite


class TestNim(GameSuite):
    """The suite is Stolik's."""

    game = GAME
