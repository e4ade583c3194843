"""Kierki's door with no socket and no event loop: every line, every event, and whole matches in memory."""

from __future__ import annotations

import pytest
from tests.support.cuts import CUTS, Cut
from tests.support.kierki import expected_lines, some_deals

from stolik.contract import Ending, HouseRules
from stolik.games.kierki import GAME
from stolik.games.kierki.cards import card_set, cards_in, write_card, write_cards
from stolik.games.kierki.door import KierkiDoor
from stolik.games.kierki.rules import SEATS, Position, new_match, playable
from stolik.games.kierki.wire import AskCard, DealCards, PutCard, Taken, read_server_message
from stolik.service.doors.door import Claim, Goodbye, Request
from stolik.service.doors.memory import MemoryPeer, MemoryTable
from stolik.table.events import Asked, Ended, Event, Expelled, Left, Played, Refused, Sat, Shown
from stolik.table.inputs import Foul, Play
from stolik.table.table import Table
from stolik.wire.lines import Overlong

TURN_TIME = 5.0
START = new_match(some_deals())
FIRST = str(START.turn)
OTHERS = [seat for seat in SEATS if seat != FIRST]


def sent(*lines: str) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode()


@pytest.mark.parametrize("seat", SEATS)
def test_a_stranger_asks_for_a_seat(seat: str) -> None:
    assert KierkiDoor(GAME).read(f"IAM{seat}".encode()) == Claim(seat)


@pytest.mark.parametrize(
    "line", [b"", b"IAM", b"IAMX", b"iamN", b"IAMN ", b"IAMN\r", b"TRICK12C", b"\xff\x00", Overlong(b"IAMN" * 16)]
)
def test_a_stranger_who_says_anything_else_is_closed_without_a_word(line: bytes) -> None:
    door = KierkiDoor(GAME)
    goodbye = door.read(line)
    assert isinstance(goodbye, Goodbye)
    assert (goodbye.lines, door.over) == ((), True)


def seated(view: Position | None = START) -> KierkiDoor:
    door = KierkiDoor(GAME)
    door.sit(FIRST)
    if view is not None:
        door.tell(Shown(FIRST, view.view(FIRST)))
    return door


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        (b"TRICK12C", Play(FIRST, "2C")),
        (b"TRICK110C", Play(FIRST, "10C")),
        (b"TRICK22C", Foul(FIRST, "the card is for trick 2, and trick 1 is on the table")),
        (b"IAMN", Foul(FIRST, "you have a seat already")),
        (b"HELLO", Foul(FIRST, "not a message of a client: 'HELLO'")),
        (b"TRICK12C ", Foul(FIRST, "not a message of a client: 'TRICK12C '")),
        (b"\xc5\x83", Foul(FIRST, "not a message of a client: 'Å\\x83'")),
    ],
)
def test_what_a_player_says(line: bytes, request_: Request) -> None:
    assert seated().read(line) == request_


CARDS = START.moves()
AFTER_ONE = START.play(CARDS[0])
DEALT = f"DEAL1{FIRST}{write_cards(START.view(FIRST).dealt)}"


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (Shown(FIRST, START.view(FIRST)), [DEALT]),
        (Asked(FIRST, None), ["TRICK1"]),
        (Asked(FIRST, None, again=True), ["TRICK1"]),
        (Asked(OTHERS[0], None), []),
        (Played(FIRST, FIRST, write_card(CARDS[0]), AFTER_ONE.view(FIRST)), []),
        (Refused(FIRST, "why"), ["WRONG1"]),
        (Sat(FIRST, "somebody"), []),
        (Left(OTHERS[0]), []),
        (Expelled(FIRST, "why"), []),
        (Ended(Ending.ABANDONED, "why", {}, ()), []),
    ],
)
def test_what_a_table_says(event: Event, lines: list[str]) -> None:
    door = seated()
    assert list(door.tell(event)) == lines
    assert door.over == isinstance(event, Expelled | Ended)


def test_how_a_trick_ended_waits_for_the_question_that_follows() -> None:
    position, doors = START, {seat: KierkiDoor(GAME) for seat in SEATS}
    for seat, door in doors.items():
        door.sit(seat)
        door.tell(Shown(seat, START.view(seat)))
    for _ in SEATS:
        mover, card = str(position.turn), position.moves()[0]
        position = position.play(card)
        for seat, door in doors.items():
            assert door.tell(Played(seat, mover, write_card(card), position.view(seat))) == ()
    trick = position.open.last
    assert trick is not None
    taken = f"TAKEN1{write_cards(trick.cards)}{SEATS[trick.taker]}"
    for seat, door in doors.items():
        question = ["TRICK2"] if seat == position.turn else []
        assert list(door.tell(Asked(str(position.turn), None))) == [taken, *question]


def test_a_taken_seat_is_answered_with_all_that_are() -> None:
    door = KierkiDoor(GAME)
    assert door.refuse(["N", "W"]).lines == ("BUSYNW",)
    assert door.over


def a_table(kinds: tuple[int, ...] = (1,)) -> MemoryTable:
    return MemoryTable(Table(GAME, new_match(some_deals(kinds)), HouseRules(turn_time=TURN_TIME)))


class Client:
    """Sits down and answers every question with its lowest playable card; what it sends is cut."""

    def __init__(self, table: MemoryTable, seat: str, cut: Cut) -> None:
        self.peer: MemoryPeer = table.connect(KierkiDoor(GAME))
        self.heard: list[str] = []
        self._cut = cut
        self._hand = 0
        self._say(f"IAM{seat}")

    def _say(self, line: str) -> None:
        for piece in self._cut(sent(line)):
            self.peer.send(piece)

    def step(self) -> bool:
        """Hears what has come, and answers; False when there was nothing."""
        lines = self.peer.take_lines()
        for line in lines:
            self.heard.append(line)
            match read_server_message(line):
                case DealCards(cards=cards):
                    self._hand = card_set(cards)
                case AskCard(number=number, cards=cards):
                    self._say(PutCard(number, cards_in(playable(self._hand, cards))[0]).text())
                case Taken(cards=cards):
                    self._hand &= ~card_set(cards)
        return bool(lines)


@pytest.mark.parametrize("cut", CUTS)
def test_a_match_is_played_in_memory_to_the_letter(cut: Cut) -> None:
    kinds = (1, 5, 7)
    table = a_table(kinds)
    clients = {seat: Client(table, seat, cut) for seat in SEATS}
    while not all(client.peer.closed for client in clients.values()):
        assert any(client.step() for client in clients.values()), "nothing happens any more"
    for client in clients.values():
        client.step()
    assert {seat: client.heard for seat, client in clients.items()} == expected_lines(some_deals(kinds))
    assert table.table.outcome is not None


@pytest.mark.parametrize("cut", CUTS)
def test_several_lines_at_once_are_read_one_after_another(cut: Cut) -> None:
    table = a_table()
    peers = {seat: table.connect(KierkiDoor(GAME)) for seat in SEATS}
    for seat in OTHERS:
        peers[seat].send(sent(f"IAM{seat}"))
    card = write_card(CARDS[0])
    for piece in cut(sent(f"IAM{FIRST}", "TRICK9AS", "HELLO", f"TRICK1{card}", f"IAM{FIRST}")):
        peers[FIRST].send(piece)
    assert peers[FIRST].take_lines() == [DEALT, "TRICK1", "WRONG1", "WRONG1", "WRONG1"]
    assert table.table.position == START.play(CARDS[0])


def test_silence_repeats_the_question_and_a_leaver_comes_back_to_its_cards() -> None:
    table = a_table()
    peers = {seat: table.connect(KierkiDoor(GAME)) for seat in SEATS}
    for seat, peer in peers.items():
        peer.send(sent(f"IAM{seat}"))
    assert peers[FIRST].take_lines() == [DEALT, "TRICK1"]
    table.pass_time(2.5 * TURN_TIME)
    assert peers[FIRST].take_lines() == ["TRICK1", "TRICK1"]
    peers[FIRST].close()
    late = table.connect(KierkiDoor(GAME))
    late.send(sent(f"IAM{OTHERS[0]}"))
    assert (late.take_lines(), late.closed) == ([f"BUSY{''.join(OTHERS)}"], True)
    back = table.connect(KierkiDoor(GAME))
    back.send(sent(f"IAM{FIRST}"))
    assert back.take_lines() == [DEALT, "TRICK1"]


def test_a_card_that_was_accepted_may_be_sent_again_any_number_of_times() -> None:
    table = a_table()
    peers = {seat: table.connect(KierkiDoor(GAME)) for seat in SEATS}
    for seat, peer in peers.items():
        peer.send(sent(f"IAM{seat}"))
    first = peers[FIRST]
    assert first.take_lines()[-1] == "TRICK1"
    position, card = START, write_card(START.moves()[0])
    # A client that slept answers every TRICK that waited for it.
    again = sent(*[f"TRICK1{card}"] * 300)
    first.send(again)
    assert first.take_lines() == ["WRONG1"] * 299
    position = position.play(START.moves()[0])
    while position.open.cards:
        move = position.moves()[0]
        peers[str(position.turn)].send(sent(f"TRICK1{write_card(move)}"))
        position = position.play(move)
    first.take_lines()
    first.send(again)
    assert first.take_lines() == ["WRONG2"] * 300
    assert not first.closed


def test_the_same_message_is_right_again_in_the_first_trick_of_the_next_deal() -> None:
    start = new_match(some_deals((5,)) * 2, early_end=True)
    door = KierkiDoor(GAME)
    seat = str(start.turn)
    door.sit(seat)
    door.tell(Shown(seat, start.view(seat)))
    card = write_card(start.moves()[0])
    door.tell(Played(seat, seat, card, start.play(start.moves()[0]).view(seat)))
    assert door.read(f"TRICK1{card}".encode()) == Foul(seat, "the card was accepted already", harmless=True)
    # The next deal begins, with the same hand and the same leader.
    door.tell(Shown(seat, start.view(seat)))
    assert door.read(f"TRICK1{card}".encode()) == Play(seat, card)


def test_a_hundred_wrong_messages_end_the_connection() -> None:
    table = a_table()
    peer = table.connect(KierkiDoor(GAME))
    peer.send(sent("IAMN", *["HELLO"] * 200))
    assert peer.take_lines() == ["WRONG1"] * 99
    assert peer.closed
    assert table.table.empty_seats == SEATS
