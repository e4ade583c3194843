"""The checker's own words in the reader's language: catalogues of texts, by their English form."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from stolik.check.verdicts import Phrase

LANGUAGES: Final = ("en", "pl", "cs")
_HERE: Final = Path(__file__).parent


class Words:
    """Texts in one language; what no catalogue has stays English."""

    def __init__(self, language: str, folders: Iterable[Path | None] = ()) -> None:
        """Reads `words.<language>.json` of the checker and of each folder, where there is one."""
        self.language = language if language in LANGUAGES else "en"
        self._texts: dict[str, str] = {}
        for folder in (_HERE, *filter(None, folders)):
            file = folder / f"words.{self.language}.json"
            if file.is_file():
                self._texts.update(json.loads(file.read_text(encoding="utf-8")))

    def __call__(self, text: str, **values: object) -> str:
        """The text in this language, with its values."""
        translated = self._texts.get(text, text)
        return translated.format(**values) if values else translated

    def say(self, phrase: Phrase | None) -> str:
        """A phrase in this language; empty for none."""
        if phrase is None:
            return ""
        return self(phrase.text).format(**phrase.values) if phrase.values else self(phrase.text)
