"""How many connections a process may have, on systems that say so and on others."""

from __future__ import annotations

import socket

import pytest

from stolik.service.net import listen
from stolik.service.net.listen import USUAL_FILES, allow_many_connections, most_open_files

NO_LIMIT = 2**63 - 1
"""As macOS writes it."""


class Limits:
    """A system's limit of open files; it refuses more than `most`, whatever it says."""

    RLIMIT_NOFILE = 8

    def __init__(self, soft: int, hard: int, most: int) -> None:
        self.soft, self.hard, self.most = soft, hard, most

    def getrlimit(self, _: int) -> tuple[int, int]:
        return self.soft, self.hard

    def setrlimit(self, _: int, limits: tuple[int, int]) -> None:
        if limits[0] > self.most:
            raise ValueError("current limit exceeds maximum limit")
        self.soft, self.hard = limits


@pytest.mark.parametrize(
    ("soft", "hard", "most", "raised"),
    [
        (1024, 500_000, 500_000, 500_000),
        (256, NO_LIMIT, USUAL_FILES, USUAL_FILES),
        (20_000, NO_LIMIT, 20_000, 20_000),
        (256, NO_LIMIT, 1000, 256),
    ],
)
def test_the_limit_is_raised_as_far_as_the_system_lets_it(
    soft: int, hard: int, most: int, raised: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listen, "resource", Limits(soft, hard, most))
    allow_many_connections()
    assert most_open_files() == raised


def test_where_no_limit_can_be_asked_for_a_usual_one_is_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "resource", None)
    allow_many_connections()
    assert most_open_files() == USUAL_FILES


def test_a_port_that_is_taken_on_ipv6_alone_is_an_error() -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("this system has no IPv6")
    with socket.socket(socket.AF_INET6) as other:
        other.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        other.bind(("::", 0))
        other.listen()
        with pytest.raises(OSError, match="in use"):
            listen.listen(other.getsockname()[1])


def test_a_text_that_cannot_be_a_host_is_an_error_of_the_system() -> None:
    with pytest.raises(OSError, match="is not a host's name"):
        listen.listen(0, "a" * 5000)
