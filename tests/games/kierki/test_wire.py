"""One table of messages drives reading and writing both ways; the document's own words are quoted."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.contract import NotationError
from stolik.games.kierki.cards import read_cards
from stolik.games.kierki.wire import (
    CLIENT_LIMIT,
    SERVER_LIMIT,
    AskCard,
    Busy,
    ClientMessage,
    DealCards,
    Iam,
    PutCard,
    Score,
    ServerMessage,
    Taken,
    Total,
    Wrong,
    read_client_message,
    read_server_message,
)

HAND = "2C3C4C5C6C7C8C9C10CJCQCKCAC"
POINTS = (("N", 0), ("E", 13), ("S", 100), ("W", 7))

CLIENT = [
    *((f"IAM{seat}", Iam(seat)) for seat in "NESW"),
    ("TRICK12C", PutCard(1, read_cards("2C")[0])),
    ("TRICK110C", PutCard(1, read_cards("10C")[0])),
    ("TRICK1010C", PutCard(10, read_cards("10C")[0])),
    ("TRICK132S", PutCard(13, read_cards("2S")[0])),
    ("TRICK11AS", PutCard(11, read_cards("AS")[0])),
]

SERVER = [
    ("BUSYNW", Busy(("N", "W"))),
    ("BUSYNESW", Busy(("N", "E", "S", "W"))),
    ("BUSYSE", Busy(("S", "E"))),
    (f"DEAL1N{HAND}", DealCards(1, "N", read_cards(HAND))),
    (f"DEAL7W{HAND}", DealCards(7, "W", read_cards(HAND))),
    ("TRICK12C3C", AskCard(1, read_cards("2C3C"))),
    ("TRICK110C", AskCard(1, read_cards("10C"))),
    ("TRICK1010C", AskCard(10, read_cards("10C"))),
    ("TRICK12", AskCard(12, ())),
    ("TRICK1", AskCard(1, ())),
    ("TRICK13", AskCard(13, ())),
    ("TRICK132C3C4C", AskCard(13, read_cards("2C3C4C"))),
    ("WRONG1", Wrong(1)),
    ("WRONG13", Wrong(13)),
    ("TAKEN12C3C4C5CN", Taken(1, read_cards("2C3C4C5C"), "N")),
    ("TAKEN1010C3C4C5CW", Taken(10, read_cards("10C3C4C5C"), "W")),
    ("TAKEN12C3C4CASS", Taken(1, read_cards("2C3C4CAS"), "S")),
    ("SCOREN0E13S100W7", Score(POINTS)),
    ("TOTALN0E13S100W7", Total(POINTS)),
    ("TOTALW1S2E3N4", Total((("W", 1), ("S", 2), ("E", 3), ("N", 4)))),
]


@pytest.mark.parametrize(("text", "message"), CLIENT)
def test_a_clients_message_is_read_and_written(text: str, message: ClientMessage) -> None:
    assert read_client_message(text) == message
    assert message.text() == text
    assert len(text) <= CLIENT_LIMIT


@pytest.mark.parametrize(("text", "message"), SERVER)
def test_a_servers_message_is_read_and_written(text: str, message: ServerMessage) -> None:
    assert read_server_message(text) == message
    assert message.text() == text
    assert len(text) <= SERVER_LIMIT


@pytest.mark.parametrize(
    "text",
    [
        *["", "IAM", "IAMX", "IAMNN", "iamn", " IAMN", "IAMN ", "IAMN\n", "HELLO", "BUSYN"],
        # "Numer lewy koduje się liczbą od 1 do 13 zapisaną przy podstawie 10 bez zer wiodących."
        *["TRICK02C", "TRICK0110C", "TRICK142C", "TRICK2C", "TRICK1", "TRICK12", "TRICK1 2C", "TRICK-12C"],
        *["TRICK11C", "TRICK11", "TRICK12c", "TRICK1C2", "TRICK12CC", "TRICK12C3C", "TRICK1٢C", "TRICK12C\x00"],
    ],
)
def test_a_wrong_message_of_a_client_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_client_message(text)


@pytest.mark.parametrize(
    "text",
    [
        *["", "BUSY", "BUSYX", "BUSYNN", "BUSYNESWN", "IAMN", "WRONG", "WRONG0", "WRONG14", "WRONG01"],
        *[
            f"DEAL8N{HAND}",
            f"DEAL0N{HAND}",
            f"DEAL1X{HAND}",
            f"DEAL1N{HAND[:-2]}",
            f"DEAL1N{HAND}2D",
            "DEAL1N" + "2C" * 13,
        ],
        *["TRICK12C3C4C5C", "TRICK12C2C", "TRICK0", "TAKEN12C3C4C5C", "TAKEN12C3C4CN", "TAKEN12C2C4C5CN"],
        *["SCOREN0E13S100", "SCOREN0E13S100N7", "SCOREN0E13S100W7N0", "TOTALN-1E13S100W7", "TOTALN0E13S100W"],
        "TOTALN0E13S100W" + "9" * 5000,
    ],
)
def test_a_wrong_message_of_a_server_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_server_message(text)


@given(st.text(alphabet="TRICKAENWSDLBUYOGM0123456789JQKH\r\n ", max_size=40) | st.text())
def test_whatever_is_sent_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(NotationError):
        assert read_client_message(text).text() == text
    with contextlib.suppress(NotationError):
        assert read_server_message(text)
