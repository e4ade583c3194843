from __future__ import annotations

import pytest

from stolik.games.kierki.cards import card_set, read_cards, write_card
from stolik.games.kierki.players.duck import Duck
from stolik.games.kierki.rules import Open, View


@pytest.mark.parametrize(
    ("hand", "table", "choice", "why"),
    [
        ("5C3DAS", "", "3D", "leads the lowest rank"),
        ("3S3D4C", "", "3D", "of equal ranks leads the first in the order C D H S"),
        ("2C8C10CAC", "9C", "8C", "follows with the highest card that loses"),
        ("2C8C10CAC", "9CQC", "10C", "looks at the best card on the table, not at the one led"),
        ("2C8C10CAC", "9CAD", "8C", "a card of another suit takes nothing"),
        ("5C8CAC", "4C", "5C", "follows with the lowest when every card would take"),
        ("2CKH3S", "9D", "KH", "throws off the highest rank when void"),
        ("KCKH3S", "9D", "KH", "of equal ranks throws off the first in the order S H D C"),
    ],
)
def test_duck_follows_its_rule(hand: str, table: str, choice: str, why: str) -> None:
    cards = read_cards(table)
    now = Open(deals=1, kind=1, first=0, leader=-len(cards) % 4, cards=cards)
    assert write_card(Duck().choose(View(now, 0, hand=card_set(read_cards(hand))))) == choice, why
