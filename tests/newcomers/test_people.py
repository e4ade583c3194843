"""The first quarter of an hour of five people, each a script that is typed as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.snippets import type_in

SCRIPTS = sorted((Path(__file__).parent / "people").glob("*.sh"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_newcomer_gets_what_they_came_for(script: Path, tmp_path: Path) -> None:
    # A line that fails ends the script and is shown. The last line of the script is the last of the quarter of an hour.
    done = type_in(
        tmp_path, f"set -eEuo pipefail\ntrap 'echo \"failed: $BASH_COMMAND\" >&2' ERR\n{script.read_text()}\n"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
