from __future__ import annotations

import asyncio
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.simulated import Wire, run_simulated

from stolik.contract import IllegalMove
from stolik.games.othello.programs.server import OthelloHouse
from stolik.games.othello.rules import BLACK, START, WHITE, Position, read_square
from stolik.games.othello.told import MOST_PLAYERS, PlayerKnowledge
from stolik.games.othello.wire import GameOver, Recover


def told_of(*lines: str, name: str = "Dan") -> PlayerKnowledge:
    known = PlayerKnowledge(name)
    hear(known, *lines)
    return known


def hear(known: PlayerKnowledge, *lines: str) -> None:
    for line in lines:
        known.hear(line.encode())


def facts(known: PlayerKnowledge) -> object:
    """Everything that can be seen from outside."""
    lobby = dict(known.players), known.invited, known.invitations, known.accepted
    return lobby, known.game, known.welcomed, known.finished


def hosting(*lines: str) -> PlayerKnowledge:
    """Dan, who has invited Eva and was accepted."""
    known = told_of("SADDP~Eva")
    known.invite("Eva")
    hear(known, "SSTARTG~Eva", *lines)
    return known


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
    known = told_of(*before)
    facts_before = facts(known)
    assert known.hear(line.encode()) is None, why
    assert facts(known) == facts_before, why


def test_bytes_that_are_not_utf8_are_wrong() -> None:
    assert PlayerKnowledge("Dan").hear(b"SADDP~\xff") is None


def test_the_lobby_is_kept() -> None:
    known = told_of("SADDP~Eva", "SADDP~Jan", "SUPS~Jan~BUSY", "SUPS~Late~BUSY", "SDELP~Eva")
    assert known.players == {"Jan": True, "Late": True}
    assert not known.welcomed
    hear(known, "SPONG")
    assert known.welcomed


def test_there_is_an_end_of_players() -> None:
    known = PlayerKnowledge("Dan")
    hear(known, *(f"SADDP~p{number}" for number in range(MOST_PLAYERS)), "SADDP~one", "SUPS~two~BUSY", "SREQ~three")
    assert len(known.players) == MOST_PLAYERS
    assert not known.invitations


def test_whoever_invited_has_black() -> None:
    game = hosting().game
    assert game
    assert (game.opponent, game.seat, game.position, game.mine) == ("Eva", BLACK, START, True)


def test_whoever_accepted_has_white() -> None:
    known = told_of("SADDP~Eva", "SREQ~Eva")
    assert known.answer("Eva", True).text() == "CRES~Eva~ACCEPT"
    assert (known.accepted, known.invitations) == ("Eva", ())
    hear(known, "SSTARTG~Eva")
    assert known.game
    assert (known.game.seat, known.game.mine, known.accepted) == (WHITE, False, None)


def test_of_invitations_that_crossed_the_last_one_counts() -> None:
    known = told_of("SADDP~Eva")
    known.invite("Eva")
    hear(known, "SREQ~Eva", "SREQC~Eva", "SREQ~Eva")
    assert (known.invited, known.invitations) == (None, ("Eva",))
    known.answer("Eva", True)
    hear(known, "SSTARTG~Eva")
    assert known.game
    assert known.game.seat == WHITE


def test_a_late_refusal_of_an_earlier_answer_does_not_change_the_host() -> None:
    known = told_of("SADDP~Eva", "SREQ~Eva")
    known.answer("Eva", True)
    hear(known, "SREQC~Eva")  # taken back
    known.invite("Eva")
    hear(known, "SREQC~Eva", "SSTARTG~Eva")  # the answer came too late; then Eva accepts
    assert known.game
    assert known.game.seat == BLACK


@pytest.mark.parametrize("end", ["SREQC~Eva", "SDELP~Eva"])
def test_an_invitation_is_over_in_both_directions(end: str) -> None:
    known = told_of("SADDP~Eva")
    known.invite("Eva")
    hear(known, "SREQ~Eva", end)
    assert (known.invited, known.invitations, known.own_over) == (None, (), True)
    hear(known, "SADDP~Eva", "SREQ~Eva", end)
    assert (known.invitations, known.own_over) == ((), False)


def test_an_invitation_is_taken_back_once() -> None:
    known = told_of("SADDP~Eva")
    known.invite("Eva")
    assert known.cancel().text() == "CREQC~Eva"
    with pytest.raises(ValueError, match="nobody is invited"):
        known.cancel()


def test_an_old_game_waits_for_its_board() -> None:
    known = told_of("SSTARTG~Eva")
    assert known.game
    assert (known.game.seat, known.game.mine) == (None, False)
    board = Recover(START.play(read_square("f5")), host=False)
    hear(known, board.text())
    assert known.game == told_of(board.text(), "SSTARTG~Eva").game, "in either order"
    assert (known.game.opponent, known.game.seat, known.game.mine) == ("Eva", WHITE, True)


def test_an_old_game_whose_opponent_moves_first_needs_no_board() -> None:
    known = told_of("SSTARTG~Eva", "SMOV~5~4")
    assert known.game
    assert (known.game.seat, known.game.mine) == (WHITE, True)


def test_a_recovered_board_whose_mover_must_pass_gives_the_turn_on() -> None:
    # White's only disc stands between black and the edge: white has no move, black has one.
    board = "12" + "0" * 62
    known = told_of("SSTARTG~Eva", f"SRECOV~{board}~1~1")
    assert known.game
    assert known.game.position.turn == BLACK


@pytest.mark.parametrize("line", ["SMOV~0~0", "SMOV~3~3", "SMOV~2~3"])
def test_a_move_that_cannot_be_leaves_the_board_astray(line: str) -> None:
    known = hosting()
    before = known.game
    hear(known, line)  # Dan is to move
    assert before
    assert known.game
    assert known.game.astray
    assert not known.game.mine
    assert known.game.position == before.position
    with pytest.raises(IllegalMove):
        known.put(read_square("f5"))
    hear(known, "SMOV~5~4")
    assert known.game.position == before.position
    hear(known, Recover(START, host=True).text())
    assert known.game.mine


def test_an_illegal_move_in_turn_leaves_the_board_astray_too() -> None:
    known = hosting()
    known.put(read_square("f5"))
    hear(known, "SMOV~0~0")
    assert known.game
    assert known.game.astray


def test_an_echo_of_the_clients_own_move_is_nothing_new() -> None:
    known = hosting()
    assert known.put(read_square("f5")).text() == "CMOV~5~4"
    before = known.game
    assert known.hear(b"SMOV~5~4") is None
    assert known.game == before


def test_an_illegal_move_is_not_put() -> None:
    known = hosting()
    with pytest.raises(IllegalMove, match="a1 turns no disc"):
        known.put(0)


@pytest.mark.parametrize("message", ["SGAMEEC", "SGAMEC"])
@pytest.mark.parametrize("words", ["~GameHasBeenCanceled", "", "~otherwise", "~a~b"])
def test_however_a_server_words_it_the_game_is_over(message: str, words: str) -> None:
    known = hosting()
    assert known.hear(f"{message}{words}".encode()) == GameOver()
    assert (known.game, known.finished) == (None, 1)


def test_a_new_connection_knows_nothing() -> None:
    known = hosting("SPONG")
    assert known.login().text() == "CNAME~Dan"
    assert facts(known) == facts(PlayerKnowledge("Dan"))


class Client:
    """A client that believes what it is told, at the end of a wire without a socket."""

    def __init__(self, house: OthelloHouse, name: str) -> None:
        self._house = house
        self.known = PlayerKnowledge(name)
        self.connect()

    def connect(self) -> None:
        self._wire = Wire(self._house.new_door())
        self.say(self.known.login().text())

    def say(self, line: str) -> None:
        self._wire.client_sends(f"{line}\n".encode())

    def hear(self) -> None:
        while (line := self._wire.client_reads_line()) is not None:
            self.known.hear(line.encode())

    async def come_back(self) -> None:
        self._wire.client_closes()
        await asyncio.sleep(0)
        self.connect()


async def play_a_game(rng: Random) -> None:
    house = OthelloHouse()
    dan, eva = Client(house, "Dan"), Client(house, "Eva")
    players = {BLACK: dan, WHITE: eva}
    dan.hear()
    dan.say(dan.known.invite("Eva").text())
    eva.hear()
    eva.say(eva.known.answer("Dan", True).text())
    position: Position = START
    while position.turn is not None:
        for seat, client in players.items():
            if rng.random() < 0.05:
                await client.come_back()
            client.hear()
            game = client.known.game
            assert game
            assert (game.seat, game.position, game.astray) == (seat, position, False)
            assert game.mine == (position.turn == seat)
        mover, square = position.turn, rng.choice(position.moves())
        players[mover].say(players[mover].known.put(square).text())
        position = position.play(square)
    for client in players.values():
        client.hear()
        assert (client.known.game, client.known.finished) == (None, 1)
        assert list(client.known.players.values()) == [False]
    await house.close()


@settings(max_examples=40)
@given(st.randoms(use_true_random=False))
def test_two_clients_know_the_board_of_the_real_door_through_passes_and_returns(rng: Random) -> None:
    run_simulated(play_a_game(rng))
