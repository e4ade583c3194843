"""What can go wrong with a store, in words.

StoreError
├── BadAddress     the address cannot be read
├── CannotOpen     the database cannot be reached, or is not a store of ours
│   ├── InUse      another process uses the store
│   └── Damaged    a part of the store's file is lost
├── Unavailable    the database does not answer now; the write is tried again
├── LeaseLost      other processes have taken all tables of this one: it writes nothing more
├── NotHeld        another process holds the table: this one writes nothing to it
├── WriteFailed    the write itself is wrong, or the store is closed
├── OutOfOrder     an entry that is not the next one of its record
├── ReadFailed     the database did not answer
└── NoSuchTable    the store has no table with that id

Messages of Unavailable, LeaseLost and ReadFailed go to people outside: they name no address and no password.
The database's own error is their `__cause__`, for the log.
"""

from __future__ import annotations


class StoreError(Exception):
    """Something is wrong with the store; the message says what."""


class BadAddress(StoreError):
    """An address that is neither a file nor a supported database."""


class CannotOpen(StoreError):
    """The database cannot be reached, or is not a store of ours."""


class InUse(CannotOpen):
    """Another process uses the store; the message says which."""


class Damaged(CannotOpen):
    """A part of the store's file is lost; the message says which, and what to do."""


class Unavailable(StoreError):
    """The database does not answer now. What was not written is tried again."""


class LeaseLost(StoreError):
    """Other processes have taken all tables of this one; the message says which one came last."""


class NotHeld(StoreError):
    """Another process holds the table; the message says which."""


class WriteFailed(StoreError):
    """A write that can never succeed, or that came when the store was closed."""


class OutOfOrder(StoreError):
    """An entry that would leave a gap in its record, or is there already."""


class ReadFailed(StoreError):
    """The database did not answer a read."""


class NoSuchTable(StoreError):
    """No table has that id."""
