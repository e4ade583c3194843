from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from threading import Event
from typing import TextIO, cast

from stolik.games.othello.programs.nboard import run_nboard
from stolik.games.othello.rules import Position


@dataclass(frozen=True)
class First:
    """A search that finds the first move."""

    move: int
    score: float = 1.5
    exact: bool = False
    depth: int = 1
    nodes: int = 10


class Thinker:
    def __init__(self) -> None:
        self.depths: list[int | None] = []

    def cancel(self) -> None:
        """It is done before anybody could want that."""

    def think(self, view: Position, depth: int | None = None) -> First:
        self.depths.append(depth)
        return First(view.moves()[0], depth=depth or 0)


class Screen(StringIO):
    """The board's end: its input stays open until its last question is answered, because the end stops the thinking."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__()
        self._lines = lines
        self._answered = Event()

    def write(self, text: str) -> int:
        if text == "learned\n":
            self._answered.set()
        return super().write(text)

    def typed(self) -> Iterator[str]:
        yield from (line + "\n" for line in self._lines)
        if QUIT not in self._lines:
            yield "learn\n"
            assert self._answered.wait(60)


QUIT = "quit"


def answers(*lines: str, thinker: Thinker | None = None) -> list[str]:
    screen = Screen(lines)
    run_nboard(cast("TextIO", screen.typed()), screen, thinker or Thinker())
    return screen.getvalue().splitlines()[: None if QUIT in lines else -1]


def test_it_says_its_name_and_answers_a_ping() -> None:
    assert answers("nboard 2", "ping 5") == ["set myname Stolik", "pong 5"]


def test_it_moves_in_the_game_that_was_played() -> None:
    thinker = Thinker()
    said = answers("set depth 6", "move f5", "go", thinker=thinker)
    assert said[0] == "status thinking"
    assert said[1].startswith("=== F4/1.50/")
    assert said[2].startswith("nodestats 10 ")
    assert said[3] == "status"
    assert thinker.depths == [6]


def test_a_hint_names_a_move_and_its_depth() -> None:
    assert answers("set depth 3", "hint 1")[1] == "search D3 1.50 0 3"


def test_more_hints_name_the_next_best_moves() -> None:
    thinker = Thinker()
    said = answers("set depth 3", "hint 3", thinker=thinker)
    assert [line for line in said if line.startswith("search")] == [
        "search D3 1.50 0 3",
        "search C4 -1.50 0 3",
        "search F5 -1.50 0 3",
    ]
    assert said[-2].startswith("nodestats 40 ")
    assert thinker.depths == [3, 2, 2, 2]


def test_a_game_is_learned_without_a_word_about_it() -> None:
    assert answers("learn") == ["learned"]


def test_a_game_is_analysed_from_its_end() -> None:
    thinker = Thinker()
    said = answers("set depth 4", "move f5", "move d6", "analyze", thinker=thinker)
    assert said == ["status analyzing", "analysis 2 1.50", "analysis 1 1.50", "analysis 0 1.50", "status"]
    assert thinker.depths == [4, 4, 4]


def test_a_pass_counts_as_a_move_and_the_end_is_not_judged() -> None:
    # After h1 white cannot move, and h8 ends the game.
    game = "set game (;BO[8 ******O-" + "-" * 48 + "******O- *];)"
    said = answers(game, "move h1", "move PA", "move h8", "analyze")
    assert said == ["status analyzing", "analysis 2 1.50", "analysis 0 1.50", "status"]


def test_who_has_no_move_passes_and_the_other_moves_after_the_pass() -> None:
    # After h1 white cannot move.
    game = "set game (;BO[8 ******O-" + "-" * 48 + "******O- *];)"
    assert answers(game, "move h1", "go") == ["=== PA/0.00/0.00"]
    assert answers(game, "move h1", "move PA", "go")[1].startswith("=== H8/1.50/")
    assert answers(game, "set depth 3", "move h1", "hint 2") == ["status thinking", "search PA -1.50 0 3", "status"]
    # A board may skip the pass, as our own rules do.
    assert answers(game, "move h1", "move h8", "go") == ["=== PA/0.00/0.00"]


def test_a_game_that_is_set_may_end_where_somebody_has_to_pass() -> None:
    board = "(;BO[8 ******O-" + "-" * 48 + "******O- {mover}]{moves};)"
    for mover, moves, passes in (
        ("*", "B[h1]", True),
        ("*", "B[h1]W[PA]", False),
        ("O", "", True),
        ("*", "", False),
    ):
        said = answers(f"set game {board.format(mover=mover, moves=moves)}", "go")
        assert (said == ["=== PA/0.00/0.00"]) == passes, (mover, moves)


class Slow(Thinker):
    """Thinks until it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.thinking, self.cancelled = Event(), Event()

    def cancel(self) -> None:
        self.cancelled.set()

    def think(self, view: Position, depth: int | None = None) -> First:
        self.thinking.set()
        assert self.cancelled.wait(60)
        return super().think(view, depth)


def test_a_ping_ends_the_thinking_before_it_is_answered() -> None:
    thinker = Slow()

    def board() -> Iterator[str]:
        yield "hint 4\n"
        assert thinker.thinking.wait(60)
        yield "ping 7\n"

    stdout = StringIO()
    run_nboard(cast("TextIO", board()), stdout, thinker)
    assert stdout.getvalue().splitlines()[1] == "search D3 1.50 0 12"
    assert stdout.getvalue().splitlines()[-1] == "pong 7"
    assert thinker.depths == [12]


def test_a_ping_ends_an_analysis() -> None:
    thinker = Slow()

    def board() -> Iterator[str]:
        yield "analyze\n"
        assert thinker.thinking.wait(60)
        yield "ping 7\n"

    stdout = StringIO()
    run_nboard(cast("TextIO", board()), stdout, thinker)
    assert stdout.getvalue().splitlines() == ["status analyzing", "status", "pong 7"]


def test_a_line_that_makes_no_sense_is_answered_and_nothing_breaks() -> None:
    said = answers("move a1", "ping x", "what", "ping 1")
    assert said[0] == "status cannot do 'move a1': a1 turns no disc"
    assert said[1].startswith("status cannot do 'ping x'")
    assert said[-1] == "pong 1"


def test_a_finished_game_is_passed() -> None:
    over = "set game (;BO[8 " + "*" * 64 + " O];)"
    assert answers(over, "go") == ["=== PA/0.00/0.00"]
    assert answers(over, "hint 1") == ["status the game is over"]


def test_quit_ends_it() -> None:
    assert answers("quit", "ping 1") == []


def test_the_end_of_the_input_stops_the_thinking() -> None:
    thinker = Slow()

    def board() -> Iterator[str]:
        yield "go\n"
        assert thinker.thinking.wait(60)
        yield "hint 9\n"

    stdout = StringIO()
    run_nboard(cast("TextIO", board()), stdout, thinker)
    assert stdout.getvalue().splitlines()[1].startswith("=== ")
    # What was asked before the end is answered, without more thinking.
    assert thinker.depths == [12, 1]
