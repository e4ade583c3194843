"""A tournament as a value: its seed and its players determine the schedule and every position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from stolik.contract import AnyGame, Position, Seat
from stolik.contract.registry import find_game
from stolik.tournament.plan.assignment import Assignment, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.positions import check_size
from stolik.tournament.plan.schedule import (
    FIXED_FORMATS,
    Pairing,
    Table,
    check,
    games_of,
    seatings,
    tables_in_all,
    usual_rounds,
)
from stolik.tournament.plan.swiss import Met, next_fours, next_round
from stolik.tournament.results.standings import beaten


class Tournament(Struct, frozen=True):
    """What a tournament is, before the first game."""

    game: str
    format: str
    rounds: int
    seed: str
    players: tuple[Entrant, ...]
    """In the order in which they were drawn: z1, z2, …"""
    paired: bool = False
    terms: Terms = Terms()
    size: tuple[int, ...] = ()
    """The size of start positions, if it is not the game's usual one."""
    positions: tuple[str, ...] = ()
    """The start positions, one for each table in turn; none: they are drawn."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, z1's first."""
        return tuple(player.name for player in self.players)


def draw(
    game: str,
    format_: str,
    rounds: int | None,
    seed: str,
    players: Sequence[Entrant],
    paired: bool,
    terms: Terms,
    size: tuple[int, ...] = (),
    positions: tuple[str, ...] = (),
) -> Tournament:
    """Makes a tournament and draws its players' numbers; raises ScheduleError when it is impossible."""
    if size:
        check_size(game, size)
    rounds = usual_rounds(format_, len(players)) if rounds is None else rounds
    check(format_, len(players), rounds, len(find_game(game).seats))
    drawn = list(players)
    # In a gauntlet the first player of the file stays first: that player meets everyone else.
    kept, rest = (drawn[:1], drawn[1:]) if format_ == "gauntlet" else ([], drawn)
    Random(f"{seed}/players").shuffle(rest)
    return Tournament(game, format_, rounds, seed, (*kept, *rest), paired, terms, size, positions)


def plan(tournament: Tournament, results: Mapping[int, Result]) -> list[Assignment]:
    """All games that are known so far, numbered from 1."""
    pairings = enumerate(pairings_of(tournament, results), 1)
    return [assignment(tournament, number, pairing) for number, pairing in pairings]


def pairings_of(tournament: Tournament, results: Mapping[int, Result]) -> list[Pairing]:
    """The games that are known so far, from number 1 on; a Swiss round is known when the rounds before it are over."""
    seats = len(find_game(tournament.game).seats)
    fixed = FIXED_FORMATS.get(tournament.format)
    if fixed is not None:
        return games_of(list(fixed(len(tournament.players), tournament.rounds, seats)), tournament.paired)
    a_round = games_in_all(tournament) // tournament.rounds
    over = 0
    while over < tournament.rounds and all(over * a_round + game in results for game in range(1, a_round + 1)):
        over += 1
    # Pairing a round of many players takes a second, so rounds that are over are read from their results.
    pairings = _played_pairings(tournament, results, over * a_round)
    if over < tournament.rounds:
        tables = [(over + 1, table) for table in _swiss_round(tournament, pairings, results, seats)]
        pairings += games_of(tables, tournament.paired)
    return pairings


def games_in_all(tournament: Tournament) -> int:
    """How many games a tournament has, with those of rounds that are not paired yet."""
    players, seats = len(tournament.players), len(find_game(tournament.game).seats)
    tables = tables_in_all(tournament.format, players, tournament.rounds, seats)
    return tables * len(seatings(tuple(range(seats)), tournament.paired))


def _played_pairings(tournament: Tournament, results: Mapping[int, Result], count: int) -> list[Pairing]:
    """The first pairings of a Swiss tournament, whose games are over."""
    numbers = {player.name: number for number, player in enumerate(tournament.players)}
    of_a_table = len(seatings(tuple(range(len(find_game(tournament.game).seats))), tournament.paired))
    a_round = games_in_all(tournament) // tournament.rounds
    return [
        Pairing(
            1 + game // a_round,
            tuple(numbers[name] for name in results[game + 1].seats.values()),
            f"{1 + game // a_round}/{game % a_round // of_a_table}",
        )
        for game in range(count)
    ]


def _swiss_round(
    tournament: Tournament, pairings: Sequence[Pairing], results: Mapping[int, Result], seats: int
) -> list[Table]:
    players = range(len(tournament.players))
    rounds = max((pairing.round for pairing in pairings), default=0)
    if seats == 2:
        meetings = [_meetings(tournament, pairings, results, round_) for round_ in range(1, rounds + 1)]
        bye = Met(None, first=False, points=1.0)
        return next_round([[met.get(player, bye) for met in meetings] for player in players], tournament.rounds)
    points = [0.0] * len(players)
    played = [0] * len(players)
    for number, pairing in enumerate(pairings, 1):
        for player in pairing.players:
            points[player] += _points(tournament, results[number], player)
            played[player] += 1
    return next_fours(points, [-count for count in played])


def _meetings(
    tournament: Tournament, pairings: Sequence[Pairing], results: Mapping[int, Result], round_: int
) -> dict[int, Met]:
    """Each player's meeting in a round; the games of a paired meeting count as one."""
    games: dict[str, list[tuple[Pairing, Result]]] = {}
    for number, pairing in enumerate(pairings, 1):
        if pairing.round == round_:
            games.setdefault(pairing.position, []).append((pairing, results[number]))
    met = {}
    for meeting in games.values():
        one, other = meeting[0][0].players
        mine = sum(_points(tournament, result, one) for _, result in meeting)
        theirs = sum(_points(tournament, result, other) for _, result in meeting)
        outcome = 0.5 if mine == theirs else float(mine > theirs)
        met[one] = Met(other, first=True, points=outcome)
        met[other] = Met(one, first=False, points=1 - outcome)
    return met


def _points(tournament: Tournament, result: Result, player: int) -> float:
    name = tournament.players[player].name
    (seat,) = (seat for seat, sitting in result.seats.items() if sitting == name)
    return beaten(tournament.game, result, seat)


def assignment(tournament: Tournament, number: int, pairing: Pairing) -> Assignment:
    """A game of the schedule, with its position drawn."""
    game = find_game(tournament.game)
    seed = f"{tournament.seed}/{pairing.position}"
    position = _start(tournament, game, pairing, seed)
    seats = {
        seat: tournament.players[player] for seat, player in zip(_order(game, position), pairing.players, strict=True)
    }
    setup = game.write(position)
    return Assignment(number, pairing.round, game.name, setup, seats, f"{seed}/{number}", tournament.terms)


def _start(tournament: Tournament, game: AnyGame, pairing: Pairing, seed: str) -> Position[Any]:
    position: Position[Any]
    if tournament.positions:
        round_, table = map(int, pairing.position.split("/"))
        if tournament.format not in FIXED_FORMATS:  # whose tables are numbered in every round anew
            table += (round_ - 1) * (len(tournament.players) // len(game.seats))
        position = game.read(tournament.positions[table % len(tournament.positions)])
    elif tournament.size and game.start_of_size is not None:
        position = game.start_of_size(Random(seed), tournament.size)
    else:
        position = draw_position(game, Random(seed))
    return position


def draw_position(game: AnyGame, rng: Random) -> Position[Any]:
    """Draws a start position for programs; in some games this also draws who moves first."""
    position: Position[Any] = (game.start_for_pair or game.start)(rng)
    return position


def _order(game: AnyGame, position: Position[Any]) -> list[Seat]:
    """The seats in the order of a pairing's players: in a game for two, the seat to move is first."""
    if len(game.seats) > 2:
        return list(game.seats)
    return sorted(game.seats, key=lambda seat: seat != position.turn)
