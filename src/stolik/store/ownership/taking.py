"""Begins the lease of a store that is being opened, and waits for another machine's lease to run out."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from stolik.store.database.locks import LOCK_SECONDS, RETRY_SECONDS, is_lock
from stolik.store.errors import InUse
from stolik.store.ownership import holding, lease
from stolik.store.ownership.lease import TERM, Lease
from stolik.store.ownership.node import Node, this_node

LOOK_AGAIN: Final = 0.5
"""Seconds between two looks at a lease that may run out."""


def wait_until_free(engine: Engine) -> list[Lease]:
    """Returns when no other process uses the store; raises InUse. Changes nothing in the database.

    A holder on this machine is alive, or its lease would be free. One on another machine may be off: then its lease is
    not renewed any more. Returns the leases that were not renewed for a whole term, by the clock of this machine.
    """
    here = this_node().machine
    seen: list[Lease] = []
    until = monotonic() + TERM
    while held := [one for one in _look(engine) if not one.is_free]:
        for one in held:
            if one.holder.machine == here or (seen and not any(one.is_same(before) for before in seen)):
                raise InUse(f"the store is in use by {one.words}")
        if monotonic() >= until:
            return held
        seen = held
        sleep(LOOK_AGAIN)
    return []


def take(writing: Engine, reading: Engine, node: Node, *, alone: bool) -> int:
    """Begins the lease of a node and returns its fencing number; raises InUse if it must be alone and is not."""
    until = monotonic() + LOCK_SECONDS
    while True:
        watched = wait_until_free(reading) if alone else []
        try:
            with writing.begin() as connection:
                return holding.join(connection, node, alone=alone, watched=watched)
        except InUse:  # another process was quicker; the next look says which
            sleep(RETRY_SECONDS)
        except OperationalError as error:
            if not is_lock(error) or monotonic() >= until:
                raise
            sleep(RETRY_SECONDS)


def _look(engine: Engine) -> list[Lease]:
    with engine.connect() as connection:
        return lease.read(connection)
