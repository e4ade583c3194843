"""Looks for damage in the files of a SQLite store before SQLite opens them.

SQLite reads its write-ahead log only up to the first frame that is wrong, and says nothing of what comes after it: a
damaged log would be an older store, or an empty one. A log whose last commit is incomplete is normal after a crash.
The format: https://www.sqlite.org/fileformat2.html#walformat
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from stolik.store.errors import Damaged

_LOG_HEADER: Final = struct.Struct(">8I")
_FRAME_HEADER: Final = struct.Struct(">6I")
_MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}
"""The first number of a log, and the byte order of its checksums."""
MOST_CHECKED: Final = 64 * 1024 * 1024
"""Checksums are computed in logs up to this size, in some seconds; SQLite keeps its logs near 4 MB."""
_ATTEMPTS: Final = 3

Sums = tuple[int, int]


class _Frame(Struct, frozen=True):
    is_commit: bool
    is_current: bool
    """Whether it belongs to this log, and not to an earlier one in the same file."""
    is_right: bool


def check_files(file: Path) -> None:
    """Raises Damaged when a part of the store is lost."""
    log = file.with_name(f"{file.name}-wal")
    size = log.stat().st_size if log.exists() else 0
    if size > 0 and (not file.exists() or file.stat().st_size == 0):
        raise Damaged(
            f"{str(file)!r} is missing or empty, but its write-ahead log {log.name!r} is there: restore the file, "
            f"or move the log away to begin with an empty store"
        )
    for _ in range(_ATTEMPTS):
        before, lost = _header(log), _lost_commits(log)
        if not lost:
            return
        if _header(log) == before:  # otherwise another process writes it just now
            raise Damaged(
                f"the write-ahead log {str(log)!r} is damaged, and {lost} would be lost: "
                f"restore a backup, or move the log away to go on without them"
            )


def _header(log: Path) -> bytes:
    try:
        with log.open("rb") as file:
            return file.read(_LOG_HEADER.size)
    except FileNotFoundError:
        return b""


def _lost_commits(log: Path) -> str:
    """The commits that cannot be read, in words; empty if there are none."""
    header = _header(log)
    if len(header) < _LOG_HEADER.size:
        return ""
    magic, _, page, _, *_, first, second = _LOG_HEADER.unpack(header)
    order = _MAGIC.get(magic)
    if order is None or _sums(header[:24], order, (0, 0)) != (first, second):
        return "everything in it"
    wrong = commits = 0
    for frame in _frames(log, header, page, order):
        wrong += not frame.is_right
        commits += wrong > 0 and frame.is_current and frame.is_commit
    # One commit may be incomplete: the machine stopped while it was written, and nobody was told of it.
    return f"{commits} commits" if commits > 1 else ""


def _frames(log: Path, header: bytes, page: int, order: str) -> Iterator[_Frame]:
    salt = header[16:24]
    sums: Sums = (int.from_bytes(header[24:28]), int.from_bytes(header[28:32]))
    checks = log.stat().st_size <= MOST_CHECKED
    right = True
    with log.open("rb") as file:
        file.seek(_LOG_HEADER.size)
        while len(data := file.read(_FRAME_HEADER.size + page)) == _FRAME_HEADER.size + page:
            _, pages, *_, first, second = _FRAME_HEADER.unpack(data[:24])
            current = data[8:16] == salt
            if right and checks:
                sums = _sums(data[24:], order, _sums(data[:8], order, sums))
                right = sums == (first, second)
            right = right and current
            yield _Frame(pages > 0, current, right)


def _sums(data: bytes, order: str, before: Sums) -> Sums:
    """SQLite's checksum of some bytes, after the checksum of those before them."""
    one, two = before
    numbers = struct.unpack(f"{order}{len(data) // 4}I", data)
    for number in range(0, len(numbers), 2):
        one = (one + numbers[number] + two) & 0xFFFFFFFF
        two = (two + numbers[number + 1] + one) & 0xFFFFFFFF
    return one, two
