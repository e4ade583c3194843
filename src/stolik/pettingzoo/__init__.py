"""Every game as a PettingZoo environment (AEC): `env("GAME")`. Needs `pip install '.[pettingzoo]'`.

The agents are the seats. An observation is a dictionary: `observation`, what that seat may know as an array, and
`action_mask`, 1 for each legal move; an agent whose turn it is not has a mask of zeros.
"""

from __future__ import annotations

from stolik.contract.packages import not_installed

try:
    import gymnasium as _gymnasium  # noqa: F401 - only to say in words that it is missing

    import pettingzoo as _pettingzoo  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"stolik.pettingzoo needs {not_installed('pettingzoo')}", name=error.name) from None

from stolik.pettingzoo.environment import Environment, env, raw_env

__all__ = ["Environment", "env", "raw_env"]
