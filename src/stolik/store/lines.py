"""Entries as they are kept: JSON, one to a line, whose table comes first.

The log and the records have the same lines, so that folding the one into the others reads nothing but the table.
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
        # Not `splitlines`: inside a line there may be characters that it takes for ends.
        for line in lines.split("\n")[:-1]:
            found.setdefault(line.split('"', 2)[1], []).append(line)
    return {table_id: "\n".join((*of_table, "")) for table_id, of_table in found.items()}


def count_after(lines: str) -> int:
    """How many entries a record has that ends with these lines."""
    last = lines[lines.rfind("\n", 0, -1) + 1 :]
    return _decoder.decode(last).number + 1
