"""What goes into a store comes out of it: records to the bit, seats, outcomes, lists and tallies."""

from __future__ import annotations

import pytest
from tests.support.loop import in_loop
from tests.support.store import ADA, BOB, RULES, SETUP, keep, new_table, played_game, some_input

from stolik.contract import Ending, HouseRules, Kind, Player
from stolik.contract.registry import all_games
from stolik.store.database.lines import read_lines, write_lines
from stolik.store.errors import NoSuchTable
from stolik.store.store import Store, open_store
from stolik.store.stored import Result, Tally, result_of
from stolik.store.writes import Append
from stolik.table.events import Ended
from stolik.table.inputs import Foul, Play
from stolik.table.record import Entry, Record, replay

HARD_NAME = Player("Żółw 🐢 <b>'; DROP TABLE players; --", Kind.BOT)
WON = Ended(Ending.RULES, "the game was played to its end", {"black": 40, "white": 24}, ("black",))
LOST = Ended(Ending.OVERTIME, "black did not move in 1 s", {"black": 2, "white": 2}, ("white",), "black")
DRAWN = Ended(Ending.RULES, "the game was played to its end", {"black": 32, "white": 32}, ("black", "white"))
VOID = Ended(Ending.CANCELLED, "black ended the game", {"black": 2, "white": 2}, (), "black")


async def keep_othello(store: Store, outcome: Ended, ended: float, black: Player = ADA, white: Player = BOB) -> str:
    record = Record("othello", SETUP, RULES)
    return await keep(store, record, {"black": black, "white": white}, outcome, ended)


@pytest.mark.parametrize("name", all_games())
@in_loop
async def test_a_finished_game_comes_back_to_the_bit(database: str, name: str) -> None:
    record, outcome = played_game(name, seed=1)
    seats = {seat: Player(f"{seat} of {name}", Kind.BOT) for seat in all_games()[name].seats}
    async with open_store(database) as store:
        table_id = await keep(store, record, seats, outcome, ended=99.25)
        stored = await store.load(table_id)
    assert stored.record == record
    assert replay(stored.record).outcome == outcome
    facts = stored.facts
    assert (facts.id, facts.game, facts.created, facts.ended) == (table_id, name, 0.0, 99.25)
    assert facts.seats == seats
    assert facts.outcome == outcome


@in_loop
async def test_a_table_whose_game_has_not_ended_is_unfinished(database: str) -> None:
    async with open_store(database) as store:
        done = await keep_othello(store, WON, ended=5.0)
        second = await new_table(store, at=2.0)
        first = await new_table(store, at=1.0)
        await store.append(first, 0, 1.5, some_input(0))
        unfinished = await store.load_unfinished()
    assert [stored.facts.id for stored in unfinished] == [first, second]
    assert [stored.record.entries for stored in unfinished] == [[Entry(1.5, some_input(0))], []]
    assert unfinished[0].record.rules == RULES
    assert unfinished[0].facts.seats == {"black": ADA, "white": BOB}
    assert unfinished[0].facts.outcome is None
    assert done not in {first, second}


@in_loop
async def test_an_unknown_table_is_refused_in_words(database: str) -> None:
    async with open_store(database) as store:
        with pytest.raises(NoSuchTable, match="there is no table 'nowhere'"):
            await store.load("nowhere")


@in_loop
async def test_a_seat_that_changes_hands_is_the_last_players(database: str) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        await store.take_seat(table_id, "white", HARD_NAME, 3.0)
        await store.finish(table_id, 0, 4.0, WON)
        assert (await store.load(table_id)).facts.seats == {"black": ADA, "white": HARD_NAME}
        assert await store.tallies(names=[BOB.name]) == []
        assert await store.tallies(names=[HARD_NAME.name]) == [Tally(HARD_NAME, "othello", 0, 0, 1)]
        assert await store.known_since(BOB.name) == 0.0
        assert await store.known_since(HARD_NAME.name) == 3.0
        assert await store.known_since("nobody") is None


@in_loop
async def test_a_game_may_end_with_empty_seats(database: str) -> None:
    async with open_store(database) as store:
        table_id = await store.open_table("othello", SETUP, RULES, 0.0, {"black": ADA})
        await store.finish(table_id, 0, 1.0, LOST)
        assert (await store.load(table_id)).facts.outcome == LOST
        assert await store.tallies() == [Tally(ADA, "othello", 0, 0, 1)]


@in_loop
async def test_a_move_that_a_quick_player_chose_stays_marked(database: str) -> None:
    played = [Play("black", "f5", stand_in=True), Play("white", "d6")]
    async with open_store(database) as store:
        table_id = await new_table(store)
        for number, play in enumerate(played):
            await store.append(table_id, number, 1.0, play)
        assert [entry.input for entry in (await store.load(table_id)).record.entries] == played


def test_a_move_is_written_as_ever_and_old_lines_are_read() -> None:
    line = '["x1",1.0,0,{"type":"play","seat":"black","move":"f5"}]\n'
    assert write_lines([Append("x1", 1.0, 0, Play("black", "f5"))]) == line
    assert read_lines(line) == [Append("x1", 1.0, 0, Play("black", "f5", stand_in=False))]
    assert '"move":"f5","stand_in":true}' in write_lines([Append("x1", 1.0, 0, Play("black", "f5", stand_in=True))])


@in_loop
async def test_any_text_that_a_door_lets_through_is_kept(database: str) -> None:
    odd = Foul("black", "what is '\x00\ud7ff\U0001f422\r\n' %s :x ?")
    async with open_store(database) as store:
        table_id = await new_table(store)
        await store.append(table_id, 0, 1.0, odd)
        assert (await store.load(table_id)).record.entries == [Entry(1.0, odd)]


@in_loop
async def test_finished_tables_are_listed_page_by_page_the_last_first(database: str) -> None:
    async with open_store(database) as store:
        ids = [await keep_othello(store, WON, ended=float(number // 2)) for number in range(7)]
        await new_table(store)
        listed: list[str] = []
        before = None
        while page := await store.finished_tables(before=before, limit=3):
            assert len(page) <= 3
            assert [facts.outcome for facts in page] == [WON] * len(page)
            listed += [facts.id for facts in page]
            before = page[-1].id
    assert sorted(listed) == sorted(ids)
    ends = [ids.index(table_id) // 2 for table_id in listed]
    assert ends == sorted(ends, reverse=True)


@in_loop
async def test_finished_tables_are_listed_by_game_and_by_player(database: str) -> None:
    krazki, ended = played_game("krazki", seed=1)
    carol = Player("Carol", Kind.BOT)
    async with open_store(database) as store:
        both_seats = await keep_othello(store, DRAWN, 1.0, carol, carol)
        disks = await keep(store, krazki, {"b": ADA, "c": carol}, ended, 2.0)
        boards = await keep_othello(store, WON, 3.0)

        async def listed(game: str | None = None, player: str | None = None, before: str | None = None) -> list[str]:
            return [facts.id for facts in await store.finished_tables(game, player, before)]

        assert await listed() == [boards, disks, both_seats]
        assert await listed("othello") == [boards, both_seats]
        assert await listed(player="Carol") == [disks, both_seats]
        assert await listed("othello", "Carol") == [both_seats]
        assert await listed(player="Carol", before=disks) == [both_seats]
        assert await listed(before="nowhere") == []


@in_loop
async def test_tallies_count_wins_draws_and_losses_by_player_and_game(database: str) -> None:
    by_hand = Player(BOB.name, Kind.PERSON)
    async with open_store(database) as store:
        for number, outcome in enumerate([WON, WON, LOST, DRAWN, VOID]):
            await keep_othello(store, outcome, float(number))
        await keep_othello(store, LOST, 9.0, white=by_hand)
        assert await store.tallies("othello") == [
            Tally(ADA, "othello", 2, 1, 2),
            Tally(BOB, "othello", 1, 1, 2),
            Tally(by_hand, "othello", 1, 0, 0),
        ]
        assert await store.tallies("kierki") == []
        assert await store.tallies(names=["Ada"]) == [Tally(ADA, "othello", 2, 1, 2)]
        assert len(await store.tallies(limit=1)) == 1


def test_a_seat_wins_draws_or_loses_with_the_outcome() -> None:
    assert [result_of("black", outcome, RULES) for outcome in (WON, LOST, DRAWN, VOID)] == [
        Result.WON,
        Result.LOST,
        Result.DRAWN,
        Result.VOID,
    ]
    shared = Ended(Ending.RULES, "", {"N": 1, "E": 1, "S": 5, "W": 7}, ("N", "E"))
    assert [result_of(seat, shared, RULES) for seat in "NESW"] == [Result.WON, Result.WON, Result.LOST, Result.LOST]


@in_loop
async def test_a_game_that_did_not_end_fairly_is_kept_and_not_rated(database: str) -> None:
    left = Ended(Ending.GONE, "black left the game", {"black": 4, "white": 1}, ("black",), "black")
    agreed = Ended(Ending.AGREED, "the players agreed on a draw", {"black": 2, "white": 2}, ("black", "white"))
    resigned = Ended(Ending.RESIGNED, "white resigned", {"black": 2, "white": 2}, ("black",), "white")
    rules = HouseRules(on_absence="count", grace=60.0)
    async with open_store(database) as store:
        for at, outcome in enumerate((left, agreed, resigned)):
            await keep(store, Record("othello", SETUP, rules), {"black": ADA, "white": BOB}, outcome, float(at))
        assert len(await store.finished_tables(player="Ada")) == 3
        assert [facts.outcome for facts in await store.counted_tables("othello", None, 9)] == [resigned]
        assert await store.tallies(names=["Ada"]) == [Tally(ADA, "othello", 1, 0, 0)]
