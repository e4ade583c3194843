"""IPv4 and IPv6."""

from __future__ import annotations

import socket

from stolik.check.scenario import Topic
from stolik.check.stage import V4, V6
from stolik.check.verdicts import Fault, NotReached, Phrase
from stolik.games.kierki.check.quotes import V6 as V6_QUOTE
from stolik.games.kierki.check.table import ServerStage
from stolik.games.kierki.rules import SEATS

topic = Topic("addresses")


@topic.scenario(
    V6_QUOTE,
    cause="the server handles addresses of one version only: sockaddr_storage has room for both, sockaddr_in has not",
)
async def clients_of_both_versions(t: ServerStage) -> None:
    """Clients can come by IPv4 and by IPv6 to one table."""
    if not _has_ipv6():
        raise NotReached(Phrase("this machine has no IPv6"), program=False)
    await t.open(1)
    for seat, host in zip(SEATS, (V4, V6, V4, V6), strict=True):
        try:
            peer = t.at[seat] = await t.connect(seat, host)
        except Fault:
            t.advise("the server cannot be reached by IPv6, though clients may be started with -6")
            return
        await peer.send(f"IAM{seat}")
    await t.expect_deals()
    await t.play_to(2)


def _has_ipv6() -> bool:
    try:
        with socket.create_server((V6, 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False
