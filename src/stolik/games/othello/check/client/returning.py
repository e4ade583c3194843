"""A lost connection: the client comes back by itself, and the game goes on."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.games.othello.check.client_stage import FOE, RETURN_TIME, ClientStage
from stolik.games.othello.check.games import random_game
from stolik.games.othello.check.quotes import COMES_BACK, CPING, RETURN, SRECOV

topic = Topic("returning")

_CAUSES = {
    "silent": "the client does not connect again by itself when the connection was lost",
    "other": "the client plays on from another board than the one of SRECOV, or with the wrong colour",
    "exit": "the client ends when the connection was lost",
    "crashed": "the client crashes when the connection was lost",
}


async def _lost(t: ClientStage, *, reset: bool) -> None:
    with t.setting_up():
        await t.join("Dan", FOE)
        await t.white()
        await t.foe_moves()
        await t.moves()
    await (t.client.reset() if reset else t.client.close())
    await t.comes_in(seconds=RETURN_TIME)


for _name, _reset in (("closed", False), ("reset", True)):
    topic.add(
        f"comes-back-after-a-connection-was-{_name}",
        f"When the connection was {_name} in a game, the client connects again and says the same name.",
        partial(_lost, reset=_reset),
        COMES_BACK,
        slow=True,
        causes=_CAUSES,
    )


async def _recovers(t: ClientStage, *, host: bool, moves: int) -> None:
    with t.setting_up():
        await t.join("Dan", FOE)
        await (t.black() if host else t.white())
        await t.play_out(2)
    # The server's board counts, whatever the client knows.
    t.begin(t.seat)
    for square in random_game(3)[:moves]:
        t.position = t.position.play(square)
    await t.client.reset()
    await t.comes_in(seconds=RETURN_TIME)
    if await t.plays_on():
        for _ in range(2):
            await t.foe_moves()
            await t.moves()


for _host in (True, False):
    for _moves in (0, 1, 6, 11):
        topic.add(
            f"plays-on-as-{'host' if _host else 'guest'}-after-{_moves}-moves",
            f"SSTARTG and SRECOV with the board after {_moves} moves: the client plays on from it, as "
            f"{'host' if _host else 'guest'}.",
            partial(_recovers, host=_host, moves=_moves),
            SRECOV,
            slow=True,
            causes=_CAUSES,
        )


@topic.scenario(RETURN, slow=True, causes=_CAUSES)
async def comes_back_to_the_lobby(t: ClientStage) -> None:
    """When the game did not wait, the client that has come back is in the lobby, and can play."""
    with t.setting_up():
        await t.join("Dan", FOE)
        await t.white()
        await t.foe_moves()
        await t.moves()
    await t.client.close()
    await t.comes_in(seconds=RETURN_TIME)
    await t.white("Ann")
    await t.foe_moves()
    await t.moves()


@topic.scenario(COMES_BACK, slow=True, causes=_CAUSES)
async def comes_back_twice(t: ClientStage) -> None:
    """The client comes back a second time as well."""
    with t.setting_up():
        await t.join("Dan", FOE)
        await t.white()
        await t.foe_moves()
        await t.moves()
    for _ in range(2):
        await t.client.reset()
        await t.comes_in(seconds=RETURN_TIME)
        if not await t.plays_on():
            return


@topic.scenario(
    CPING,
    slow=True,
    cause="when pings are not answered, the client gives up for good: it has to connect again, under the same name",
)
async def notices_a_silent_server(t: ClientStage) -> None:
    """When pings are not answered, the client sees that the connection is lost, and comes back."""
    with t.setting_up():
        await t.join("Dan", FOE)
        await t.white()
    t.answers_pings = False
    client = t.client

    def is_given_up() -> bool:
        client.forget()
        return client.has_ended

    if not await t.until(is_given_up, RETURN_TIME / 2):
        t.advise("when the server does not answer pings, the client waits for ever")
        return
    t.answers_pings = True
    await t.comes_in(seconds=RETURN_TIME)
