"""Ports for programs under test: no two checkers give the same one away."""

from __future__ import annotations

import subprocess
import sys

import pytest

from stolik.check import ports

TAKES = """
import sys
from stolik.check import ports
ports.LOWEST = ports.HIGHEST = int(sys.argv[1])
print(ports.free_port())
"""


def take(port: int) -> str:
    """What another process says that asks for this port."""
    done = subprocess.run([sys.executable, "-c", TAKES, str(port)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has names without files")
def test_a_port_that_one_checker_has_given_away_is_not_given_by_another() -> None:
    port = ports.free_port()
    try:
        assert "no free port was found" in take(port)
    finally:
        ports.release(port)
    assert take(port) == f"{port}\n"


def test_a_port_is_not_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    port = ports.free_port()
    monkeypatch.setattr(ports, "LOWEST", port)
    monkeypatch.setattr(ports, "HIGHEST", port)
    with pytest.raises(OSError, match="no free port"):
        ports.free_port()
    ports.release(port)
    assert ports.free_port() == port
    ports.release(port)
