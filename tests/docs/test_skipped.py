"""What `make test` says at its end of the tests that it could not run."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.skipped import FILE, keep, main, told

CHROMIUM = "no Chromium is installed: the page cannot be looked at"


def test_nothing_is_said_when_nothing_was_skipped() -> None:
    assert told([]) == []


def test_the_reasons_are_counted_and_one_line_installs_what_was_missing() -> None:
    reasons = [CHROMIUM, CHROMIUM, "bubblewrap is not here, or may not make namespaces"]
    assert told(reasons) == [
        "3 tests were skipped:",
        f"     2 {CHROMIUM}",
        "     1 bubblewrap is not here, or may not make namespaces",
        "To run them too, on Debian or Ubuntu: sudo apt-get install bubblewrap chromium",
    ]


@pytest.mark.parametrize("reason", ["this machine has no ::1", "the time is javanese"])
def test_what_no_package_mends_names_none(reason: str) -> None:
    assert told([reason]) == ["1 test was skipped:", f"     1 {reason}"]


def test_the_reasons_of_several_runs_are_printed_together_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "skipped"
    monkeypatch.setattr("sys.argv", ["skipped", str(file)])
    main()
    monkeypatch.setenv(FILE, str(file))
    keep([CHROMIUM])
    keep([CHROMIUM])
    main()
    assert capsys.readouterr().out.splitlines() == ["No test was skipped.", *told([CHROMIUM, CHROMIUM])]
