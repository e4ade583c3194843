"""Looks for damage in the files of a SQLite store before SQLite opens them.

SQLite reads its write-ahead log only up to the first frame that is wrong, and says nothing of what comes after it: a
damaged log would be an older store, or an empty one. A log whose last commit is incomplete is normal after a crash.
A log that was cut off or deleted is known by its index, the file that ends in `-shm`, if that is still there: it says
how many frames there were. It is never newer than the log, which is synced before.
The formats: https://www.sqlite.org/fileformat2.html#walformat and https://www.sqlite.org/walformat.html
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
_INDEX: Final = struct.Struct("=3I2BH6I")
"""The header of the index: version, -, changes, whether it is there, byte order, page size, frames, pages, the last
frame's checksum, and the salt of the log.
"""
_INDEX_SUMS: Final = struct.Struct("=2I")
_BACKFILLED: Final = struct.Struct("=I")
"""How many frames are in the file of the store too; it comes after the header, which is there twice."""
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
    index = file.with_name(f"{file.name}-shm")
    for _ in range(_ATTEMPTS):
        before = _header(log), _begin(index)
        lost, is_cut_off = _lost_commits(log), _is_cut_off(log, before[1])
        if not lost and not is_cut_off:
            return
        if (_header(log), _begin(index)) != before:
            continue  # another process writes it just now
        if lost:
            raise Damaged(
                f"the write-ahead log {str(log)!r} is damaged, and {lost} would be lost: "
                f"restore a backup, or move the log away to go on without them"
            )
        raise Damaged(
            f"the write-ahead log {str(log)!r} is cut off or missing, and commits would be lost: "
            f"restore it or a backup, or move {index.name!r} away to go on without them"
        )


def _header(log: Path) -> bytes:
    return _first_bytes(log, _LOG_HEADER.size)


def _begin(index: Path) -> bytes:
    """Both headers of the index, and the number of frames that are in the store's file."""
    return _first_bytes(index, 2 * (_INDEX.size + _INDEX_SUMS.size) + _BACKFILLED.size)


def _first_bytes(file: Path, size: int) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(size)
    except FileNotFoundError:
        return b""


def _is_cut_off(log: Path, index: bytes) -> bool:
    """Whether the log has fewer frames than its index says, and the missing ones are not in the store's file."""
    size = _INDEX.size + _INDEX_SUMS.size
    if len(index) < 2 * size + _BACKFILLED.size or index[:size] != index[size : 2 * size]:
        return False
    values = index[: _INDEX.size]
    if _sums(values, "=", (0, 0)) != _INDEX_SUMS.unpack(index[_INDEX.size : size]):
        return False  # it was being written when the machine stopped
    *_, page, frames, _, _, _, _, _ = _INDEX.unpack(values)
    header, length = _header(log), log.stat().st_size if log.exists() else 0
    if header and header[16:24] != values[-8:]:
        return False  # another log
    there = max(0, length - _LOG_HEADER.size) // (_FRAME_HEADER.size + (page if page > 1 else 65536))
    (backfilled,) = _BACKFILLED.unpack(index[2 * size :])
    return bool(frames > max(there, backfilled))


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
