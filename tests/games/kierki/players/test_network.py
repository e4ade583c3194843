"""The network of Kierki: it sees what the trainer showed it, and nothing that is hidden."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from training.kierki_tables import text

from stolik.games.kierki.cards import cards_in
from stolik.games.kierki.players.duck import Duck
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.players.network import SIGHT, Network, sight
from stolik.games.kierki.rules import KINDS, SEATS, Deal, Position, new_match, random_deal

SOURCE = Path(__file__).parents[4] / "training" / "kierki_deals.cu"
WIDTH, TAKEN = 45, 17
DUCK, HEURISTIC, NETWORK = 1, 2, 4

Array = np.ndarray[Any, Any]


class Trainer:
    """One deal as the trainer plays it."""

    def __init__(self, library: ctypes.CDLL, kind: int, way: int, seed: int) -> None:
        self._library = library
        self.row, self._which = np.zeros(WIDTH, np.int64), np.zeros(1, np.int64)
        self._call("begin", self.row, np.array([kind]), np.full(4, way), seed)
        hands = tuple(cards_in(int(hand)) for hand in self.row[:4])
        self.match = new_match([Deal(kind, 0, hands)])
        """The same deal by the rules."""

    def _call(self, name: str, *arguments: Array | int) -> None:
        given = [
            ctypes.c_longlong(each) if isinstance(each, int) else each.ctypes.data_as(ctypes.c_void_p)
            for each in arguments
        ]
        getattr(self._library, name)(None, ctypes.c_longlong(1), *given)

    def play(self) -> bool:
        """Plays until the network has a choice; whether it has."""
        waits = np.ones(1, np.bool_)
        self._call("play", self.row, waits)
        return bool(waits[0])

    def see(self) -> Array:
        """What the network is shown."""
        sights, facts = np.zeros(SIGHT, np.float32), np.zeros(4, np.int64)
        self._call("see", self.row, self._which, sights, facts)
        return sights

    def act(self, card: int) -> None:
        """Plays the network's card."""
        self._call("act", self.row, self._which, np.array([card]))


pytestmark = pytest.mark.xdist_group("network")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("no C++ compiler: the trainer's deals cannot be compared")
    folder = tmp_path_factory.mktemp("trainer")
    (folder / "deals.cpp").write_text(text() + SOURCE.read_text())
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", folder / "deals.so", folder / "deals.cpp"], check=True)
    return ctypes.CDLL(str(folder / "deals.so"))


def forced(match: Position) -> Position:
    """Plays on while there is nothing to choose."""
    while not match.open.over and len(moves := match.view(SEATS[match.open.actor]).moves()) == 1:
        match = match.play(moves[0])
    return match


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_shown_what_the_trainer_showed(library: ctypes.CDLL, kind: int) -> None:
    trainer, rng, looks = Trainer(library, kind, NETWORK, seed=kind), Random(kind), 0
    match = trainer.match
    while trainer.play():
        match = forced(match)
        view = match.view(SEATS[match.open.actor])
        np.testing.assert_allclose(sight(view), trainer.see(), atol=1e-6)
        card = rng.choice(view.moves())
        trainer.act(card)
        match = match.play(card)
        looks += 1
    assert looks > 10


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("way", "player"), [(DUCK, Duck()), (HEURISTIC, Heuristic())])
def test_the_trainer_plays_by_the_rules_and_as_our_players_do(
    library: ctypes.CDLL, kind: int, way: int, player: Duck | Heuristic
) -> None:
    for seed in range(5):
        trainer = Trainer(library, kind, way, seed)
        match = trainer.match
        assert not trainer.play()
        while not match.open.over:
            match = match.play(player.choose(match.view(SEATS[match.open.actor])))
        assert tuple(trainer.row[TAKEN : TAKEN + 4]) == match.open.sheet[0]


def test_it_plays_better_than_the_heuristic() -> None:
    players: dict[str, Network | Heuristic] = {"network": Network(), "heuristic": Heuristic()}
    taken = dict.fromkeys(players, 0)
    for number in range(140):
        deal = random_deal(Random(number), KINDS[number % len(KINDS)])
        for name, hero in players.items():
            match = new_match([deal])
            while not match.open.over:
                view = match.view(SEATS[match.open.actor])
                match = match.play((hero if view.seat == number % 4 else Heuristic()).choose(view))
            taken[name] += match.open.sheet[0][number % 4]
    assert taken["network"] < 0.95 * taken["heuristic"]
