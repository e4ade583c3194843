"""A tournament as one object: `--json` prints it, and every other format of the report is made from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from stolik.contract import Seat
from stolik.contract.registry import find_game
from stolik.tournament.plan.assignment import Ending, Result
from stolik.tournament.plan.tournament import Tournament
from stolik.tournament.results.isolation import isolation_notes
from stolik.tournament.results.ratings import rate
from stolik.tournament.results.standings import byes, crosstable, standings


class PlayerSummary(Struct, frozen=True):
    """One player's line; the best comes first."""

    name: str
    points: float
    rating: float
    interval: tuple[float, float]
    number: int
    """The number k of zk, as it was drawn."""
    games: int
    won: int
    faults: dict[str, int]
    mean_time: float
    longest_time: float
    superiority: dict[str, float]
    """How likely it is that the player is better than each of the others."""


class GameSummary(Struct, frozen=True):
    """One game."""

    number: int
    round: int
    seats: dict[Seat, str]
    winner: str | None
    scores: dict[Seat, int]
    ending: Ending
    reason: str
    moves: list[str]
    position: str
    times: list[float]


class Summary(Struct, frozen=True):
    """The whole tournament."""

    game: str
    format: str
    seed: str
    rounds: int
    paired: bool
    players: list[PlayerSummary]
    games: list[GameSummary]
    crosstable: list[list[str]]
    """[round][number of the player]: `+k`, `-k` or `=k` for each game."""
    notes: list[str] = []
    """What must be known of how the programs were kept apart."""


def summarise(tournament: Tournament, results: Sequence[Result]) -> Summary:
    """Makes the summary of a tournament, finished or not."""
    names = tournament.names
    ordered = sorted(results, key=lambda result: result.number)
    rests = _byes(tournament, ordered)
    ratings = rate(tournament.game, names, ordered, tournament.seed)
    players = [
        PlayerSummary(
            line.name,
            line.points + rests[line.name],
            ratings.of[line.name].rating,
            ratings.of[line.name].interval,
            names.index(line.name) + 1,
            line.games,
            line.won,
            line.faults,
            round(line.mean_time, 6),
            round(line.longest_time, 6),
            ratings.superiority[line.name],
        )
        for line in standings(tournament.game, names, ordered)
    ]
    return Summary(
        tournament.game,
        tournament.format,
        tournament.seed,
        tournament.rounds,
        tournament.paired,
        sorted(players, key=lambda player: -player.points),
        [_game(result) for result in ordered],
        crosstable(tournament.game, names, ordered, only_first=tournament.format == "cyclic"),
        isolation_notes(tournament),
    )


def _byes(tournament: Tournament, results: Sequence[Result]) -> Counter[str]:
    """The points of players who rested in a Swiss tournament of games for two: as many as for a win."""
    if tournament.format != "swiss" or len(find_game(tournament.game).seats) > 2:
        return Counter()
    rests = byes(tournament.names, results)
    return rests + rests if tournament.paired else rests


def _game(result: Result) -> GameSummary:
    return GameSummary(
        result.number,
        result.round,
        result.seats,
        result.winner,
        result.scores,
        result.ending,
        result.reason,
        result.moves,
        result.setup,
        result.times,
    )
