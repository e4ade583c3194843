"""Monte Carlo tree search over the contract: plays any game, for any number of seats.

Every playout walks down the tree by the moves that promise most (UCT), adds one move to it, and goes on at random to
the end of the game. Each seat maximises its own result. A game with hidden information has to say what a seat may
suppose (`Game.guess`): then every playout begins from another guess, and the tree is one of moves, whatever the guess
(information-set search). With the same seed and as many playouts, the same move is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from random import Random
from typing import Any, Final

from stolik.contract import AnyGame, Position, Seat, View
from stolik.players.clock import THINKING_CLOCK, Clock

# How much a move that was tried seldom is worth trying again. Results lie between 0 and 1; 0.7 is the usual value.
_CURIOSITY: Final = 0.7


class TreeSearch:
    """Searches for so many playouts or so many seconds, whichever end first."""

    def __init__(
        self,
        game: AnyGame,
        rng: Random,
        playouts: int,
        seconds: float | None = None,
        clock: Clock = THINKING_CLOCK,
    ) -> None:
        """Raises ValueError for a game that this search cannot play."""
        if not can_search(game):
            raise ValueError(f"{game.name} hides something and has no 'guess': a tree search cannot play it")
        self._guess: Callable[[Any, Random], Position[Any]] = game.guess or _nothing_hidden
        self._seats = game.seats
        self._sign = -1 if game.low_score_wins else 1
        self._rng = rng
        self._playouts = playouts
        self._seconds = seconds
        self._clock = clock
        self._cancelled = False

    def choose(self, view: View[Any]) -> Any:  # noqa: ANN401 - any game's
        """The move that was tried most: the search spends its time on what is best."""
        self._cancelled = False
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        until = None if self._seconds is None else self._clock() + self._seconds
        root = _Node()
        for _ in range(self._playouts):
            if self._cancelled or (until is not None and self._clock() >= until):
                break
            self._play_out(root, self._guess(view, self._rng))
        return max(moves, key=root.merit) if root.children else self._rng.choice(moves)

    def cancel(self) -> None:
        """Makes the choice that is under way come after the playout that is under way; from any thread."""
        self._cancelled = True

    def _play_out(self, root: _Node, position: Position[Any]) -> None:
        rng = self._rng
        node, path = root, []
        while (seat := position.turn) is not None:
            move, child, is_new = node.step(position.moves(), rng)
            path.append((seat, child))
            position = position.play(move)
            node = child
            if is_new:
                break
        while position.turn is not None:
            position = position.play(rng.choice(position.moves()))
        worth = results(position, self._seats, self._sign)
        for seat, child in path:
            child.visits += 1
            child.total += worth[seat]


class _Node:
    """What came after one move, under all guesses in which the move was possible."""

    __slots__ = ("children", "possible", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Any, _Node] = {}
        self.visits = 0
        self.possible = 0
        """In how many playouts the move could have been made, made or not."""
        self.total = 0.0
        """The sum of the results of whoever made the move."""

    def step(self, moves: Sequence[Any], rng: Random) -> tuple[Any, _Node, bool]:
        """The move to try, what comes after it, and whether it was never tried here."""
        children = self.children
        new = [move for move in moves if move not in children]
        known = [(move, children[move]) for move in moves if move in children]
        for _, child in known:
            child.possible += 1
        if new:
            move = rng.choice(new)
            child = children[move] = _Node()
            child.possible = 1
            return move, child, True
        move, child = max(known, key=_promise)
        return move, child, False

    def merit(self, move: Any) -> tuple[int, float]:  # noqa: ANN401 - any game's
        """How often a move was tried, and what it brought: the greatest is to be played."""
        child = self.children.get(move)
        return (0, 0.0) if child is None else (child.visits, child.total)


def _promise(known: tuple[Any, _Node]) -> float:
    """The mean result of a move, and more the seldomer it was tried."""
    child = known[1]
    return child.total / child.visits + _CURIOSITY * sqrt(log(child.possible) / child.visits)


def _nothing_hidden(view: Any, _rng: Random) -> Position[Any]:  # noqa: ANN401 - any game's
    """Where nothing is hidden the view is the position."""
    position: Position[Any] = view
    return position


def can_search(game: AnyGame) -> bool:
    """Whether a tree search can play a game: its views are positions to play on, or it says what they allow."""
    return game.guess is not None or (not game.hidden and hasattr(game.view_type, "play"))


def results(position: Position[Any], seats: Sequence[Seat], sign: int) -> Mapping[Seat, float]:
    """What a finished game is worth to each seat: the share of the others that it is ahead of, ties by halves.

    Winners are ahead of all others, the rest are ranked by score; `sign` is -1 where the lowest is best.
    """
    winners, scores = position.winners, position.scores
    if len(seats) == 1:
        return {seats[0]: float(seats[0] in winners)}
    ranks = {seat: (seat in winners, 0 if seat in winners else sign * scores[seat]) for seat in seats}
    return {seat: _share(rank, [ranks[other] for other in seats if other != seat]) for seat, rank in ranks.items()}


def _share(rank: tuple[bool, int], others: Sequence[tuple[bool, int]]) -> float:
    return sum(1.0 if other < rank else 0.5 if other == rank else 0.0 for other in others) / len(others)
