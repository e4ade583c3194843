"""Every game as a PettingZoo environment: its own tests of the interface, masks, rewards, and what is hidden."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.support import high_card
from tests.support.small_games import NIM

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from stolik.contract import IllegalMove
from stolik.contract.registry import added, all_games
from stolik.games.kierki.rules import random_match
from stolik.pettingzoo import env, raw_env

OTHERS = (NIM, high_card.GAME)
NAMES = [*all_games(), *(game.name for game in OTHERS)]


@pytest.fixture(autouse=True)
def two_more_games() -> Iterator[None]:
    """Two games that bring no numbering of their own."""
    with added(OTHERS[0]), added(OTHERS[1]):
        yield


@pytest.mark.parametrize("name", NAMES)
def test_it_passes_the_tests_of_pettingzoo(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own advice on shapes and ranges
        api_test(env(name), num_cycles=200, verbose_progress=False)
        seed_test(lambda: env(name), num_cycles=20)
    assert "Passed" in capsys.readouterr().out


def played(name: str, seed: int) -> Any:
    """A whole random game; the mask has exactly the legal moves in every position."""
    world, rng = raw_env(name), Random(seed)
    world.reset(seed=seed)
    while not all(world.terminations.values()):
        seen = world.observe(world.agent_selection)
        legal = np.flatnonzero(seen["action_mask"])
        assert len(legal) == len(world.position.moves())
        for agent in world.agents:
            assert world.observation_space(agent).contains(world.observe(agent))
            if agent != world.agent_selection:
                assert not world.observe(agent)["action_mask"].any()
        world.step(int(rng.choice(list(legal))))
    return world


@pytest.mark.parametrize("name", NAMES)
def test_the_mask_has_the_legal_moves_and_the_rewards_the_winners(name: str) -> None:
    world = played(name, 1)
    winners = world.position.winners
    best = max(world.rewards.values())
    assert all(world.rewards[seat] == best for seat in winners)
    assert abs(sum(world.rewards.values())) < 1e-6
    assert all(-1 <= reward <= 1 for reward in world.rewards.values())


@pytest.mark.parametrize("name", list(all_games()))
def test_the_number_of_a_move_leads_back_to_it(name: str) -> None:
    world = raw_env(name)
    world.reset(seed=3)
    learning = world._learning
    for move in world.position.moves():
        assert learning.move(world.position.view(world.position.turn), learning.number(move)) == move


def _same(match: Any, _rng: Random) -> Any:
    return match


def test_a_seat_of_kierki_observes_nothing_of_the_hands_of_the_others() -> None:
    one, two = random_match(Random(1), (1,)), random_match(Random(2), (1,))
    # Another deal in which N holds the same cards: the other three hands are dealt anew.
    deal = one.deals[0]
    rest = [card for hand in deal.hands[1:] for card in hand]
    Random(5).shuffle(rest)
    hands = (deal.hands[0], *(tuple(sorted(rest[13 * n : 13 * n + 13])) for n in range(3)))
    other = type(deal)(deal.kind, deal.first, hands)
    from stolik.games.kierki.rules import new_match

    seen = []
    for match in (one, new_match([other])):
        world = raw_env("kierki", start=partial(_same, match))
        world.reset(seed=1)
        seen.append(world.observe("N")["observation"])
        assert world.position != two
    assert np.array_equal(seen[0], seen[1])


def test_a_start_may_be_given_as_text_and_the_board_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    world = raw_env("krazki", render_mode="ansi")
    world.reset(options={"start": "c |cb|bc|"})
    assert world.agent_selection == "c"
    text = world.render()
    assert text is not None
    assert "Black (c) to move." in text
    with pytest.raises(IllegalMove):
        world.step(1)
    shown = raw_env("krazki", render_mode="human")
    shown.reset(options={"start": "c |cb|bc|"})
    shown.step(0)
    assert "White (b) to move." in capsys.readouterr().out
    assert raw_env("krazki").render() is None


@pytest.mark.parametrize("name", NAMES)
def test_the_environment_without_checks_has_the_whole_interface(name: str) -> None:
    world = raw_env(name)
    world.reset(seed=1)
    for agent in world.agent_iter():
        seen, _, ended, stopped, _ = world.last()
        world.step(None if ended or stopped else int(seen["action_mask"].argmax()))
        assert agent in world.possible_agents
    assert world.agents == []


def test_without_pettingzoo_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("stolik.pettingzoo", "pettingzoo"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"stolik.pettingzoo needs pettingzoo.*pip install"):
        import stolik.pettingzoo  # noqa: F401
