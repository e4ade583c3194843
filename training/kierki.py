"""Trains the network by which a player of Kierki values its cards, from nothing but play.

    python -m training.kierki_tables > kierki_tables.h
    python training/kierki.py kierki_tables.h --out src/stolik/games/kierki/players/data/network.npz

Needs PyTorch and, to come to anything, a GPU with CUDA's compiler; without one it runs too, thousands of times slower.
Playing needs none of them. A hundred thousand deals at a time are played against duck, heuristic, sensible and
random players and the network itself, which learns to foresee what each of its cards cost in the end (deep Monte
Carlo). The one in the package made 7,000 million choices in 20 minutes on one H200, in three goes: 60 s, 560 s, and
565 s at 0.7 of the rate. Rounded to eight bits it took a point more than before (21.3 instead of 20.1 % against
heuristic). So it learned for 500 s more, at half the rate, with weights rounded all the while: 20.24 % as it is saved.
"""

from __future__ import annotations

import argparse
import ctypes
import subprocess
import tempfile
from collections.abc import Callable
from copy import deepcopy
from math import cos, pi, sqrt
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import torch
from torch.nn.functional import linear

HERE = Path(__file__).parent
SIGHT, WIDTH, TAKEN = 1072, 45, 17
"""As in kierki_deals.cu."""
RANDOM, DUCK, HEURISTIC, SENSIBLE, NETWORK = range(5)
OPPONENTS = {"duck": DUCK, "heuristic": HEURISTIC, "sensible": SENSIBLE}
KINDS = 8
DEAL_POINTS = (1, 13, 13, 20, 16, 18, 20, 100)
OFTEN = (0.0, 0.12, 0.12, 0.12, 0.12, 0.12, 0.12, 0.28)
"""[kind]: how often it is dealt; half of all points are in the last."""
SCALE = 4.0
"""What a network tells: the share of the deal's points still to come, times this."""

LAYERS = (1024, 768, 512)
RATE, WARM_UP = 1e-3, 200
"""The learning rate, and how many steps pass before it is whole."""
STRAY = 0.04
"""How often a card is tried that is not thought the best."""

GPU = torch.cuda.is_available()
DEVICE = torch.device("cuda" if GPU else "cpu")
NUMBERS = torch.bfloat16 if GPU else torch.float32

Tensor = Any
Loss = Callable[["Network", Tensor, Tensor, Tensor, Tensor], Tensor]


class Network(torch.nn.Module):  # type: ignore[misc]
    """Layers whose biases depend on the type of deal, and 52 outputs for each type."""

    def __init__(self, layers: tuple[int, ...] = LAYERS) -> None:
        super().__init__()
        pairs = zip((SIGHT, *layers), layers, strict=False)
        self.layers = torch.nn.ModuleList(torch.nn.Linear(a, b, bias=False) for a, b in pairs)
        self.biases = torch.nn.ParameterList(torch.nn.Parameter(torch.zeros(KINDS, b)) for b in layers)
        self.last = torch.nn.Linear(layers[-1], KINDS * 52)

    def forward(self, sights: Tensor, kinds: Tensor) -> Tensor:
        """[position, card]: what is still to come, if that card is played."""
        with torch.autocast(DEVICE.type, NUMBERS, enabled=GPU):
            which = torch.nn.functional.one_hot(kinds, KINDS).to(sights.dtype)
            for layer, bias in zip(self.layers, self.biases, strict=True):
                sights = torch.relu(linear(sights, self.weights_of(layer)) + which @ bias)
            every = linear(sights, self.weights_of(self.last), self.last.bias).view(-1, KINDS, 52)
        return every.gather(1, kinds.view(-1, 1, 1).expand(-1, 1, 52)).squeeze(1).float()

    def weights_of(self, layer: Any) -> Tensor:  # noqa: ANN401 - torch's own
        """Those that count."""
        return layer.weight


class Rounded(Network):
    """One that learns with the weights that it will play with: whole numbers of eight bits, times a scale."""

    def weights_of(self, layer: Any) -> Tensor:  # noqa: ANN401 - torch's own
        """Rounded, but a small step of what is rounded is learned all the same."""
        rounded, scale = whole_numbers(layer.weight.detach().T)
        return layer.weight + ((rounded * scale).T - layer.weight).detach()


class Deals:
    """The deals' side of it: compiled, and called with tensors."""

    def __init__(self, tables: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source, library = Path(folder) / "deals.cu", Path(folder) / "deals.so"
            source.write_text(tables.read_text() + (HERE / "kierki_deals.cu").read_text())
            command = ["nvcc", "-arch=native", "-Xcompiler", "-fPIC"] if GPU else ["c++", "-fPIC", "-x", "c++"]
            subprocess.run([*command, "-O3", "-shared", "-o", library, source], check=True)
            self._library = ctypes.CDLL(str(library))

    def call(self, name: str, many: int, *arguments: Tensor | int) -> None:
        """Does something for each of so many."""
        stream = torch.cuda.current_stream().cuda_stream if GPU else None
        given = [ctypes.c_void_p(each.data_ptr()) if isinstance(each, torch.Tensor) else each for each in arguments]
        given = [ctypes.c_longlong(each) if isinstance(each, int) else each for each in given]
        getattr(self._library, name)(ctypes.c_void_p(stream), ctypes.c_longlong(many), *given)


def mixed_ways(many: int) -> Tensor:
    """[deal, seat]: mostly the network against three alike, and now and then anybody against anybody."""

    def drawn(ways: list[int], often: list[float], count: int) -> Tensor:
        return torch.tensor(ways, device=DEVICE)[torch.multinomial(torch.tensor(often, device=DEVICE), count, True)]

    three = drawn([DUCK, HEURISTIC, SENSIBLE], [0.4, 0.35, 0.25], many)
    anybody = drawn([RANDOM, DUCK, HEURISTIC, SENSIBLE, NETWORK], [0.04, 0.12, 0.16, 0.16, 0.52], 4 * many)
    ways = torch.where(torch.rand(many, 1, device=DEVICE) < 0.6, three[:, None], anybody.view(many, 4))
    ways.scatter_(1, torch.randint(4, (many, 1), device=DEVICE), NETWORK)
    return ways.contiguous()


def play(
    deals: Deals, net: Network, kinds: Tensor, ways: Tensor, stray: float, seed: int, *, keep: bool
) -> tuple[Tensor, list[Any]]:
    """Plays a deal on every row; the points that each seat took, and, if wanted, what the network saw and chose."""
    many, kept = len(kinds), list[Any]()
    rows = torch.zeros(many, WIDTH, dtype=torch.int64, device=DEVICE)
    waits = torch.ones(many, dtype=torch.bool, device=DEVICE)
    places = torch.arange(52, device=DEVICE)
    deals.call("begin", many, rows, kinds, ways, seed)
    while True:
        deals.call("play", many, rows, waits)
        which = waits.nonzero().squeeze(1)
        if not len(which):
            return rows[:, TAKEN : TAKEN + 4], kept
        sights = torch.empty(len(which), SIGHT, dtype=NUMBERS, device=DEVICE)
        facts = torch.empty(len(which), 4, dtype=torch.int64, device=DEVICE)
        deals.call("see", len(which), rows, which, sights, facts)
        legal = (facts[:, 3:] >> places & 1).bool()
        with torch.no_grad():
            values = net(sights, facts[:, 1])
        cards = values.masked_fill(~legal, torch.inf).argmin(1)
        if stray:
            anything = torch.rand_like(values).masked_fill(~legal, torch.inf).argmin(1)
            cards = torch.where(torch.rand(len(which), device=DEVICE) < stray, anything, cards)
        deals.call("act", len(which), rows, which, cards)
        if keep:
            kept.append((sights, facts[:, 1], cards, which, facts[:, 0], facts[:, 2]))


def measure(deals: Deals, net: Network, hero: int, other: int, many: int) -> str:
    """The share of all points that one takes from three others, as bench.kierki_strength tells it."""
    order = torch.arange(many, device=DEVICE)
    kinds, seats = order % 7 + 1, order // 7 % 4
    ways = torch.full((many, 4), other, device=DEVICE)
    ways[order, seats] = hero
    taken, _ = play(deals, net, kinds, ways, 0.0, 12345, keep=False)
    points = taken[order, seats].double()
    of_kind = [points[kinds == kind] for kind in range(1, KINDS)]
    error = sqrt(sum((of.var() / len(of)).item() for of in of_kind)) / 2
    each = " ".join(f"{of.mean().item():.2f}" for of in of_kind)
    return f"{sum(of.mean().item() for of in of_kind) / 2:.2f} ± {error:.2f} % ({each})"


def off_the_mark(net: Network, sights: Tensor, kinds: Tensor, cards: Tensor, target: Tensor) -> Tensor:
    """How far off the network was about the cards that it played."""
    return (net(sights, kinds).gather(1, cards[:, None]).squeeze(1) - target).square().mean()


def train(deals: Deals, net: Network, loss_of: Loss, options: argparse.Namespace, stray: float = STRAY) -> Network:
    """Plays and learns until the time is up; returns the slow average of what the network was."""
    slow = deepcopy(net)
    optimiser = torch.optim.Adam(net.parameters(), lr=options.rate, betas=(0.9, 0.99))
    often, totals = torch.tensor(OFTEN, device=DEVICE), torch.tensor(DEAL_POINTS, device=DEVICE)
    begun, steps, rounds, told = monotonic(), 0, 0, 0.0
    while (spent := (monotonic() - begun) / options.seconds) < 1:
        rounds += 1
        dealt, ways = torch.multinomial(often, options.deals, True), mixed_ways(options.deals)
        straying, seed = stray * (1 - 0.75 * spent), options.seed * 1_000_003 + rounds
        taken, kept = play(deals, net, dealt, ways, straying, seed, keep=True)
        sights, kinds, cards, which, seats, before = (torch.cat(parts) for parts in zip(*kept, strict=True))
        target = SCALE * (taken[which, seats] - before) / totals[kinds]
        for batch in torch.randperm(len(kinds), device=DEVICE).split(options.batch):
            steps += 1
            for group in optimiser.param_groups:
                group["lr"] = options.rate * min(1.0, steps / WARM_UP) * (0.502 + 0.5 * cos(pi * spent))
            loss = loss_of(net, sights[batch], kinds[batch], cards[batch], target[batch])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
        with torch.no_grad():
            for held, new in zip(slow.parameters(), net.parameters(), strict=True):
                held.lerp_(new, 0.02)
        if (now := monotonic() - begun) - told > options.tell:
            told = now
            shares = (measure(deals, slow, NETWORK, other, options.deals) for other in OPPONENTS.values())
            print(f"{now:5.0f} s, {rounds} rounds, loss {loss.item():.5f}: {' | '.join(shares)}", flush=True)
    for name, other in OPPONENTS.items():
        print(f"against three of {name}: {measure(deals, slow, NETWORK, other, 8 * options.deals)}", flush=True)
    return slow


def whole_numbers(weights: Tensor) -> tuple[Tensor, Tensor]:
    """[row, column] as numbers of eight bits, and a scale for each column."""
    scale = weights.abs().amax(0).clamp_min(1e-9) / 127
    return (weights / scale).round(), scale


def save(net: Network, path: Path) -> None:
    """The network as it is played with."""
    held = {name: value.float().cpu() for name, value in net.state_dict().items()}
    arrays: dict[str, Tensor] = {}
    for at in range(len(LAYERS)):
        layer, arrays[f"scale_{at}"] = whole_numbers(held[f"layers.{at}.weight"].T)
        arrays[f"layer_{at}"] = layer.to(torch.int8)
        arrays[f"bias_{at}"] = held[f"biases.{at}"]
    last, scale = whole_numbers(held["last.weight"].T)
    arrays["last"] = last.to(torch.int8).view(LAYERS[-1], KINDS, 52).transpose(0, 1)
    arrays["last_scale"] = scale.view(KINDS, 52)
    arrays["last_bias"] = held["last.bias"].view(KINDS, 52)
    np.savez_compressed(path, **{name: array.numpy() for name, array in arrays.items()})


def load(path: Path) -> Rounded:
    """A network that was saved so, to go on from it or to teach another."""
    net = Rounded()
    with np.load(path) as file:
        saved = {name: torch.from_numpy(file[name]).float() for name in file}
    held = {}
    for at in range(len(LAYERS)):
        held[f"layers.{at}.weight"] = (saved[f"layer_{at}"] * saved[f"scale_{at}"]).T
        held[f"biases.{at}"] = saved[f"bias_{at}"]
    last = saved["last"] * saved["last_scale"][:, None]
    held["last.weight"] = last.transpose(1, 2).reshape(KINDS * 52, -1)
    held["last.bias"] = saved["last_bias"].reshape(-1)
    net.load_state_dict(held)
    return net.to(DEVICE)  # type: ignore[no-any-return]


def options_of(description: str | None, seconds: float, rate: float) -> argparse.ArgumentParser:
    """What every training asks for."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=Path, help="what training.kierki_tables wrote")
    parser.add_argument("--out", type=Path, default=Path("kierki.npz"), help="where the network goes")
    parser.add_argument("--seconds", type=float, default=seconds)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--tell", type=float, default=60, help="seconds between two lines of progress")
    parser.add_argument("--deals", type=int, default=1 << 17, help="played at a time")
    parser.add_argument("--batch", type=int, default=1 << 15)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main() -> None:
    """The command."""
    parser = options_of(__doc__, 1200, RATE)
    parser.add_argument("--start", type=Path, help="one that was saved before, to go on from")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    deals, net = Deals(options.tables), load(options.start) if options.start else Rounded().to(DEVICE)
    print("heuristic against three of duck:", measure(deals, net, HEURISTIC, DUCK, options.deals))
    save(train(deals, net, off_the_mark, options), options.out)


if __name__ == "__main__":
    main()
