"""Games in files, as positions."""

from __future__ import annotations

from pathlib import Path

import pytest

import stolik


def test_a_file_is_read_as_the_last_position_of_its_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("f5d6c3")
    position = stolik.load(file)
    assert position == stolik.game("othello").start().play("f5", "d6", "c3")
    assert position.history == ("f5", "d6", "c3")
    assert eval(repr(position), {"stolik": stolik}) == position
    assert stolik.load(str(file)) == position


@pytest.mark.parametrize(("text", "why"), [("", "there is no game in it"), ("hello", "not a square"), ("f5a1", "a1")])
def test_what_is_no_game_is_an_error_that_says_why(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    with pytest.raises(ValueError, match=why):
        stolik.load(file)
    with pytest.raises(ValueError, match=r"cannot read .*nowhere"):
        stolik.load(tmp_path / "nowhere")
