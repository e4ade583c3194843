from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.wire.lines import LineFramer, Overlong

CASES = [
    (b"IAMN\r\n", [b"IAMN"]),
    (b"IAMN\r\nTRICK12C\r\n", [b"IAMN", b"TRICK12C"]),
    (b"\r\n\r\n", [b"", b""]),
    (b"N\nS\r\n", [b"N\nS"]),
    (b"N\rS\r\n", [b"N\rS"]),
    (b"\r\r\n", [b"\r"]),
    (b"12345678\r\n", [b"12345678"]),
    (b"123456789\r\nok\r\n", [Overlong(b"12345678"), b"ok"]),
    (b"1234567890123456789012345\r\nok\r\n", [Overlong(b"12345678"), b"ok"]),
    (b"12345678\r9\r\nok\r\n", [Overlong(b"12345678"), b"ok"]),
    (b"no end", []),
]


def frame(chunks: list[bytes], end: bytes = b"\r\n", limit: int = 8) -> list[bytes]:
    framer = LineFramer(end, limit)
    return [line for chunk in chunks for line in framer.feed(chunk)]


def kinds(lines: list[bytes]) -> list[tuple[type[bytes], bytes]]:
    return [(type(line), bytes(line)) for line in lines]


def test_lines_come_out_whole_however_the_stream_was_cut() -> None:
    for stream, lines in CASES:
        assert kinds(frame([stream])) == kinds(lines)
        assert kinds(frame([stream[i : i + 1] for i in range(len(stream))])) == kinds(lines)
        for cut in range(len(stream)):
            assert kinds(frame([stream[:cut], stream[cut:]])) == kinds(lines)


@given(st.lists(st.sampled_from([b"\r", b"\n", b"a", b"bb", b"\r\n", b"c" * 9])), st.data())
def test_any_stream_gives_the_same_lines_cut_anywhere(pieces: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(pieces)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    bounds = [0, *cuts, len(stream)]
    chunks = [stream[a:b] for a, b in pairwise(bounds)]
    assert kinds(frame(chunks)) == kinds(frame([stream]))


@given(st.lists(st.binary(max_size=8).filter(lambda line: b"\n" not in line), max_size=9))
def test_what_is_joined_with_line_feeds_is_split_back(lines: list[bytes]) -> None:
    assert frame([b"".join(line + b"\n" for line in lines)], b"\n") == lines


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_line_without_an_end_does_not_grow_memory(end: bytes) -> None:
    framer = LineFramer(end, 64)
    for _ in range(1000):
        assert framer.feed(b"x" * 65536) == []
        assert len(framer._tail) < len(end), "only what may begin the end is kept"
    assert kinds(framer.feed(end + b"IAMN" + end)) == kinds([Overlong(b"x" * 64), b"IAMN"])


def test_the_beginning_of_an_overlong_line_is_known_before_its_end() -> None:
    framer = LineFramer(b"\n", 8)
    assert framer.feed(b"12345678") == []
    assert framer.overlong is None
    assert framer.feed(b"9 and more") == []
    assert framer.overlong == Overlong(b"12345678")
    (line,) = framer.feed(b"\n")
    assert isinstance(line, Overlong)
    assert framer.overlong is None
