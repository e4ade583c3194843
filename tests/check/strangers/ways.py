"""Ways to differ, by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Way = TypeVar("_Way", bound=Callable[[], Any])


class Ways(dict[str, Callable[[], Any]]):
    """Collects functions that make a program differ: the docstring of each says how."""

    def __call__(self, plant: _Way) -> _Way:
        self[plant.__name__.replace("_", "-")] = plant
        return plant
