"""Who owns a control group, and whether that process is dead, in whatever namespace it was."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping

import pytest

from stolik.tournament.sandbox import owners
from stolik.tournament.sandbox.owners import Owner, is_dead, owner_of, this_process

OUTERMOST = "4026531836"


def test_a_name_says_who_owns_the_group() -> None:
    me = this_process()
    assert me.pid == os.getpid()
    assert owner_of(me.name(7)) == owner_of(me.name("trial")) == me
    assert owner_of("stolik-5-0") is None
    assert owner_of("system.slice") is None


def test_one_that_runs_is_not_dead_and_one_that_had_its_number_before_is() -> None:
    me = this_process()
    assert not is_dead(me)
    assert is_dead(me._replace(started=me.started - 1))


def test_one_that_has_ended_is_dead() -> None:
    other = subprocess.Popen(["/bin/sleep", "99"])
    owner = owners._owner(other.pid)
    assert not is_dead(owner)
    other.kill()
    other.wait()
    assert is_dead(owner)


@pytest.mark.parametrize(
    ("seen", "dead"),
    [
        ({"self": OUTERMOST, "1": OUTERMOST, "2": "17"}, False),
        ({"self": OUTERMOST, "1": OUTERMOST, "2": "18"}, True),
        ({"self": OUTERMOST, "1": OUTERMOST, "2": ""}, False),  # we may not know where it is
        ({"self": "18", "1": "18"}, False),  # not everything is seen from here
    ],
)
def test_in_another_namespace_one_is_dead_if_nobody_is_there(
    seen: Mapping[str, str], dead: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owners, "_namespace", lambda process: seen[process])
    monkeypatch.setattr(owners, "state", lambda _: "S")
    monkeypatch.setattr(os, "listdir", lambda _: ["self", "1", "2", "meminfo"])
    assert is_dead(Owner(5, "17", 1)) is dead
