"""Two games that no package brings: Nim, where all is open, and Ranks, where each of three holds hidden cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from msgspec import Struct, structs
from tests.support.reading import readable

from stolik.contract import Game, IllegalMove, Seat

MOST_TAKEN: Final = 3
NIM_SEATS: Final = ("one", "two")
RANKS_SEATS: Final = ("a", "b", "c")
DECK: Final = tuple(range(1, 13))


class Heap(Struct, frozen=True):
    """Nim: one heap, from which one, two or three are taken in turn; who takes the last wins."""

    left: int
    mover: Seat = "one"

    @property
    def turn(self) -> Seat | None:
        return self.mover if self.left else None

    def moves(self) -> Sequence[int]:
        return range(1, min(MOST_TAKEN, self.left) + 1)

    def play(self, move: int) -> Heap:
        if move not in self.moves():
            raise IllegalMove(f"{move} cannot be taken")
        return Heap(self.left - move, self._other)

    def view(self, seat: Seat | None) -> Heap:
        return self

    @property
    def scores(self) -> Mapping[Seat, int]:
        return {seat: int(seat in self.winners) for seat in NIM_SEATS}

    @property
    def winners(self) -> tuple[Seat, ...]:
        return () if self.left else (self._other,)

    @property
    def _other(self) -> Seat:
        return "two" if self.mover == "one" else "one"


NIM: Final = Game(
    name="nim-in-tests",
    seats=NIM_SEATS,
    start=lambda rng: Heap(rng.randrange(8, 20)),
    read=readable(lambda text: Heap(int(text))),
    write=lambda heap: str(heap.left),
    read_move=readable(int),
    write_move=str,
    view_type=Heap,
)


class RanksView(Struct, frozen=True):
    """What a seat of Ranks sees: its own cards, and those that were played."""

    seat: Seat | None
    hand: tuple[int, ...]
    played: tuple[int, ...] = ()
    trick: tuple[int, ...] = ()
    leader: int = 0
    taken: tuple[int, ...] = (0, 0, 0)

    @property
    def turn(self) -> Seat | None:
        if len(self.played) == len(DECK):
            return None
        return RANKS_SEATS[(self.leader + len(self.trick)) % len(RANKS_SEATS)]

    def moves(self) -> Sequence[int]:
        return self.hand if self.turn == self.seat else ()


class Ranks(Struct, frozen=True):
    """Each plays one card to a trick, and the highest takes it. `open` is what everybody sees."""

    hands: tuple[tuple[int, ...], ...]
    open: RanksView = RanksView(None, ())

    @property
    def turn(self) -> Seat | None:
        return self.open.turn

    def moves(self) -> Sequence[int]:
        return () if self.turn is None else self.hands[RANKS_SEATS.index(self.turn)]

    def play(self, move: int) -> Ranks:
        if move not in self.moves():
            raise IllegalMove(f"{move} is not in the hand")
        seen = self.open
        hands = tuple(tuple(card for card in hand if card != move) for hand in self.hands)
        trick, leader, taken = (*seen.trick, move), seen.leader, list(seen.taken)
        if len(trick) == len(RANKS_SEATS):
            leader = (leader + trick.index(max(trick))) % len(RANKS_SEATS)
            taken[leader] += 1
            trick = ()
        return Ranks(hands, RanksView(None, (), (*seen.played, move), trick, leader, tuple(taken)))

    def view(self, seat: Seat | None) -> RanksView:
        hand = () if seat is None else self.hands[RANKS_SEATS.index(seat)]
        return structs.replace(self.open, seat=seat, hand=hand)

    @property
    def scores(self) -> Mapping[Seat, int]:
        return dict(zip(RANKS_SEATS, self.open.taken, strict=True))

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, taken in self.scores.items() if taken == max(self.open.taken))


class FewRanks(Ranks, frozen=True):
    """The same, but the fewest tricks win."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, taken in self.scores.items() if taken == min(self.open.taken))

    def play(self, move: int) -> FewRanks:
        after = super().play(move)
        return FewRanks(after.hands, after.open)


def deal(rng: Random) -> Ranks:
    cards = rng.sample(DECK, len(DECK))
    return Ranks(tuple(tuple(sorted(cards[at::3])) for at in range(3)))


def guess(view: RanksView, rng: Random) -> Ranks:
    """The cards that the seat has not seen, dealt anew to the others."""
    unseen = [card for card in DECK if card not in view.hand and card not in view.played]
    rng.shuffle(unseen)
    hands = []
    for at, seat in enumerate(RANKS_SEATS):
        has_played = (at - view.leader) % len(RANKS_SEATS) < len(view.trick)
        size = len(DECK) // 3 - len(view.played) // 3 - has_played
        hands.append(view.hand if seat == view.seat else tuple(sorted(unseen.pop() for _ in range(size))))
    return Ranks(tuple(hands), structs.replace(view, seat=None, hand=()))


def guess_few(view: RanksView, rng: Random) -> Ranks:
    guessed = guess(view, rng)
    return FewRanks(guessed.hands, guessed.open)


RANKS: Final[Game[Any, Any]] = Game(
    name="ranks-in-tests",
    seats=RANKS_SEATS,
    start=deal,
    read=readable(lambda text: Ranks(tuple(tuple(map(int, hand.split())) for hand in text.split("|")))),
    write=lambda start: "|".join(" ".join(map(str, hand)) for hand in start.hands),
    read_move=readable(int),
    write_move=str,
    view_type=RanksView,
    hidden=True,
    text=str,
    guess=guess,
)
FEW_RANKS: Final = replace(RANKS, name="few-ranks-in-tests", low_score_wins=True, guess=guess_few)
RANKS_WITHOUT_GUESS: Final = replace(RANKS, name="blind-ranks-in-tests", guess=None)
