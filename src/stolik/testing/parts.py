"""What every game promises of the parts that it brings: each is where the game says, and can be loaded."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from stolik.contract import Part, load_part
from stolik.contract.check import check_game, parts_of
from stolik.testing.playing import Suite

_NODE_TIME = 60


class PartsSuite(Suite):
    """Players, page files and everything that is named as `module:name`."""

    def test_the_house_can_load_the_game(self) -> None:
        check_game(self.game)

    def test_every_part_is_where_the_game_says(self) -> None:
        for name, part in parts_of(self.game):
            _load(name, part)

    def test_every_player_that_needs_no_package_chooses_legal_moves(self) -> None:
        for name, player in self.game.players.items():
            if player.needs:
                continue
            for percent in (0, 60, 90):
                position = self.reached(0, percent)
                if position.turn is not None:
                    move = load_part(player.make)(Random(0)).choose(position.view(position.turn))
                    assert move in position.moves(), f"the player {name!r} chose {move!r}"

    def test_every_file_of_its_page_can_be_read(self) -> None:
        if self.game.page is None:
            pytest.skip("the game has the plain board on the page")
        for file in sorted(self.game.page.rglob("*.*")):
            _parse(file)


def _load(name: str, part: Part) -> None:
    try:
        load_part(part)
    except (ImportError, AttributeError) as error:
        if not _is_optional(part, error):
            pytest.fail(f"the {name} cannot be loaded: {error}")


def _is_optional(part: Part, error: ImportError | AttributeError) -> bool:
    """Whether a part needs a package that is not installed here; a module of the game's own is never optional."""
    if not isinstance(error, ModuleNotFoundError):
        return False
    package, own = str(error.name).partition(".")[0], str(part).partition(".")[0]
    return package != own and find_spec(package) is None


def _parse(file: Path) -> None:
    """Raises what the parser raises; the name of the file is in the traceback."""
    if file.suffix == ".json":
        json.loads(file.read_text(encoding="utf-8"))
    elif file.suffix == ".svg":
        ElementTree.parse(file)  # noqa: S314 - the author's own file
    elif file.suffix == ".js" and (node := shutil.which("node")):
        # From standard input: there a file is a module, whatever package.json says.
        checked = subprocess.run(  # noqa: S603 - the author's own file, and it is not run
            [node, "--input-type=module", "--check"],
            input=file.read_bytes(), capture_output=True, timeout=_NODE_TIME, check=False,
        )  # fmt: skip
        assert checked.returncode == 0, f"{file.name}: {checked.stderr.decode()}"
