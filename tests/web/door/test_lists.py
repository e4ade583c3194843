"""Which part of the lobby's lists a look selects."""

from __future__ import annotations

from stolik.contract import Kind
from stolik.web.door.lists import PlayerList, TableList
from stolik.web.messages.looks import PlayersLook, TablesLook
from stolik.web.messages.shapes import SeatShape, TableShape
from stolik.web.messages.words import ListedPlayer


def table(table_id: str, *names: str | None, game: str = "othello", watchers: int = 0) -> TableShape:
    seats = {str(seat): None if name is None else SeatShape(name, Kind.PERSON, True) for seat, name in enumerate(names)}
    return TableShape(table_id, game, "gathering" if None in names else "playing", seats, watchers=watchers)


def tables() -> TableList:
    listed = TableList()
    for shape in (
        table("a", "Bob", "Cyd", watchers=3),
        table("b", "Dan", None),
        table("c", "Eve", "Fay", game="graph", watchers=7),
        table("d", "Ada", "Gil"),
        table("e", "Hal", None),
    ):
        listed.put(shape)
    return listed


def ids(listed: TableList, look: TablesLook) -> str:
    return "".join(listed.select(look).rows)


def test_tables_with_a_free_seat_come_first_and_then_the_newest() -> None:
    assert ids(tables(), TablesLook()) == "ebdca"


def test_tables_are_selected_by_game_by_a_free_seat_and_by_who_sits_there() -> None:
    assert ids(tables(), TablesLook(game="graph")) == "c"
    assert ids(tables(), TablesLook(open=True)) == "eb"
    assert ids(tables(), TablesLook(search=" cY ")) == "a"
    assert ids(tables(), TablesLook(search="nobody")) == ""


def test_tables_are_ordered_by_how_many_watch_or_by_rating() -> None:
    listed = tables()
    assert ids(listed, TablesLook(order="watched")) == "ebcad"
    listed.ratings = {"othello": {"Cyd": 40.0}, "graph": {"Fay": 30.0}}
    assert ids(listed, TablesLook(order="rating")) == "ebacd"


def test_not_more_rows_are_selected_than_asked_for_and_the_total_is_known() -> None:
    part = tables().select(TablesLook(count=2))
    assert ("".join(part.rows), part.total) == ("eb", 5)


def test_a_table_that_is_removed_is_not_selected() -> None:
    listed = tables()
    listed.remove("e")
    listed.remove("never there")
    assert ids(listed, TablesLook(open=True)) == "b"
    assert len(listed) == 4


def test_players_are_selected_by_name_and_in_its_order() -> None:
    players = PlayerList(ListedPlayer(name, "ready") for name in ("bob", "Ada", "Bea", "Zoe"))
    players.remove("Zoe")
    assert list(players.select(PlayersLook()).rows) == ["Ada", "Bea", "bob"]
    assert list(players.select(PlayersLook(search="B")).rows) == ["Bea", "bob"]
    part = players.select(PlayersLook(count=1))
    assert (list(part.rows), part.total) == (["Ada"], 3)
