"""The lobby: who is here, who can be invited, and who invites whom. It knows nothing of any game, socket or clock.

    READY --invites--> INVITING --the other accepts--> PLAYING --the game ends--> READY
    READY --is invited--> INVITED --accepts--> PLAYING
    INVITING and INVITED --cancelled, declined, or the other goes--> READY

While a player's message is on the network, others may change its state, so a message may fit an earlier state.
That is not an error. OutOfPlace is raised only for a message that a correct player cannot have sent:
- A player's messages arrive in order, and it changes its place (lobby or table) when it hears of the change. So the
  lobby counts these changes, and also the changes that the player must know of by what it has sent (`_speaks`).
- An invitation is answered at most once, and taken back at most once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, Final

from stolik.contract import Kind
from stolik.lobby.words import (
    USUAL,
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
    Restore,
    Status,
    Terms,
    Welcomed,
    Why,
    Withdrawn,
)


class NoEntry(Exception):
    """A player cannot enter under that name now; the message says why."""


class OutOfPlace(Exception):
    """A message that a correct player cannot have sent here; the text says why."""


class State(Enum):
    """What a player does; in every state but READY it is busy with another player."""

    READY = "ready"
    INVITING = "inviting"
    INVITED = "invited"
    PLAYING = "playing"


class Place(IntEnum):
    """Where a player is. Its changes between the two are counted: it is at a table when the count is odd."""

    LOBBY = 0
    TABLE = 1


# A constant, because it is used at every move and an Enum lookup takes as long as a call.
_AT_TABLE: Final = Place.TABLE


@dataclass(slots=True)
class Member:
    """What the lobby knows of a player."""

    name: str
    kind: Kind = Kind.PROGRAM
    games: tuple[str, ...] | None = None
    """The games that its door can play; None: all."""
    here: bool = True
    engaged: bool = False
    """Whether it sits at a table without having been invited to it."""
    state: State = State.READY
    other: str | None = None
    """The player whom it invites, is invited by, or plays with."""
    game: str = ""
    """What the two are to play."""
    terms: Terms = USUAL
    """How they are to play it."""
    place_changes: int = 0
    """How often it has changed between lobby and table since it came."""
    known_changes: int = 0
    """How many of those changes it must know of, by what it has sent."""
    unanswered: int = 0
    """Invitations sent to it that it has not answered, including those that have ended."""
    uncancelled: int = 0
    """Its own invitations that it has not taken back, including those that have ended."""

    @property
    def status(self) -> Status:
        """As the others see it."""
        return Status.READY if self.state is State.READY and not self.engaged else Status.BUSY

    def can_play(self, game: str) -> bool:
        """Whether its door knows the game."""
        return self.games is None or game in self.games


class Lobby:
    """Players by name. A player whose game waits for it keeps its name and its place here."""

    def __init__(
        self,
        most: int,
        games: Collection[str] | None = None,
        keys: Callable[[str], Collection[str]] = lambda name: (name,),
    ) -> None:
        """`most` is the largest number of players; `games` are the games of invitations, None: all games.

        Two names that share one of their `keys` look alike: a program does not get in under such a name.
        """
        self._keys: Final = keys
        self._by_key: dict[str, str] = {}
        """The member with each key of its name."""
        self._most: Final = most
        self._games: Final = games
        self.members: dict[str, Member] = {}
        self._ways: dict[type[LobbyInput], Callable[[Any], list[LobbyEvent]]] = {
            Enter: self._enter,
            Exit: self._exit,
            Invite: self._invite,
            Cancel: self._cancel,
            Answer: self._answer,
            Finish: self._finish,
            Engage: self._engage,
            Restore: self._restore,
        }

    def take(self, input_: LobbyInput) -> list[LobbyEvent]:
        """Applies an input and returns the events. Raises NoEntry or OutOfPlace; then nothing has changed."""
        return self._ways[type(input_)](input_)

    def like(self, name: str) -> str | None:
        """The member whose name looks like this one, which may be the same; None if there is none."""
        return next((self._by_key[key] for key in self._keys(name) if key in self._by_key), None)

    def _add(self, member: Member) -> None:
        self.members[member.name] = member
        for key in self._keys(member.name):
            self._by_key.setdefault(key, member.name)

    def _remove(self, name: str) -> None:
        del self.members[name]
        for key in self._keys(name):
            if self._by_key.get(key) == name:
                del self._by_key[key]

    def speaks_to_table(self, player: str) -> bool:
        """Whether a player's message to its table still has a table; False when the game has just ended.

        Raises OutOfPlace when the player must know that it is at no table.
        """
        return self._speaks(self.members[player], _AT_TABLE)

    def _speaks(self, member: Member, to: Place) -> bool:
        earliest = member.known_changes
        earliest += (earliest + to) % 2
        if earliest > member.place_changes:
            raise OutOfPlace("you are in a game" if to is Place.LOBBY else "you are not in a game")
        member.known_changes = earliest
        return member.place_changes % 2 == to

    def _enter(self, enter: Enter) -> list[LobbyEvent]:
        name = enter.player
        member = self.members.get(name)
        if member is None:
            if len(self.members) >= self._most:
                raise NoEntry(f"the server is full: {self._most} players at most")
            alike = None if enter.kind is Kind.PERSON else self.like(name)
            if alike is not None:
                raise NoEntry(f"the name {name} looks like {alike}, who is here")
            member = Member(name, enter.kind, enter.games)
        elif member.here or member.kind is not enter.kind:
            raise NoEntry(f"the name {name} is taken")
        else:
            member = self._returned(member, enter)
        ready = State.READY  # looked up once: for thousands of players the lookup would take longest
        here = [other for other in self.members.values() if other.here]
        others = tuple([other.name for other in here])
        busy = tuple([other.name for other in here if other.state is not ready or other.engaged])
        self._add(member)
        return [Welcomed(name, member.status, others, busy), Arrived(name, member.status)]

    def _returned(self, member: Member, enter: Enter) -> Member:
        """Lets a player back in and moves it to its table at once, perhaps before it knows."""
        returned = _playing(member.name, enter.kind, str(member.other), member.game)
        returned.games = enter.games
        if not returned.can_play(member.game):
            raise NoEntry(f"{member.name} is in a game of {member.game}, which is not played through this door")
        return returned

    def _restore(self, restore: Restore) -> list[LobbyEvent]:
        host, guest = restore.host, restore.guest
        for player, other in ((host, guest), (guest, host)):
            if player.name in self.members or player.name == other.name:
                raise NoEntry(f"the name {player.name} is taken")
        for player, other in ((host, guest), (guest, host)):
            member = _playing(player.name, player.kind, other.name, restore.game)
            member.here = False
            self._add(member)
        return []

    def _exit(self, exit_: Exit) -> list[LobbyEvent]:
        member = self.members[exit_.player]
        if member.state is State.PLAYING:
            member.here = False
            return [Gone(member.name)]
        self._remove(member.name)
        events: list[LobbyEvent] = [Gone(member.name)]
        if member.other is not None:
            other = self.members[member.other]
            events = [Withdrawn(other.name, member.name, Why.GONE), *events, self._free(other)]
        return events

    def _invite(self, invite: Invite) -> list[LobbyEvent]:
        member = self.members[invite.player]
        if invite.other == member.name:
            raise OutOfPlace("you cannot invite yourself")
        spoken_here = self._speaks(member, Place.LOBBY)
        member.uncancelled += 1
        if not spoken_here:
            return []
        if member.state is State.INVITED:
            return self._invite_while_invited(member, invite)
        events: list[LobbyEvent] = []
        if member.state is State.INVITING:
            if (member.other, member.game, member.terms) == (invite.other, invite.game, invite.terms):
                return []
            # The player thinks that its first invitation has ended, by a message that crossed it: the new one counts.
            events = self._withdraw(member)
        other = self.members.get(invite.other)
        if other is None or not other.here or other.status is not Status.READY or not self._offers(invite, other):
            return [*events, Withdrawn(member.name, invite.other, Why.UNAVAILABLE)]
        member.state, member.other, member.game = State.INVITING, other.name, invite.game
        other.state, other.other, other.game = State.INVITED, member.name, invite.game
        member.terms = other.terms = invite.terms
        return [
            *events,
            self._ask(other),
            Changed(member.name, Status.BUSY),
            Changed(other.name, Status.BUSY),
        ]

    def _offers(self, invite: Invite, other: Member) -> bool:
        """Whether the game can be played from here by both."""
        doors_know_it = all(each.can_play(invite.game) for each in (self.members[invite.player], other))
        return doors_know_it and (self._games is None or invite.game in self._games)

    def _invite_while_invited(self, member: Member, invite: Invite) -> list[LobbyEvent]:
        """Two invitations crossed. The earlier one stays and is sent again: if both are between the same players, the
        end of the later one could be read as the end of both.
        """
        return [Withdrawn(member.name, invite.other), self._ask(member)]

    def _ask(self, member: Member) -> Invited:
        assert member.other is not None, "an invitation is somebody's"  # noqa: S101 - an invariant
        member.unanswered += 1
        return Invited(member.name, member.other, member.game, member.terms)

    def _cancel(self, cancel: Cancel) -> list[LobbyEvent]:
        member = self.members[cancel.player]
        if not member.uncancelled:
            raise OutOfPlace("you have not invited anybody")
        spoken_here = self._speaks(member, Place.LOBBY)
        member.uncancelled -= 1
        if spoken_here and member.state is State.INVITING and member.other == cancel.other:
            return self._withdraw(member)
        return []

    def _withdraw(self, member: Member) -> list[LobbyEvent]:
        """Ends the invitation that a player has sent."""
        assert member.other is not None, "an invitation is to somebody"  # noqa: S101 - an invariant
        other = self.members[member.other]
        return [Withdrawn(other.name, member.name, Why.TAKEN_BACK), self._free(member), self._free(other)]

    def _answer(self, answer: Answer) -> list[LobbyEvent]:
        member = self.members[answer.player]
        if not member.unanswered:
            raise OutOfPlace("nobody has invited you")
        spoken_here = self._speaks(member, Place.LOBBY)
        member.unanswered -= 1
        if not spoken_here:
            return []
        if member.state is not State.INVITED or member.other != answer.other:
            return self._answer_too_late(member, answer)
        other = self.members[answer.other]
        if not answer.accepted:
            return [Withdrawn(other.name, member.name, Why.DECLINED), self._free(other), self._free(member)]
        for each in (other, member):
            each.state = State.PLAYING
            each.place_changes += 1
        return [Matched(other.name, member.name, member.game, member.terms)]

    def _answer_too_late(self, member: Member, answer: Answer) -> list[LobbyEvent]:
        """Handles an answer to an invitation that has ended: a player who accepted must not wait for a game."""
        events: list[LobbyEvent] = []
        if member.state is State.INVITING and member.other == answer.other:
            # The event below also ends the player's own invitation, as it wants when it accepted the other's.
            if not answer.accepted:
                return []
            events = self._withdraw(member)
        return [*events, Withdrawn(member.name, answer.other)]

    def _finish(self, finish: Finish) -> list[LobbyEvent]:
        member = self.members[finish.player]
        assert member.other is not None, "a game has two players"  # noqa: S101 - an invariant
        events: list[LobbyEvent] = []
        for each in (member, self.members[member.other]):
            if each.here:
                each.place_changes += 1
                events.append(self._free(each))
            else:
                self._remove(each.name)
        return events

    def _free(self, member: Member) -> Changed:
        member.state, member.other, member.game, member.terms = State.READY, None, "", USUAL
        return Changed(member.name, member.status)

    def _engage(self, engage: Engage) -> list[LobbyEvent]:
        member = self.members[engage.player]
        before = member.status
        member.engaged = engage.engaged
        return [] if member.status is before else [Changed(member.name, member.status)]


def _playing(name: str, kind: Kind, other: str, game: str) -> Member:
    return Member(name, kind, state=State.PLAYING, other=other, game=game, place_changes=Place.TABLE)
