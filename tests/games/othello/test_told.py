from __future__ import annotations

import asyncio
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.simulated import Wire, run_simulated

from stolik.contract import IllegalMove
from stolik.games.othello.rules import BLACK, START, WHITE, Position, read_square
from stolik.games.othello.server import OthelloHouse
from stolik.games.othello.told import MOST_PLAYERS, Told
from stolik.games.othello.wire import GameOver, Recover


def told_of(*lines: str, name: str = "Dan") -> Told:
    told = Told(name)
    hear(told, *lines)
    return told


def hear(told: Told, *lines: str) -> None:
    for line in lines:
        told.hear(line.encode())


def facts(told: Told) -> object:
    """Everything that can be seen from outside."""
    lobby = dict(told.players), told.invited, told.invitations, told.accepted
    return lobby, told.game, told.welcomed, told.finished


def hosting(*lines: str) -> Told:
    """Dan, who has invited Eva and was accepted."""
    told = told_of("SADDP~Eva")
    told.invite("Eva")
    hear(told, "SSTARTG~Eva", *lines)
    return told


@pytest.mark.parametrize(
    ("before", "line", "why"),
    [
        ([], "", "empty"),
        ([], "CPING", "a client's message"),
        ([], "SNOTHING~Eva", "no such message"),
        ([], "SADDP", "nobody is named"),
        ([], "SADDP~two words", "not a name"),
        ([], "SADDP~Dan", "the client itself"),
        (["SADDP~Eva"], "SADDP~Eva", "told again"),
        (["SADDP~Eva"], "SUPS~Eva~READY", "known"),
        (["SADDP~Eva"], "SUPS~Eva~ASLEEP", "no such status"),
        ([], "SUPS~Dan~BUSY", "of the client itself"),
        ([], "SDELP~Eva", "nobody is called so"),
        ([], "SREQC~Eva", "no invitation is open"),
        (["SREQ~Eva"], "SREQ~Eva", "told again"),
        ([], "SREQ~Dan", "the client itself"),
        ([], "SMOV~5~4", "in no game"),
        ([], "SGAMEEC~GameHasBeenCanceled", "in no game"),
        (["SSTARTG~Eva"], "SMOV~5~8", "no such square"),
        (["SSTARTG~Eva"], "SRECOV~12~0~1", "not a board"),
        (["SSTARTG~Eva", "SMOV~5~4"], "SMOV~5~4", "told again"),
    ],
)
def test_a_wrong_line_changes_nothing(before: list[str], line: str, why: str) -> None:
    told = told_of(*before)
    facts_before = facts(told)
    assert told.hear(line.encode()) is None, why
    assert facts(told) == facts_before, why


def test_bytes_that_are_not_utf8_are_wrong() -> None:
    assert Told("Dan").hear(b"SADDP~\xff") is None


def test_the_lobby_is_kept() -> None:
    told = told_of("SADDP~Eva", "SADDP~Jan", "SUPS~Jan~BUSY", "SUPS~Late~BUSY", "SDELP~Eva")
    assert told.players == {"Jan": True, "Late": True}
    assert not told.welcomed
    hear(told, "SPONG")
    assert told.welcomed


def test_there_is_an_end_of_players() -> None:
    told = Told("Dan")
    hear(told, *(f"SADDP~p{number}" for number in range(MOST_PLAYERS)), "SADDP~one", "SUPS~two~BUSY", "SREQ~three")
    assert len(told.players) == MOST_PLAYERS
    assert not told.invitations


def test_whoever_invited_has_black() -> None:
    game = hosting().game
    assert game
    assert (game.opponent, game.seat, game.position, game.mine) == ("Eva", BLACK, START, True)


def test_whoever_accepted_has_white() -> None:
    told = told_of("SADDP~Eva", "SREQ~Eva")
    assert told.answer("Eva", True).text() == "CRES~Eva~ACCEPT"
    assert (told.accepted, told.invitations) == ("Eva", ())
    hear(told, "SSTARTG~Eva")
    assert told.game
    assert (told.game.seat, told.game.mine, told.accepted) == (WHITE, False, None)


def test_of_invitations_that_crossed_the_last_one_counts() -> None:
    told = told_of("SADDP~Eva")
    told.invite("Eva")
    hear(told, "SREQ~Eva", "SREQC~Eva", "SREQ~Eva")
    assert (told.invited, told.invitations) == (None, ("Eva",))
    told.answer("Eva", True)
    hear(told, "SSTARTG~Eva")
    assert told.game
    assert told.game.seat == WHITE


def test_a_late_refusal_of_an_earlier_answer_does_not_change_the_host() -> None:
    told = told_of("SADDP~Eva", "SREQ~Eva")
    told.answer("Eva", True)
    hear(told, "SREQC~Eva")  # taken back
    told.invite("Eva")
    hear(told, "SREQC~Eva", "SSTARTG~Eva")  # the answer came too late; then Eva accepts
    assert told.game
    assert told.game.seat == BLACK


@pytest.mark.parametrize("end", ["SREQC~Eva", "SDELP~Eva"])
def test_an_invitation_is_over_in_both_directions(end: str) -> None:
    told = told_of("SADDP~Eva")
    told.invite("Eva")
    hear(told, "SREQ~Eva", end)
    assert (told.invited, told.invitations, told.own_over) == (None, (), True)
    hear(told, "SADDP~Eva", "SREQ~Eva", end)
    assert (told.invitations, told.own_over) == ((), False)


def test_an_invitation_is_taken_back_once() -> None:
    told = told_of("SADDP~Eva")
    told.invite("Eva")
    assert told.cancel().text() == "CREQC~Eva"
    with pytest.raises(ValueError, match="nobody is invited"):
        told.cancel()


def test_an_old_game_waits_for_its_board() -> None:
    told = told_of("SSTARTG~Eva")
    assert told.game
    assert (told.game.seat, told.game.mine) == (None, False)
    board = Recover(START.play(read_square("f5")), host=False)
    hear(told, board.text())
    assert told.game == told_of(board.text(), "SSTARTG~Eva").game, "in either order"
    assert (told.game.opponent, told.game.seat, told.game.mine) == ("Eva", WHITE, True)


def test_an_old_game_whose_opponent_moves_first_needs_no_board() -> None:
    told = told_of("SSTARTG~Eva", "SMOV~5~4")
    assert told.game
    assert (told.game.seat, told.game.mine) == (WHITE, True)


def test_a_recovered_board_whose_mover_must_pass_gives_the_turn_on() -> None:
    # White's only disc stands between black and the edge: white has no move, black has one.
    board = "12" + "0" * 62
    told = told_of("SSTARTG~Eva", f"SRECOV~{board}~1~1")
    assert told.game
    assert told.game.position.turn == BLACK


@pytest.mark.parametrize("line", ["SMOV~0~0", "SMOV~3~3", "SMOV~2~3"])
def test_a_move_that_cannot_be_leaves_the_board_astray(line: str) -> None:
    told = hosting()
    before = told.game
    hear(told, line)  # Dan is to move
    assert before
    assert told.game
    assert told.game.astray
    assert not told.game.mine
    assert told.game.position == before.position
    with pytest.raises(IllegalMove):
        told.put(read_square("f5"))
    hear(told, "SMOV~5~4")
    assert told.game.position == before.position
    hear(told, Recover(START, host=True).text())
    assert told.game.mine


def test_an_illegal_move_in_turn_leaves_the_board_astray_too() -> None:
    told = hosting()
    told.put(read_square("f5"))
    hear(told, "SMOV~0~0")
    assert told.game
    assert told.game.astray


def test_an_echo_of_the_clients_own_move_is_nothing_new() -> None:
    told = hosting()
    assert told.put(read_square("f5")).text() == "CMOV~5~4"
    before = told.game
    assert told.hear(b"SMOV~5~4") is None
    assert told.game == before


def test_an_illegal_move_is_not_put() -> None:
    told = hosting()
    with pytest.raises(IllegalMove, match="a1 turns no disc"):
        told.put(0)


@pytest.mark.parametrize("words", ["~GameHasBeenCanceled", "", "~otherwise", "~a~b"])
def test_however_a_server_words_it_the_game_is_over(words: str) -> None:
    told = hosting()
    assert told.hear(f"SGAMEEC{words}".encode()) == GameOver()
    assert (told.game, told.finished) == (None, 1)


def test_a_new_connection_knows_nothing() -> None:
    told = hosting("SPONG")
    assert told.login().text() == "CNAME~Dan"
    assert facts(told) == facts(Told("Dan"))


class Client:
    """A client that believes what it is told, at the end of a wire without a socket."""

    def __init__(self, house: OthelloHouse, name: str) -> None:
        self._house = house
        self.told = Told(name)
        self.connect()

    def connect(self) -> None:
        self._wire = Wire(self._house.new_door())
        self.say(self.told.login().text())

    def say(self, line: str) -> None:
        self._wire.client_sends(f"{line}\n".encode())

    def hear(self) -> None:
        while (line := self._wire.client_reads_line()) is not None:
            self.told.hear(line.encode())

    async def come_back(self) -> None:
        self._wire.client_closes()
        await asyncio.sleep(0)
        self.connect()


async def play_a_game(rng: Random) -> None:
    house = OthelloHouse()
    dan, eva = Client(house, "Dan"), Client(house, "Eva")
    players = {BLACK: dan, WHITE: eva}
    dan.hear()
    dan.say(dan.told.invite("Eva").text())
    eva.hear()
    eva.say(eva.told.answer("Dan", True).text())
    position: Position = START
    while position.turn is not None:
        for seat, client in players.items():
            if rng.random() < 0.05:
                await client.come_back()
            client.hear()
            game = client.told.game
            assert game
            assert (game.seat, game.position, game.astray) == (seat, position, False)
            assert game.mine == (position.turn == seat)
        mover, square = position.turn, rng.choice(position.moves())
        players[mover].say(players[mover].told.put(square).text())
        position = position.play(square)
    for client in players.values():
        client.hear()
        assert (client.told.game, client.told.finished) == (None, 1)
        assert list(client.told.players.values()) == [False]
    await house.close()


@settings(max_examples=40)
@given(st.randoms(use_true_random=False))
def test_two_clients_know_the_board_of_the_real_door_through_passes_and_returns(rng: Random) -> None:
    run_simulated(play_a_game(rng))
