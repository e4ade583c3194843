"""What `kierki-serwer` answers to right and wrong messages. Each test quotes the course's document."""

from __future__ import annotations

import contextlib
from typing import Self

import pytest
from tests.support.kierki import FirstTrick, HonestClient, expected_lines, match_file, not_in, play_out, some_deals
from tests.support.peer import Peer
from tests.support.programs import LONG, Serve

from stolik.games.kierki.cards import SUIT_SETS, cards_in, write_card
from stolik.games.kierki.rules import SEATS


def test_a_client_that_does_not_greet_in_time_is_closed_and_dribbling_does_not_help(serve: Serve) -> None:
    # "Jeśli klient nie przyśle takiego komunikatu w czasie timeout, serwer zamyka połączenie z tym klientem."
    server = serve(match_file(), "-t", "0.3")
    silent, dribbling = Peer(server.port), Peer(server.port)
    dribbling.say_bytes(b"I")
    silent.expect_end()
    with contextlib.suppress(OSError):
        dribbling.say_bytes(b"A")
    dribbling.expect_end()


@pytest.mark.parametrize(
    "greeting", ["IAMX", "iamn", "IAM", "TRICK12C", "", "IAMN IAMS", "BUSYN", "x" * 1000, "IAMN\nIAMN"]
)
def test_a_client_that_greets_wrongly_is_closed_without_a_word(serve: Serve, greeting: str) -> None:
    # "W ten sposób serwer traktuje również klienta, który po nawiązaniu połączenia przysłał błędny komunikat."
    Peer(serve(match_file(), *LONG).port).say(greeting).expect_end()


def test_a_line_feed_alone_ends_no_message(serve: Serve) -> None:
    # "Komunikaty są napisami ASCII zakończonymi sekwencją \r\n."
    peer = Peer(serve(match_file(), *LONG).port).say_bytes(b"IAMN\n")
    peer.expect_silence()
    peer.say_bytes(b"\r\n")
    peer.expect_end()


def test_a_taken_seat_is_busy_and_the_taken_ones_are_listed_in_order(serve: Serve) -> None:
    # "Komunikat wysyłany przez serwer do klienta, jeśli wybrane miejsce przy stole jest już zajęte. Jednocześnie
    # informuje go, które miejsca przy stole są zajęte. Po wysłaniu tego komunikatu serwer zamyka połączenie".
    server = serve(match_file(), *LONG)
    west, north = Peer(server.port).say("IAMW"), Peer(server.port)
    late = Peer(server.port).say("IAMW")
    late.expect("BUSYW")
    late.expect_end()
    north.say("IAMN")
    north.expect_silence()
    late = Peer(server.port).say("IAMN")
    late.expect("BUSYNW")
    late.expect_end()
    west.close()
    north.expect_silence()


def test_nobody_can_join_a_match_that_is_on(serve: Serve) -> None:
    # "W ten sposób serwer traktuje również klienta, który próbuje podłączyć się do trwającej rozgrywki."
    server = serve(match_file(), *LONG)
    FirstTrick(server.port, some_deals())
    for seat in SEATS:
        late = Peer(server.port).say(f"IAM{seat}")
        late.expect("BUSYNESW")
        late.expect_end()


def test_leaving_before_the_match_frees_the_seat(serve: Serve) -> None:
    server = serve(match_file(), *LONG)
    first = Peer(server.port).say("IAMN")
    Peer(server.port).say("IAMN").expect("BUSYN")
    first.close()
    while True:  # until the server has seen it go
        again = Peer(server.port).say("IAMN")
        try:
            again.expect_silence()
            break
        except AssertionError:
            continue


def test_silence_repeats_the_question(serve: Serve) -> None:
    # "Jeśli klient nie odpowie w czasie timeout, to serwer ponawia prośbę."
    server = serve(match_file(), "-t", "0.2")
    table = FirstTrick(server.port, some_deals())
    table.asked.expect(table.question, table.question, table.question)


def wrong_answers(table: FirstTrick, hand: tuple[int, ...]) -> list[str]:
    held = write_card(hand[0])
    return [
        f"TRICK1{not_in('2C3C4C5C6C', hand)}",
        f"TRICK2{held}",
        "TRICK1",
        "TRICK11C",
        "IAMN",
        "",
        "x" * 100,
        "DEAL",
        held,
    ]


def test_a_wrong_answer_is_told_so_and_the_question_stands(serve: Serve) -> None:
    # "Komunikat wysyłany przez serwer do klienta, który przysłał błędny komunikat w odpowiedzi na komunikat TRICK."
    # "Zawartość błędnego komunikatu jest ignorowana przez serwer."
    deals = some_deals()
    table = FirstTrick(serve(match_file(), *LONG).port, deals)
    table.asked.expect(table.question)
    for wrong in wrong_answers(table, deals[0].hands[deals[0].first]):
        table.asked.say(wrong)
        table.asked.expect("WRONG1")
    card = table.position.moves()[0]
    table.asked.say(f"TRICK1{write_card(card)}")
    table.position = table.position.play(card)
    table.asked.expect(table.question)


def test_a_card_that_nobody_asked_for_is_wrong_and_the_match_goes_on(serve: Serve) -> None:
    # "Wysyłany również wtedy, gdy klient próbuje położyć kartę na stole nieproszony o to."
    deals = some_deals()
    table = FirstTrick(serve(match_file(), *LONG).port, deals)
    unasked = next(seat for seat in SEATS if seat != table.position.turn)
    table.peers[unasked].say(f"TRICK1{write_card(deals[0].hands[SEATS.index(unasked)][0])}")
    table.peers[unasked].expect("WRONG1")
    for _ in range(52 - 4):
        table.play()


def test_a_card_before_the_first_deal_is_wrong_in_trick_one(serve: Serve) -> None:
    peer = Peer(serve(match_file(), *LONG).port).say("IAMN", "TRICK12C")
    peer.expect("WRONG1")


def test_a_revoke_is_refused_and_the_turn_stays(serve: Serve) -> None:
    # "Istnieje obowiązek dokładania kart do koloru."
    # "Serwer powinien dokładnie sprawdzać, czy klienty spełniają zasady gry."
    deals = some_deals()
    table = FirstTrick(serve(match_file(), *LONG).port, deals)
    table.play()
    led = SUIT_SETS[table.position.open.cards[0] // 13]
    hand = table.position.hands[table.position.open.actor]
    assert hand & led
    assert hand & ~led
    table.asked.expect(table.question)
    table.asked.say(f"TRICK1{write_card(cards_in(hand & ~led)[0])}")
    table.asked.expect("WRONG1")
    table.asked.say(f"TRICK1{write_card(cards_in(hand & led)[0])}")


def test_a_hundred_wrong_messages_in_a_row_empty_the_seat(serve: Serve) -> None:
    server = serve(match_file(), *LONG)
    table = FirstTrick(server.port, some_deals())
    unasked = next(seat for seat in SEATS if seat != table.position.turn)
    table.peers[unasked].say(*["noise"] * 150)
    assert table.peers[unasked].rest() == "WRONG1\r\n" * 99
    back = Peer(server.port).say(f"IAM{unasked}")
    assert back.hear().startswith("DEAL1")


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_messages_are_understood_however_they_are_cut(serve: Serve, size: int) -> None:
    server = serve(match_file(), *LONG)
    expected = expected_lines(some_deals())

    class Cut(HonestClient):
        def say_bytes(self, data: bytes) -> Self:
            for at in range(0, len(data), size):
                super().say_bytes(data[at : at + size])
            return self

    clients = [Cut(server.port, seat) for seat in SEATS]
    play_out(clients)
    assert {client.seat: client.heard for client in clients} == expected
    assert server.wait() == 0
