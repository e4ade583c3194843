from __future__ import annotations

from stolik.contract.packages import is_installed, not_installed


def test_a_package_is_looked_for_without_being_imported() -> None:
    assert is_installed("math")
    assert not is_installed("no_such_package")


def test_what_is_missing_is_named_with_how_to_get_it() -> None:
    strong = "pip install '.[strong]' in a checkout of Stolik, or pip install numba"
    assert not_installed("numba") == f"numba, which is not installed: {strong}"
    assert not_installed("psycopg").endswith("or pip install 'psycopg[binary]'")
    assert not_installed("chess") == "chess, which is not installed: pip install chess"
