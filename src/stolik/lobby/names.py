"""What a player may be called, at every door, and which names look alike."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST_NAME: Final = 32

_INVISIBLE: Final = dict.fromkeys(
    (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)
"""Characters that count as printable and show nothing."""
_LOOK_ALIKE: Final = str.maketrans(
    # Digits and capitals that look like a letter, then Cyrillic and Greek letters that look like Latin ones.
    "01I|" + "аеорсухіјѕԁһӏԛԝɡАВЕКМНОРСТХУІЈЅԌԚԜ" + "οανικρυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ıɑɩʟ",
    "Olll" + "aeopcyxijsdhlqwgABEKMHOPCTXYlJSGQW" + "oavikpuxABEZHlKMNOPTYX" + "iaiL",
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


def read_name(text: str) -> str:
    """Reads a player's name: one printable word; raises ValueError."""
    # The tilde is not allowed: it separates fields in one of the protocols that share the lobby.
    if not 1 <= len(text) <= LONGEST_NAME or not text.isprintable() or " " in text or "~" in text:
        raise ValueError(text)
    if not text.translate(_INVISIBLE):
        raise ValueError(text)
    return text


def same_name(name: str) -> str:
    """The name in Unicode's composed form: letters typed in two ways are the same name."""
    return unicodedata.normalize("NFC", name)


def name_key(name: str) -> str:
    """What a held name is compared by: names that differ only in capitals or fonts are the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def look_key(name: str) -> str:
    """The name with each letter replaced by the one that it looks like; capitals and fonts are ignored too.

    Letters are replaced before capitals are ignored: a capital I looks like a small L, and a small i does not.
    """
    seen = unicodedata.normalize("NFKC", name.translate(_INVISIBLE)).translate(_INVISIBLE).translate(_LOOK_ALIKE)
    for pair, letter in _PAIRS:
        seen = seen.replace(pair, letter)
    return name_key(seen)


def name_keys(name: str) -> frozenset[str]:
    """Two names look alike when they share one of these keys."""
    return frozenset((name_key(name), look_key(name)))
