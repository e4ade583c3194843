from __future__ import annotations

from random import Random

import pytest

from stolik.contract import NotationError
from stolik.games.kierki.cards import write_card, write_cards
from stolik.games.kierki.report import read_report
from stolik.games.kierki.rules import SEATS, Position, random_match

AT = {seat: f"127.0.0.1:{5000 + number}" for number, seat in enumerate(SEATS)}


def from_server(seat: str, message: str) -> str:
    return f"[127.0.0.1:2345,{AT[seat]},2026-05-04T12:00:00.000] {message}"


def from_client(seat: str, message: str) -> str:
    return f"[{AT[seat]},127.0.0.1:2345,2026-05-04T12:00:00.000] {message}"


def deal_lines(position: Position, seat: str) -> list[str]:
    deal = position.deal
    hand = write_cards(deal.hands[SEATS.index(seat)])
    return [from_server(seat, f"DEAL{deal.kind}{SEATS[deal.first]}{hand}")]


def a_report(match: Position, *, stop_after: int | None = None) -> tuple[list[str], list[int]]:
    """The lines of a match of random cards, with wrong words and a client that comes back."""
    rng, position = Random(1), match
    lines = [line for seat in SEATS for line in (from_client(seat, f"IAM{seat}"),)]
    lines += [line for seat in SEATS for line in deal_lines(position, seat)]
    cards: list[int] = []
    while position.turn is not None and len(cards) != stop_after:
        seat, now = position.turn, position.open
        card = rng.choice(position.moves())
        cards.append(card)
        lines.append(from_server(seat, f"TRICK{now.number}{write_cards(now.cards)}"))
        lines += [from_client(seat, "TRICK99"), from_server(seat, f"WRONG{now.number}")]
        lines.append(from_client(seat, f"TRICK{now.number}{write_card(card)}"))
        position = position.play(card)
        if position.open.cards:
            continue
        trick = position.open.last
        assert trick is not None
        taken = f"TAKEN{trick.number}{write_cards(trick.cards)}{SEATS[trick.taker]}"
        lines += [from_server(other, taken) for other in SEATS]
        if position.open.deal_just_ended() and position.turn:
            lines += [line for other in SEATS for line in deal_lines(position, other)]
        elif trick.number == 3:
            lines += [from_client("E", "IAME"), *deal_lines(position, "E"), from_server("E", taken)]
    return lines, cards


@pytest.mark.parametrize("early_end", [False, True])
def test_a_report_gives_back_the_deals_and_the_cards(early_end: bool) -> None:
    match = random_match(Random(2), [3, 4, 7], early_end=early_end)
    lines, cards = a_report(match)
    deals, played, ended_early = read_report("".join(f"{line}\r\n" for line in lines))
    assert deals == match.deals
    assert list(played) == cards
    assert ended_early == early_end


def test_a_match_that_was_cut_short_has_its_whole_tricks() -> None:
    lines, cards = a_report(random_match(Random(2), [1]), stop_after=10)
    assert list(read_report("\n".join(lines))[1]) == cards[:8]


def test_what_is_no_report_is_named() -> None:
    with pytest.raises(NotationError, match="line 1 is not a line of a report: 'hello'"):
        read_report("hello")
