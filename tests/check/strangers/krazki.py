"""Programs that play Krążki and differ from ours: `python -m tests.check.strangers.krazki WAY`."""

from __future__ import annotations

import sys

from tests.check.strangers.ways import Ways

from stolik.cli.main import command
from stolik.wire import codes

WAYS = way = Ways()


@way
def ends_lines_with_cr_lf() -> None:
    """Lines end with CR LF, as endl prints them on Windows, and an empty stack has a space before that."""
    whole = codes.MakeMove.text

    def text(self: codes.MakeMove) -> str:
        line = whole(self)
        return f"{line} \r" if line.count(" ") == 1 else f"{line}\r"

    codes.MakeMove.text = text  # type: ignore[method-assign]


if __name__ == "__main__":
    WAYS[sys.argv[1]]()
    command(["bot", "krazki", "--strength", "random"])
