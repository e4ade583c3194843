"""Limits how fast somebody can guess secrets: wrong tokens are counted by address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from stolik.service.net.limits import Limits
from stolik.web.door.bucket import Buckets
from stolik.web.door.people import People
from stolik.web.messages.problems import Code, Problem, Reason

BURST: Final = 1000.0
"""Wrong tokens from one address at once: classes behind one address may all have old tokens after a reset."""
RATE: Final = 5.0
"""Wrong tokens a second after that."""
MOST_KNOWN: Final = 10_000


class Guesses:
    """The wrong tokens of each address. A token that was right before is always let through, so that nobody can lock
    out others at the same address.
    """

    def __init__(self, now: Callable[[], float], limits: Limits, burst: float = BURST, rate: float = RATE) -> None:
        """`burst` is how many wrong tokens an address may send at once, `rate` how many a second after that."""
        self._wrong = Buckets(rate, burst, now)
        self._limits = limits
        self._known: OrderedDict[bytes, None] = OrderedDict()
        """Hashes of tokens that were right, the last used last."""

    def check(self, address: str, token: str) -> None:
        """Raises Problem when the address has sent too many wrong tokens, unless this token was right before."""
        if _hash(token) not in self._known and not self._wrong.has(address):
            self._limits.hit("wrong tokens", address=address)
            raise Problem(Code.TOO_MANY, "too many wrong tokens came from your address: wait a little", Reason.GUESSES)

    async def name_of(self, token: str, address: str, people: People) -> str | None:
        """Whose token it is; None: nobody's. Raises Problem when the address has sent too many wrong ones."""
        self.check(address, token)
        name = await people.name_of(token)
        if name is None:
            self.wrong(address, token)
        else:
            self.right(token)
        return name

    def right(self, token: str) -> None:
        """The token was right."""
        hashed = _hash(token)
        self._known[hashed] = None
        self._known.move_to_end(hashed)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def wrong(self, address: str, token: str) -> None:
        """The token was wrong."""
        self._known.pop(_hash(token), None)
        self._wrong.take(address)


def _hash(token: str) -> bytes:
    return sha256(token.encode(errors="replace")).digest()
