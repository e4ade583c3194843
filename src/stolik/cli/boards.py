"""The games that can be drawn as text, by name."""

from __future__ import annotations

from typing import Final

from stolik.cli import graph_board, krazki_board, othello_board
from stolik.cli.scene import Drawing

DRAWINGS: Final[dict[str, Drawing]] = {
    module.DRAWING.game.name: module.DRAWING for module in (othello_board, krazki_board, graph_board)
}
