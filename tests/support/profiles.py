"""Browser profiles that are used again: to make one costs as much as many a test does in it."""

from __future__ import annotations

import functools
import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, BrowserContext


class Profiles:
    """The profiles of one browser: one with the same language, window and so on is lent again, with nothing stored."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[str, list[BrowserContext]] = defaultdict(list)
        self._keys: dict[BrowserContext, str] = {}

    def lend(self, pace: str, options: Mapping[str, Any]) -> BrowserContext:
        """A profile that remembers nothing but how fast its owner likes to play."""
        key = json.dumps([pace, options], sort_keys=True)
        if self._free[key]:
            return self._free[key].pop()
        profile = self._browser.new_context(**options)
        profile.add_init_script(
            # A frame without an origin has no memory.
            f"try {{ localStorage['stolik.pace'] ??= '{pace}'; }} catch {{}}"
        )
        self._keys[profile] = key
        return profile

    def take_back(self, profile: BrowserContext, origin: str) -> None:
        """Closes what is open there, and forgets what the page of that origin stored."""
        for page in profile.pages:
            page.close()
        page = profile.new_page()
        line = profile.new_cdp_session(page)
        line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        line.detach()
        self._free[self._keys[profile]].append(profile)


@functools.cache
def profiles_of(browser: Browser) -> Profiles:
    """The profiles of a browser: the same ones for every test that uses it."""
    return Profiles(browser)
