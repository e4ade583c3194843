"""Ways to cut a stream of bytes on its way: whatever is cut how, the same lines arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

Cut = Callable[[bytes], Iterable[bytes]]


def whole(data: bytes) -> Iterator[bytes]:
    yield data


def byte_by_byte(data: bytes) -> Iterator[bytes]:
    for at in range(len(data)):
        yield data[at : at + 1]


def by_sevens(data: bytes) -> Iterator[bytes]:
    """Cuts that fall at another byte of each line, across the ends of lines too."""
    for at in range(0, len(data), 7):
        yield data[at : at + 7]


def line_by_line(data: bytes) -> Iterator[bytes]:
    yield from data.splitlines(keepends=True)


def with_a_tail(data: bytes) -> Iterator[bytes]:
    """Each line comes with the first byte of the next behind it."""
    at = 0
    while at < len(data):
        end = data.find(b"\n", at + 1) + 2
        yield data[at : end if end > 1 else len(data)]
        at = end if end > 1 else len(data)


CUTS: tuple[Cut, ...] = (line_by_line, whole, byte_by_byte, by_sevens, with_a_tail)
