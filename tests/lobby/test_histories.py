"""Random histories of a lobby, after which everyone's picture of it must be the truth."""

from random import Random

import msgspec

from stolik.lobby.lobby import Lobby, NoEntry, OutOfPlace, State
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
    LobbyEvent,
    LobbyInput,
    Matched,
    Status,
    Welcomed,
    Withdrawn,
)

NAMES = ["Dan", "Eva", "Jan", "Petr", "Řehoř"]
Picture = dict[str, Status]


def draw(rng: Random, lobby: Lobby) -> LobbyInput:
    player, other = rng.choice(NAMES), rng.choice(NAMES)
    here = [member.name for member in lobby.members.values() if member.here]
    players = [member.name for member in lobby.members.values() if member.state is State.PLAYING]
    if not here or player not in here:
        return Enter(player)
    asked_by = lobby.members[player].other
    if asked_by and rng.random() < 0.5:
        other = asked_by
    choice = rng.random()
    if choice < 0.1:
        return Enter(player)
    if choice < 0.15:
        return Exit(player)
    if choice < 0.25 and players:
        return Finish(rng.choice(players))
    if choice < 0.3:
        return Engage(player, rng.random() < 0.5)
    if choice < 0.55:
        return Invite(player, other, "othello")
    if choice < 0.65:
        return Cancel(player, other)
    return Answer(player, other, rng.random() < 0.5)


def look(pictures: dict[str, Picture], event: LobbyEvent) -> None:
    """What those who hear the event now believe. An invited or matched player knows that it is busy."""
    if isinstance(event, Welcomed):
        statuses = {other: Status.BUSY if other in event.busy else Status.READY for other in event.others}
        pictures[event.to] = {event.to: event.status, **statuses}
    elif isinstance(event, Gone):
        pictures.pop(event.player, None)
        for picture in pictures.values():
            del picture[event.player]
    elif isinstance(event, Arrived | Changed):
        for player, picture in pictures.items():
            if isinstance(event, Changed) or player != event.player:
                assert isinstance(event, Changed) == (event.player in picture)
                picture[event.player] = event.status


def check_truth(lobby: Lobby, pictures: dict[str, Picture]) -> None:
    members = lobby.members
    here = {member.name: member.status for member in members.values() if member.here}
    assert set(pictures) == set(here)
    for picture in pictures.values():
        assert picture == here
    for name, member in members.items():
        assert member.name == name
        assert member.here or member.state is State.PLAYING
        assert (member.other is None) == (member.state is State.READY)
        if member.other is not None:
            other = members[member.other]
            assert other.other == name
            assert {member.state, other.state} in ({State.INVITING, State.INVITED}, {State.PLAYING})
            assert member.game == other.game


def test_no_history_breaks_the_lobby_and_everyone_sees_it_as_it_is() -> None:
    seen = set()
    for seed in range(300):
        rng = Random(seed)
        lobby = Lobby(most=rng.randint(2, 5))
        pictures: dict[str, Picture] = {}
        for _ in range(150):
            before = {name: member.state for name, member in lobby.members.items()}
            try:
                events = lobby.take(draw(rng, lobby))
            except (NoEntry, OutOfPlace):
                assert {name: member.state for name, member in lobby.members.items()} == before
                continue
            for event in events:
                look(pictures, event)
                seen.add(type(event))
                assert msgspec.json.decode(msgspec.json.encode(event), type=LobbyEvent) == event
            check_truth(lobby, pictures)
            assert len(lobby.members) <= 5
    assert seen == {Welcomed, Arrived, Gone, Changed, Invited, Withdrawn, Matched}
