"""What a run of the tests left out for want of a program, and the one line that installs it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

PACKAGES = {
    "Chromium": "chromium",
    "PostgreSQL": "postgresql",
    "bubblewrap": "bubblewrap",
    "node": "nodejs npm",
    "C++": "g++",
    "g++": "g++",
    "javac": "default-jdk-headless",
    "java": "default-jdk-headless",
    "nginx": "nginx",
    "caddy": "caddy",
}
"""A word of a skipped test's reason, and the Debian packages that bring what it lacked."""


def told(reasons: Iterable[str]) -> list[str]:
    """Lines that say how many tests were skipped and why, and how to run those that lacked a program."""
    counted = Counter(reasons)
    if not counted:
        return []
    lines = [f"{sum(counted.values())} tests were skipped:"]
    lines += [f"  {count:4} {reason}" for reason, count in counted.most_common()]
    wanted = {package for reason in counted for package in _packages(reason)}
    if wanted:
        lines.append(f"To run them too, on Debian or Ubuntu: sudo apt-get install {' '.join(sorted(wanted))}")
    return lines


def _packages(reason: str) -> list[str]:
    return [
        package
        for word, packages in PACKAGES.items()
        if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", reason)
        for package in packages.split()
    ]
