"""The page's one HTML file: what the server writes into it, and which of its scripts the policy must allow."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parents[1] / "static"
INDEX: Final = "index.html"
# A wheel has the documentation beside the page's files; a clone has it at its root.
_WEB: Final = Path(__file__).parents[1]
DOCS: Final = next((path for path in (_WEB / "docs", _WEB.parents[2] / "docs") if (path / "index.md").is_file()), None)
"""The folder of the documentation; None where it is not installed."""

_IMPORT_MAP: Final = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
_GAMES: Final = re.compile(r'(<script type="application/json" id="games">).*?(</script>)', re.DOTALL)


def import_map_sources(static: Path = STATIC) -> list[str]:
    """The import map of the page as a source for `script-src`: by its hash, so that no other inline script runs."""
    index = static / INDEX
    found = _IMPORT_MAP.findall(index.read_text(encoding="utf-8")) if index.is_file() else []
    return [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in found]


def write_index(static: Path, games: bytes) -> bytes | None:
    """The page, with what is told of the games in it as JSON; None when the page is not installed."""
    index = static / INDEX
    if not index.is_file():
        return None
    # Inside a script nothing is escaped: no title of a game may end it.
    told = games.decode().replace("<", "\\u003c")
    html = _GAMES.sub(lambda found: f"{found[1]}{told}{found[2]}", index.read_text(encoding="utf-8"))
    return html.encode()
