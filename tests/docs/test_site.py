"""The documentation as a site."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 60_000
"""Milliseconds that a busy machine may take to search."""
pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs", reason="the extra `docs` is not installed: pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    # Without --quiet, which hides warnings from --strict.
    assert (done.returncode, re.findall("WARNING.*", done.stderr)) == (0, [])
    return folder


@pytest.mark.parametrize("language", ["", "pl/", "cs/"])
def test_the_site_is_made_in_three_languages_without_a_warning(site: Path, language: str) -> None:
    for page in ("index", "kierki", "play/kierki", "play/othello"):
        assert (site / f"{language}{page}.html").is_file()


def test_how_to_play_is_told_in_the_reader_s_language(site: Path) -> None:
    titles = [
        re.search(r"<h1[^>]*>([^<]+)", (site / language / "play" / "kierki.html").read_text(encoding="utf-8"))
        for language in ("", "pl", "cs")
    ]
    assert len({title[1] for title in titles if title}) == 3


@pytest.mark.parametrize("language", ["", "pl", "cs"])
def test_how_to_play_each_game_has_its_picture(site: Path, language: str) -> None:
    for game in ("graph", "kierki", "krazki", "othello"):
        page = site / language / "play" / f"{game}.html"
        shown = re.findall(rf'<img[^>]*src="([^"]*pictures/{game}\.jpg)"', page.read_text(encoding="utf-8"))
        assert [(page.parent / address).resolve().is_file() for address in shown] == [True]


def test_the_search_works_in_a_folder_without_a_server(site: Path) -> None:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("no Chromium is installed: the site cannot be looked at")
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto((site / "index.html").as_uri())
        page.locator("input[data-md-component=search-query]").press_sequentially("sandbox")
        expect(page.locator(".md-search-result__meta")).to_contain_text("matching documents", timeout=PATIENCE)
        browser.close()


def test_the_site_fetches_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        fetched = re.findall(
            r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"(?:https?:)?//[^\"]+", page.read_text(encoding="utf-8")
        )
        assert fetched == [], page
