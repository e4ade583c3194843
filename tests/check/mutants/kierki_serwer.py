"""Mutants of `kierki-serwer`."""

from __future__ import annotations

import os
import re
from typing import Any

from tests.check.mutants import Mutants

from stolik.games.kierki import cards, door, kierki_serwer, match_file, rules, server, wire
from stolik.service.doors import driver
from stolik.service.net import connection, connections, report
from stolik.table import table
from stolik.table.events import Asked, Refused, Shown
from stolik.wire import lines

mutants = Mutants()
main = kierki_serwer.main


def _points(kind: int, change: Any) -> None:
    """Changes what a deal of this type costs."""
    by_card, by_trick = list(map(list, rules.CARD_POINTS)), list(map(list, rules.TRICK_POINTS))
    change(by_card[kind], by_trick[kind])
    rules.CARD_POINTS = tuple(map(tuple, by_card))
    rules.TRICK_POINTS = tuple(map(tuple, by_trick))


def _set_all(values: list[int], old: int, new: int) -> None:
    values[:] = [new if value == old else value for value in values]


@mutants.mutant("score-type-1")
def every_score_is_99() -> None:
    """Every SCORE says 99."""
    whole = door._trick_ended
    door._trick_ended = lambda now: [re.sub(r"\d+", "99", one) if one[:5] == "SCORE" else one for one in whole(now)]


@mutants.mutant("score-type-1")
def no_total() -> None:
    """TOTAL is not sent."""
    whole = door._trick_ended
    door._trick_ended = lambda now: [one for one in whole(now) if not one.startswith("TOTAL")]


@mutants.mutant("score-type-1")
def total_before_score() -> None:
    """TOTAL comes before SCORE."""
    whole = door._trick_ended
    door._trick_ended = lambda now: sorted(whole(now), key=lambda one: (one[:5] != "TAKEN", one[:5] != "TOTAL"))


@mutants.mutant("total-adds-up")
def total_is_of_one_deal() -> None:
    """TOTAL has the points of the last deal only."""
    whole = door._trick_ended

    def trick_ended(now: Any) -> list[str]:
        told = whole(now)
        score = next((one for one in told if one.startswith("SCORE")), "")
        return [score.replace("SCORE", "TOTAL") if one.startswith("TOTAL") else one for one in told]

    door._trick_ended = trick_ended


@mutants.mutant("score-is-of-one-deal")
def score_adds_up() -> None:
    """SCORE has the points of all deals so far."""
    whole = door._trick_ended

    def trick_ended(now: Any) -> list[str]:
        told = whole(now)
        total = next((one for one in told if one.startswith("TOTAL")), "")
        return [total.replace("TOTAL", "SCORE") if one.startswith("SCORE") else one for one in told]

    door._trick_ended = trick_ended


@mutants.mutant("score-type-1")
def tricks_cost_two() -> None:
    """A trick costs 2 in a deal of type 1."""
    _points(1, lambda by_card, by_trick: _set_all(by_trick, 1, 2))


@mutants.mutant("score-type-2")
def spades_count_as_hearts() -> None:
    """Spades are counted in a deal of type 2."""
    _points(2, lambda by_card, by_trick: by_card.__setitem__(slice(None), by_card[:26] + [0] * 13 + [1] * 13))


@mutants.mutant("score-type-3")
def queens_cost_four() -> None:
    """A queen costs 4."""
    _points(3, lambda by_card, by_trick: _set_all(by_card, 5, 4))


@mutants.mutant("score-type-4")
def only_kings_count() -> None:
    """Jacks cost nothing in a deal of type 4."""
    _points(4, lambda by_card, by_trick: [by_card.__setitem__(card, 0) for card in range(52) if card % 13 == 9])


@mutants.mutant("score-type-5")
def king_of_hearts_costs_17() -> None:
    """The king of hearts costs 17."""
    _points(5, lambda by_card, by_trick: _set_all(by_card, 18, 17))


@mutants.mutant("score-type-6")
def last_trick_is_free() -> None:
    """The last trick costs nothing in a deal of type 6."""
    _points(6, lambda by_card, by_trick: by_trick.__setitem__(13, 0))


@mutants.mutant("score-type-7")
def robber_forgets_the_tricks() -> None:
    """The robber does not count the tricks."""
    _points(7, lambda by_card, by_trick: by_trick.__setitem__(slice(1, None), [cost - 1 for cost in by_trick[1:]]))


@mutants.mutant("taken-goes-to-everybody")
def taken_names_the_next_seat() -> None:
    """TAKEN names the seat after the taker."""
    whole = door._taken
    turn = dict(zip("NESW", "ESWN", strict=True))
    door._taken = lambda trick: whole(trick)[:-1] + turn[whole(trick)[-1]]


@mutants.mutant("taken-goes-to-everybody")
def taken_sorts_the_cards() -> None:
    """TAKEN lists the cards by value."""
    door._taken = lambda trick: wire.Taken(trick.number, tuple(sorted(trick.cards)), rules.SEATS[trick.taker]).text()


@mutants.mutant("highest-card-of-the-suit-takes")
def highest_rank_takes() -> None:
    """The highest card takes, whatever its suit."""
    rules.winning_card = lambda trick: max(range(4), key=lambda place: trick[place] % 13)


@mutants.mutant("low-cards")
def ten_is_lowest() -> None:
    """Values are compared as text: ten is the lowest."""

    def winning(trick: tuple[int, ...]) -> int:
        same = [place for place in range(4) if trick[place] // 13 == trick[0] // 13]
        return max(same, key=lambda place: (trick[place] % 13 != 8, trick[place] % 13))

    rules.winning_card = winning


@mutants.mutant("turn-goes-clockwise")
def turn_goes_the_other_way() -> None:
    """The turn goes N, W, S, E."""
    rules.Open.turn = property(
        lambda now: None if len(now.sheet) == now.deals else rules.SEATS[(now.leader - len(now.cards)) % 4]
    )


@mutants.mutant("first-leader-e")
def north_always_leads() -> None:
    """The first leader is always N."""
    whole = match_file.read_head
    match_file.read_head = lambda line, number: (whole(line, number)[0], 0)


@mutants.mutant("several-deals")
def only_the_first_deal() -> None:
    """Only the first deal of the file is played."""
    whole = rules.new_match
    match_file.new_match = lambda deals, **more: whole(deals[:1], **more)


@mutants.mutant("not-following-suit")
def suit_is_not_checked() -> None:
    """A player need not follow suit."""
    rules.objection = lambda hand, on_table, card: None if hand >> card & 1 else "not held"


@mutants.mutant("card-not-held")
def hand_is_not_checked() -> None:
    """A player may put a card that it does not have."""
    rules.objection = lambda hand, on_table, card: None


@mutants.mutant("number-of-the-next-trick")
def number_is_not_checked() -> None:
    """The number of the trick in a client's message is not looked at."""
    door.KierkiDoor._put = lambda self, put: door.Play(self.seat, cards.write_card(put.card))


@mutants.mutant("wrong-has-the-number-of-the-trick")
def wrong_says_1() -> None:
    """WRONG always has the number 1."""
    whole = door.KierkiDoor.tell
    door.KierkiDoor.tell = lambda self, event: ("WRONG1",) if isinstance(event, Refused) else whole(self, event)


@mutants.mutant("card-out-of-turn")
def card_out_of_turn_is_not_answered() -> None:
    """A card out of turn is passed over in silence."""
    whole = table.Table._foul

    def foul(self: Any, foul: Any, now: float) -> Any:
        return [] if self.position.turn != foul.seat else whole(self, foul, now)

    table.Table._foul = foul


@mutants.mutant("card-not-held")
def wrong_card_ends_the_connection() -> None:
    """A client that puts a wrong card is disconnected."""
    whole = table.Table._foul
    table.Table._foul = lambda self, foul, now: (
        self._expel(foul, now) if self.stage is table._PLAYING else whole(self, foul, now)
    )


@mutants.mutant("wrong-is-told-to-its-sender-alone")
def wrong_is_told_to_all() -> None:
    """WRONG goes to all players."""
    whole = table.Table._foul

    def foul(self: Any, foul: Any, now: float) -> Any:
        events = whole(self, foul, now)
        return [Refused(seat, one.why) if isinstance(one, Refused) else one for one in events for seat in self.players]

    table.Table._foul = foul


@mutants.mutant("answer-two-cards")
def rest_of_the_line_is_ignored() -> None:
    """What follows a right message in its line is ignored."""
    whole = door.read_client_message

    def read(text: str) -> Any:
        found = re.match(r"TRICK(1[0-3]|[1-9])(10|[2-9JQKA])[CDHS]|IAM[NESW]", text)
        return whole(found[0] if found else text)

    door.read_client_message = read


@mutants.mutant("iam-lower-case")
def case_is_ignored() -> None:
    """Messages are read in lower case too."""
    whole = door.read_client_message
    door.read_client_message = lambda text: whole(text.upper())


@mutants.mutant("iam-with-space-behind")
def spaces_are_ignored() -> None:
    """Spaces around messages are ignored."""
    whole = door.read_client_message
    door.read_client_message = lambda text: whole(text.strip(" "))


@mutants.mutant("iam-other-word")
def wrong_greeting_is_ignored() -> None:
    """A wrong first message is ignored."""
    door.KierkiDoor._wrong = lambda self, why: door.Foul(self.seat, why) if self.seat else door.Foul("N", "ignored")


@mutants.mutant("iam-empty")
def empty_lines_are_ignored() -> None:
    """Empty lines are ignored."""
    whole = lines.LineFramer.feed
    lines.LineFramer.feed = lambda self, data: [one for one in whole(self, data) if one]


@mutants.mutant("no-iam-in-time")
def iam_has_no_timeout() -> None:
    """The server waits for IAM for ever."""
    connections.Connections._turn_away = lambda self, connection: None


@mutants.mutant("iam-byte-by-byte-for-ever")
def every_byte_extends_the_time_for_iam() -> None:
    """The time for IAM begins again with every byte."""
    whole = connection.LineConnection.data_received

    def data_received(self: Any, data: bytes) -> None:
        all_ = self._host._connections
        if self in all_._waiting:
            all_._waiting.pop(self).cancel()
            all_.arrived(self)
        whole(self, data)

    driver.TableDriver.data_received = data_received


@mutants.mutant("seat-is-taken")
def busy_is_not_sent() -> None:
    """A second client for a seat is disconnected without BUSY."""
    door.KierkiDoor.refuse = lambda self, taken: self.goodbye(why="taken")


@mutants.mutant("seat-is-taken")
def busy_client_stays() -> None:
    """A client that was told BUSY is not disconnected."""
    driver.TableDriver.part = lambda self, goodbye: self.send(*goodbye.lines)


@mutants.mutant("busy-lists-all-taken-seats")
def busy_lists_one_seat() -> None:
    """BUSY lists only the seat that was asked for."""
    door.KierkiDoor.refuse = lambda self, taken: self.goodbye(wire.Busy((self.seat,)).text(), why="taken")


@mutants.mutant("the-first-keeps-the-seat")
def second_client_takes_the_seat() -> None:
    """When a second client is refused, the first one is disconnected too."""
    whole = driver.TableDriver.sit

    def sit(self: Any, live: Any, seat: str) -> None:
        first = live._doors.get(seat)
        whole(self, live, seat)
        if first is not None and first is not self:
            first.drop()

    driver.TableDriver.sit = sit


@mutants.mutant("iam-split-after-1")
def one_recv_is_one_message() -> None:
    """What one recv() returns is taken for one message."""
    lines.LineFramer.feed = lambda self, data: [data.removesuffix(self._end)]


@mutants.mutant("two-messages-in-one-segment")
def rest_of_a_segment_is_lost() -> None:
    """Of several messages in one segment only the first one is read."""
    whole = lines.LineFramer.feed
    lines.LineFramer.feed = lambda self, data: whole(self, data)[:1]


@mutants.mutant("iam-ended-by-lf-alone")
def lf_ends_a_message() -> None:
    """LF alone ends a message."""
    whole = lines.LineFramer.feed

    def feed(self: Any, data: bytes) -> list[bytes]:
        return whole(self, re.sub(rb"(?<!\r)\n", b"\r\n", data))

    lines.LineFramer.feed = feed


@mutants.mutant("four-sit-down")
def answers_end_with_lf_alone() -> None:
    """The server's messages end with LF alone."""
    whole = connection.LineConnection.send

    def send(self: Any, *told: str) -> None:
        self._end = "\n"
        whole(self, *told)

    connection.LineConnection.send = send


@mutants.mutant("silence-is-asked-again")
def question_is_never_repeated() -> None:
    """A silent player is never asked again."""
    table._WAYS = {**table._WAYS, table.Tick: lambda self, tick, now: []}


@mutants.mutant("silence-is-asked-again")
def question_is_repeated_too_early() -> None:
    """A silent player is asked again after a quarter of the timeout."""
    whole = kierki_serwer.serve_match
    kierki_serwer.serve_match = lambda listening, match, timeout, out: whole(listening, match, timeout / 4, out)


@mutants.mutant("silence-in-the-middle-of-a-trick")
def repeated_question_has_no_cards() -> None:
    """A repeated TRICK does not list the cards on the table."""
    whole = door.KierkiDoor.tell

    def tell(self: Any, event: Any) -> Any:
        told = whole(self, event)
        if type(event) is Asked and event.again and told:
            return [f"TRICK{self._trick_number()}"]
        return told

    door.KierkiDoor.tell = tell


@mutants.mutant("player-leaves-in-the-fifth-trick")
def deal_on_return_has_the_cards_left() -> None:
    """Who comes back is told only the cards that are left."""

    def so_far(view: Any) -> list[str]:
        left = cards.cards_in(view.hand)
        first = wire.DealCards(view.open.kind, rules.SEATS[view.open.first], left).text()
        return [first, *map(door._taken, view.open.tricks)]

    door.deal_so_far = so_far


@mutants.mutant("player-leaves-in-the-fifth-trick")
def tricks_on_return_are_reversed() -> None:
    """Who comes back hears of the tricks in the wrong order."""
    whole = door.deal_so_far
    door.deal_so_far = lambda view: [whole(view)[0], *reversed(whole(view)[1:])]


@mutants.mutant("player-leaves-in-the-fifth-trick")
def no_tricks_on_return() -> None:
    """Who comes back does not hear of the tricks so far."""
    whole = door.deal_so_far
    door.deal_so_far = lambda view: whole(view)[:1]


@mutants.mutant("asked-player-leaves")
def nobody_can_come_back() -> None:
    """A seat that was left in the match stays busy."""
    whole = driver.TableDriver.sit

    def sit(self: Any, live: Any, seat: str) -> None:
        if live.stage is table.Stage.SUSPENDED:
            self.part(self.door.refuse(rules.SEATS))
        else:
            whole(self, live, seat)

    driver.TableDriver.sit = sit


@mutants.mutant("waiting-player-leaves")
def nobody_is_asked_after_a_return() -> None:
    """After somebody came back nobody is asked any more."""
    whole = table.Table._go_on

    def go_on(self: Any, now: float) -> Any:
        began = self.stage is table.Stage.GATHERING
        events = whole(self, now)
        if not began:
            self._answer_by = None
        return events if began else []

    table.Table._go_on = go_on


@mutants.mutant("player-leaves-in-the-second-deal")
def return_shows_the_first_deal() -> None:
    """Who comes back in the second deal is told of the tricks of the first one too."""
    whole = door.KierkiDoor.tell

    def tell(self: Any, event: Any) -> Any:
        told = whole(self, event)
        if isinstance(event, Shown) and event.view.open.finished:
            return [told[0], *map(door._taken, event.view.open.finished[0].tricks), *told[1:]]
        return told

    door.KierkiDoor.tell = tell


@mutants.mutant("match-ends-with-code-0")
def exit_code_is_1() -> None:
    """The exit code is 1 after a whole match."""
    kierki_serwer.run = lambda match: (server and _run(match), 0)[1]


def _run(match: Any) -> Any:
    from stolik.service.net.loop import run

    return run(match)


@mutants.mutant("match-ends-with-code-0")
def server_goes_on_after_the_match() -> None:
    """The server does not end after the match."""
    connections.Connections.close = _never


async def _never(self: Any) -> None:
    import asyncio

    await asyncio.sleep(1000)


@mutants.mutant("port-not-a-number")
def wrong_parameters_end_with_2() -> None:
    """Wrong parameters end the server with code 2."""
    from stolik.games.kierki import strict

    strict.FAILED = 2


@mutants.mutant("port-zero")
def port_zero_is_refused() -> None:
    """-p 0 is refused."""
    for option in kierki_serwer.command.params:
        if option.name == "port":
            option.type.min = 1


@mutants.mutant("timeout-zero")
def timeout_zero_is_accepted() -> None:
    """-t 0 is accepted."""
    for option in kierki_serwer.command.params:
        if option.name == "timeout":
            option.callback = lambda ctx, param, value: float(value) or 5.0


@mutants.mutant("report-has-every-message")
def report_lacks_what_is_received() -> None:
    """The report has only what the server sends."""
    whole = report.Report.add

    def add(self: Any, route: str, messages: Any, end: str) -> None:
        messages = list(messages)
        if not messages[0].startswith("IAM"):
            messages = [one for one in messages if not re.fullmatch(r"TRICK\d+(10|.)[CDHS]", one)]
        if messages:
            whole(self, route, messages, end)

    report.Report.add = add


@mutants.mutant("report-has-wrong-messages")
def report_lacks_wrong() -> None:
    """The report leaves WRONG out."""
    whole = report.Report.add
    report.Report.add = lambda self, route, told, end: whole(
        self, route, [one for one in told if not one.startswith("WRONG")], end
    )


@mutants.mutant("report-has-times")
def report_has_no_milliseconds() -> None:
    """The times of the report have no milliseconds."""
    whole = report._local_time
    report._local_time = lambda millisecond: whole(millisecond)[:-4]


@mutants.mutant("report-names-sender-and-receiver")
def report_swaps_the_addresses() -> None:
    """The report has the receiver first."""
    whole = connection.LineConnection.connection_made

    def connection_made(self: Any, transport: Any) -> None:
        whole(self, transport)
        self._inward, self._outward = self._outward, self._inward

    connection.LineConnection.connection_made = connection_made


@mutants.mutant("long-line-before-the-match")
def long_line_crashes() -> None:
    """A very long line crashes the server."""
    whole = lines.LineFramer._forget_tail
    lines.LineFramer._forget_tail = lambda self: (os.abort(), whole(self))[1]


@mutants.mutant("silent-crowd-before-the-match")
def few_connections_at_once() -> None:
    """The server ends when many clients are connected."""
    whole = connections.Connections.arrived

    def arrived(self: Any, one: Any) -> None:
        if len(self) > 20:
            os._exit(1)
        whole(self, one)

    connections.Connections.arrived = arrived


@mutants.mutant("connection-is-reset")
def reset_is_not_noticed() -> None:
    """A connection that is reset keeps its seat."""
    whole = connection.LineConnection.connection_lost

    def connection_lost(self: Any, exc: Exception | None) -> None:
        if exc is None:
            whole(self, exc)

    connection.LineConnection.connection_lost = connection_lost


@mutants.mutant("cards-in-any-order-in-the-file")
def hands_must_be_sorted() -> None:
    """A hand that is not sorted in the file is refused."""
    whole = match_file._read_hand

    def read(line: str, number: int, seat: str) -> Any:
        hand = whole(line, number, seat)
        if list(hand) != sorted(hand):
            os._exit(1)
        return hand

    match_file._read_hand = read
