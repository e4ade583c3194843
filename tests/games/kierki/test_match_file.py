"""The file that defines a Kierki match: what it says, and what is wrong with it and where."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.contract import NotationError
from stolik.games.kierki.cards import write_cards
from stolik.games.kierki.match_file import read_deals, read_match, write_deals, write_match
from stolik.games.kierki.rules import KINDS, random_deal

HEAD = "2E"
CLUBS = "2C3C4C5C6C7C8C9C10CJCQCKCAC"
DIAMONDS = "2D3D4D5D6D7D8D9D10DJDQDKDAD"
HEARTS = "2H3H4H5H6H7H8H9H10HJHQHKHAH"
SPADES = "AS2S3S4S5S6S7S8S9S10SJSQSKS"
DEAL = [HEAD, CLUBS, DIAMONDS, HEARTS, SPADES]


def text_of(*lines: str, end: str = "\n") -> str:
    return "".join(line + end for line in lines)


def refusal(text: str) -> str:
    with pytest.raises(NotationError) as error:
        read_deals(text)
    return str(error.value)


def test_a_deal_is_a_type_a_first_leader_and_four_hands_in_the_order_dealt() -> None:
    (deal,) = read_deals(text_of(*DEAL))
    assert (deal.kind, deal.first) == (2, 1)
    assert list(map(write_cards, deal.hands)) == [CLUBS, DIAMONDS, HEARTS, SPADES]


@given(st.integers(0, 2**32), st.lists(st.sampled_from(KINDS), min_size=1, max_size=9))
def test_any_match_is_read_back_from_its_file(seed: int, kinds: list[int]) -> None:
    rng = Random(seed)
    deals = tuple(random_deal(rng, kind) for kind in kinds)
    assert read_deals(write_deals(deals)) == deals


@pytest.mark.parametrize(
    "text",
    [
        text_of(*DEAL, end="\r\n"),
        text_of(*DEAL).rstrip("\n"),
        text_of(*DEAL, "", " ", ""),
        text_of(*DEAL, "", "", end="\r\n"),
    ],
    ids=["lines ended by CR LF", "no end of the last line", "blank lines behind", "blank lines with CR LF behind"],
)
def test_line_ends_and_blank_lines_at_the_end_do_not_matter(text: str) -> None:
    assert read_deals(text) == read_deals(text_of(*DEAL))


def test_a_match_begins_with_the_files_first_deal_and_is_written_as_the_same_file_at_any_time() -> None:
    text = text_of(*DEAL, "7W", SPADES, HEARTS, DIAMONDS, CLUBS)
    match = read_match(text)
    assert (match.open.deals, match.open.kind, match.turn) == (2, 2, "E")
    assert write_match(match.play(match.moves()[0])) == text
    assert read_match(text, early_end=True).early_end


@pytest.mark.parametrize("text", ["", "\n", "\r\n\r\n", "  \n"])
def test_a_file_without_a_deal_is_refused(text: str) -> None:
    assert refusal(text) == "there is no deal in it"


@pytest.mark.parametrize("lines", [1, 4, 6, 9])
def test_a_file_that_ends_inside_a_deal_is_refused_at_its_last_line(lines: int) -> None:
    assert refusal(text_of(*(2 * DEAL)[:lines])).startswith(f"line {lines}: the file ends inside a deal")


NO_TYPE = "does not begin with a deal type from 1 to 7"
NO_SEAT = "should be a deal type and one seat of N, E, S, W"


@pytest.mark.parametrize(
    ("line", "instead", "reason"),
    [
        (6, "8N", f"line 6: '8N' {NO_TYPE}"),
        (6, "0N", f"line 6: '0N' {NO_TYPE}"),
        (6, "", f"line 6: '' {NO_TYPE}"),
        (6, " 1N", f"line 6: ' 1N' {NO_TYPE}"),
        (6, "１N", f"line 6: '１N' {NO_TYPE}"),
        (6, "\ufeff1N", f"line 6: '\\ufeff1N' {NO_TYPE}"),
        (6, CLUBS[2:], f"line 6: '3C4C5C6C7C8C9C10CJCQ...' {NO_SEAT}"),
        (6, "1X", f"line 6: '1X' {NO_SEAT}"),
        (6, "1n", f"line 6: '1n' {NO_SEAT}"),
        (6, "1NE", f"line 6: '1NE' {NO_SEAT}"),
        (6, "1", f"line 6: '1' {NO_SEAT}"),
        (7, CLUBS[2:], "line 7: N is dealt 12 cards instead of 13"),
        (8, DIAMONDS + "2S", "line 8: E is dealt 14 cards instead of 13"),
        (9, "", "line 9: S is dealt 0 cards instead of 13"),
        (9, "2H" + HEARTS[:-2], "line 9: 2H is dealt twice, to S on line 9 and to S here"),
        (10, "10C" + SPADES[2:], "line 10: 10C is dealt twice, to N on line 7 and to W here"),
        (7, "2C1C" + CLUBS[4:], "line 7: in the cards of N, '1C4C5C6C7C8C9C10CJCQ...' does not begin with a card"),
        (10, SPADES + " ", "line 10: in the cards of W, ' ' does not begin with a card"),
        (10, SPADES[:-2] + "K♠", "line 10: in the cards of W, 'K♠' does not begin with a card"),
        (8, "２" + DIAMONDS[1:], "line 8: in the cards of E, '２D3D4D5D6D7D8D9D10DJ...' does not begin with a card"),
        (9, "kier", "line 9: in the cards of S, 'kier' does not begin with a card"),
    ],
)
def test_a_wrong_line_is_named_with_what_is_wrong_with_it(line: int, instead: str, reason: str) -> None:
    lines = 3 * DEAL
    lines[line - 1] = instead
    assert refusal(text_of(*lines)) == reason
