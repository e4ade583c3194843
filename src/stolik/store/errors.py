"""What can go wrong with a store, in words.

StoreError
├── BadAddress     the address cannot be read
├── CannotOpen     the database cannot be reached, or is not a store of ours
├── WriteFailed    the database refused a write; its own error is the cause
├── OutOfOrder     an entry that is not the next one of its record
├── StoreFull      too many writes wait
├── ReadFailed     the database did not answer
└── NoSuchTable    the store has no table with that id
"""

from __future__ import annotations


class StoreError(Exception):
    """Something is wrong with the store; the message says what."""


class BadAddress(StoreError):
    """An address that is neither a file nor a supported database."""


class CannotOpen(StoreError):
    """The database cannot be reached, or is not a store of ours."""


class WriteFailed(StoreError):
    """The database refused a write."""


class OutOfOrder(StoreError):
    """An entry that would leave a gap in its record, or is there already."""


class StoreFull(StoreError):
    """Too many writes wait; the caller should wait for `Store.room`."""


class ReadFailed(StoreError):
    """The database did not answer a read."""


class NoSuchTable(StoreError):
    """No table has that id."""
