"""The lobby, one case at a time."""

import pytest

from stolik.lobby.lobby import Lobby, NoEntry, OutOfPlace
from stolik.lobby.words import (
    Answer,
    Arrived,
    Cancel,
    Changed,
    Engage,
    Enter,
    Exit,
    Finish,
    Gone,
    Invite,
    Invited,
    Matched,
    Status,
    Terms,
    Welcomed,
    Why,
    Withdrawn,
)

READY, BUSY = Status.READY, Status.BUSY


def lobby_of(*players: str, most: int = 12) -> Lobby:
    lobby = Lobby(most)
    for player in players:
        lobby.take(Enter(player))
    return lobby


def invite(player: str, other: str) -> Invite:
    return Invite(player, other, "othello")


def playing(*others: str) -> Lobby:
    """Dan has invited Eva, and they play."""
    lobby = lobby_of("Dan", "Eva", *others)
    lobby.take(invite("Dan", "Eva"))
    lobby.take(Answer("Eva", "Dan", True))
    return lobby


def test_a_newcomer_sees_who_is_here_and_the_others_see_it() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(invite("Dan", "Eva"))
    assert lobby.take(Enter("Jan")) == [
        Welcomed("Jan", READY, ("Dan", "Eva"), ("Dan", "Eva")),
        Arrived("Jan", READY),
    ]


def test_a_name_is_one_players() -> None:
    lobby = lobby_of("Dan")
    with pytest.raises(NoEntry, match="Dan is taken"):
        lobby.take(Enter("Dan"))
    assert lobby.take(Enter("dan"))


def test_a_full_lobby_lets_nobody_in_until_someone_goes() -> None:
    lobby = lobby_of("Dan", "Eva", most=2)
    with pytest.raises(NoEntry, match="full: 2 players"):
        lobby.take(Enter("Jan"))
    assert lobby.take(Exit("Dan")) == [Gone("Dan")]
    assert lobby.take(Enter("Jan"))


def test_an_invitation_makes_both_busy() -> None:
    lobby = lobby_of("Dan", "Eva")
    assert lobby.take(invite("Dan", "Eva")) == [
        Invited("Eva", "Dan", "othello"),
        Changed("Dan", BUSY),
        Changed("Eva", BUSY),
    ]


def test_a_cancelled_invitation_makes_both_ready() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(invite("Dan", "Eva"))
    assert lobby.take(Cancel("Dan", "Eva")) == [
        Withdrawn("Eva", "Dan", Why.TAKEN_BACK),
        Changed("Dan", READY),
        Changed("Eva", READY),
    ]


def test_an_invitation_is_taken_back_once() -> None:
    lobby = lobby_of("Dan", "Eva")
    for _ in range(2):
        lobby.take(invite("Dan", "Eva"))
        lobby.take(Cancel("Dan", "Eva"))
        with pytest.raises(OutOfPlace, match="you have not invited anybody"):
            lobby.take(Cancel("Dan", "Eva"))


def test_a_declined_invitation_makes_both_ready() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(invite("Dan", "Eva"))
    assert lobby.take(Answer("Eva", "Dan", False)) == [
        Withdrawn("Dan", "Eva", Why.DECLINED),
        Changed("Dan", READY),
        Changed("Eva", READY),
    ]


def test_an_accepted_invitation_makes_a_match_whose_host_invited() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(Invite("Dan", "Eva", "any game at all"))
    assert lobby.take(Answer("Eva", "Dan", True)) == [Matched("Dan", "Eva", "any game at all")]


def test_after_the_game_both_are_ready() -> None:
    assert playing().take(Finish("Dan")) == [Changed("Dan", READY), Changed("Eva", READY)]


@pytest.mark.parametrize("leaver", ["Dan", "Eva"])
def test_an_invitation_ends_when_either_goes(leaver: str) -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(invite("Dan", "Eva"))
    other = "Eva" if leaver == "Dan" else "Dan"
    assert lobby.take(Exit(leaver)) == [Withdrawn(other, leaver, Why.GONE), Gone(leaver), Changed(other, READY)]


def test_a_player_who_is_gone_from_a_game_keeps_its_name_and_its_place() -> None:
    lobby = lobby_of("Dan", "Eva", most=2)
    lobby.take(invite("Dan", "Eva"))
    lobby.take(Answer("Eva", "Dan", True))
    assert lobby.take(Exit("Eva")) == [Gone("Eva")]
    with pytest.raises(NoEntry, match="full"):
        lobby.take(Enter("Jan"))
    assert lobby.take(Enter("Eva")) == [Welcomed("Eva", BUSY, ("Dan",), ("Dan",)), Arrived("Eva", BUSY)]
    assert lobby.take(Finish("Dan")) == [Changed("Dan", READY), Changed("Eva", READY)]


def test_a_player_who_never_came_back_is_forgotten_when_the_game_ends() -> None:
    lobby = playing()
    lobby.take(Exit("Eva"))
    assert lobby.take(Finish("Dan")) == [Changed("Dan", READY)]
    assert lobby.take(Enter("Eva")) == [Welcomed("Eva", READY, ("Dan",), ()), Arrived("Eva", READY)]


def test_a_game_that_both_left_leaves_nobody() -> None:
    lobby = playing()
    lobby.take(Exit("Eva"))
    lobby.take(Exit("Dan"))
    assert lobby.take(Finish("Dan")) == []
    assert lobby.members == {}


def test_one_who_is_gone_from_a_game_is_not_listed() -> None:
    lobby = playing()
    lobby.take(Exit("Eva"))
    assert lobby.take(Enter("Jan"))[0] == Welcomed("Jan", READY, ("Dan",), ("Dan",))


# What an honest player can say too late.


def test_inviting_someone_who_is_busy_gone_or_unknown_is_answered_and_changes_nothing() -> None:
    lobby = lobby_of("Dan", "Eva", "Jan", "Petr")
    lobby.take(invite("Dan", "Eva"))
    lobby.take(Exit("Petr"))
    for other in ("Dan", "Eva", "Petr", "nobody"):
        assert lobby.take(invite("Jan", other)) == [Withdrawn("Jan", other, Why.UNAVAILABLE)]
    assert lobby.take(Exit("Jan")) == [Gone("Jan")]


def test_inviting_someone_whose_game_waits_for_them_is_answered() -> None:
    lobby = playing("Jan")
    lobby.take(Exit("Eva"))
    assert lobby.take(invite("Jan", "Eva")) == [Withdrawn("Jan", "Eva", Why.UNAVAILABLE)]


def test_of_two_crossed_invitations_the_earlier_stands_and_is_repeated() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(invite("Dan", "Eva"))
    assert lobby.take(invite("Eva", "Dan")) == [Withdrawn("Eva", "Dan"), Invited("Eva", "Dan", "othello")]
    assert lobby.take(Answer("Eva", "Dan", True)) == [Matched("Dan", "Eva", "othello")]


def test_one_who_was_invited_before_it_invited_a_third_is_asked_again() -> None:
    lobby = lobby_of("Dan", "Eva", "Jan")
    lobby.take(invite("Dan", "Eva"))
    assert lobby.take(invite("Eva", "Jan")) == [Withdrawn("Eva", "Jan"), Invited("Eva", "Dan", "othello")]


def test_a_second_invitation_takes_the_first_one_back() -> None:
    lobby = lobby_of("Dan", "Eva", "Jan")
    lobby.take(invite("Dan", "Eva"))
    assert lobby.take(invite("Dan", "Eva")) == []
    assert lobby.take(invite("Dan", "Jan")) == [
        *[Withdrawn("Eva", "Dan", Why.TAKEN_BACK), Changed("Dan", READY), Changed("Eva", READY)],
        *[Invited("Jan", "Dan", "othello"), Changed("Dan", BUSY), Changed("Jan", BUSY)],
    ]


@pytest.mark.parametrize("accepted", [True, False])
def test_an_answer_that_crosses_the_cancellation_is_told_that_it_is_over(accepted: bool) -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(invite("Dan", "Eva"))
    lobby.take(Cancel("Dan", "Eva"))
    assert lobby.take(Answer("Eva", "Dan", accepted)) == [Withdrawn("Eva", "Dan")]


def test_an_answer_that_comes_too_late_does_not_seem_to_end_ones_own_invitation() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(invite("Dan", "Eva"))
    lobby.take(Cancel("Dan", "Eva"))
    lobby.take(invite("Eva", "Dan"))
    assert lobby.take(Answer("Eva", "Dan", False)) == []
    assert lobby.take(Answer("Dan", "Eva", True)) == [Matched("Eva", "Dan", "othello")]


def test_one_who_accepts_too_late_while_it_invites_the_same_player_starts_afresh() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(invite("Dan", "Eva"))
    lobby.take(Cancel("Dan", "Eva"))
    lobby.take(invite("Eva", "Dan"))
    assert lobby.take(Answer("Eva", "Dan", True)) == [
        *[Withdrawn("Dan", "Eva", Why.TAKEN_BACK), Changed("Eva", READY), Changed("Dan", READY)],
        Withdrawn("Eva", "Dan"),
    ]


def test_a_cancellation_that_crosses_the_answer_changes_nothing() -> None:
    declined = lobby_of("Dan", "Eva")
    declined.take(invite("Dan", "Eva"))
    declined.take(Answer("Eva", "Dan", False))
    assert declined.take(Cancel("Dan", "Eva")) == []
    accepted = playing("Jan")
    assert accepted.take(Cancel("Dan", "Eva")) == []
    assert accepted.take(invite("Dan", "Jan")) == [], "it believes that it is in the lobby still"
    assert accepted.speaks_to_table("Dan"), "and then it hears of the game"


def test_a_move_that_crosses_the_end_of_the_game_is_not_heard() -> None:
    lobby = playing()
    lobby.take(Finish("Dan"))
    assert not lobby.speaks_to_table("Eva")
    assert not lobby.speaks_to_table("Eva")
    assert lobby.take(invite("Eva", "Dan"))


def test_one_who_returns_may_not_know_yet_that_its_game_has_waited() -> None:
    lobby = playing("Jan")
    lobby.take(Exit("Eva"))
    lobby.take(Enter("Eva"))
    assert lobby.take(invite("Eva", "Jan")) == []
    assert lobby.speaks_to_table("Eva")


# What no honest player says.


def test_nobody_invites_itself() -> None:
    with pytest.raises(OutOfPlace, match="yourself"):
        lobby_of("Dan").take(invite("Dan", "Dan"))


def test_nobody_answers_what_it_was_not_asked() -> None:
    lobby = lobby_of("Dan", "Eva")
    with pytest.raises(OutOfPlace, match="nobody has invited you"):
        lobby.take(Answer("Eva", "Dan", True))
    lobby.take(invite("Dan", "Eva"))
    with pytest.raises(OutOfPlace, match="nobody has invited you"):
        lobby.take(Answer("Dan", "Eva", True))
    lobby.take(Answer("Eva", "Dan", False))
    with pytest.raises(OutOfPlace, match="nobody has invited you"):
        lobby.take(Answer("Eva", "Dan", False))


def test_nobody_cancels_what_it_has_not_sent() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(invite("Dan", "Eva"))
    with pytest.raises(OutOfPlace, match="not invited anybody"):
        lobby.take(Cancel("Eva", "Dan"))


def test_nobody_speaks_to_a_table_before_its_first_game() -> None:
    lobby = lobby_of("Dan", "Eva")
    with pytest.raises(OutOfPlace, match="not in a game"):
        lobby.speaks_to_table("Dan")
    lobby.take(invite("Dan", "Eva"))
    with pytest.raises(OutOfPlace, match="not in a game"):
        lobby.speaks_to_table("Dan")


def test_nobody_speaks_to_the_lobby_who_has_spoken_to_its_table() -> None:
    lobby = playing("Jan")
    assert lobby.speaks_to_table("Dan")
    for input_ in (invite("Dan", "Jan"), Cancel("Dan", "Eva")):
        with pytest.raises(OutOfPlace, match="in a game"):
            lobby.take(input_)


def test_nobody_speaks_to_a_table_who_has_spoken_to_the_lobby_since() -> None:
    lobby = playing("Jan")
    assert lobby.speaks_to_table("Dan")
    lobby.take(Finish("Dan"))
    lobby.take(invite("Dan", "Jan"))
    with pytest.raises(OutOfPlace, match="not in a game"):
        lobby.speaks_to_table("Dan")


def test_a_player_at_a_table_of_its_own_is_busy_and_cannot_be_invited() -> None:
    lobby = lobby_of("Dan", "Eva")
    assert lobby.take(Engage("Eva", True)) == [Changed("Eva", BUSY)]
    assert lobby.take(Engage("Eva", True)) == []
    assert lobby.take(invite("Dan", "Eva")) == [Withdrawn("Dan", "Eva", Why.UNAVAILABLE)]
    assert lobby.take(Engage("Eva", False)) == [Changed("Eva", READY)]
    assert Invited("Eva", "Dan", "othello") in lobby.take(invite("Dan", "Eva"))


def test_a_player_who_sat_down_while_it_invited_stays_busy_when_the_invitation_is_over() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(invite("Dan", "Eva"))
    assert lobby.take(Engage("Dan", True)) == []
    assert Changed("Dan", BUSY) in lobby.take(Cancel("Dan", "Eva"))


def test_a_newcomer_is_told_who_sits_at_a_table_of_its_own() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(Engage("Eva", True))
    welcomed = lobby.take(Enter("Jan"))[0]
    assert isinstance(welcomed, Welcomed)
    assert (welcomed.others, welcomed.busy) == (("Dan", "Eva"), ("Eva",))


def test_the_terms_of_an_invitation_are_passed_on_and_forgotten_after_it() -> None:
    lobby = lobby_of("Dan", "Eva")
    terms = Terms(side="white", game_time=60.0, increment=2.0)
    assert lobby.take(Invite("Dan", "Eva", "othello", terms))[0] == Invited("Eva", "Dan", "othello", terms)
    assert lobby.take(Answer("Eva", "Dan", True)) == [Matched("Dan", "Eva", "othello", terms)]
    lobby.take(Finish("Dan"))
    lobby.take(Invite("Eva", "Dan", "othello"))
    assert lobby.take(Answer("Dan", "Eva", True)) == [Matched("Eva", "Dan", "othello")]


def test_an_invitation_on_other_terms_takes_the_first_one_back() -> None:
    lobby = lobby_of("Dan", "Eva")
    lobby.take(Invite("Dan", "Eva", "othello"))
    events = lobby.take(Invite("Dan", "Eva", "othello", Terms(untimed=True)))
    assert events[0] == Withdrawn("Eva", "Dan", Why.TAKEN_BACK)
    assert Invited("Eva", "Dan", "othello", Terms(untimed=True)) in events
