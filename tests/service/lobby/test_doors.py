"""The lobby of a service with several doors: what each can play, whose a name is, and games from before a restart."""

from __future__ import annotations

import pytest

from stolik.contract import Kind, Player
from stolik.lobby.lobby import Lobby, NoEntry
from stolik.lobby.words import Answer, Changed, Enter, Exit, Finish, Invite, Matched, Restore, Status, Why, Withdrawn

ADA, BOB = Player("Ada", Kind.PERSON), Player("Bob", Kind.PROGRAM)


def a_lobby() -> Lobby:
    """Ada is a person at the page, Bob a program that knows Othello alone."""
    lobby = Lobby(10, games=("othello", "krazki"))
    lobby.take(Enter("Ada", Kind.PERSON))
    lobby.take(Enter("Bob", Kind.PROGRAM, ("othello",)))
    return lobby


@pytest.mark.parametrize("game", ["krazki", "kierki"])
def test_an_invitation_that_cannot_be_accepted_is_over_at_once(game: str) -> None:
    lobby = a_lobby()
    assert lobby.take(Invite("Ada", "Bob", game)) == [Withdrawn("Ada", "Bob", Why.UNAVAILABLE)]
    assert all(member.status is Status.READY for member in lobby.members.values())


def test_an_invitation_to_what_both_doors_know_is_made() -> None:
    lobby = a_lobby()
    lobby.take(Invite("Ada", "Bob", "othello"))
    assert lobby.take(Answer("Bob", "Ada", True)) == [Matched("Ada", "Bob", "othello")]


def test_a_name_alone_does_not_take_back_a_seat_that_a_secret_was_shown_for() -> None:
    lobby = a_lobby()
    lobby.take(Invite("Ada", "Bob", "othello"))
    lobby.take(Answer("Bob", "Ada", True))
    lobby.take(Exit("Ada"))
    lobby.take(Exit("Bob"))
    for enter in (Enter("Ada", Kind.PROGRAM), Enter("Bob", Kind.PERSON)):
        with pytest.raises(NoEntry, match="is taken"):
            lobby.take(enter)
    lobby.take(Enter("Ada", Kind.PERSON))
    assert lobby.members["Ada"].here


def test_the_players_of_a_game_from_before_a_restart_come_back_to_it() -> None:
    lobby = Lobby(10)
    assert lobby.take(Restore(ADA, BOB, "othello")) == []
    welcomed, _ = lobby.take(Enter("Bob", Kind.PROGRAM, ("othello",)))
    assert welcomed.status is Status.BUSY  # type: ignore[union-attr]
    assert lobby.speaks_to_table("Bob")
    assert lobby.take(Finish("Ada")) == [Changed("Bob", Status.READY)]
    assert list(lobby.members) == ["Bob"]


def test_nobody_comes_back_through_a_door_that_does_not_know_the_game() -> None:
    lobby = Lobby(10)
    lobby.take(Restore(ADA, BOB, "krazki"))
    with pytest.raises(NoEntry, match="not played through this door"):
        lobby.take(Enter("Bob", Kind.PROGRAM, ("othello",)))


@pytest.mark.parametrize("guest", [ADA, BOB])
def test_a_game_whose_player_is_here_already_is_not_restored(guest: Player) -> None:
    lobby = Lobby(10)
    if guest == BOB:
        lobby.take(Restore(BOB, Player("Eva", Kind.PROGRAM), "othello"))
    before = list(lobby.members)
    with pytest.raises(NoEntry, match="is taken"):
        lobby.take(Restore(ADA, guest, "othello"))
    assert list(lobby.members) == before


def test_a_game_that_nobody_came_back_to_leaves_no_trace() -> None:
    lobby = Lobby(10)
    lobby.take(Restore(ADA, BOB, "othello"))
    assert lobby.take(Finish("Ada")) == []
    assert lobby.members == {}
