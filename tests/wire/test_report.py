import pytest

from stolik.wire.lines import Overlong
from stolik.wire.report import endpoint, is_cut, shown


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b"IAMN", "IAMN"),
        (b"", ""),
        (b"two words", "two words"),
        (b"\x1b[2J\x00", r"\x1b[2J\x00"),
        (b"x\n[1.2.3.4:5,6.7.8.9:10,now] IAMN", r"x\x0a[1.2.3.4:5,6.7.8.9:10,now] IAMN"),
        (b"\xc4\x85\xff", r"\xc4\x85\xff"),
        (b"\\x1b", r"\\x1b"),
        (b"\x7f", r"\x7f"),
        (Overlong(b"aaa"), r"aaa\..."),
    ],
)
def test_a_hostile_client_cannot_forge_a_line_of_the_report(line: bytes, text: str) -> None:
    assert shown(line) == text


@pytest.mark.parametrize(
    "line",
    [b"", b"...", b"aaa", b"aaa\\...", b"aaa\\\\...", b"\\", *map(Overlong, (b"aaa", b"aaa\\", b"\\\\", b"aaa..."))],
)
def test_it_is_seen_that_a_line_was_cut(line: bytes) -> None:
    assert is_cut(shown(line)) is isinstance(line, Overlong)


@pytest.mark.parametrize(
    ("address", "text"),
    [
        (("44.44.44.44", 4321), "44.44.44.44:4321"),
        (("::ffff:44.44.44.44", 4321, 0, 0), "44.44.44.44:4321"),
        (("2001:db8::1", 80, 0, 0), "2001:db8::1:80"),
        (("::1", 6321, 0, 0), "::1:6321"),
        (("fe80::1%eth0", 1, 0, 2), "fe80::1:1"),
    ],
)
def test_an_address_can_be_read_back_from_the_report(address: tuple[str, int], text: str) -> None:
    assert endpoint(address) == text
    assert text.rpartition(":")[2] == str(address[1])
