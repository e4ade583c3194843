"""Mutants of `kierki-serwer`: tricks, turns, and what is WRONG."""

from __future__ import annotations

import re
from typing import Any

from tests.check.mutants import Mutants

from stolik.games.kierki import cards, door, match_file, rules, wire
from stolik.table import table
from stolik.table.events import Refused

mutants = Mutants()


@mutants.mutant("taken-goes-to-everybody")
def taken_names_the_next_seat() -> None:
    """TAKEN names the seat after the taker."""
    whole = door._taken
    turn = dict(zip("NESW", "ESWN", strict=True))
    door._taken = lambda trick: whole(trick)[:-1] + turn[whole(trick)[-1]]


@mutants.mutant("taken-goes-to-everybody")
def taken_sorts_the_cards() -> None:
    """TAKEN lists the cards by value."""
    door._taken = lambda trick: wire.Taken(trick.number, tuple(sorted(trick.cards)), rules.SEATS[trick.taker]).text()


@mutants.mutant("highest-card-of-the-suit-takes")
def highest_rank_takes() -> None:
    """The highest card takes, whatever its suit."""
    rules.winning_card = lambda trick: max(range(4), key=lambda place: trick[place] % 13)


@mutants.mutant("low-cards")
def ten_is_lowest() -> None:
    """Values are compared as text: ten is the lowest."""

    def winning(trick: tuple[int, ...]) -> int:
        same = [place for place in range(4) if trick[place] // 13 == trick[0] // 13]
        return max(same, key=lambda place: (trick[place] % 13 != 8, trick[place] % 13))

    rules.winning_card = winning


@mutants.mutant("turn-goes-clockwise")
def turn_goes_the_other_way() -> None:
    """The turn goes N, W, S, E."""
    rules.Open.turn = property(
        lambda now: None if len(now.sheet) == now.deals else rules.SEATS[(now.leader - len(now.cards)) % 4]
    )


@mutants.mutant("first-leader-e")
def north_always_leads() -> None:
    """The first leader is always N."""
    whole = match_file.read_head
    match_file.read_head = lambda line, number: (whole(line, number)[0], 0)


@mutants.mutant("several-deals")
def only_the_first_deal() -> None:
    """Only the first deal of the file is played."""
    whole = rules.new_match
    match_file.new_match = lambda deals, **more: whole(deals[:1], **more)


@mutants.mutant("not-following-suit")
def suit_is_not_checked() -> None:
    """A player need not follow suit."""
    rules.objection = lambda hand, on_table, card: None if hand >> card & 1 else "not held"


@mutants.mutant("card-not-held")
def hand_is_not_checked() -> None:
    """A player may put a card that it does not have."""
    rules.objection = lambda hand, on_table, card: None


@mutants.mutant("number-of-the-next-trick")
def number_is_not_checked() -> None:
    """The number of the trick in a client's message is not looked at."""
    door.KierkiDoor._put = lambda self, put: door.Play(self.seat, cards.write_card(put.card))


@mutants.mutant("wrong-has-the-number-of-the-trick")
def wrong_says_1() -> None:
    """WRONG always has the number 1."""
    whole = door.KierkiDoor.tell
    door.KierkiDoor.tell = lambda self, event: ("WRONG1",) if isinstance(event, Refused) else whole(self, event)


@mutants.mutant("asked-again-after-wrong")
def wrong_is_never_said() -> None:
    """A wrong answer is passed over: the question is repeated when its time is up."""
    whole = door.KierkiDoor.tell
    door.KierkiDoor.tell = lambda self, event: () if isinstance(event, Refused) else whole(self, event)


@mutants.mutant("card-out-of-turn")
def card_out_of_turn_is_not_answered() -> None:
    """A card out of turn is passed over in silence."""
    whole = table.Table._foul

    def foul(self: Any, foul: Any, now: float) -> Any:
        return [] if self.position.turn != foul.seat else whole(self, foul, now)

    table.Table._foul = foul


@mutants.mutant("card-not-held")
def wrong_card_ends_the_connection() -> None:
    """A client that puts a wrong card is disconnected."""
    whole = table.Table._foul
    table.Table._foul = lambda self, foul, now: (
        self._expel(foul, now) if self.stage is table._PLAYING else whole(self, foul, now)
    )


@mutants.mutant("wrong-is-told-to-its-sender-alone")
def wrong_is_told_to_all() -> None:
    """WRONG goes to all players."""
    whole = table.Table._foul

    def foul(self: Any, foul: Any, now: float) -> Any:
        events = whole(self, foul, now)
        return [Refused(seat, one.why) if isinstance(one, Refused) else one for one in events for seat in self.players]

    table.Table._foul = foul


@mutants.mutant("answer-two-cards")
def rest_of_the_line_is_ignored() -> None:
    """What follows a right message in its line is ignored."""
    whole = door.read_client_message

    def read(text: str) -> Any:
        found = re.match(r"TRICK(1[0-3]|[1-9])(10|[2-9JQKA])[CDHS]|IAM[NESW]", text)
        return whole(found[0] if found else text)

    door.read_client_message = read
