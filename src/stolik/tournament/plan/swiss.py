"""The next round of a Swiss tournament: for two seats by FIDE's Dutch system, for four by groups of equal points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from stolik.tournament.plan.schedule import Table

# How many pairs the search for a round with repeated meetings looks at. It is enough for the best round of ten players.
MOST_TRIED: Final = 20_000
# A repeated meeting costs more than any difference of points.
REPEATED: Final = 1e6


class Met(Struct, frozen=True):
    """One player's round: its opponent, whether it moved first, and the points of that meeting."""

    opponent: int | None
    """None: it had a bye."""
    first: bool
    points: float
    """1, a half or 0: a paired meeting counts as one game."""


def next_round(histories: Sequence[Sequence[Met]], rounds: int) -> list[Table]:
    """The tables of the next round; the first player of each moves first. The player who rests is not listed.

    FIDE's rules let nobody meet the same opponent twice. Above half as many rounds as players they can fail; then as
    few players as possible meet again.
    """
    # Imported here, because it is slow to import and only a Swiss tournament needs it.
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection

    tokens = {1.0: ResultToken.WIN, 0.5: ResultToken.DRAW, 0.0: ResultToken.LOSS}

    def result(met: Met) -> RoundResult:
        if met.opponent is None:
            return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
        color = ColorToken.WHITE if met.first else ColorToken.BLACK
        return RoundResult(id=met.opponent + 1, color=color, result=tokens[met.points])

    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number + 1,
            points_times_ten=round(10 * points_of(history)),
            rank=number + 1,
            results=[result(met) for met in history],
        )
        for number, history in enumerate(histories)
    ]
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))
    try:
        pairings = DutchEngine.generate_pairings(trf)
    except PairingError:
        return _with_repeats(histories)
    return [(pairing.white - 1, pairing.black - 1) for pairing in pairings if pairing.black]


def _with_repeats(histories: Sequence[Sequence[Met]]) -> list[Table]:
    """A round in which as few as possible meet again; then those with nearly equal points meet."""
    met = [Counter(met.opponent for met in history) for history in histories]
    points = [points_of(history) for history in histories]
    firsts = [sum(met.first for met in history) for history in histories]
    order = sorted(range(len(histories)), key=lambda player: -points[player])
    if len(order) % 2:
        order.remove(min(order, key=lambda player: (met[player][None], points[player], -player)))

    def cost(one: int, other: int) -> float:
        return REPEATED * met[one][other] + (points[one] - points[other]) ** 2

    best: tuple[float, list[Table]] = (float("inf"), [])
    tried = 0

    def search(left: list[int], so_far: float, tables: list[Table]) -> None:
        nonlocal best, tried
        if not left:
            best = min(best, (so_far, tables))
            return
        one, *others = left
        for other in sorted(others, key=lambda other: cost(one, other)):
            tried += 1
            total = so_far + cost(one, other)
            if total >= best[0] or (tried > MOST_TRIED and best[1]):
                return
            table = (one, other) if firsts[one] <= firsts[other] else (other, one)
            search([player for player in others if player != other], total, [*tables, table])

    search(order, 0.0, [])
    return best[1]


def points_of(history: Sequence[Met]) -> float:
    """The points of all rounds; a bye is worth a win."""
    return sum(met.points for met in history)


def next_fours(points: Sequence[float], rests: Sequence[int]) -> list[Table]:
    """Makes tables of four by points; the players who have rested least often rest.

    FIDE's systems are for two players; at tables of four the same players may meet again.
    """
    numbers = range(len(points))
    left_over = len(points) % 4
    resting = set(sorted(numbers, key=lambda number: (rests[number], points[number], -number))[:left_over])
    order = sorted((number for number in numbers if number not in resting), key=lambda number: -points[number])
    return [tuple(order[start : start + 4]) for start in range(0, len(order), 4)]
