"""Compiles the players' kernels before the tests, once: python -m tests.support.kernels

Each process that runs tests would compile them for itself when none has done it before.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import stolik.games


def main() -> None:
    """Imports every module of the games: kernels are compiled when they are imported, and kept beside their files."""
    for module in walk_packages(stolik.games.__path__, "stolik.games."):
        if ".players." in module.name:
            import_module(module.name)


if __name__ == "__main__":
    main()
