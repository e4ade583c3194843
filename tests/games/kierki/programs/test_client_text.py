from __future__ import annotations

import pytest

from stolik.games.kierki.cards import read_card, read_cards, write_card
from stolik.games.kierki.programs.client_text import HELP, Reply, obey, playable_now, spoken
from stolik.games.kierki.told import SeatKnowledge

HAND = "2C3C4C5C2D3D4D5D2H3H10HJHAS"
DEAL = f"DEAL3E{HAND}"
ASKED = "TRICK16C7C8C"
TAKEN = "TAKEN16C7C8C2CN"
NOT_YET = "You hold no cards."
NO_TRICKS = "You have taken no tricks."


def told_of(*lines: str) -> SeatKnowledge:
    known = SeatKnowledge("N")
    for line in lines:
        if line.startswith("!"):
            known.put(read_card(line[1:]))
        else:
            assert known.hear(line.encode()) is not None, line
    return known


@pytest.mark.parametrize(
    ("before", "line", "text"),
    [
        ([], "BUSYNW", "Place busy, list of busy places received: N, W."),
        ([], "BUSYE", "Place busy, list of busy places received: E."),
        (
            [],
            DEAL,
            "New deal 3: staring place E, your cards: 2C, 3C, 4C, 5C, 2D, 3D, 4D, 5D, 2H, 3H, 10H, JH, AS.",
        ),
        ([], "WRONG5", "Wrong message received in trick 5."),
        ([DEAL], TAKEN, "A trick 1 is taken by N, cards 6C, 7C, 8C, 2C."),
        ([DEAL], "SCOREN12E0S3W100", "The scores are:\nN | 12\nE | 0\nS | 3\nW | 100"),
        ([DEAL], "TOTALW1S22E3N4", "The total scores are:\nW | 1\nS | 22\nE | 3\nN | 4"),
        ([DEAL], "TRICK1", "Trick: (1) \nAvailable: 2C, 3C, 4C, 5C, 2D, 3D, 4D, 5D, 2H, 3H, 10H, JH, AS"),
        (
            [DEAL, TAKEN],
            "TRICK210S9S",
            "Trick: (2) 10S, 9S\nAvailable: 3C, 4C, 5C, 2D, 3D, 4D, 5D, 2H, 3H, 10H, JH, AS",
        ),
    ],
)
def test_a_servers_message_is_put_as_the_course_puts_it(before: list[str], line: str, text: str) -> None:
    known = told_of(*before)
    message = known.hear(line.encode())
    assert message is not None
    assert "\n".join(spoken(message, known)) == text


FULL = "2C, 3C, 4C, 5C, 2D, 3D, 4D, 5D, 2H, 3H, 10H, JH, AS"


@pytest.mark.parametrize(
    ("before", "typed", "lines"),
    [
        ([], "", ()),
        ([], "   ", ()),
        ([], "cards", (NOT_YET,)),
        ([], "tricks", (NO_TRICKS,)),
        ([], "help", HELP),
        ([], " ? ", HELP),
        ([], "!2C", ("2C is not played: it is not your turn.",)),
        ([DEAL], "cards", (FULL,)),
        ([DEAL], " Cards\t", (FULL,)),
        ([DEAL], "!2C", ("2C is not played: it is not your turn.",)),
        ([DEAL, TAKEN], "tricks", ("6C, 7C, 8C, 2C",)),
        (
            [DEAL, TAKEN, "TAKEN24C9C10CJCW", "TAKEN36H7H8H2HN"],
            "tricks",
            ("6C, 7C, 8C, 2C", "6H, 7H, 8H, 2H"),
        ),
        ([DEAL, TAKEN, "SCOREN0E0S0W0"], "tricks", ("6C, 7C, 8C, 2C",)),
        ([DEAL, TAKEN, "SCOREN0E0S0W0"], "cards", (NOT_YET,)),
        ([DEAL, ASKED, "!2C"], "!3C", ("3C is not played: you have already played to this trick.",)),
        ([DEAL, ASKED, "!2C"], "cards", (FULL[4:],)),
        ([DEAL, ASKED], "!KS", ("KS is not played: you do not hold KS.",)),
        (
            [DEAL, ASKED],
            "!as",
            ("AS is not played: you must follow suit: clubs were led and you hold 2C, 3C, 4C, 5C.",),
        ),
        ([DEAL, ASKED], "!1C", ("Not a card: '1C'. A card is a value and a suit, such as !2C, !10D or !QH.",)),
        ([DEAL, ASKED], "!", ("Not a card: ''. A card is a value and a suit, such as !2C, !10D or !QH.",)),
        ([DEAL, ASKED], "2c", ("To play 2C, type !2C.",)),
        ([], "fold", ("Unknown command: 'fold'. Type help for the list of commands.",)),
        ([], "\x1b[2Jż", (r"Unknown command: '\x1b[2J\u017c'. Type help for the list of commands.",)),
        ([], "x" * 99, (f"Unknown command: '{'x' * 40}...'. Type help for the list of commands.",)),
    ],
)
def test_a_line_typed_is_answered_in_words(before: list[str], typed: str, lines: tuple[str, ...]) -> None:
    assert obey(typed, told_of(*before)) == Reply(lines)


@pytest.mark.parametrize("typed", ["!2C", "!2c", "  !2c  ", "! 2C"])
def test_a_card_that_may_be_played_is_sent_without_a_word(typed: str) -> None:
    assert obey(typed, told_of(DEAL, ASKED)) == Reply((), read_card("2C"))


@pytest.mark.parametrize("again", ["WRONG1", ASKED])
def test_a_card_may_be_chosen_anew_when_it_was_refused_or_asked_for_again(again: str) -> None:
    assert obey("!3C", told_of(DEAL, ASKED, "!2C", again)) == Reply((), read_card("3C"))


def test_only_the_cards_that_may_be_played_now_are_offered() -> None:
    assert playable_now(told_of(DEAL)) == ()
    assert playable_now(told_of(DEAL, ASKED)) == read_cards("2C3C4C5C")
    assert playable_now(told_of(DEAL, ASKED, "!2C")) == ()


def test_every_card_can_be_typed_in_small_letters() -> None:
    for card in range(52):
        text = write_card(card).lower()
        assert obey(f"!{text}", SeatKnowledge("N")).lines == (f"{text.upper()} is not played: it is not your turn.",)
