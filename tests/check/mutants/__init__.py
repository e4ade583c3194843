"""Small faults, planted one at a time in our programs, and the scenario that has to catch each."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from stolik.check.verdicts import Verdict


class Mutant(NamedTuple):
    """A fault: what is wrong, in words, which scenario catches it, and what plants it."""

    name: str
    words: str
    caught_by: str
    plant: Callable[[], None]
    verdict: Verdict = Verdict.FAIL


class Mutants:
    """The mutants of one program."""

    def __init__(self) -> None:
        self.all: dict[str, Mutant] = {}

    def mutant(
        self, caught_by: str, verdict: Verdict = Verdict.FAIL
    ) -> Callable[[Callable[[], None]], Callable[[], None]]:
        """Registers a function that plants a fault: its docstring says what is wrong.

        `verdict` is advice where the document permits what the program with the fault does.
        """

        def register(plant: Callable[[], None]) -> Callable[[], None]:
            name = plant.__name__.strip("_").replace("_", "-")
            self.all[name] = Mutant(name, plant.__doc__ or "", caught_by, plant, verdict)
            return plant

        return register


def joined(package: str, *topics: str) -> Mutants:
    """The mutants of several files of a package, each of which has its own `mutants`.

    They are imported by name, because mypy leaves out files with mutants only as long as nobody imports them.
    """
    whole = Mutants()
    for topic in topics:
        whole.all |= import_module(f"{package}.{topic}").mutants.all
    return whole
