"""Honest players at the ends of slow lines: whatever crosses on the way, the lobby blames none of them.

Every message spends some time on its way in both directions, in order. A player does only what it believes that it may.
"""

from collections import deque
from random import Random

import pytest

from stolik.lobby.lobby import Lobby, State
from stolik.lobby.words import (
    Answer,
    Arrived,
    Cancel,
    Enter,
    Exit,
    Finish,
    Gone,
    Invite,
    Invited,
    LobbyEvent,
    LobbyInput,
    Matched,
    Welcomed,
    Withdrawn,
)


class ToTable:
    """Anything that a player says to its table."""


class Over:
    """The table tells a player that its game is over."""


class Player:
    """An honest player. How it reads what is ambiguous is its `style`.

    one: it has one invitation in mind at a time, and the news of another replaces it.
    two: it keeps its own invitation and the one that it received apart.
    deaf: while it invites, it takes no notice of invitations.
    """

    def __init__(self, name: str, style: str, rng: Random) -> None:
        self.name, self.style, self.rng = name, style, rng
        self.outward: deque[LobbyInput | ToTable] = deque()
        self.inward: deque[LobbyEvent | Over] = deque()
        self.others: set[str] = set()
        self.at_table = False
        self.inviting: str | None = None
        self.invited_by: str | None = None
        self.accepted: str | None = None

    def hear(self, event: LobbyEvent | Over) -> None:
        match event:
            case Welcomed(others=others):
                self.others = set(others)
            case Arrived(player=player):
                self.others.add(player)
            case Gone(player=player):
                self.others.discard(player)
            case Invited(by=by) if not (self.style == "deaf" and self.inviting):
                self.invited_by = by
                if self.style == "one":
                    self.inviting = None
            case Withdrawn(other=other):
                self._withdrawn(other)
            case Matched() | Over():
                self.at_table = isinstance(event, Matched)
                self.inviting = self.invited_by = self.accepted = None

    def _withdrawn(self, other: str) -> None:
        self.accepted = None if self.accepted == other else self.accepted
        self.invited_by = None if self.invited_by == other else self.invited_by
        self.inviting = None if self.inviting == other else self.inviting

    def act(self) -> None:
        rng, name = self.rng, self.name
        if self.at_table:
            self.outward.append(ToTable())
        elif self.accepted:
            pass
        elif self.invited_by and rng.random() < 0.7:
            accepts = rng.random() < 0.5
            self.outward.append(Answer(name, self.invited_by, accepts))
            self.accepted, self.invited_by = (self.invited_by if accepts else None), None
            if accepts:
                self.inviting = None
        elif self.inviting:
            if rng.random() < 0.5:
                self.outward.append(Cancel(name, self.inviting))
                self.inviting = None
        elif self.others and not self.invited_by:
            self.inviting = rng.choice(sorted(self.others))
            self.outward.append(Invite(name, self.inviting, "othello"))


class World:
    """A lobby, and lines to it that take their time."""

    def __init__(self, rng: Random, styles: list[str]) -> None:
        self.rng = rng
        self.lobby = Lobby(len(styles))
        self.players = {str(i): Player(str(i), style, rng) for i, style in enumerate(styles)}
        for name in self.players:
            self.tell(self.lobby.take(Enter(name)))

    def tell(self, events: list[LobbyEvent]) -> None:
        for event in events:
            match event:
                case Matched(host=host, guest=guest):
                    hear = {host, guest}
                case Arrived(player=player):
                    hear = set(self.players) - {player}
                case _:
                    hear = {event.to} if event.to else set(self.players)
            for name in hear & {member.name for member in self.lobby.members.values() if member.here}:
                self.players[name].inward.append(event)

    def arrive(self, name: str, said: LobbyInput | ToTable) -> None:
        if not isinstance(said, ToTable):
            self.tell(self.lobby.take(said))
        elif self.lobby.speaks_to_table(name) and self.rng.random() < 0.3:
            self.end_game(name)

    def end_game(self, name: str) -> None:
        other = self.lobby.members[name].other
        for each in (name, other):
            if each and self.lobby.members[each].here:
                self.players[each].inward.append(Over())
        self.tell(self.lobby.take(Finish(name)))

    def reconnect(self, name: str) -> None:
        """A player's lines break with all that is on them, and it comes again as if it had just been started."""
        again = Player(name, self.players[name].style, self.rng)
        self.tell(self.lobby.take(Exit(name)))
        self.players[name] = again
        self.tell(self.lobby.take(Enter(name)))
        if self.lobby.members[name].state is State.PLAYING:
            again.inward.append(Matched(name, "somebody", "othello"))

    def step(self) -> None:
        player = self.rng.choice(list(self.players.values()))
        choice = self.rng.random()
        if choice < 0.4 and player.outward:
            self.arrive(player.name, player.outward.popleft())
        elif choice < 0.8 and player.inward:
            player.hear(player.inward.popleft())
        elif choice < 0.99:
            player.act()
        else:
            self.reconnect(player.name)

    def settle(self) -> None:
        """Lets everything arrive, while nobody says more."""
        for player in self.players.values():
            while player.outward:
                self.arrive(player.name, player.outward.popleft())
        for player in self.players.values():
            while player.inward:
                player.hear(player.inward.popleft())


@pytest.mark.parametrize("styles", [["one"] * 4, ["two"] * 4, ["deaf"] * 4, ["one", "two", "deaf", "one", "two"]])
def test_no_honest_player_is_ever_blamed_or_left_waiting(styles: list[str]) -> None:
    games = 0
    for seed in range(300):
        world = World(Random(seed), styles)
        for _ in range(300):
            world.step()  # an OutOfPlace here would be the lobby's fault
        world.settle()
        for name, player in world.players.items():
            member = world.lobby.members[name]
            games += member.state is State.PLAYING
            assert player.at_table == (member.state is State.PLAYING)
            assert player.accepted is None, "one who accepted has a game, or heard that there is none"
            assert player.others == set(world.players) - {name}
            if player.inviting:
                assert (member.state, member.other) == (State.INVITING, player.inviting)
            if member.state is State.INVITED:
                assert player.invited_by == member.other, "whoever is invited knows it"
    assert games > 50
