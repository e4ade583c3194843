"""Entries as they are stored: one JSON array per line, with the table's id first.

The log and the records have the same lines, so that moving lines from the log to the records reads only the id.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from stolik.store.writes import Append

_encode_lines = msgspec.json.Encoder().encode_lines
_decoder = msgspec.json.Decoder(Append)


def write_lines(appended: Iterable[Append]) -> str:
    """The lines of some entries, each with its end."""
    return _encode_lines(appended).decode()


def read_lines(lines: str) -> list[Append]:
    """The entries of some lines."""
    return _decoder.decode_lines(lines)


def by_table(logged: Iterable[str]) -> dict[str, str]:
    """The lines of each table, in the order in which they come."""
    found: dict[str, list[str]] = {}
    for lines in logged:
        # Not `splitlines`: it also splits at other characters, which may be inside a line.
        for line in lines.split("\n")[:-1]:
            found.setdefault(line.split('"', 2)[1], []).append(line)
    return {table_id: "\n".join((*of_table, "")) for table_id, of_table in found.items()}


def count_after(lines: str) -> int:
    """The number of entries of a record that ends with these lines."""
    last = lines[lines.rfind("\n", 0, -1) + 1 :]
    return _decoder.decode(last).number + 1
