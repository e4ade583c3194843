"""Monte Carlo tree search over the contract: plays any game, for any number of seats.

Each playout follows the most promising moves down the tree (UCT), adds one move to the tree, and plays random moves to
the end of the game. Each seat maximises its own result. A game with hidden information must provide `Game.guess`,
which draws a possible position for a seat. Each playout then begins from a new guess, and all guesses share one tree
of moves (information-set search). The same seed and number of playouts give the same move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from random import Random
from typing import Any, Final

from stolik.contract import AnyGame, Position, Seat, View
from stolik.players.clock import THINKING_CLOCK, Clock

# The exploration constant of UCT: how much a rarely tried move is preferred. 0.7 is usual for results from 0 to 1.
_EXPLORATION: Final = 0.7


class TreeSearch:
    """Searches until `playouts` are done or `seconds` have passed, whichever comes first."""

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
        """The move that was tried most often: the search tries the best moves most."""
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
        """Makes the running `choose` return after the current playout. May be called from any thread."""
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
    """The statistics of one move and its followers, over all guesses in which the move was possible."""

    __slots__ = ("children", "possible", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Any, _Node] = {}
        self.visits = 0
        self.possible = 0
        """In how many playouts the move was legal, whether it was made or not."""
        self.total = 0.0
        """The sum of the results for the seat that made the move."""

    def step(self, moves: Sequence[Any], rng: Random) -> tuple[Any, _Node, bool]:
        """Returns the move to try, its node, and whether the node is new."""
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
        move, child = max(known, key=_uct)
        return move, child, False

    def merit(self, move: Any) -> tuple[int, float]:  # noqa: ANN401 - any game's
        """How often a move was tried and its total result; the move with the greatest pair is chosen."""
        child = self.children.get(move)
        return (0, 0.0) if child is None else (child.visits, child.total)


def _uct(known: tuple[Any, _Node]) -> float:
    """The mean result of a move plus a bonus, which is larger for moves that were rarely tried."""
    child = known[1]
    return child.total / child.visits + _EXPLORATION * sqrt(log(child.possible) / child.visits)


def _nothing_hidden(view: Any, _rng: Random) -> Position[Any]:  # noqa: ANN401 - any game's
    """Without hidden information the view is the position itself."""
    position: Position[Any] = view
    return position


def can_search(game: AnyGame) -> bool:
    """Whether a tree search can play the game: it has `guess`, or it hides nothing and its views are positions."""
    return game.guess is not None or (not game.hidden and hasattr(game.view_type, "play"))


def results(position: Position[Any], seats: Sequence[Seat], sign: int) -> Mapping[Seat, float]:
    """Each seat's result of a finished game, from 0 to 1: the share of the other seats that it beats; a tie is half.

    Winners beat all others; the rest are ranked by score. `sign` is -1 in games where the lowest score is best.
    """
    winners, scores = position.winners, position.scores
    if len(seats) == 1:
        return {seats[0]: float(seats[0] in winners)}
    ranks = {seat: (seat in winners, 0 if seat in winners else sign * scores[seat]) for seat in seats}
    return {seat: _share(rank, [ranks[other] for other in seats if other != seat]) for seat, rank in ranks.items()}


def _share(rank: tuple[bool, int], others: Sequence[tuple[bool, int]]) -> float:
    return sum(1.0 if other < rank else 0.5 if other == rank else 0.0 for other in others) / len(others)
