"""What games bring to the page: the files of their page folders, and their words in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

OTHERWISE: Final = "en"
"""The language of a game that does not speak the reader's."""

Words = Mapping[str, Any]
"""Texts by key; a text that depends on a number is an object with a text for each plural form."""


class PageFolderError(ValueError):
    """Something in a game's page folder cannot be used; the message names the file."""


def files_in(folder: Path | None) -> tuple[str, ...]:
    """The names of the files in a page folder, in order; none where a game has no folder."""
    if folder is None or not folder.is_dir():
        return ()
    return tuple(sorted(path.name for path in folder.iterdir() if path.is_file()))


def words_in(folder: Path, language: str) -> Words:
    """A game's words in that language, or else in English, or else none; raises PageFolderError."""
    for name in (f"words.{language}.json", f"words.{OTHERWISE}.json"):
        path = folder / name
        if path.is_file():
            return _read(path)
    return {}


def all_words(folders: Mapping[str, Path], language: str) -> Mapping[str, Words]:
    """The words of every game."""
    return {game: words_in(folder, language) for game, folder in folders.items()}


def check_words(folder: Path) -> None:
    """Reads every words file of a page folder; raises PageFolderError for the first that cannot be used."""
    for path in sorted(folder.glob("words.*.json")):
        _read(path)


def _read(path: Path) -> Words:
    try:
        words = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PageFolderError(f"{path.name} cannot be read: {error}") from None
    if not isinstance(words, dict):
        raise PageFolderError(f"{path.name} must be an object with a text for each key")
    for key, text in words.items():
        if not _is_text(text):
            raise PageFolderError(
                f"{key!r} in {path.name} must be a text, or an object with a text for each plural form and for 'other'"
            )
    return words


def _is_text(text: object) -> bool:
    if isinstance(text, dict):
        return isinstance(text.get("other"), str) and all(isinstance(one, str) for one in text.values())
    return isinstance(text, str)
