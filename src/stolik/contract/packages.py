"""Optional packages: whether one is installed here, and how to get it, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import Final

_EXTRAS: Final = {
    "distributed": "cluster",
    "hypothesis": "testing",
    "llvmlite": "strong",
    "matplotlib": "report",
    "numba": "strong",
    "numpy": "strong",
    "pandas": "study",
    "pettingzoo": "pettingzoo",
    "psycopg": "postgres",
    "pyarrow": "study",
    "pytest": "testing",
}
"""The optional dependencies of Stolik's own pyproject.toml, by the package that is imported."""
_WITH_PARTS: Final = {"psycopg": "'psycopg[binary]'"}
"""How pip is asked for a package, where its name alone is not enough."""


@cache  # to look is to ask the disk, and a server looks for every bot that sits down
def is_installed(package: str) -> bool:
    """Whether a package can be imported; it is not imported to find out."""
    return find_spec(package) is not None


def how_to_install(package: str) -> str:
    """The commands that get a package. Stolik is on no package index: its extras are known in a checkout only."""
    direct = f"pip install {_WITH_PARTS.get(package, package)}"
    extra = _EXTRAS.get(package)
    return direct if extra is None else f"pip install '.[{extra}]' in a checkout of Stolik, or {direct}"


def not_installed(package: str) -> str:
    """What is missing and how to get it, as the end of a sentence that says what needs it."""
    return f"{package}, which is not installed: {how_to_install(package)}"


@contextmanager
def needed_for(what: str) -> Iterator[None]:
    """Says what a missing package is needed for and how to get it: `what` is as in "solving a position needs"."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{what} {not_installed(str(error.name))}", name=error.name) from None
