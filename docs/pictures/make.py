"""Draws the pictures of README from the real programs: python docs/pictures/make.py"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
WIDTH = 84
LAST_LINES = 30


def picture_of(title: str, text: str) -> str:
    """A terminal window with that text in it. Fonts are the reader's own: nothing is fetched."""
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    console.print(Text.from_ansi(text))
    return re.sub(r"\s*@font-face \{.*?\}", "", console.export_svg(title=title), flags=re.DOTALL)


def main() -> None:
    """Draws them all."""
    stolik = Path(sys.executable).parent / "stolik"
    done = subprocess.run(
        [str(stolik), "demo", "--seed", "stolik", "--pace", "0"],
        capture_output=True,
        text=True,
        check=True,
        env={"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": str(WIDTH)},
    )
    (HERE / "demo.svg").write_text(picture_of("make run", "\n".join(done.stdout.splitlines()[-LAST_LINES:])))


if __name__ == "__main__":
    main()
