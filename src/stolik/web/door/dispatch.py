"""What is done for each message of a person: in the lobby, at a table, in the gallery."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from stolik.contract import Kind
from stolik.contract.registry import all_games
from stolik.lobby import words as lobby_words
from stolik.lobby.lobby import OutOfPlace, State
from stolik.lobby.words import Why
from stolik.service.arena import games_for_two
from stolik.service.tables.new_table import NewTable, check
from stolik.table import inputs
from stolik.table.table import SeatTaken, Stage
from stolik.web.door import choices
from stolik.web.door.hall import Hall
from stolik.web.door.person import Person, SeatDoor
from stolik.web.door.refusal import Refusal
from stolik.web.door.rematches import Finished
from stolik.web.door.tab import Tab
from stolik.web.door.telling import objection
from stolik.web.messages import words
from stolik.web.messages.looks import Look
from stolik.web.messages.problems import Code, Reason

Handler = Callable[[Hall, Tab, Any], Awaitable[None] | None]


async def obey(hall: Hall, tab: Tab, word: words.ClientWord) -> None:
    """Does what a message asks for; raises Refusal when it cannot, and then nothing has changed."""
    try:
        doing = _HANDLERS[type(word)](hall, tab, word)
        if doing is not None:
            await doing
    except SeatTaken as error:
        raise Refusal(str(error), Code.SEAT_TAKEN) from None
    except (OutOfPlace, ValueError) as error:
        raise Refusal(str(error)) from None


def _person(tab: Tab) -> Person:
    if tab.person is None:
        raise Refusal("you may only watch: say hello with a token to play", Code.UNKNOWN_TOKEN)
    return tab.person


def _seat(tab: Tab, table_id: str) -> SeatDoor:
    at = _person(tab).seats.get(table_id)
    if at is None:
        raise Refusal("you have no seat at that table", Code.NOT_YOURS)
    return at


def _hello(hall: Hall, tab: Tab, word: words.Hello) -> None:
    raise Refusal("you have said hello already")


def _ping(hall: Hall, tab: Tab, word: words.Ping) -> None:
    tab.say(words.Pong())


def _look(hall: Hall, tab: Tab, word: words.LookAt) -> None:
    hall.news.look(tab, Look(word.tables, word.players, word.contests))


def _invite(hall: Hall, tab: Tab, word: words.Invite) -> None:
    person, lobby = _person(tab), hall.arena.lobby
    if word.game not in all_games():
        raise Refusal(f"no game is called {word.game!r}; there are {', '.join(all_games())}")
    if word.game not in games_for_two():
        raise Refusal(f"{word.game} is not a game for two: make a table, with seats for the people you want")
    lobby.take(lobby_words.Invite(person.name, word.to, word.game, _terms(hall, word)))
    member = lobby.lobby.members[person.name]
    if (member.state, member.other) == (State.INVITING, word.to):
        person.tell(words.Inviting(word.to, word.game, member.terms))


def _terms(hall: Hall, word: words.Invite) -> lobby_words.Terms:
    """The terms of an invitation. A program's protocol has no words for them: it plays on the usual ones."""
    other = hall.arena.lobby.lobby.members.get(word.to)
    if other is not None and other.kind is not Kind.PERSON:
        return lobby_words.USUAL
    terms = word.terms
    if terms.side is not None and terms.side not in all_games()[word.game].seats:
        raise Refusal(f"there is no such seat; there are {', '.join(all_games()[word.game].seats)}")
    check(NewTable(word.game, {}, terms.turn_time, None, terms.game_time, terms.increment, terms.untimed))
    return terms


def _cancel(hall: Hall, tab: Tab, word: words.Cancel) -> None:
    person = _person(tab)
    hall.arena.lobby.take(lobby_words.Cancel(person.name, word.to))
    person.tell(words.Withdrawn(word.to, Why.TAKEN_BACK))


def _answer(hall: Hall, tab: Tab, word: words.Answer) -> None:
    person = _person(tab)
    hall.arena.lobby.take(lobby_words.Answer(person.name, word.to, word.accept))
    if not word.accept:
        person.tell(words.Withdrawn(word.to, Why.DECLINED))  # the other tabs still show it


def _sit(hall: Hall, tab: Tab, word: words.Sit) -> None:
    person, live = _person(tab), hall.find(word.table)
    at = person.seats.get(live.id)
    if at is not None:
        if at.seat != word.seat:
            raise Refusal(f"you have a seat at that table already: {at.seat}", reason=Reason.SEATED)
        person.show_seat(tab, at)
        return
    if word.seat not in live.game.seats:
        raise Refusal(f"there is no such seat; there are {', '.join(live.game.seats)}")
    hall.sit(person, live, word.seat)


def _watch(hall: Hall, tab: Tab, word: words.Watch) -> None:
    hall.watch(tab, hall.find(word.table))


def _unwatch(hall: Hall, tab: Tab, word: words.Unwatch) -> None:
    hall.unwatch(tab, word.table)


def _play(hall: Hall, tab: Tab, word: words.Play) -> None:
    at = _seat(tab, word.table)
    refusal = objection(at.live, at.seat, word.move)
    if refusal is not None:
        code, why = refusal
        at.live.then(lambda: tab.say(words.Refused(word.table, why, code)))
    else:
        at.live.take(inputs.Play(at.seat, word.move))


def _leave(hall: Hall, tab: Tab, word: words.Leave) -> None:
    at = _seat(tab, word.table)
    if at.live.stage is Stage.GATHERING:
        at.give_up()
    else:
        choices.resign(at)


def _resign(hall: Hall, tab: Tab, word: words.Resign) -> None:
    choices.resign(_seat(tab, word.table))


def _offer_draw(hall: Hall, tab: Tab, word: words.OfferDraw) -> None:
    choices.offer_draw(_seat(tab, word.table))


def _answer_draw(hall: Hall, tab: Tab, word: words.AnswerDraw) -> None:
    choices.answer_draw(_seat(tab, word.table), accept=word.accept)


def _claim(hall: Hall, tab: Tab, word: words.Claim) -> None:
    choices.claim(_seat(tab, word.table))


async def _rematch(hall: Hall, tab: Tab, word: words.Rematch) -> None:
    person = _person(tab)
    finished = hall.rematches.ask(word.table, person.name)
    people = [hall.people.get(name) for name in finished.people]
    for other in people:
        if other is not None:
            other.tell(words.RematchAsked(word.table, person.name))
    if finished.is_agreed:
        await _play_again(hall, word.table, finished, person)


async def _play_again(hall: Hall, before: str, finished: Finished, last: Person) -> None:
    live = await hall.make_table(last.name, finished.new)
    followed = words.Followed(before, hall.shape(live))
    for tab in finished.watched:
        if tab in hall.tabs:
            tab.say(followed)
    for name, seat in finished.people.items():
        person = hall.people.get(name)
        if person is not None:
            person.tell(words.Matched(hall.shape(live), seat))
            hall.sit(person, live, seat)


_HANDLERS: Final[dict[type, Handler]] = {
    words.Hello: _hello,
    words.Ping: _ping,
    words.LookAt: _look,
    words.Invite: _invite,
    words.Cancel: _cancel,
    words.Answer: _answer,
    words.Sit: _sit,
    words.Watch: _watch,
    words.Unwatch: _unwatch,
    words.Play: _play,
    words.Leave: _leave,
    words.Resign: _resign,
    words.OfferDraw: _offer_draw,
    words.AnswerDraw: _answer_draw,
    words.Claim: _claim,
    words.Rematch: _rematch,
}
