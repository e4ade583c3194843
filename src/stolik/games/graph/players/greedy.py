"""Plays the graph game by looking a few moves ahead: exactly when little of the graph is left, carefully before that.

The search is limited by a number of positions, not by a clock, so that the same position has the same answer.
"""

from __future__ import annotations

from typing import Final

from stolik.games.graph.rules import Position

# Some milliseconds; a move has 300.
MOST_POSITIONS: Final = 4000

# The verdicts of the search, for the player to move.
_LOST, _OPEN, _WON = -1, 0, 1


class Greedy:
    """Plays a winning move if it finds one, avoids losing moves, and otherwise leaves the opponent the fewest moves."""

    def __init__(self, most_positions: int = MOST_POSITIONS) -> None:
        self._most_positions = most_positions

    def choose(self, view: Position) -> int:
        """The best move that is found within the limit."""
        search = _Search(view, self._most_positions)
        moves = sorted(view.moves(), key=lambda move: (search.ways(move), move))
        depth = 1
        while len(moves) > 1:
            # A move's verdict is the opponent's, negated.
            verdicts = {move: -search.after(view.token, move, depth) for move in moves}
            if search.spent:
                break
            won = [move for move in moves if verdicts[move] == _WON]
            if won:
                return won[0]
            still_open = [move for move in moves if verdicts[move] == _OPEN]
            if not still_open:
                break  # all lose: these last longest
            moves = still_open
            depth += 2
        return moves[0]


class _Search:
    """A token on a graph; the neighbours of a vertex are the bits of a number."""

    def __init__(self, position: Position, most_positions: int) -> None:
        self._neighbours = [0] * position.vertices
        for u, v in position.edges:
            self._flip(u, v)
        self._left = most_positions

    @property
    def spent(self) -> bool:
        """Whether the limit is reached; results after that have no meaning."""
        return self._left <= 0

    def ways(self, vertex: int) -> int:
        """How many edges a vertex has."""
        return self._neighbours[vertex].bit_count()

    def after(self, token: int, move: int, depth: int) -> int:
        """The verdict for the opponent once the token has walked."""
        self._flip(token, move)
        verdict = self._verdict(move, depth)
        self._flip(token, move)
        return verdict

    def _flip(self, u: int, v: int) -> None:
        """Takes an edge away, or puts it back."""
        self._neighbours[u] ^= 1 << v
        self._neighbours[v] ^= 1 << u

    def _verdict(self, token: int, depth: int) -> int:
        self._left -= 1
        rest = self._neighbours[token]
        if not rest:
            return _LOST
        if depth == 0 or self.spent:
            return _OPEN
        best = _LOST
        while rest:
            move = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            best = max(best, -self.after(token, move, depth - 1))
            if best == _WON:
                break
        return best
