from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from stolik.contract import Seat
from stolik.games.kierki.cards import card_set, read_card, read_cards, write_cards
from stolik.games.kierki.rules import NO_POINTS, SEATS, Points, Position, Trick, View, random_match
from stolik.games.kierki.told import SeatKnowledge
from stolik.games.kierki.wire import AskCard, DealCards, Score, ServerMessage, Taken, Total

HAND = "2C3C4C5C2D3D4D5D2H3H4H5HAS"
DEAL = f"DEAL7E{HAND}"
# Seat N, E leads: the others' cards, then ours.
ASKED = "TRICK16C7C8C"
TAKEN = "TAKEN16C7C8C2CW"
SCORE = "SCOREN1E2S3W4"
TOTAL = "TOTALW4S3E2N1"


def told_of(*lines: str, seat: Seat = "N") -> SeatKnowledge:
    known = SeatKnowledge(seat)
    for line in lines:
        assert known.hear(line.encode()) is not None, line
    return known


def facts(known: SeatKnowledge) -> object:
    """Everything that can be seen from outside."""
    try:
        view: View | None = known.view()
    except ValueError:
        view = None
    return view, known.hand, known.own_tricks, known.asked, known.awaited, known.answer, known.finished


@pytest.mark.parametrize(
    ("before", "line", "why"),
    [
        ([], ASKED, "no deal yet"),
        ([], TAKEN, "no deal yet"),
        ([], "", "empty"),
        ([], "HELLO", "no such message"),
        ([], "IAMN", "a client's message"),
        ([], "BUSY", "nobody is named"),
        ([], DEAL.lower(), "small letters"),
        ([], DEAL + " ", "white space"),
        ([], f"DEAL7E{HAND[:-2]}", "twelve cards"),
        ([], f"DEAL7E{HAND[:-2]}2C", "a card twice"),
        ([], f"DEAL8E{HAND}", "no such type"),
        ([DEAL], DEAL, "told again"),
        ([DEAL], "BUSYN", "we sit"),
        ([DEAL], "TRICK02C", "no such trick"),
        ([DEAL], "TRICK14", "no such trick"),
        ([DEAL], "TRICK16C7C8C9C", "four cards on the table"),
        ([DEAL], "TRICK16C6C", "a card twice"),
        ([DEAL], "TRICK16C2C", "we hold a card that lies on the table"),
        ([DEAL, TAKEN], "TRICK16C7C8C", "the trick is taken"),
        ([DEAL, TAKEN], "TRICK27C", "a card of an earlier trick"),
        ([DEAL, TAKEN], "TRICK22C", "our own card of an earlier trick"),
        ([DEAL, TAKEN], TAKEN, "told again"),
        ([DEAL, TAKEN], "TAKEN16H7H8H2HW", "another content for a trick that is known"),
        ([DEAL, TAKEN], "TAKEN26C7H8H2HW", "a card of an earlier trick"),
        ([DEAL], "TAKEN16C7C8C9CW", "we played nothing to it"),
        ([DEAL], "TAKEN12C3C8C9CW", "we played twice to it"),
        ([DEAL], "TAKEN16C7C2CW", "three cards"),
        ([DEAL, ASKED, SCORE], ASKED, "the deal is over"),
        ([DEAL, SCORE, TOTAL], TAKEN, "the deal is over"),
        ([DEAL, SCORE], "TOTALN1E2S3", "three seats"),
        ([DEAL], "SCOREN1N2S3W4", "a seat twice"),
        ([DEAL, ASKED], "WRONG0", "no such trick"),
    ],
)
def test_a_wrong_line_changes_nothing(before: list[str], line: str, why: str) -> None:
    known = told_of(*before)
    facts_before = facts(known)
    assert known.hear(line.encode()) is None, why
    assert facts(known) == facts_before, why


def test_bytes_that_are_not_ascii_are_wrong() -> None:
    assert SeatKnowledge("N").hear(b"BUSY\xc5\x83") is None
    assert SeatKnowledge("N").hear("TRICK١".encode()) is None


def test_a_question_is_the_same_when_asked_again_and_its_answer_stays() -> None:
    known = told_of(DEAL, ASKED)
    assert known.put(read_card("2C")).text() == "TRICK12C"
    assert (known.answer, known.awaited) == (read_card("2C"), False)
    known.hear(ASKED.encode())
    assert (known.answer, known.awaited) == (read_card("2C"), True)


def test_a_refused_card_is_not_tried_again_until_all_were_refused() -> None:
    known = told_of(DEAL, ASKED)
    tried = []
    for _ in range(4):
        card = known.untried()[0]
        tried.append(card)
        known.put(card)
        known.hear(b"WRONG1")
        assert known.answer is None
        assert known.awaited
        known.hear(ASKED.encode())
    assert write_cards(tried) == "2C3C4C5C"
    assert known.untried() == tuple(tried)


def test_a_refusal_ends_with_its_trick() -> None:
    known = told_of(DEAL, ASKED)
    known.put(read_card("3C"))
    for line in ("WRONG1", TAKEN, "TRICK2"):
        known.hear(line.encode())
    assert read_card("3C") in known.untried()


def test_a_refusal_in_another_trick_is_not_of_this_answer() -> None:
    known = told_of(DEAL, ASKED)
    known.put(read_card("2C"))
    assert known.hear(b"WRONG2") is not None
    assert known.answer == read_card("2C")


def test_a_card_sent_has_left_the_hand_until_it_is_refused_or_asked_for_again() -> None:
    known = told_of(DEAL, ASKED)
    assert write_cards(known.hand) == HAND
    known.put(read_card("2C"))
    assert write_cards(known.hand) == HAND[2:]
    known.hear(b"WRONG1")
    assert write_cards(known.hand) == HAND
    known.put(read_card("2C"))
    known.hear(ASKED.encode())
    assert write_cards(known.hand) == HAND
    known.hear(TAKEN.encode())
    assert write_cards(known.hand) == HAND[2:]


def test_nobody_can_put_a_card_unasked() -> None:
    with pytest.raises(ValueError, match="nobody asks"):
        told_of(DEAL).put(0)


def test_own_tricks_stay_after_the_deal_and_go_with_the_next() -> None:
    known = told_of(DEAL, TAKEN, "TAKEN22H6H7H8HN")
    own = (Trick(2, 0, read_cards("2H6H7H8H"), 0),)
    assert known.own_tricks == own
    known.hear(SCORE.encode())
    assert (known.own_tricks, known.hand) == (own, ())
    known.hear(DEAL.encode())
    assert not known.own_tricks
    assert write_cards(known.hand) == HAND


@pytest.mark.parametrize(
    ("lines", "finished"),
    [
        ([], False),
        ([DEAL, SCORE], False),
        ([DEAL, SCORE, TOTAL], True),
        ([DEAL, TOTAL, SCORE], True),
        ([DEAL, SCORE, TOTAL, DEAL], False),
        (["BUSYNW"], False),
    ],
)
def test_the_match_is_finished_by_a_total_with_no_deal_after_it(lines: list[str], finished: bool) -> None:
    assert told_of(*lines).finished is finished


def test_the_sheet_of_a_client_that_came_late_has_the_sum_of_what_it_missed() -> None:
    known = told_of(DEAL, SCORE, "TOTALN11E12S13W14", DEAL)
    assert known.view().open.totals == (11, 12, 13, 14)


def test_scores_are_read_in_any_order_of_seats() -> None:
    assert told_of(DEAL, "SCOREW4N1S3E2", DEAL).view().open.sheet == ((1, 2, 3, 4),)


def test_a_server_that_leaves_tricks_out_is_still_answered() -> None:
    known = told_of(DEAL, "TRICK56H7H")
    assert known.untried() == read_cards("2H3H4H5H")
    assert known.put(read_card("2H")).text() == "TRICK52H"


def message_of_scores(kind: type[Score] | type[Total], points: Points, rng: Random) -> ServerMessage:
    pairs = list(zip(SEATS, points, strict=True))
    rng.shuffle(pairs)
    return kind(tuple(pairs))


def deal_message(position: Position, seat: Seat) -> ServerMessage:
    return DealCards(position.open.kind, SEATS[position.open.first], position.view(seat).dealt)


def taken_message(trick: Trick) -> ServerMessage:
    return Taken(trick.number, trick.cards, SEATS[trick.taker])


def tell(known: SeatKnowledge, message: ServerMessage) -> None:
    assert known.hear(message.text().encode()) == message


def reduced(view: View, *, came_late: bool) -> View:
    """The view without what a client does not keep; one that came late knows no earlier deal but by the totals."""
    now = replace(view.open, deals=0, kinds=())
    if came_late:
        now = replace(now, sheet=(), last=None, totals=NO_POINTS, finished=())
    return replace(view, open=now)


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(SEATS), st.booleans())
def test_a_client_knows_at_each_of_its_turns_what_its_seat_may_know(rng: Random, seat: Seat, early_end: bool) -> None:
    position = random_match(rng, rng.choices(range(1, 8), k=3), early_end=early_end)
    known, came_late = SeatKnowledge(seat), False
    tell(known, deal_message(position, seat))
    while position.turn is not None:
        if rng.random() < 0.01:
            known, came_late = SeatKnowledge(seat), True
            tell(known, deal_message(position, seat))
            for trick in position.open.tricks:
                tell(known, taken_message(trick))
        card = rng.choice(position.moves())
        if position.turn == seat:
            for _ in range(rng.choice((1, 1, 2))):
                tell(known, AskCard(position.open.number, position.open.cards))
            assert reduced(known.view(), came_late=came_late) == reduced(position.view(seat), came_late=came_late)
            if came_late and known.view().open.sheet:
                assert known.view().open.totals == position.open.totals
            assert tuple(known.untried()) == tuple(position.moves())
            assert card_set(known.hand) == position.view(seat).hand
            known.put(card)
        before, position = position, position.play(card)
        if position.open.last != before.open.last and position.open.last:
            tell(known, taken_message(position.open.last))
        if position.open.deal_just_ended() and len(position.open.sheet) > len(before.open.sheet):
            tell(known, message_of_scores(Score, position.open.sheet[-1], rng))
            tell(known, message_of_scores(Total, position.open.totals, rng))
            assert known.finished
            if position.turn is not None:
                tell(known, deal_message(position, seat))
    assert known.finished
