from __future__ import annotations

import pytest

from stolik.contract.parts import find_part, load_part


def test_a_part_is_an_object_or_named_by_where_it_is() -> None:
    assert load_part(len) is len
    assert load_part("math:tau") > 6
    assert find_part(len) is None
    assert find_part("math:tau") is None


def test_a_part_that_is_not_there_is_an_error_when_it_is_loaded() -> None:
    with pytest.raises(ImportError):
        load_part("no_such_module:x")
    with pytest.raises(AttributeError):
        load_part("math:no_such_name")


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("math", "does not say which object"),
        ("no_such_module:x", "there is no module 'no_such_module'"),
        ("no_such_package.module:x", "there is no module 'no_such_package.module'"),
    ],
)
def test_what_is_wrong_with_a_part_is_said_in_words(part: str, words: str) -> None:
    assert words in str(find_part(part))
