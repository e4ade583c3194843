"""The checker's words in the reader's language: catalogues of texts, by their English form.

A catalogue is a file `words.<language>.json` in the checker's folder, or in a game's folder of scenarios. A key with
names in braces stands for all texts of that form: `Port {n} is refused.` for `Port 65536 is refused.` What stands at
the place of a name is translated if the catalogue has it, and otherwise put into the translation as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from stolik.check.verdicts import Phrase

LANGUAGES: Final = ("en", "pl", "cs")
_HERE: Final = Path(__file__).parent
_NAME: Final = re.compile(r"\\\{(\w+)\\\}")


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
        # A form that is a single name would fit every text.
        self._forms = [(_form(key), text) for key, text in self._texts.items() if "{" in key and " " in key]

    def __call__(self, text: str, **values: object) -> str:
        """The text in this language, with its values."""
        translated = self.find(text) or text
        return translated.format(**values) if values else translated

    def find(self, text: str) -> str | None:
        """The text in this language; None if no catalogue has it, or the language is English."""
        if text in self._texts or "{" in text:
            return self._texts.get(text)
        for form, translated in self._forms:
            if found := form.fullmatch(text):
                return translated.format(**{name: self.find(part) or part for name, part in found.groupdict().items()})
        return None

    def say(self, phrase: Phrase | None) -> str:
        """A phrase in this language; empty for none. Sentences among its values are translated too."""
        if phrase is None:
            return ""
        values = {name: self(value) if " " in str(value) else value for name, value in phrase.values.items()}
        return self(phrase.text).format(**values)


def _form(key: str) -> re.Pattern[str]:
    """A pattern for the texts that have this form."""
    return re.compile(_NAME.sub(r"(?P<\1>.+)", re.escape(key)))
