"""The game that the course's document shows from both sides, line for line."""

from __future__ import annotations

FIRST_SEES = (
    "200 32 2 72 0 15 0 17 0 1 1 25 1 15 1 29 "
    "1 24 2 11 2 15 2 18 2 29 2 31 2 27 2 30 3 8 3 29 "
    "3 18 3 12 4 6 4 28 5 8 5 17 5 9 5 30 5 26 5 20 5 21 "
    "6 24 6 29 6 23 6 26 6 21 7 23 7 13 8 11 8 31 8 14 "
    "9 27 9 30 9 29 10 28 10 11 11 31 11 24 12 24 13 20 "
    "13 18 13 26 14 17 14 25 14 15 15 30 15 16 15 31 "
    "16 30 17 20 17 18 18 24 18 19 18 23 19 25 19 27 "
    "20 22 20 31 20 25 21 22 21 31 22 26 23 29 24 25 "
    "26 28 28 31"
)
SECOND_SEES = (
    "200 32 29 71 0 15 0 17 0 1 1 25 1 15 "
    "1 29 1 24 2 11 2 15 2 18 2 31 2 27 2 30 3 8 3 29 "
    "3 18 3 12 4 6 4 28 5 8 5 17 5 9 5 30 5 26 5 20 "
    "5 21 6 24 6 29 6 23 6 26 6 21 7 23 7 13 8 11 "
    "8 31 8 14 9 27 9 30 9 29 10 28 10 11 11 31 11 24 "
    "12 24 13 20 13 18 13 26 14 17 14 25 14 15 15 30 "
    "15 16 15 31 16 30 17 20 17 18 18 24 18 19 18 23 "
    "19 25 19 27 20 22 20 31 20 25 21 22 21 31 22 26 "
    "23 29 24 25 26 28 28 31"
)
START = FIRST_SEES.removeprefix("200 ")

_FIRST_MOVES = ["29", "4", "10", "8", "26", "7", "6", "28", "8", "17", "2", "24", "23", "1", "24", "21", "11"]
_SECOND_MOVES = ["6", "28", "11", "5", "13", "23", "26", "31", "14", "18", "11", "18", "29", "25", "6", "31"]

FIRST_SENDS = [f"210 {vertex}" for vertex in _FIRST_MOVES]
SECOND_SENDS = [f"210 {vertex}" for vertex in _SECOND_MOVES]
FIRST_RECEIVES = [FIRST_SEES, *(f"220 {vertex}" for vertex in _SECOND_MOVES), "230"]
SECOND_RECEIVES = [SECOND_SEES, *(f"220 {vertex}" for vertex in _FIRST_MOVES[1:-1]), "240"]
"""The first player's first move is in the 200, and its last, which wins, is told by the 240 alone."""
