"""Runs one of our programs with a planted fault: `python -m tests.check.mutant PROGRAM MUTANT ARGUMENTS…`."""

from __future__ import annotations

import sys
from importlib import import_module


def main() -> None:
    program, name = sys.argv[1:3]
    module = import_module(f"tests.check.mutants.{program.replace('-', '_')}")
    del sys.argv[1:3]
    if name != "none":
        module.mutants.all[name].plant()
    module.main()


if __name__ == "__main__":
    main()
