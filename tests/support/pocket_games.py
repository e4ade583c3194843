"""Three tiny games that the code protocol has to serve too: three seats, hidden numbers, and moves in a row."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec import Struct
from tests.support.reading import readable

from stolik.contract import Game, HouseRules, IllegalMove

_FORFEIT = HouseRules(on_silence="forfeit", on_foul="forfeit", on_absence="forfeit")


class Counted(Struct, frozen=True):
    """Whoever takes the last of the matches wins; a move takes one, or two."""

    seats: tuple[str, ...]
    left: int
    turn_at: int
    again: bool = False
    """Whether taking two gives another turn."""

    @property
    def turn(self) -> str | None:
        return self.seats[self.turn_at] if self.left else None

    def moves(self) -> tuple[int, ...]:
        return tuple(number for number in (1, 2) if number <= self.left)

    def play(self, move: int) -> Counted:
        if move not in self.moves():
            raise IllegalMove(f"{move} cannot be taken")
        stays = self.again and move == 2 and self.left > 2
        return Counted(
            self.seats, self.left - move, self.turn_at if stays else (self.turn_at + 1) % len(self.seats), self.again
        )

    def view(self, seat: str | None) -> Counted:
        return self

    @property
    def scores(self) -> Mapping[str, int]:
        return {seat: int(seat in self.winners) for seat in self.seats}

    @property
    def winners(self) -> tuple[str, ...]:
        return () if self.left else (self.seats[self.turn_at - 1],)


def counted(
    name: str, seats: tuple[str, ...], *, again: bool = False, rules: HouseRules = _FORFEIT
) -> Game[Counted, int]:
    return Game(
        name=name,
        seats=seats,
        start=lambda _: Counted(seats, 6, 0, again),
        read=readable(lambda text: Counted(seats, int(text.split()[1]), seats.index(text.split()[0]), again)),
        write=lambda position: f"{seats[position.turn_at]} {position.left}",
        read_move=readable(int),
        write_move=str,
        view_type=Counted,
        house_rules=rules,
    )


THREE = counted("three", ("a", "b", "c"))
AGAIN = counted("again", ("a", "b"), again=True)
PATIENT = counted("patient", ("a", "b"), rules=HouseRules(turn_time=5.0))


class Guessing(Struct, frozen=True):
    """Each of two holds a secret number; whoever names the other's wins."""

    secrets: tuple[int, int]
    named: tuple[int, ...] = ()

    @property
    def turn(self) -> str | None:
        return None if self.winners else "ab"[len(self.named) % 2]

    def moves(self) -> tuple[int, ...]:
        return (1, 2, 3)

    def play(self, move: int) -> Guessing:
        if move not in self.moves():
            raise IllegalMove(f"{move} is not one of the numbers")
        return Guessing(self.secrets, (*self.named, move))

    def view(self, seat: str | None) -> GuessingView:
        return GuessingView(self.turn, None if seat is None else self.secrets["ab".index(seat)], self.named)

    @property
    def scores(self) -> Mapping[str, int]:
        return {seat: int(seat in self.winners) for seat in "ab"}

    @property
    def winners(self) -> tuple[str, ...]:
        last = len(self.named) - 1
        return ("ab"[last % 2],) if self.named and self.named[-1] == self.secrets[(last + 1) % 2] else ()


class GuessingView(Struct, frozen=True):
    """What one of the two knows."""

    turn: str | None
    mine: int | None
    named: tuple[int, ...]

    def moves(self) -> tuple[int, ...]:
        return (1, 2, 3)


GUESSING: Game[Guessing, int] = Game(
    name="guessing",
    seats=("a", "b"),
    start=lambda rng: Guessing((rng.randint(1, 3), rng.randint(1, 3))),
    read=readable(lambda text: Guessing((int(text[0]), int(text[1])), tuple(map(int, text[2:])))),
    write=lambda position: "".join(map(str, (*position.secrets, *position.named))),
    read_move=readable(int),
    write_move=str,
    view_type=GuessingView,
    text=lambda view: f"mine {view.mine}\nnamed {' '.join(map(str, view.named))}".rstrip(),
    house_rules=_FORFEIT,
    hidden=True,
)


def start_of(game: Game[Counted, int]) -> Counted:
    return game.start(Random(1))
