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
from stolik.tournament.results.places import TIE_BREAKS, Place, places
from stolik.tournament.results.ratings import rate
from stolik.tournament.results.standings import byes, crosstable, standings


class PlayerSummary(Struct, frozen=True):
    """One player's line; the best comes first."""

    name: str
    place: int
    shared: bool
    """Whether others have the same place."""
    points: float
    walkovers: float
    """The part of the points that was won against programs that never made a legal move."""
    tie_breaks: dict[str, float]
    """The values of the format's tie-breaks, by name."""
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
    seconds: dict[Seat, float]
    """The time of all moves of each seat."""


class Summary(Struct, frozen=True):
    """The whole tournament."""

    game: str
    format: str
    seed: str
    rounds: int
    paired: bool
    players: list[PlayerSummary]
    games: list[GameSummary]
    tie_breaks: tuple[str, ...]
    """What decides among players with equal points, in this order; who is still equal shares a place."""
    aside: dict[str, str]
    """The programs that were put aside, and why."""
    crosstable: list[list[str]]
    """[round][number of the player]: `+k`, `-k` or `=k` for each game."""
    notes: list[str] = []
    """What must be known of how the programs were kept apart."""


def summarise(tournament: Tournament, results: Sequence[Result]) -> Summary:
    """Makes the summary of a tournament, finished or not."""
    names = tournament.names
    ordered = sorted(results, key=lambda result: result.number)
    lines = {line.name: line for line in standings(tournament.game, names, ordered)}
    ratings = rate(tournament.game, names, ordered)
    players = [
        PlayerSummary(
            place.name,
            place.place,
            place.shared,
            lines[place.name].points + rests,
            lines[place.name].walkovers,
            place.tie_breaks,
            ratings.of[place.name].rating,
            ratings.of[place.name].interval,
            names.index(place.name) + 1,
            lines[place.name].games,
            lines[place.name].won,
            lines[place.name].faults,
            round(lines[place.name].mean_time, 6),
            round(lines[place.name].longest_time, 6),
            ratings.superiority[place.name],
        )
        for place, rests in ranked(tournament, ordered)
    ]
    return Summary(
        tournament.game,
        tournament.format,
        tournament.seed,
        tournament.rounds,
        tournament.paired,
        players,
        [_game(result) for result in ordered],
        TIE_BREAKS[tournament.format],
        _aside(ordered),
        crosstable(tournament.game, names, ordered, only_first=tournament.format == "cyclic"),
        isolation_notes(tournament, ordered),
    )


def ranked(tournament: Tournament, results: Sequence[Result]) -> list[tuple[Place, int]]:
    """Everyone's place and points for rests, the best first: the order of every report."""
    rests = _byes(tournament, results)
    of_games = {line.name: line.points for line in standings(tournament.game, tournament.names, results)}
    points = {name: of_games[name] + rests[name] for name in tournament.names}
    found = places(tournament.game, tournament.format, results, points, rests)
    return [(place, rests[place.name]) for place in found]


def _aside(results: Sequence[Result]) -> dict[str, str]:
    """Who was put aside, and why, by the first game that was not played for it."""
    aside: dict[str, str] = {}
    for result in results:
        if result.ending is Ending.ASIDE and result.by is not None:
            aside.setdefault(result.seats[result.by], result.reason)
    return aside


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
        {
            seat: sum(time for mover, time in zip(result.movers, result.times, strict=False) if mover == seat)
            for seat in result.seats
        },
    )
