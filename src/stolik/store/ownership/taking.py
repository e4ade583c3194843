"""Takes the lease of a store that is being opened, and waits for another machine's lease to run out."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError, OperationalError

from stolik.store.database.locks import LOCK_SECONDS, RETRY_SECONDS, is_lock
from stolik.store.errors import InUse
from stolik.store.ownership import lease
from stolik.store.ownership.lease import TERM, Lease
from stolik.store.ownership.node import Node, this_node

LOOK_AGAIN: Final = 0.5
"""Seconds between two looks at a lease that may run out."""


def wait_until_free(engine: Engine) -> Lease | None:
    """Returns when the lease can be taken; raises InUse. Changes nothing in the database.

    A holder on this machine is alive, or its lease would be free. One on another machine may be off: then its lease is
    not renewed any more. Returns the lease if it was not renewed for a whole term, by the clock of this machine.
    """
    here = this_node().machine
    seen: Lease | None = None
    until = monotonic() + TERM
    while (held := _look(engine)) is not None and not held.is_free:
        if held.holder.machine == here or (seen is not None and not held.is_same(seen)):
            raise InUse(f"the store is in use by {held.words}")
        if monotonic() >= until:
            return held
        seen = held
        sleep(LOOK_AGAIN)
    return None


def take(writing: Engine, reading: Engine, node: Node) -> int:
    """Takes the lease for a node and returns its fencing number; raises InUse."""
    until = monotonic() + LOCK_SECONDS
    while True:
        watched = wait_until_free(reading)
        try:
            with writing.begin() as connection:
                return lease.take(connection, node, watched)
        except (InUse, IntegrityError):  # another process was quicker; the next look says which
            sleep(RETRY_SECONDS)
        except OperationalError as error:
            if not is_lock(error) or monotonic() >= until:
                raise
            sleep(RETRY_SECONDS)


def _look(engine: Engine) -> Lease | None:
    with engine.connect() as connection:
        return lease.read(connection)
