"""Plays an assignment: the one function that a thread, a process or a machine of a cluster is given."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import ExitStack
from random import Random
from typing import Final

from stolik.contract import Ending, Seat
from stolik.contract.registry import find_game
from stolik.players.registry import make_player
from stolik.tournament.plan.assignment import Assignment, Result
from stolik.tournament.plan.causes import told
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee.arrivals import Arrivals
from stolik.tournament.referee.claimed_seats import ClaimedSeats
from stolik.tournament.referee.driver import Driver
from stolik.tournament.referee.farewell import see_out
from stolik.tournament.referee.gate import Gate
from stolik.tournament.referee.given_seats import GivenSeats
from stolik.tournament.referee.house_seat import HouseSeat
from stolik.tournament.referee.invited_seats import InvitedSeats
from stolik.tournament.referee.outcome import result_of
from stolik.tournament.sandbox.bubblewrap import find_sandbox
from stolik.tournament.sandbox.program import CannotStart, Program

_ARRIVALS: Final[Mapping[str, type[Arrivals]]] = {"seats": ClaimedSeats, "lobby": InvitedSeats}


def play(assignment: Assignment, gate: Gate | None = None) -> Result:
    """Plays a game to its end; whatever the programs do, this returns."""
    game = find_game(assignment.game)
    arrivals = GivenSeats if game.protocol is None else _ARRIVALS[game.protocol.entrance]
    started = time.monotonic()
    with ExitStack() as stack:
        driver = Driver(assignment, game, arrivals, started, gate or Gate(), stack)
        for seat, entrant in assignment.seats.items():
            if entrant.builtin is None:
                _start(driver, seat, entrant, stack)
            else:
                player = make_player(game.name, entrant.builtin, Random(f"{assignment.seed}/{seat}"))
                driver.arrivals.bring(HouseSeat(seat, player))
        driver.play()
        return _end(driver)


def _start(driver: Driver, seat: Seat, entrant: Entrant, stack: ExitStack) -> None:
    terms, own_protocol = driver.assignment.terms, driver.game.protocol is not None
    sandbox = find_sandbox(terms.memory, terms.sandbox)
    try:
        program = Program(seat, entrant, sandbox, networked=entrant.network or own_protocol)
    except CannotStart as error:
        driver.is_absent(seat, told(str(error)))
        return
    stack.callback(program.end)
    driver.program_watch.expect(program)


def _end(driver: Driver) -> Result:
    """Tells the programs that the game is over, gives them a moment to leave, and ends what is left of them."""
    for program in driver.programs.values():
        program.processes.thaw()
    driver.arrivals.ended()
    outcome = driver.table.outcome
    late = outcome.by if outcome is not None and outcome.ending is Ending.OVERTIME else None
    programs = driver.programs.values()
    transcript = driver.transcript.lines()  # while they leave
    answered = see_out(programs, [peer for peers in driver.peers.values() for peer in peers], late)
    for program in programs:
        program.end()
    return result_of(driver, transcript, answered)
