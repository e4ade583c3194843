"""Where a request comes from: limits are counted by it, so nobody may choose it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from starlette.types import Message, Receive, Scope, Send

from stolik.web.client_address import ClientAddress, limit_key, plain, read_networks


def seen(client: str, forwarded: Sequence[str] = (), trusted: Sequence[str] = ()) -> str:
    """The address that the application sees."""
    found = ""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal found
        found = scope["client"][0]

    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        raise AssertionError

    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"type": "http", "client": (client, 1), "headers": headers}
    asyncio.run(ClientAddress(app, read_networks(trusted))(scope, receive, send))
    return found


def test_without_a_trusted_proxy_the_header_is_ignored_also_from_this_machine() -> None:
    for client in ("127.0.0.1", "::1", "192.0.2.1"):
        assert seen(client, ["203.0.113.5"]) == client


@pytest.mark.parametrize(
    ("forwarded", "expected"),
    [
        ([], "10.0.0.1"),
        (["203.0.113.5"], "203.0.113.5"),
        (["203.0.113.5:4000"], "203.0.113.5"),
        (["[2001:db8::1]:4000"], "2001:db8::1"),
        (["198.51.100.1, 203.0.113.5"], "203.0.113.5"),  # the client itself wrote the first
        (["198.51.100.1", "203.0.113.5, 10.0.0.7"], "203.0.113.5"),
        (["nonsense"], "10.0.0.1"),
        (["203.0.113.5, nonsense"], "10.0.0.1"),
    ],
)
def test_a_trusted_proxy_says_who_came_to_it_and_no_more_is_believed(forwarded: list[str], expected: str) -> None:
    assert seen("10.0.0.1", forwarded, ["10.0.0.0/8"]) == expected


def test_an_ipv4_client_of_a_dual_stack_socket_has_its_ipv4_address() -> None:
    assert plain("::ffff:192.0.2.1") == seen("::ffff:192.0.2.1") == "192.0.2.1"
    assert seen("::ffff:10.0.0.1", ["203.0.113.5"], ["10.0.0.1"]) == "203.0.113.5"


def test_limits_count_a_network_of_ipv6_as_one_client() -> None:
    assert limit_key("2001:db8:0:1::5") == limit_key("2001:db8:0:1:ffff::9") != limit_key("2001:db8:0:2::5")
    assert limit_key("192.0.2.1") == "192.0.2.1"
    assert limit_key("testclient") == "testclient"


def test_what_is_no_network_is_refused() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        read_networks(["nonsense"])
