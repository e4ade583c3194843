"""No script or style on any page is inline but one import map, so that the policy can forbid all that is."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest
from tests.support.loop import in_loop
from tests.support.web import open_site


class Inline(HTMLParser):
    """Finds scripts, styles and handlers that are written into a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        kind = dict(attrs).get("type")
        # Data is not run; the import map is, and the policy names it by its hash.
        if tag == "style" or (tag == "script" and "src" not in names and kind not in ("application/json", "importmap")):
            self.found.append(tag)
        self.found += [name for name in names if name == "style" or name.startswith("on")]
        self.found += [str(value) for _, value in attrs if str(value).strip().lower().startswith("javascript:")]


def inline_in(html: str) -> list[str]:
    parser = Inline()
    parser.feed(html)
    return parser.found


@pytest.mark.parametrize(
    "html",
    ["<style></style>", "<script>1</script>", '<p style="x">', '<p onclick="x">', '<a href=" javascript:x">'],
)
def test_what_is_inline_is_found(html: str) -> None:
    assert inline_in(html)


@in_loop
async def test_no_page_has_anything_inline_and_the_policy_forbids_it() -> None:
    async with open_site() as site:
        for path in ("/", "/table/x", "/replay/x", "/contests/x", "/api/docs", "/api/nothing", "/nothing"):
            response = await site.http.get(path)
            assert inline_in(response.text) == [], path
            policy = response.headers["content-security-policy"]
            assert "unsafe" not in policy
            assert all(f"{kind} 'self'" in policy for kind in ("default-src", "script-src", "style-src"))
            for text in re.findall('<script type="importmap">(.*?)</script>', response.text):
                assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() in policy
