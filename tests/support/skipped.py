"""The tests that were skipped, why, and the one line that installs what they need.

`make test` runs pytest twice. Each run appends its reasons to a file, and this module prints them all at the end.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

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
FILE = "STOLIK_SKIPPED"
"""The environment variable that names the file of the reasons."""


def keep(reasons: Iterable[str]) -> None:
    """Appends the reasons to the file that the environment names, if it names one."""
    if name := os.environ.get(FILE):
        with Path(name).open("a", encoding="utf-8") as file:
            file.writelines(" ".join(reason.split()) + "\n" for reason in reasons)


def told(reasons: Iterable[str]) -> list[str]:
    """Lines that say how many tests were skipped and why, and how to run those that lacked a program."""
    counted = Counter(reasons)
    if not counted:
        return []
    total = sum(counted.values())
    lines = ["1 test was skipped:" if total == 1 else f"{total} tests were skipped:"]
    lines += [f"  {count:4} {reason}" for reason, count in counted.most_common()]
    wanted = {package for reason in counted for package in _packages(reason)}
    if wanted:
        lines.append(f"To run them too, on Debian or Ubuntu: sudo apt-get install {' '.join(sorted(wanted))}")
    return lines


def main() -> None:
    """Prints what the file has that is named as the first argument."""
    path = Path(sys.argv[1])
    reasons = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    print("\n".join(told(reasons)) or "No test was skipped.")


def _packages(reason: str) -> list[str]:
    return [
        package
        for word, packages in PACKAGES.items()
        if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", reason)
        for package in packages.split()
    ]


if __name__ == "__main__":
    main()
