from __future__ import annotations

from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.support.kierki_positions import random_position, with_other_hidden_cards

pytest.importorskip("numba")

from stolik.games.kierki.cards import card_set, cards_in, read_cards, write_card
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.players.search import FLAT, SEARCH, Search, distinct
from stolik.games.kierki.players.thoughts import Style
from stolik.games.kierki.rules import KINDS, Open, Position, Trick, View, random_match

SEEDS = st.integers(0, 2**32)
PLAYS = st.integers(0, 51)
STYLES = pytest.mark.parametrize("style", [FLAT, SEARCH], ids=["flat", "search"])


def choice(view: View, style: Style, seed: int = 1) -> int:
    return Search(Random(seed), style, playouts=100).choose(view)


@STYLES
@settings(max_examples=40)
@given(seed=SEEDS, plays=PLAYS)
def test_a_choice_is_legal_and_depends_on_nothing_hidden(style: Style, seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    other = with_other_hidden_cards(position, Random(seed))
    chosen = choice(position.view(position.turn), style, seed)
    assert chosen in position.moves()
    assert choice(other.view(position.turn), style, seed) == chosen


@STYLES
@settings(max_examples=20)
@given(seed=SEEDS, plays=PLAYS)
def test_a_client_that_knows_less_of_the_match_chooses_the_same(style: Style, seed: int, plays: int) -> None:
    view = random_position(seed, plays).view(random_position(seed, plays).turn)
    now = view.open
    told = Open(len(now.sheet) + 1, now.kind, now.first, now.leader, now.cards, now.tricks, now.points, now.sheet)
    shuffled = Random(seed).sample(view.dealt, len(view.dealt))
    assert choice(View(told, view.seat, tuple(shuffled), view.hand), style) == choice(view, style)


@STYLES
@settings(max_examples=10)
@given(seed=SEEDS, kind=st.sampled_from(KINDS))
def test_whole_deals_are_played(style: Style, seed: int, kind: int) -> None:
    position = random_match(Random(seed), [kind])
    players = [Search(Random(seed + seat), style, playouts=50) for seat in range(4)]
    while position.turn:
        position = position.play(players[position.open.actor].choose(position.view(position.turn)))


def after_two_deals(seed: int) -> Position:
    position, rng = random_match(Random(seed), [1, 7, 2]), Random(seed)
    while len(position.open.sheet) < 2 or len(position.open.tricks) < 4:
        position = position.play(rng.choice(position.moves()))
    return position


@settings(max_examples=10)
@given(seed=SEEDS)
def test_flat_remembers_no_earlier_deal(seed: int) -> None:
    view = after_two_deals(seed).view(after_two_deals(seed).turn)
    forgotten = replace(view, open=replace(view.open, finished=()))
    assert choice(view, FLAT) == choice(forgotten, FLAT)


@settings(max_examples=10)
@given(seed=SEEDS)
def test_what_search_knows_is_in_the_view_and_not_in_the_player(seed: int) -> None:
    view = after_two_deals(seed).view(after_two_deals(seed).turn)
    rng = Random(1)
    player = Search(rng, playouts=100)
    player.choose(after_two_deals(seed + 1).view(after_two_deals(seed + 1).turn))
    rng.seed(1)
    assert player.choose(view) == choice(view, SEARCH)


@STYLES
def test_a_view_that_no_world_fits_gets_the_heuristics_card(style: Style) -> None:
    view = View(Open(1, 1, 0, 0), 0, hand=card_set(read_cards("2CAC5D")))
    assert choice(view, style) == Heuristic().choose(view)
    impossible = Trick(1, 1, read_cards("2C3D4D5D"), 1), Trick(2, 1, read_cards("6C7C8C9C"), 0)
    view = View(Open(1, 1, 1, 0, (), impossible), 0, hand=card_set(range(39, 50)))
    assert choice(view, style) in cards_in(view.hand)


def test_the_clock_is_kept_and_the_heuristics_card_is_ready_at_once() -> None:
    view = random_position(1, 0).view(random_position(1, 0).turn)
    ticks = count()
    player = Search(Random(1), seconds=10, clock=lambda: float(next(ticks)))
    assert player.choose(view) in view.moves()
    assert player.playouts_made > 0
    assert next(ticks) <= 13
    late = Search(Random(1), seconds=0, clock=lambda: 0.0)
    assert late.choose(view) == Heuristic().choose(view)
    assert late.playouts_made == 0


def test_a_time_needs_a_clock() -> None:
    with pytest.raises(ValueError, match="seconds and a clock must be given together"):
        Search(Random(1), seconds=1)
    with pytest.raises(ValueError, match="a budget is needed"):
        Search(Random(1))


def test_whatever_comes_first_ends_the_thinking() -> None:
    view = random_position(1, 0).view(random_position(1, 0).turn)
    player = Search(Random(1), playouts=100, seconds=1, clock=lambda: 0.0)
    assert player.choose(view) == Search(Random(1), playouts=100).choose(view)


@pytest.mark.parametrize(
    ("kind", "hand", "table", "kept"),
    [
        (1, "2C3C4CAC", "", "2CAC"),
        (1, "2C4C5C", "3C", "2C4C"),
        (3, "10CJCQCKC", "", "10CQCKC"),
        (1, "AC2D", "", "AC2D"),
    ],
)
def test_cards_that_come_to_the_same_are_tried_once(kind: int, hand: str, table: str, kept: str) -> None:
    cards = read_cards(table)
    view = View(Open(1, kind, 0, -len(cards) % 4, cards), 0, hand=card_set(read_cards(hand)))
    assert "".join(map(write_card, distinct(view))) == kept


@pytest.mark.parametrize(("style", "playouts"), [(FLAT, 400), (SEARCH, 400)], ids=["flat", "search"])
def test_it_ducks_the_king_of_hearts_as_a_person_would(style: Style, playouts: int) -> None:
    trick = read_cards("3H5HKH")
    hand = read_cards("2HAH2C3C4C5C2D3D4D5D2S3S4S")
    view = View(Open(1, 5, 1, 1, trick), 0, hand, card_set(hand))
    assert write_card(Search(Random(1), style, playouts=playouts).choose(view)) == "2H"
