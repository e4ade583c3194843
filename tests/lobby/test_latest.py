"""What is left of lobby news that are heard together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stolik.lobby.latest import latest
from stolik.lobby.words import Arrived, Changed, Gone, LobbyEvent, Status

READY, BUSY = Status.READY, Status.BUSY


def test_of_several_changes_of_a_player_only_the_last_is_left() -> None:
    news = [Changed("Ada", BUSY), Changed("Bob", BUSY), Changed("Ada", READY), Changed("Ada", BUSY)]
    assert latest(news) == (Changed("Bob", BUSY), Changed("Ada", BUSY))


def test_who_came_and_went_is_not_told_of() -> None:
    assert latest([Arrived("Ada", READY), Changed("Ada", BUSY), Gone("Ada")]) == ()


def test_who_went_and_came_back_is_told_of_both_times() -> None:
    news: list[LobbyEvent] = [Gone("Ada"), Arrived("Ada", READY)]
    assert latest(news) == tuple(news)


def test_a_single_event_is_left_as_it_is() -> None:
    assert latest([Gone("Ada")]) == (Gone("Ada"),)


def _apply(here: dict[str, Status], events: tuple[LobbyEvent, ...]) -> dict[str, Status]:
    """The list of a client that follows the news; fails where it is told of somebody whom it cannot know."""
    after = dict(here)
    for event in events:
        if isinstance(event, Gone):
            del after[event.player]
        else:
            assert isinstance(event, Arrived | Changed)
            assert (event.player in after) == isinstance(event, Changed)
            after[event.player] = event.status
    return after


@given(st.lists(st.tuples(st.sampled_from("ABC"), st.sampled_from(Status), st.booleans()), max_size=12))
def test_a_client_that_hears_what_is_left_has_the_same_list_at_the_end(steps: list[tuple[str, Status, bool]]) -> None:
    before = {"A": READY}
    here, events = dict(before), list[LobbyEvent]()
    for name, status, leaves in steps:
        if name not in here:
            events.append(Arrived(name, status))
        elif leaves:
            events.append(Gone(name))
        else:
            events.append(Changed(name, status))
        here = _apply(here, (events[-1],))
    assert _apply(before, latest(events)) == here
