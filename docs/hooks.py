"""Gathers what the site is made of: this folder, how to play each game, the examples, and the project's own pages.

Links are written as a reader of the files needs them (`../examples/nim`). In the copy that becomes the site, they are
pointed to where the file lies there.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority

ROOT = Path(__file__).parents[1]
GAMES = "src/stolik/games"
PROJECT = ("CONTRIBUTING.md", "CHANGELOG.md")

_gathered = tempfile.TemporaryDirectory(prefix="stolik-site-")


@event_priority(100)  # before any plug-in looks into the folder
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Has the site made of a copy of this folder, with what lies outside it brought in."""
    folder = Path(_gathered.name)
    shutil.copytree(ROOT / "docs", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for path in (ROOT / GAMES).glob("*/play.*.md"):
        _bring(path, folder / "play" / f"{path.parent.name}{_suffix(path)}.md")
        _illustrate(folder / "play" / f"{path.parent.name}{_suffix(path)}.md", path.parent.name)
    for path in (ROOT / "examples").rglob("*"):
        if path.suffix in {".py", ".cpp", ".java", ".js", ".cs", ".yml"} and ".egg" not in str(path):
            # A browser shows a text; it would offer to save a program. A dot more would name a language.
            _bring(path, folder / path.relative_to(ROOT).with_name(f"{path.stem}-{path.suffix[1:]}.txt"))
    _bring(ROOT / "examples" / "nim" / "README.md", folder / "examples" / "nim.md")
    for name in PROJECT:
        _bring(ROOT / name, folder / name)
    for page in folder.rglob("*.md"):
        page.write_text(_linked(page.read_text(encoding="utf-8"), page.relative_to(folder)), encoding="utf-8")
    config.docs_dir = str(folder)
    return config


def _bring(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def _illustrate(page: Path, game: str) -> None:
    """Shows the game's picture after the first paragraph, as the page shows its board beside the same text."""
    if (ROOT / "docs" / "pictures" / f"{game}.jpg").is_file():
        title, first, rest = page.read_text(encoding="utf-8").split("\n\n", 2)
        picture = f"![{title.removeprefix('# ')}](../pictures/{game}.jpg)"
        page.write_text("\n\n".join((title, first, picture, rest)), encoding="utf-8")


def _suffix(path: Path) -> str:
    language = path.name.split(".")[1]
    return "" if language == "en" else f".{language}"


def _linked(text: str, page: Path) -> str:
    up = "../" * (len(page.parts) - 1)
    text = re.sub(rf"\]\((?:\.\./)+{GAMES}/(\w+)/play\.\w\w\.md\)", rf"]({up}play/\1.md)", text)
    text = re.sub(r"\]\((?:\.\./)+examples/nim\)", f"]({up}examples/nim.md)", text)
    text = re.sub(r"\]\((?:\.\./)+(examples/[^)]+)\.(py|cpp|java|js|cs|yml)\)", rf"]({up}\1-\2.txt)", text)
    text = re.sub(r"\]\((?:\.\./)+docs/", f"]({up}", text)
    return re.sub(r"\]\((?:\.\./)+((?:CONTRIBUTING|CHANGELOG)\.md)\)", rf"]({up}\1)", text)
