"""The sentences of the Krążki document, which defines the code protocol, with their translation."""

from __future__ import annotations

from stolik.check.scenario import Quote

DOCUMENT = "Opis konkursu gry w krążki"
_PROTOCOL = "Protokół komunikacyjny"


def _quote(heading: str, text: str, english: str) -> Quote:
    return Quote(text, heading, {"en": english})


LINES = _quote(
    _PROTOCOL,
    "Protokół komunikacyjny oparty jest na odczytywaniu i zapisywaniu łańcuchów ze standardowego we/wy; każda komenda "
    "wysyłana z lub do serwera (za pośrednictwem cin i cout) powinna kończyć się znakiem nowej linii (endl).",
    "The protocol reads and writes strings on standard input and output; every command that is sent from or to the "
    "server "
    "(by cin and cout) should end with a new line (endl).",
)
BEGIN = _quote(
    f"{_PROTOCOL}, Odpowiedzi serwera",
    "200 [opis gry] // Rozpoczęcie gry; teraz Twoja kolej, wyślij komunikat 210.",
    "200 [description of the game]: the game begins; it is your turn now, send 210.",
)
MOVE = _quote(
    f"{_PROTOCOL}, Żądania klienta",
    "210 [numer sterty] [stan sterty] // Wyślij ruch",
    "210 [move]: send a move.",
)
MOVED = _quote(
    f"{_PROTOCOL}, Odpowiedzi serwera",
    "220 [nr] [stan] // Ruch wykonany przez przeciwnika, serwer oczekuje na Twój ruch.",
    "220 [move]: the move that your opponent made; the server waits for your move.",
)
LEGAL = _quote(
    "Zasady gry",
    "Przegrywa ten, kto nie może wykonać ruchu.",
    "Whoever cannot make a move loses. (Every move has to be one that the rules allow.)",
)
END = _quote(
    f"{_PROTOCOL}, Odpowiedzi serwera",
    "Po otrzymaniu odpowiedzi 230 lub wyższej, klient powinien zakończyć działanie.",
    "After an answer of 230 or more the client should end.",
)
WRONG = _quote(
    f"{_PROTOCOL}, Odpowiedzi serwera",
    "999 [opis] // Błąd komendy, opis powinien wyjaśnić przyczynę.",
    "999 [words]: a wrong command; the words should say why.",
)
