"""What is measured again takes the place of what was measured before, and nothing else changes."""

from __future__ import annotations

from bench.__main__ import MEASUREMENTS, results

FIRST, SECOND, THIRD = list(MEASUREMENTS)[:3]


def test_what_is_measured_again_takes_the_place_of_what_was_there() -> None:
    before = results("one machine", "", {THIRD: "`c` (3 s)\n\n```\nc\n```\n", FIRST: "`a` (1 s)\n\n```\na\n\n```\n"})
    assert before == (
        "# Measured\n\none machine\n\n"
        f"## {FIRST}\n\n`a` (1 s)\n\n```\na\n\n```\n\n"
        f"## {THIRD}\n\n`c` (3 s)\n\n```\nc\n```\n"
    )
    after = results("another", before, {SECOND: "`b` (2 s)\n", THIRD: "`c` (4 s)\n"})
    assert after == (
        "# Measured\n\nanother\n\n"
        f"## {FIRST}\n\n`a` (1 s)\n\n```\na\n\n```\n\n"
        f"## {SECOND}\n\n`b` (2 s)\n\n"
        f"## {THIRD}\n\n`c` (4 s)\n"
    )


def test_writing_the_same_again_changes_nothing() -> None:
    text = results("one machine", "", {FIRST: "`a` (1 s)\n"})
    assert results("one machine", text, {}) == text
