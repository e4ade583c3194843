"""The suite finds what is wrong with a game: for each promise a game that breaks it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.high_card import GAME, Position, View, guess

from stolik.contract import AnyGame, BuiltinPlayer, IllegalMove
from stolik.testing import GameSuite


def but(**fields: Any) -> AnyGame:
    return replace(GAME, **fields)


class Mutable(Position, frozen=False, kw_only=True):  # type: ignore[misc]  # that is what is wrong with it
    """Its fields can be changed."""


class Silent(Position, frozen=True, kw_only=True):
    """Refuses a move without saying why."""

    def play(self, card: int) -> Any:
        if card not in self.moves():
            raise IllegalMove
        return super().play(card)


class Lenient(Position, frozen=True, kw_only=True):
    """Plays cards that nobody holds."""

    def play(self, card: int) -> Any:
        return super().play(card if card in self.moves() or self.turn is None else self.moves()[0])


class Unfair(Position, frozen=True, kw_only=True):
    """Not the best score wins."""

    @property
    def winners(self) -> tuple[str, ...]:
        return ("b",)


class Leaking(Position, frozen=True, kw_only=True):
    """Shows somebody's cards to everybody."""

    def view(self, seat: str | None) -> View:
        return View(self.played, seat, self.hands[0])


def dealt(kind: Any) -> AnyGame:
    """The game with other positions."""
    return but(
        start=lambda rng: kind(hands=GAME.start(rng).hands),
        read=lambda text: kind(hands=GAME.read(text).hands, played=GAME.read(text).played),
    )


def wrong_player(rng: Random) -> Any:
    class Player:
        def choose(self, view: View) -> int:
            return 0

    return Player()


def read_nearly_all(text: str) -> int:
    """Fails like `int` for any wrong text but those that are tried when a game is loaded."""
    return GAME.read_move(text) if text in ("", "?") else int(text)


def page_with(folder: Path, name: str, text: str) -> AnyGame:
    (folder / name).write_text(text)
    return but(page=folder)


BROKEN = [
    ("test_a_position_is_an_immutable_value", dealt(Mutable)),
    ("test_a_move_of_another_position_is_refused_with_a_reason_unless_it_is_legal_here_too", dealt(Silent)),
    ("test_a_move_of_another_position_is_refused_with_a_reason_unless_it_is_legal_here_too", dealt(Lenient)),
    ("test_scores_cover_every_seat_and_the_best_of_them_win", dealt(Unfair)),
    ("test_what_a_seat_cannot_see_does_not_change_its_view", dealt(Leaking)),
    ("test_a_game_that_does_not_say_so_hides_nothing", but(hidden=False)),
    ("test_any_text_at_all_is_read_or_refused_with_a_reason", but(read_move=read_nearly_all)),
    ("test_the_notation_of_moves_is_read_back", but(write_move=lambda card: f"{card}\n", read_move=int)),
    (
        "test_a_start_follows_from_its_seed_and_is_read_back_from_its_notation",
        but(start=lambda _: GAME.start(Random())),  # a chance of its own
    ),
    ("test_a_game_can_go_on_from_the_middle_of_another", but(start_from=lambda position: GAME.start(Random()))),
    (
        "test_every_moment_can_be_shown_with_moves_only_to_whose_turn_it_is",
        but(text=lambda view: view.hand[0]),  # nothing is left of it at the end
    ),
    ("test_the_house_can_load_the_game", but(port=-1)),
    ("test_every_part_is_where_the_game_says", but(critic="tests.support.high_card:no_critic")),
    ("test_every_player_that_needs_no_package_chooses_legal_moves", but(players={"best": BuiltinPlayer(wrong_player)})),
]


def suite_of(tested: AnyGame) -> GameSuite:
    class Suite(GameSuite):
        game = tested

        def alike(self, position: Any, seat: str | None, rng: Random) -> Any:
            like = guess(Position.view(position, seat), rng)
            return type(position)(hands=like.hands, played=like.played)

    return Suite()


@pytest.mark.parametrize(("name", "game"), BROKEN)
def test_a_broken_promise_fails_its_test(name: str, game: AnyGame) -> None:
    # Hypothesis gathers what it saw in a group when a broken game fails in several ways.
    with pytest.raises((Exception, pytest.fail.Exception, BaseExceptionGroup)) as failed:
        getattr(suite_of(game), name)()
    assert not isinstance(failed.value, pytest.skip.Exception)


def test_a_game_that_hides_nothing_though_it_says_so_fails() -> None:
    class Open(Position, frozen=True, kw_only=True):
        def view(self, seat: str | None) -> Any:
            return self

    with pytest.raises(AssertionError, match="told everything"):
        suite_of(
            replace(dealt(Open), view_type=Open)
        ).test_positions_that_differ_in_what_is_hidden_look_alike_to_those_who_watch()


def test_a_game_with_secret_moves_fails() -> None:
    class Sealed(Position, frozen=True, kw_only=True):
        def view(self, seat: str | None) -> View:
            return View((), seat, ())

    with pytest.raises(AssertionError, match="moves cannot be hidden"):
        suite_of(dealt(Sealed)).test_no_move_is_a_secret_because_everybody_is_told_of_it()


def test_a_game_without_an_end_fails() -> None:
    class Short(GameSuite):
        game = GAME
        longest = 5

    with pytest.raises(AssertionError, match="a random game is not over after 5 moves"):
        Short().test_scores_cover_every_seat_and_the_best_of_them_win()


@pytest.mark.parametrize(
    ("name", "text"), [("words.en.json", "{"), ("picture.svg", "<svg>"), ("board.js", "const = 1")]
)
def test_a_file_of_the_page_that_cannot_be_read_fails(tmp_path: Path, name: str, text: str) -> None:
    suite = suite_of(page_with(tmp_path, name, text))
    with pytest.raises((ValueError, SyntaxError, AssertionError)):
        suite.test_every_file_of_its_page_can_be_read()


def test_stolik_itself_needs_neither_pytest_nor_hypothesis() -> None:
    code = (
        "import sys; from stolik.cli.main import commands; commands(); "
        "print({'pytest', 'hypothesis'} & set(sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    assert said == "set()\n"


def test_without_pytest_the_suite_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['pytest'] = None; import stolik.testing"
    failed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert (
        "stolik.testing needs pytest, which is not installed: pip install '.[testing]' in a checkout" in failed.stderr
    )
