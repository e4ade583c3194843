"""The tutorial's programs, as a reader has them, against the real service."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from tests.support.loop import in_loop
from tests.support.web import PATIENCE, open_site

TUTORIAL = Path(__file__).parents[2] / "docs" / "bot-tutorial.md"


def write_programs(folder: Path) -> None:
    """Puts every program of the tutorial under the name that its first line has."""
    for code in re.findall(r"```python\n(.*?)```", TUTORIAL.read_text(), re.DOTALL):
        if name := re.match(r"# (\w+\.py)\n", code):
            (folder / name[1]).write_text(code)


async def start(folder: Path, name: str, *arguments: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, name, *arguments, cwd=folder, stdout=pipe, stderr=asyncio.subprocess.STDOUT
    )


@in_loop
async def test_the_first_bot_plays_a_game_to_its_end(tmp_path: Path) -> None:
    write_programs(tmp_path)
    code = (tmp_path / "bot.py").read_text().splitlines()
    assert len([line for line in code if line.strip()]) <= 30
    async with open_site() as site:
        bot = await start(tmp_path, "bot.py", f"127.0.0.1:{site.port}")
        said, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
        assert bot.returncode == 0, said.decode()
        assert re.search(r"plays at http://.*/table/\w+\n(won|lost) {", said.decode())


@in_loop
async def test_the_guest_accepts_an_invitation_and_plays(tmp_path: Path) -> None:
    write_programs(tmp_path)
    async with open_site() as site, site.person("Ada") as ada:
        bot = await start(tmp_path, "guest.py", f"127.0.0.1:{site.port}", "TestBot")
        try:
            await ada.hear("arrived", name="TestBot")
            await ada.say("invite", to="TestBot", game="krazki")
            table = (await ada.hear("matched"))["table"]["id"]
            ended = await ada.play_on(table)
            assert ended["ending"] == "rules"
        finally:
            bot.kill()
            await bot.communicate()
