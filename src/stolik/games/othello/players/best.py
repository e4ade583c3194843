"""Finds all the best moves of an Othello position whose exact score is known; a search gives only one of them."""

from __future__ import annotations

from stolik.games.othello.players.memory import Memory
from stolik.games.othello.players.solver import surely_above
from stolik.games.othello.rules import BLACK, Position, flips, targets


def best_moves(memory: Memory, position: Position, score: int, best: int) -> tuple[int, ...]:
    """The moves that lead to the score, including the known best one, as far as they are found within the nodes."""
    memory.be_cautious(0)
    return tuple(move for move in position.moves() if move == best or _reaches(memory, position, move, score))


def _reaches(memory: Memory, position: Position, move: int, score: int) -> bool:
    """Whether the move reaches the score: one search with a null window."""
    own, other = sides(position)
    turned = flips(own, other, move)
    mine, theirs = own | turned | 1 << move, other & ~turned
    empties = 64 - (mine | theirs).bit_count()
    answer = surely_above(memory.address, theirs, mine, targets(theirs, mine), -score, empties)
    return not memory.stopped and int(answer) <= -score


def sides(position: Position) -> tuple[int, int]:
    """The discs of the player to move, and the opponent's."""
    return (position.black, position.white) if position.turn == BLACK else (position.white, position.black)
