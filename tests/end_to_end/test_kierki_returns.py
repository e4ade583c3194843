"""Leaving a match of `kierki-serwer` and coming back. Each test quotes the course's document."""

from __future__ import annotations

import socket

from tests.support.kierki import FirstTrick, HonestClient, expected_lines, match_file, play_out, some_deals
from tests.support.peer import Peer
from tests.support.programs import LONG, Serve

from stolik.games.kierki.cards import write_card, write_cards
from stolik.games.kierki.rules import SEATS


def test_a_match_waits_for_an_empty_seat_and_tells_the_one_who_takes_it(serve: Serve) -> None:
    # "Jeśli klient rozłączy się w trakcie rozgrywki, to serwer zawiesza rozgrywkę w oczekiwaniu na podłączenie się
    # klienta na puste miejsce przy stole. Po podłączeniu się klienta serwer przekazuje mu stan aktualnego rozdania.
    # Za pomocą komunikatu DEAL przekazuje karty, które klient dostał w tym rozdaniu. Za pomocą komunikatów TAKEN
    # przekazuje dotychczas rozegrane lewy. Następnie serwer wznawia rozgrywkę i wymianę komunikatów TRICK."
    deals = some_deals()
    server = serve(match_file(), "-t", "0.2")
    table = FirstTrick(server.port, deals)
    for _ in range(10):
        table.play()
    asked = table.position.turn
    assert asked
    leaver = next(seat for seat in SEATS if seat != asked)
    table.asked.expect(table.question)
    table.peers[leaver].close()
    others = [seat for seat in SEATS if seat != leaver]
    while Peer(server.port).say(f"IAM{others[0]}").hear() == "BUSYNESW":
        pass  # until the server has seen it go
    late = Peer(server.port).say(f"IAM{asked}")
    late.expect("BUSY" + "".join(others))
    # Nobody is asked while the match stands still, whatever the timeout.
    asked_before = table.asked.rest_within(0.5)
    assert set(asked_before) <= {table.question}
    back = Peer(server.port).say(f"IAM{leaver}")
    table.peers[leaver] = back
    back.expect(f"DEAL1{SEATS[deals[0].first]}{write_cards(deals[0].hands[SEATS.index(leaver)])}")
    for trick in table.position.open.tricks:
        back.expect(f"TAKEN{trick.number}{write_cards(trick.cards)}{SEATS[trick.taker]}")
    table.asked.expect(table.question)


def test_what_the_others_send_meanwhile_is_read_when_play_goes_on(serve: Serve) -> None:
    deals = some_deals()
    server = serve(match_file(), *LONG)
    table = FirstTrick(server.port, deals)
    leaver = next(seat for seat in SEATS if seat != table.position.turn)
    table.asked.expect(table.question)
    table.peers[leaver].close()
    while Peer(server.port).say(f"IAM{table.position.turn}").hear() == "BUSYNESW":
        pass
    card = table.position.moves()[0]
    table.asked.say(f"TRICK1{write_card(card)}")
    table.asked.expect_silence()
    table.peers[leaver] = Peer(server.port).say(f"IAM{leaver}")
    table.peers[leaver].hear()
    table.position = table.position.play(card)
    table.asked.expect(table.question)  # the next one is asked, and the one who has answered is not asked again


def test_all_four_leave_and_return_and_the_match_is_played_out(serve: Serve) -> None:
    server = serve(match_file(), *LONG)
    table = FirstTrick(server.port, some_deals())
    for _ in range(6):
        table.play()
    for peer in table.peers.values():
        peer.close()
    clients = []
    for seat in SEATS:
        client = HonestClient(server.port, seat)
        while client.socket.recv(4, socket.MSG_PEEK) == b"BUSY":
            client.close()
            client = HonestClient(server.port, seat)
        clients.append(client)
    play_out(clients)
    assert server.wait() == 0
    expected = expected_lines(some_deals())
    for client in clients:
        assert client.heard[-2:] == expected[client.seat][-2:]
