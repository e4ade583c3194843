"""How long until the first page can be used, and how many bytes it takes: python -m bench.first_page [--times 10]

Each time is a new browser profile with an empty cache. The limit beside it is the same browser with an empty page.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time

import click
from playwright.sync_api import Browser, sync_playwright
from tests.support.served import served

USABLE = ".tile button:enabled"


def look(browser: Browser, address: str, usable: str) -> tuple[float, int, int]:
    """Seconds until the page can be used, bytes of the files, and requests."""
    context = browser.new_context()
    page = context.new_page()
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())) if answer.ok else None)
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(usable, state="attached")
    took = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    context.close()
    return took, sum(sizes), len(sizes)


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
    median, limit = (statistics.median(took for took, _, _ in seen) for seen in (ours, empty))
    _, size, requests = ours[-1]
    click.echo(f"usable after {median * 1000:.0f} ms (median of {times}), {size / 1024:.0f} KB in {requests} requests")
    click.echo(f"an empty page takes the same browser {limit * 1000:.0f} ms: {median / limit:.1f} times as long")


if __name__ == "__main__":
    main()
