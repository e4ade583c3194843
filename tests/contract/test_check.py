"""What a game lacks is said when it is loaded, in one line; the other games stay playable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.support.high_card import GAME, SEATS, Position, deal

from stolik.contract import AnyGame, BuiltinPlayer, NetworkProtocol
from stolik.contract.check import HOUSE_COMMANDS, NO_SEAT, GameError, check_game
from stolik.contract.registry import GROUP, added, all_games, find_game, load_games, package_of
from stolik.table.events import WATCHERS

NOWHERE = "stolik.nowhere:thing"


def but(**fields: Any) -> AnyGame:
    """The game with some fields that are not as they should be."""
    return replace(GAME, **fields)


class Bare(msgspec.Struct, frozen=True):
    """A position without anything."""

    turn: str = "a"


def changed(**attributes: Any) -> AnyGame:
    """The game with positions of which one thing is wrong."""
    # A class of its own for each, because a struct's instances cannot be changed.
    kind: Any = type("Changed", (Position,), attributes, frozen=True, kw_only=True)
    return but(start=lambda rng: kind(hands=deal(rng).hands), read=lambda text: kind(hands=GAME.read(text).hands))


def fails(*_: object) -> Any:
    raise RuntimeError("the disk\nis full")


BROKEN: dict[str, tuple[AnyGame, str]] = {
    "name": (but(name="High Card"), "its name 'High Card' must begin with a letter and have only lower-case letters"),
    "no seats": (but(seats=()), "its seats () are not a tuple of different names"),
    "seats twice": (but(seats=("a", "a")), "its seats ('a', 'a') are not a tuple of different names"),
    "seats as text": (but(seats="abc"), "its seats 'abc' are not a tuple"),
    "blank seat": (but(seats=("a", "b c")), "no seat can be called 'b c'"),
    "watchers": (but(seats=("a", "watchers")), "no seat can be called 'watchers'"),
    "function": (but(read_move=None), "its 'read_move' is not a function"),
    "read": (but(read=lambda text: GAME.read(text or str(1 // 0))), "its 'read' must raise NotationError for"),
    "read_move": (
        but(read_move=lambda text: GAME.read_move(str(int(text)))),
        "its 'read_move' must raise NotationError for the text '', and raises ValueError: invalid literal for int()",
    ),
    "optional function": (but(text="text"), "its 'text' is not a function"),
    "a size of nothing": (but(size={"pieces": 3}), "'start_of_size' and 'size' belong together"),
    "a size that cannot be": (
        but(size={"pieces": 3}, start_of_size=lambda rng, size: 1 // 0),
        "it fails when a game is tried: ZeroDivisionError",
    ),
    "house rules": (but(house_rules={"turn_time": 1}), "its 'house_rules' are not HouseRules"),
    "port": (but(port=70_000), "its port 70000 is not between 1 and 65535"),
    "player": (but(players={"best": NOWHERE}), "its player 'best' is not a BuiltinPlayer"),
    "player's place": (
        but(players={"best": BuiltinPlayer(NOWHERE)}),
        "its player 'best' cannot be found: there is no module 'stolik.nowhere'",
    ),
    "part without a name": (
        but(drawing="stolik.contract"),
        "its drawing cannot be found: 'stolik.contract' does not say which object",
    ),
    "door": (
        but(protocol=NetworkProtocol(entrance="seats", door=NOWHERE)),
        "its protocol's door cannot be found: there is no module",
    ),
    "export": (but(exports={"sgf": NOWHERE}), "its export 'sgf' cannot be found"),
    "command": (
        but(commands={"serve": fails}),
        "it brings a command 'serve', and stolik has one of that name",
    ),
    "quick player": (but(quick_player="fast"), "it says that 'fast' plays at once, and has no player"),
    "page": (but(page=Path("no/such/folder")), "its page's folder 'no/such/folder' does not exist"),
    "guide": (but(guide=Path("no/such/folder")), "its guide's folder 'no/such/folder' has no play.en.md"),
    "start": (but(start=fails), "no start can be drawn: RuntimeError: the disk is full"),
    "mutable": (changed(__hash__=None), "its positions cannot be hashed"),
    "position": (but(start=lambda rng: Bare()), "its positions have no 'moves'"),
    "turn": (changed(turn="d"), "at its start it is the turn of 'd', which is not a seat"),
    "no moves": (changed(moves=lambda self: ()), "at its start 'a' has the turn and no move"),
    "scores": (changed(scores={"a": 0}), "its scores are of a, and its seats are a, b, c"),
    "winners": (changed(winners=("d",)), "its winners ('d',) are not seats"),
    "start's notation": (
        but(write=lambda position: "1 2/3 4/5 6;"),
        "its start is not read back as it was written",
    ),
    "unreadable start": (but(write=lambda position: "?"), "it fails when a game is tried: NotationError: not three"),
    "move's notation": (but(read_move=lambda text: 0), "is not read back as it was written: see 'read_move'"),
    "longest move": (but(longest_move=0), "has more than 0 bytes: say 'longest_move'"),
    "play": (changed(play=lambda self, move: None), "after a move there is a NoneType, and no position"),
    "view": (changed(view=lambda self, seat: Bare()), "its positions are seen as Bare, and view_type says View"),
    "view raises": (changed(view=fails), "it fails when a game is tried: RuntimeError: the disk is full"),
    "text": (but(text=None), "it hides something and does not say how a seat's view is written: give it"),
    "text of a view": (but(text=lambda view: 7), "its 'text' of a view is not a text"),
    "variant": (but(variants=(but(name="low-card", seats=()),)), "its variant 'low-card': its"),
    "variant's name": (but(variants=(but(name="?"),)), "its variant's name '?' must begin with a letter"),
}  # fmt: skip


@pytest.mark.parametrize(("game", "words"), BROKEN.values(), ids=BROKEN)
def test_a_broken_game_is_refused_in_one_line_that_says_what_is_wrong(game: AnyGame, words: str) -> None:
    with pytest.raises(GameError) as refused:
        check_game(game)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("words", ["{", '["title"]', '{"title": 7}', '{"heaps": {"one": 1}}'])
def test_words_for_the_page_that_cannot_be_used_are_found_before_the_service_starts(words: str, tmp_path: Path) -> None:
    check_game(but(page=tmp_path))
    (tmp_path / "words.en.json").write_text(
        '{"title": "High card", "points": {"one": "{n} point", "other": "{n} points"}}'
    )
    check_game(but(page=tmp_path))
    (tmp_path / "words.pl.json").write_text(words)
    with pytest.raises(GameError, match=r"its page's words cannot be used: .*words\.pl\.json"):
        check_game(but(page=tmp_path))


def test_a_game_that_lacks_nothing_is_not_refused() -> None:
    check_game(GAME)
    check_game(but(variants=(but(name="low-card"),)))


def test_no_seat_can_have_the_name_by_which_a_table_calls_those_without_one() -> None:
    assert NO_SEAT == WATCHERS


def test_every_command_of_the_house_is_reserved() -> None:
    from stolik.cli.main import commands

    brought = {name for game in all_games().values() for name in game.commands}
    assert set(HOUSE_COMMANDS) == set(commands()) - brought


def point(name: str, value: str = "tests.support.high_card:GAME") -> EntryPoint:
    return EntryPoint(name, value, GROUP)


OURS = [point for point in entry_points(group=GROUP) if package_of(point)[0] == "stolik"]


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts a game where an entry point finds it."""

    def bring(game: object) -> str:
        monkeypatch.setattr("tests.support.high_card.OTHER", game, raising=False)
        return "tests.support.high_card:OTHER"

    return bring


def loaded(points: Iterable[EntryPoint]) -> tuple[list[str], dict[str, str]]:
    found = load_games([*OURS, *points])
    assert {"graph", "kierki", "krazki", "othello"} <= set(found.games), "the other games stay playable"
    return [name for name in found.games if name not in {one.name for one in OURS}], found.faults


def test_a_game_is_found_by_its_entry_point() -> None:
    assert loaded([point("high-card")]) == (["high-card"], {})


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("tests.nowhere:GAME", "it cannot be imported: ModuleNotFoundError: No module named 'tests.nowhere'"),
        ("tests.support.high_card:NO_GAME", "it cannot be imported: AttributeError: "),
        ("tests.support.high_card:SEATS", "it is not a Game but a tuple"),
        ("stolik.games.othello:GAME", "its name is 'othello', and its entry point says"),
    ],
)
def test_an_entry_point_that_leads_to_no_game_is_told_of_and_the_others_are_played(value: str, words: str) -> None:
    names, faults = loaded([point("high-card", value)])
    assert names == []
    assert faults["high-card"].startswith(f"the game 'high-card' ({value}) cannot be played: {words}")
    assert "\n" not in faults["high-card"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "othello"}, "another package brings a game called 'othello'"),
        ({"name": "kierki-early-end"}, "another package brings a game called 'kierki-early-end'"),
        ({"variants": (but(name="krazki"),)}, "another package brings a game called 'krazki'"),
        ({"commands": {"deal": fails}}, "it brings a command 'deal', and so does kierki"),
        ({"port": 6321}, "its port 6321 is that of othello: name another, or none for any free one"),
        ({"seats": SEATS[:2]}, "its scores are of a, b, c, and its seats are a, b"),
    ],
)
def test_a_game_that_is_in_the_way_of_another_is_left_out(brought: Any, change: dict[str, Any], words: str) -> None:
    game = but(**change)
    _, faults = loaded([point(game.name, brought(game))])
    assert faults[game.name].endswith(words)


def test_a_game_of_the_tests_is_there_only_for_a_while_and_must_lack_nothing() -> None:
    with added(GAME):
        assert find_game("high-card") is GAME
    assert "high-card" not in all_games()
    with pytest.raises(ValueError, match="no game is called 'high-card'; there are graph"):
        find_game("high-card")
    with pytest.raises(GameError), added(but(seats=())):
        pass


@pytest.mark.parametrize("text", ["", "[]", '{"title": 1}', '{"heap": {"one": "a match"}}', '{"heap": {"other": 2}}'])
def test_a_words_file_that_cannot_be_used_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "words.cs.json").write_text(text)
    with pytest.raises(GameError, match=r"its page's words cannot be used: .*words\.cs\.json"):
        check_game(but(page=tmp_path))


def test_words_with_plurals_can_be_used(tmp_path: Path) -> None:
    (tmp_path / "words.cs.json").write_text('{"title": "Hromádky", "heap": {"one": "{n} kus", "other": "{n} kusů"}}')
    check_game(but(page=tmp_path))
