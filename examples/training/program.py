"""A trained network as a program for a contest: python -m examples.training.program network.npz"""

from __future__ import annotations

import sys
from pathlib import Path

from examples.training.match import NetworkPlayer
from examples.training.network import Network

import stolik


def main() -> int:
    """Plays one game on standard input and output; returns 0 when the server has said how it ended."""
    if len(sys.argv) != 2:
        print("usage: python -m examples.training.program NETWORK.npz", file=sys.stderr)
        return 2
    player = NetworkPlayer(Network.load(Path(sys.argv[1])))
    krazki, position = stolik.game("krazki"), None
    for line in sys.stdin:
        code, _, rest = line.rstrip("\n").partition(" ")
        if code == "200":  # the game begins: our colour and the stacks
            position = krazki.read(rest)
        elif code == "220" and position is not None:  # the opponent's move
            position = position.play(rest)
        else:  # 230 and above: the game is over
            return 0
        move = player.choose(position)
        position = position.play(move)
        print(f"210 {move}", flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())
