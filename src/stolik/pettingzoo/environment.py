"""The environment: one game, its seats as agents, its rules as they are everywhere else in Stolik."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo.utils import wrappers

from pettingzoo import AECEnv
from stolik.cli.terminal.boards import drawing_of
from stolik.cli.terminal.ink import PLAIN
from stolik.cli.terminal.scene import Scene
from stolik.contract import AnyGame, Seat, load_part
from stolik.contract.learning import Learning
from stolik.contract.registry import find_game
from stolik.pettingzoo.plain import mask_of, plain_learning
from stolik.players.tree_search import results

Observation = dict[str, Any]
Start = Callable[[Random], Any]
"""Draws a start position with a generator."""


def env(game: str, *, start: Start | None = None, render_mode: str | None = None) -> AECEnv[Seat, Observation, int]:
    """The environment of a game with PettingZoo's usual checks: an illegal move ends the game and costs 1.

    `start` draws other starts than the game's own. Raises ValueError for a game that is not installed.
    """
    checked: Any = raw_env(game, start=start, render_mode=render_mode)
    checked = wrappers.TerminateIllegalWrapper(checked, illegal_reward=-1)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    ordered: AECEnv[Seat, Observation, int] = wrappers.OrderEnforcingWrapper(checked)
    return ordered


def raw_env(game: str, *, start: Start | None = None, render_mode: str | None = None) -> Environment:
    """The environment without checks; an illegal move raises IllegalMove."""
    return Environment(find_game(game), start, render_mode)


class Environment(AECEnv[Seat, Observation, int]):  # type: ignore[misc] # it has no types here
    """One game. At its end every seat's reward is from -1 to 1: 1 beats all others, and equal seats share."""

    def __init__(self, game: AnyGame, start: Start | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.game: Final = game
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": ["ansi", "human"],
            "name": f"{game.name}_v0",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self._learning: Final[Learning] = plain_learning(game) if game.learning is None else load_part(game.learning)
        self._start: Final = start or game.start
        self._rng = Random()
        self.possible_agents = list(game.seats)
        self.agents: list[Seat] = []
        shape, actions = self._learning.shape, self._learning.actions
        self._observations: Final[dict[Seat, spaces.Space[Any]]] = {
            seat: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), dtype=np.int8),
                }
            )
            for seat in game.seats
        }
        self._actions: Final[dict[Seat, spaces.Space[Any]]] = {seat: spaces.Discrete(actions) for seat in game.seats}

    def observation_space(self, agent: Seat) -> spaces.Space[Any]:
        """What a seat's observations look like."""
        return self._observations[agent]

    def action_space(self, agent: Seat) -> spaces.Space[Any]:
        """The numbers of all moves."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The same seed draws the same start; `options["start"]` is a start in the game's notation."""
        if seed is not None:
            self._rng = Random(seed)
        text = (options or {}).get("start")
        self.position: Any = self._start(self._rng) if text is None else self.game.read(text)
        # Not `last`: that is a method of PettingZoo's.
        self._last_move: Any = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Seat, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.turn or self.agents[0]

    def observe(self, agent: Seat) -> Observation:
        """What that seat may know, and which moves it has."""
        view = self.position.view(agent)
        mine = self.position.turn == agent
        return {
            "observation": self._learning.observe(view, agent),
            "action_mask": mask_of(self._learning, view.moves() if mine else ()),
        }

    def step(self, action: int | None) -> None:
        """Makes the move of that number, or None for an agent whose game is over; raises IllegalMove."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"it is the turn of {agent}, who needs a move")
        self._cumulative_rewards[agent] = 0.0
        move = self._learning.move(self.position.view(agent), int(action))
        self.position = self.position.play(move)
        self._last_move = move
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.position.turn is None:
            self._end()
        else:
            self.agent_selection = self.position.turn
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        sign = -1 if self.game.low_score_wins else 1
        shares = results(self.position, self.game.seats, sign)
        self.rewards = {seat: 2 * shares[seat] - 1 for seat in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The board as text: returned for `ansi`, printed for `human`."""
        if self.render_mode is None:
            return None
        position = self.position
        seen = position.view(position.turn) if self.game.hidden else position
        drawing = drawing_of(self.game)
        status = drawing.result(position) if position.turn is None else f"{drawing.title(position.turn)} to move."
        text = "\n".join(drawing.draw(Scene(seen, {}, self._last_move, (status,)), PLAIN))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""
