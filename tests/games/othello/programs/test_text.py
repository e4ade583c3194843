from __future__ import annotations

import re

import pytest

from stolik.cli.terminal.ink import PLAIN, Ink, printable
from stolik.games.othello.programs.commands import HELP, obey, words
from stolik.games.othello.programs.text import board, lobby, spoken, status
from stolik.games.othello.rules import START, read_square
from stolik.games.othello.told import PlayerKnowledge
from stolik.games.othello.wire import Recover

ESCAPE = re.compile("\x1b\\[[0-9;]*m")
LOBBY = ("SADDP~Eva", "SADDP~Jan", "SUPS~Jan~BUSY", "SPONG")
# Black to move: two rows of black and white discs, and white can enclose nothing.
WHITE_PASSES = "SRECOV~" + "0" * 24 + "12200000" + "0" * 8 + "12000000" + "0" * 16 + "~0~1"


def told_of(*lines: str) -> PlayerKnowledge:
    known = PlayerKnowledge("Dan")
    for line in lines:
        known.hear(line.encode())
    return known


def hosting(*lines: str) -> PlayerKnowledge:
    known = told_of(*LOBBY)
    known.invite("Eva")
    for line in ("SSTARTG~Eva", *lines):
        known.hear(line.encode())
    return known


def heard(known: PlayerKnowledge, line: str, ink: Ink = PLAIN) -> list[str]:
    message = known.hear(line.encode())
    return [] if message is None else list(spoken(message, known, ink))


def sent(known: PlayerKnowledge, line: str) -> list[str]:
    return [message.text() for message in obey(line, known, PLAIN).messages]


def test_the_lobby_says_ready_and_busy_in_words() -> None:
    assert lobby(told_of(*LOBBY), PLAIN) == ("You are Dan. Also here:", "  READY  Eva", "  BUSY   Jan")
    assert lobby(PlayerKnowledge("Dan"), PLAIN) == ("You are Dan. Nobody else is here yet.",)


def test_ready_is_blue_and_busy_is_red() -> None:
    coloured = lobby(told_of(*LOBBY), Ink(colour=True))
    assert coloured[1:] == ("  \x1b[94mREADY\x1b[0m  Eva", "  \x1b[91mBUSY\x1b[0m   Jan")


def test_a_crowd_fits_on_the_screen() -> None:
    known = told_of(*(f"SADDP~p{number}" for number in range(100)))
    lines = lobby(known, PLAIN)
    assert len(lines) < 20
    assert lines[-1] == "  and 85 more"


def test_the_board_has_dots_scores_and_an_arrow_at_the_one_to_move() -> None:
    assert board(hosting(), PLAIN) == (
        "    a   b   c   d   e   f   g   h",
        "1 |   |   |   |   |   |   |   |   | -> X black  2  you",
        "2 |   |   |   |   |   |   |   |   |    O white  2  Eva",
        "3 |   |   |   | . |   |   |   |   |",
        "4 |   |   | . | O | X |   |   |   |",
        "5 |   |   |   | X | O | . |   |   | Your turn: type a square with a dot.",
        "6 |   |   |   |   | . |   |   |   |",
        "7 |   |   |   |   |   |   |   |   |",
        "8 |   |   |   |   |   |   |   |   |",
    )


def test_after_a_move_the_last_square_is_marked_and_nothing_has_a_dot() -> None:
    known = hosting()
    reply = obey("f5", known, PLAIN)
    assert [message.text() for message in reply.messages] == ["CMOV~5~4"]
    assert reply.lines[0] == "You move to f5."
    assert "5 |   |   |   | X | X |[X]|   |   | It is Eva's turn." in reply.lines
    assert not any(" . " in line for line in reply.lines)


def test_in_colour_the_board_says_the_same_and_is_as_wide() -> None:
    known = hosting()
    plain = board(known, PLAIN)
    coloured = board(known, Ink(colour=True))
    letters = str.maketrans("●○·", "XO.")
    assert tuple(ESCAPE.sub("", line).translate(letters).rstrip() for line in coloured) == plain
    assert Ink(colour=True, shapes=False).mark("black") == "X"


def test_the_longest_names_fit_into_80_columns() -> None:
    known = told_of(f"SADDP~{'E' * 32}", f"SSTARTG~{'E' * 32}", Recover(START, host=True).text())
    assert max(map(len, board(known, PLAIN))) < 80


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        (LOBBY, "SADDP~Iva", ["Iva is here."]),
        (LOBBY, "SDELP~Eva", ["Eva has left."]),
        (LOBBY, "SUPS~Jan~READY", ["Jan is READY."]),
        (LOBBY, "SPONG", []),
        (LOBBY, "SREQ~Eva", ["Eva invites you to a game: accept or decline?"]),
        ((*LOBBY, "SREQ~Eva"), "SUPS~Eva~BUSY", []),
        ((*LOBBY, "SREQ~Eva"), "SREQC~Eva", ["Eva has taken the invitation back."]),
        (LOBBY, "SGAMEI~Hello.", ["Server: Hello."]),
        (LOBBY, "SGAMEI~\x1b[2J\x07", ["Server: ?[2J?"]),
        (LOBBY, "SSTARTG~Eva", ["The game with Eva begins.", "Waiting for the server to show the board."]),
    ],
)
def test_a_person_is_told_in_words(before: tuple[str, ...], line: str, said: list[str]) -> None:
    assert heard(told_of(*before), line) == said


def test_an_inviter_hears_of_a_refusal() -> None:
    known = told_of(*LOBBY)
    known.invite("Eva")
    assert heard(known, "SREQC~Eva") == ["Eva has declined, or cannot play now."]


def test_whoever_plays_is_not_told_of_comings_and_goings() -> None:
    known = hosting()
    assert heard(known, "SADDP~Iva") == heard(known, "SUPS~Jan~READY") == heard(known, "SDELP~Jan") == []
    assert heard(known, "SGAMEEC~GameHasBeenCanceled")[:3] == [
        *["The game is closed. You are in the lobby.", "You are Dan. Also here:", "  READY  Eva"]
    ]


def test_an_opponents_move_is_told_with_the_board() -> None:
    known = hosting()
    obey("f5", known, PLAIN)
    lines = heard(known, "SMOV~5~3")
    assert lines[0] == "Eva moves to f4."
    assert any("last move: f4" in line for line in lines)


def test_a_move_that_cannot_be_is_told() -> None:
    assert heard(hosting(), "SMOV~0~0")[0] == "The server says that Eva moved to a1, which cannot be on this board."


def test_a_pass_is_told_beside_the_board() -> None:
    known = hosting(WHITE_PASSES)
    lines = obey("d4", known, PLAIN).lines
    assert lines[5].endswith("last move: d4")
    assert lines[6].endswith("Eva has no move.")
    assert lines[7].endswith("Your turn again: type a square with a dot.")
    assert obey("c6", known, PLAIN).lines[6].endswith("Black wins: black 7, white 0.")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("a1", "a1 is not played: a1 turns no disc."),
        ("d4", "d4 is not played: d4 is taken."),
        ("!D4", "d4 is not played: d4 is taken."),
        ("i9", "Neither a command nor a square: 'i9'. Type help for the list of commands."),
        ("invite Jan", "You are in a game: leave ends it."),
        ("accept", "Nobody invites you."),
        ("cancel", "You have invited nobody."),
    ],
)
def test_what_cannot_be_done_in_a_game_is_told_and_not_sent(line: str, why: str) -> None:
    reply = obey(line, hosting(), PLAIN)
    assert (reply.lines, reply.messages, reply.quit) == ((why,), (), False)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("f5", "f5 is not played: you are in no game."),
        ("leave", "You are in no game. To leave the server, type quit."),
        ("board", "You are in no game."),
        ("invite", "Whom? Type invite and a name."),
        ("invite Dan", "You cannot invite yourself."),
        ("invite Jan", "Jan is BUSY and cannot be invited now."),
        ("invite eva", "Nobody here is called 'eva'. Names are told apart by capital letters too."),
        ("decline", "Nobody invites you."),
    ],
)
def test_what_cannot_be_done_in_the_lobby_is_told_and_not_sent(line: str, why: str) -> None:
    reply = obey(line, told_of(*LOBBY), PLAIN)
    assert (reply.lines, reply.messages, reply.quit) == ((why,), (), False)


def test_out_of_turn_nothing_is_sent() -> None:
    known = hosting()
    obey("f5", known, PLAIN)
    assert obey("f4", known, PLAIN).lines == ("f4 is not played: it is Eva's turn.",)
    known.hear(b"SMOV~0~0")
    assert obey("f4", known, PLAIN).lines == ("f4 is not played: the server has yet to show the board.",)


def test_invitations_are_made_taken_back_and_answered() -> None:
    known = told_of(*LOBBY)
    assert sent(known, "INVITE Eva") == ["CREQ~Eva"]
    assert obey("invite Eva", known, PLAIN).lines == ("You have invited Eva: cancel that first.",)
    assert sent(known, "cancel") == ["CREQC~Eva"]
    known.hear(b"SREQ~Eva")
    known.hear(b"SREQ~Jan")
    assert obey("invite Eva", known, PLAIN).lines == ("Eva invites you already: accept or decline?",)
    assert obey("accept", known, PLAIN).lines == ("Whose? Eva, Jan invite you.",)
    assert obey("accept Iva", known, PLAIN).lines == ("'Iva' does not invite you.",)
    assert sent(known, "decline Eva") == ["CRES~Eva~DECLINE"]
    assert sent(known, "accept") == ["CRES~Jan~ACCEPT"]


def test_leaving_quitting_and_nothing() -> None:
    known = hosting()
    assert sent(known, "leave") == ["CENDGAME"]
    assert obey("quit", known, PLAIN).quit
    assert obey("  ", known, PLAIN) == ((), (), False)
    assert obey("?", known, PLAIN).lines == HELP
    assert obey("players", known, PLAIN).lines[0] == "You are Dan. Also here:"


def test_without_a_connection_only_help_and_quit_make_sense() -> None:
    known = hosting()
    assert obey("f5", known, PLAIN, connected=False).messages == ()
    assert obey("help", known, PLAIN, connected=False).lines == HELP
    assert obey("quit", known, PLAIN, connected=False).quit


def test_completion_offers_what_makes_sense() -> None:
    known = told_of(*LOBBY)
    assert words(known) == ["invite Eva", "players", "help", "quit"]
    known.hear(b"SREQ~Eva")
    assert words(known)[:2] == ["accept", "decline"]
    known.invite("Eva")
    assert "cancel" in words(known)
    assert words(hosting())[:5] == ["d3", "c4", "f5", "e6", "board"]


def test_the_status_says_where_one_is() -> None:
    known = told_of(*LOBBY)
    assert status(known, None) == " Dan: in the lobby "
    known.invite("Eva")
    assert status(known, None) == " Dan: in the lobby, waiting for Eva's answer "
    known.hear(b"SREQ~Jan")
    assert status(known, None) == " Dan: Jan invites you: accept or decline? "
    known = hosting()
    assert status(known, None) == " Dan (black) against Eva: black 2, white 2; your turn "
    known.put(read_square("f5"))
    assert status(known, None) == " Dan (black) against Eva: black 4, white 1; not your turn "
    assert status(known, 41.6) == " Dan: the connection is lost. Trying to come back, 42 s left. "


def test_words_of_strangers_move_no_cursor() -> None:
    assert printable("Řehoř\x1b[1m\n\u202e") == "Řehoř?[1m??"
