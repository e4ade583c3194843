"""Random histories of joining, leaving, silence, fouls and play, in every game, in simulated time: many of them."""

from __future__ import annotations

from typing import Any

import pytest

from stolik.contract import HouseRules
from stolik.contract.registry import all_games, all_variants, find_game
from stolik.games.kierki.cards import card_set
from stolik.table.events import Event, Played, Shown
from stolik.table.table import Table
from stolik.testing.histories import NOISE, run_history
from stolik.testing.tables import STRICT_AND_PATIENT

HISTORIES = 120
SOAK_HISTORIES = 5_000
RULES = [*(game.house_rules for game in all_games().values()), *STRICT_AND_PATIENT]
# Moves of our games: right in one, and wrong in the others.
MOVES = ("2C", "0", "1 b", "f5", "a1", "31")


def hidden_cards(position: Any, seat: str) -> int:
    """Cards of a Kierki position that the seat must not see; nothing is hidden in the other games."""
    if not hasattr(position, "hands"):
        return 0
    unplayed = 0
    for number, name in enumerate("NESW"):
        if name != seat:
            unplayed |= position.hands[number]
    return unplayed


def check_secrecy(table: Table, events: list[Event]) -> None:
    """No hidden card in an event that its seat may not see."""
    last = {event.to: event.view for event in events if isinstance(event, Played | Shown)}
    for to, view in last.items():
        if hasattr(view, "dealt"):
            seen = card_set(view.dealt) | view.hand | card_set(view.open.cards)
            seen |= card_set(card for trick in view.open.tricks for card in trick.cards)
            assert not seen & hidden_cards(table.position, to)


@pytest.mark.parametrize("name", [*all_games(), *all_variants()])
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seeds", [range(HISTORIES), pytest.param(range(SOAK_HISTORIES), marks=pytest.mark.soak)])
def test_no_history_breaks_the_table(name: str, rules: HouseRules, seeds: range) -> None:
    game = find_game(name)
    for seed in seeds:
        run_history(game, rules, seed, (*NOISE, *MOVES), check_secrecy)
