"""What the page is shown of each of our games; that every game can be shown is in its suite."""

from __future__ import annotations

from random import Random

import msgspec

from stolik.contract.registry import all_games
from stolik.games.graph.rules import read_position as read_graph
from stolik.games.kierki.cards import cards_in, write_card
from stolik.games.kierki.rules import SEATS, random_match
from stolik.games.kierki.shown import KierkiShown
from stolik.games.krazki.rules import read_position as read_krazki
from stolik.games.othello.rules import START
from stolik.web.messages.views import show


def test_othello_is_a_board_of_letters() -> None:
    shown = msgspec.to_builtins(show(all_games()["othello"], START, "black"))
    assert shown == {
        "board": "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27,
        "turn": "black",
        "moves": ["d3", "c4", "f5", "e6"],
        "discs": {"black": 2, "white": 2},
    }


def test_krazki_and_the_graph_are_shown_as_they_are_written() -> None:
    stacks = msgspec.to_builtins(show(all_games()["krazki"], read_krazki("c |cb||b|"), "c"))
    assert stacks == {"stacks": ("cb", "", "b"), "turn": "c", "moves": ["0"]}
    walk = msgspec.to_builtins(show(all_games()["graph"], read_graph("3 1 2 0 1 1 2"), None))
    assert walk == {"vertices": 3, "token": 1, "edges": ((0, 1), (1, 2)), "turn": "first", "moves": []}


def test_kierki_is_shown_from_a_seat_with_its_hand_and_to_others_without() -> None:
    position = random_match(Random(1))
    for _ in range(52 + 6):
        position = position.play(position.moves()[0])
    kierki = all_games()["kierki"]
    east, everyone = (show(kierki, position.view(seat), seat) for seat in ("E", None))
    assert isinstance(east, KierkiShown)
    assert isinstance(everyone, KierkiShown)
    held = set(map(write_card, cards_in(position.hands[SEATS.index("E")])))
    assert (set(east.hand), len(east.dealt), east.seat) == (held, 13, "E")
    assert (everyone.hand, everyone.dealt, everyone.seat) == ([], [], None)
    assert (everyone.deal, everyone.deals, everyone.number, everyone.kind) == (2, 7, 2, 2)
    assert [card.card for card in everyone.trick] == list(map(write_card, position.open.cards))
    assert everyone.trick[0].seat == everyone.leader == everyone.tricks[-1].taker
    assert everyone.last == everyone.tricks[-1]
    assert [(deal.kind, sum(deal.points.values())) for deal in everyone.sheet] == [(1, 13)]
    assert everyone.totals == everyone.sheet[0].points
