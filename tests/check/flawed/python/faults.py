"""The faults of the server: none, or the one that `--fault NAME` switches on."""

from __future__ import annotations

FAULTS = {
    "one-recv": "what one recv() returns is taken for one message",
    "strip": "strip() forgives spaces, and any end of a line will do",
    "int": "numbers are read with int(), which takes '+5', '05', ' 5' and digits of other scripts",
    "no-timeout": "only IAM has a timeout: who was asked is waited for without an end",
    "reset": "an exception of recv() is not caught: a connection that is reset ends the server",
    "sigpipe": "SIGPIPE is not ignored: a message to somebody who has just left ends the server",
    "order": "who comes back hears of the last trick first",
}
_switched_on: set[str] = set()


def switch_on(name: str) -> None:
    """From now on the server has this fault."""
    assert name in FAULTS
    _switched_on.add(name)


def has_fault(name: str) -> bool:
    """Whether the server has this fault."""
    return name in _switched_on
