from __future__ import annotations

from pathlib import Path

import pytest

from stolik.contract.page_folder import PageFolderError, all_words, check_words, files_in, words_in


def test_the_files_of_a_folder_are_named_in_order(tmp_path: Path) -> None:
    for name in ("rules.js", "board.js"):
        (tmp_path / name).write_text("")
    (tmp_path / "more").mkdir()
    assert files_in(tmp_path) == ("board.js", "rules.js")
    assert files_in(tmp_path / "more" / "none") == files_in(None) == ()


def test_words_are_in_the_readers_language_or_in_english(tmp_path: Path) -> None:
    assert words_in(tmp_path, "pl") == {}
    (tmp_path / "words.en.json").write_text('{"title": "Nim"}')
    assert words_in(tmp_path, "pl") == {"title": "Nim"}
    (tmp_path / "words.pl.json").write_text('{"title": "Nim po polsku"}')
    assert all_words({"nim": tmp_path}, "pl") == {"nim": {"title": "Nim po polsku"}}
    check_words(tmp_path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", r"^words\.cs\.json cannot be read: "),
        ("[]", r"^words\.cs\.json must be an object"),
        ('{"title": 7}', r"^'title' in words\.cs\.json must be a text"),
        (
            '{"title": "Nim", "n": {"one": "x"}}',
            r"^'n' in words\.cs\.json must be .* and for 'other'",
        ),
    ],
)
def test_words_that_cannot_be_used_are_refused_by_their_file_and_key(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "words.cs.json").write_text(text)
    with pytest.raises(PageFolderError, match=why):
        check_words(tmp_path)
