"""People: who holds which name, proven by a secret token. Only what a token hashes to is kept."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from stolik.lobby.names import name_key, name_keys
from stolik.service.lobby.held_names import HELD_FOR, MOST_IN_MEMORY, HeldNames
from stolik.service.net.clock import Clock
from stolik.store.errors import ReadFailed
from stolik.store.store import Store
from stolik.store.stored import Session
from stolik.web.door.codes import new_code
from stolik.web.door.names import check_name, offer_name

# How often it is written down that somebody is still here.
_NOTED_EVERY: Final = 3600.0
WRITING: Final = 10.0
"""Seconds for a name to be on disk."""
_OFFERS: Final = 20


class NameTaken(Exception):
    """Somebody else has the name; the message says so."""


class Claimed(Struct, frozen=True):
    """A name, and the secret code that proves it from now on, in any browser."""

    name: str
    token: str


class People:
    """Every name that a person holds: in the store, or without one for as long as the service runs."""

    def __init__(self, clock: Clock, store: Store | None, names: HeldNames, in_use: Callable[[str], bool]) -> None:
        """`in_use` says of a name whether a bot or a program goes by it, or by one that looks like it."""
        self._clock = clock
        self._names = names
        self._store = store
        self._in_use = in_use
        self._held: dict[str, Session] = {}
        """Without a store: by key, the last used last."""
        self._by_token: dict[str, Session] = {}

    async def claim(self, name: str | None) -> Claimed:
        """Gives a name to whoever asks first; raises BadName and NameTaken."""
        if name is not None:
            return await self._claim(check_name(name))
        for _ in range(_OFFERS):
            try:
                return await self._claim(offer_name())
            except NameTaken:
                continue
        raise NameTaken("no free name was found: choose one yourself")

    async def _claim(self, name: str) -> Claimed:
        keys = name_keys(name)
        if keys & self._names.being_claimed:
            raise NameTaken(f"the name {name} is taken")
        self._names.being_claimed |= keys
        try:
            return await self._claim_alone(name)
        finally:
            self._names.being_claimed -= keys

    async def _claim_alone(self, name: str) -> Claimed:
        token, now = new_code(), self._clock.now()
        session = Session(name_key(name), name, _hash(token), now, now)
        held = await self._names.like(name, now)
        if held is not None and name_key(held) != session.key:
            raise NameTaken(f"the name {name} looks like {held}, which is taken")
        if self._in_use(name):
            raise NameTaken(f"the name {name} is taken")
        try:
            await self._hold(session)
        except ReadFailed:
            self._give_back(session)
            raise
        if await self._find(session.token) is None:
            raise NameTaken(f"the name {name} is taken")
        self._names.hold(name, now)
        return Claimed(name, token)

    async def name_of(self, token: str) -> str | None:
        """Whose token it is; None: nobody's."""
        hashed = _hash(token)
        session = await self._find(hashed)
        if session is None or not hmac.compare_digest(session.token, hashed):
            return None
        now = self._clock.now()
        if now - session.seen > _NOTED_EVERY:
            await self._hold(Session(session.key, session.name, session.token, session.created, now))
            self._names.hold(session.name, now)
        return session.name

    async def _find(self, hashed: str) -> Session | None:
        return await self._store.session_of(hashed) if self._store else self._by_token.get(hashed)

    async def _hold(self, session: Session) -> None:
        free_before = session.seen - HELD_FOR
        if self._store is not None:
            try:
                await asyncio.wait_for(self._store.hold_name(session, free_before), WRITING)
            except TimeoutError:
                raise ReadFailed("the store does not answer") from None
            return
        held = self._held.get(session.key)
        if held is None or held.token == session.token or held.seen < free_before:
            if held is not None:
                self._forget(held)
            self._held[session.key] = self._by_token[session.token] = session
            if len(self._held) > MOST_IN_MEMORY:
                self._forget(next(iter(self._held.values())))

    def _give_back(self, session: Session) -> None:
        """Frees a name that was not written in time: it will be written when the store answers, and nobody knows the
        token.
        """
        if self._store is not None:
            unseen = Session(session.key, session.name, session.token, session.created, seen=0.0)
            self._store.hold_name(unseen, free_before=0.0).add_done_callback(_heed)

    def _forget(self, session: Session) -> None:
        del self._held[session.key], self._by_token[session.token]


def _heed(written: asyncio.Future[None]) -> None:
    """Looks at an error that nobody waits for: the store itself has logged it."""
    if not written.cancelled():
        written.exception()


def _hash(token: str) -> str:
    """Tokens are drawn from so many that a plain hash cannot be searched back."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
