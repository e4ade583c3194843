"""The suite that every game must pass, for pytest. Our own games are tested with it, and yours can be.

    from stolik.testing import GameSuite
    from stolik_nim import GAME

    class TestNim(GameSuite):
        game = GAME

It may import every room; no room imports it, because pytest and Hypothesis are needed only here.
"""

from stolik.contract.packages import not_installed

try:
    import hypothesis as _hypothesis  # noqa: F401 - only to say in words that it is missing
    import pytest
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"stolik.testing needs {not_installed(str(error.name))}", name=error.name) from None

# Before the first import of them: then a failed assertion shows the values that it compared.
pytest.register_assert_rewrite(
    *(f"stolik.testing.{part}" for part in ("histories", "notation", "parts", "playing", "rules", "tables", "views"))
)

from stolik.testing.suite import GameSuite  # noqa: E402 - after the registration above

__all__ = ["GameSuite"]
