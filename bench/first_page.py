"""How long until the first page is seen and can be used, and its bytes: python -m bench.first_page [--times 10]

Each time is a new browser profile with an empty cache. The limit beside it is the same browser with an empty page.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from typing import NamedTuple

import click
from playwright.sync_api import Browser, Response, sync_playwright
from tests.support.served import served

USABLE = ".tile button:enabled"
# The largest thing in the window, as the browser itself times it: what people wait for.
LARGEST = """() => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime / 1000))
        .observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(() => resolve(NaN), 2000);
})"""


class Seen(NamedTuple):
    """One visit: seconds until the page can be used and until its largest part is painted, bytes, and requests."""

    usable: float
    painted: float
    packed: int
    unpacked: int
    requests: int


def look(browser: Browser, address: str, usable: str) -> Seen:
    """Opens a page in a new profile."""
    context = browser.new_context()
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(usable, state="attached")
    took = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    painted: float = page.evaluate(LARGEST)
    good = [answer for answer in answers if answer.ok]
    packed = sum(answer.request.sizes()["responseBodySize"] for answer in good)
    unpacked = sum(len(answer.body()) for answer in good)
    context.close()
    return Seen(took, painted, packed, unpacked, len(good))


@click.command()
@click.option("--times", default=10, show_default=True)
def main(times: int) -> None:
    """Opens the first page several times."""
    browser_at = shutil.which("chromium")
    if browser_at is None:
        raise click.ClickException("this needs Chromium")
    with tempfile.TemporaryDirectory() as room, served(f"{room}/arena.db") as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_at, args=["--no-sandbox"])
        look(browser, address, USABLE)  # the browser itself comes up
        ours = [look(browser, address, USABLE) for _ in range(times)]
        empty = [look(browser, f"{address}/health", "body") for _ in range(times)]
        browser.close()
    median, limit = (statistics.median(one.usable for one in seen) for seen in (ours, empty))
    painted = statistics.median(one.painted for one in ours)
    last = ours[-1]
    click.echo(f"usable after {median * 1000:.0f} ms, LCP {painted * 1000:.0f} ms (medians of {times})")
    sizes = f"{last.packed / 1024:.1f} KB over the network, {last.unpacked / 1024:.1f} KB unpacked"
    click.echo(f"{sizes}, {last.requests} requests")
    click.echo(f"an empty page takes the same browser {limit * 1000:.0f} ms: {median / limit:.1f} times as long")


if __name__ == "__main__":
    main()
