"""What can go wrong with a store, in words.

StoreError
├── BadAddress     the address cannot be read
├── CannotOpen     there is an address, and no store of ours behind it
├── WriteFailed    the database did not take what was written; its own error is the cause
├── OutOfOrder     an entry that is not the next one of its record
├── StoreFull      more waits to be written than may
├── ReadFailed     the database did not answer
└── NoSuchTable    the store holds no table of that id
"""

from __future__ import annotations


class StoreError(Exception):
    """Something is wrong with the store; the message says what."""


class BadAddress(StoreError):
    """An address that is neither a file nor a database that we know."""


class CannotOpen(StoreError):
    """A database that cannot be reached, or that is not ours."""


class WriteFailed(StoreError):
    """What should have been written was not."""


class OutOfOrder(StoreError):
    """An entry that would leave a gap in its record, or is there already."""


class StoreFull(StoreError):
    """Too much waits to be written; whoever writes should wait for room."""


class ReadFailed(StoreError):
    """What was asked for could not be read."""


class NoSuchTable(StoreError):
    """No table has that id."""
