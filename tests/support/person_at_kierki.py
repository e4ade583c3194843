"""A person at `kierki-klient`: reads what the program prints, and types cards."""

from __future__ import annotations

import re
import subprocess

from tests.support.programs import program

_TRICK = re.compile(r"Trick: \(\d+\) ?(.*)")
_AVAILABLE = re.compile(r"Available: (.*)")


def play_by_hand(port: int, seat: str) -> tuple[int, list[str]]:
    """Plays at that seat until the program ends; its exit code and all that it printed."""
    command = [program("kierki-klient"), "-h", "127.0.0.1", "-p", str(port), f"-{seat}"]
    printed: list[str] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as klient:
        assert klient.stdin is not None
        assert klient.stdout is not None
        table: list[str] = []
        for line in klient.stdout:
            printed.append(line.rstrip("\n"))
            if trick := _TRICK.match(line):
                table = _cards(trick[1])
            elif available := _AVAILABLE.match(line):
                klient.stdin.write(f"!{_choose(_cards(available[1]), table)}\n")
                klient.stdin.flush()
    return klient.returncode, printed


def _cards(text: str) -> list[str]:
    return [card for card in text.strip().split(", ") if card]


def _choose(hand: list[str], table: list[str]) -> str:
    following = [card for card in hand if table and card[-1] == table[0][-1]]
    return (following or hand)[0]
