"""Every command and program in the documentation, typed to the letter in a clean folder.

A block that is not run here says where it is run, or why it cannot be.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.finished_games import write_finished_games
from tests.support.snippets import PATIENCE, Block, blocks_of, documents, type_in

from stolik.check.grading.rubric import read_rubric
from stolik.check.suites import find_suite

SERVED = "stolik serve > serve.log 2>&1 &\nuntil curl -sf localhost:8321/health > health.json; do sleep 0.1; done\n"
"""The service as the documents start it, and up."""


CONTEST = "".join(
    f"echo '{json.dumps(player)}' >> gracze.jsonl\n"
    for player in (
        {"name": "Ewa", "program": "python3", "args": ["examples/krazki_random.py"]},
        {"name": "House", "builtin": "perfect"},
    )
)
"""A players file like those of the documents."""

PLAYED = "stolik tournament run gracze.jsonl --game krazki --rounds 1 --out contest > played.txt\n"
"""A contest in the folder `contest`."""

MATCH = (
    "stolik deal --seed 1 --types 1 -o match.txt\n"
    "kierki-serwer -f match.txt -p 2345 -t 60 > report.txt &\n"
    "for seat in E S W; do kierki-klient -h localhost -p 2345 -$seat -a > /dev/null 2>&1 & done\n"
    "until (exec 3<> /dev/tcp/localhost/2345) 2> /dev/null; do sleep 0.1; done\n"
)
"""The match of README, of one deal, when the server is up; it waits for North."""


def ends(code: int, script: str, folder: Path, typed: str = "", expected: str = "") -> str:
    """What the script printed: it must have the expected words, end with that code, and have no traceback."""
    done = type_in(folder, script, typed)
    seen = f"exit code {done.returncode}\nstdout: {done.stdout!r}\nstderr: {done.stderr!r}"
    assert done.returncode == code, seen
    assert "Traceback" not in done.stderr, seen
    assert re.search(expected, done.stdout), f"{expected!r} was not printed\n{seen}"
    return done.stdout


def run(expected: str, typed: str = "", before: str = "", code: int = 0) -> Callable[[Block, Path], None]:
    """Typed as it stands, after what must come before it; its output must have the expected words."""

    def check(block: Block, folder: Path) -> None:
        ends(code, before + block.text, folder, typed, expected)

    return check


def saved(command: str, expected: str, before: str = SERVED) -> Callable[[Block, Path], None]:
    """Saved under the name in its first line, and started."""

    def check(block: Block, folder: Path) -> None:
        name = block.first.split()[-1]
        (folder / name).write_text(block.text)
        ends(0, f"{before}{command}", folder, expected=expected)

    return check


def elsewhere(why: str) -> Callable[[Block, Path], None]:
    """Not run here, for a reason."""
    return lambda block, folder: None


def is_json(block: Block, folder: Path) -> None:
    json.loads(block.text)


def is_config(block: Block, folder: Path) -> None:
    """`stolik serve` takes each of its names: it complains of the database alone, which is not there."""
    tomllib.loads(block.text)
    (folder / "stolik.toml").write_text(block.text)
    done = type_in(
        folder, "stolik serve --config stolik.toml --no-db & sleep 0; stolik serve --config stolik.toml --port x"
    )
    assert "'x' is not a port number" in done.stderr


def is_rubric(block: Block, folder: Path) -> None:
    """A rubric that names scenarios of the checker."""
    (folder / "rubric.toml").write_text(block.text)
    rubric = read_rubric(folder / "rubric.toml", find_suite("kierki-serwer"))
    assert [part.points for part in rubric.part] == [3, 4, 1]


def analysed(block: Block, folder: Path) -> None:
    """Every kind of file that a finished game can be in."""
    write_finished_games(folder)
    assert ends(0, block.text, folder).count("best") >= 4


def avoids_corners(block: Block, folder: Path) -> None:
    """One line of bot.py: its own words are in it."""
    line = block.text.replace("move =", "print(").strip() + ")"
    (folder / "line.py").write_text(f'word = {{"view": {{"moves": ["c4", "h8"]}}}}\n{line}')
    assert ends(0, "python line.py", folder) == "h8\n"


def a_hand_at_the_table(block: Block, folder: Path) -> None:
    """A person sits down at the last command and is dealt a hand; the match would go on for as long as they play."""
    at_the_table = f"({block.text}) > seen.txt < <(echo cards; sleep {PATIENCE}) &\n"
    ends(0, f"{at_the_table}until grep -q Available seen.txt; do sleep 0.1; done", folder)
    assert "IAMN" in (folder / "report.txt").read_text()


def three_bots_and_a_person(block: Block, folder: Path) -> None:
    """Each line in a window of its own, the second in three; the person's seat is taken by a fourth bot."""
    host, bot, join = (line.split("#")[0].strip() for line in block.text.splitlines())
    assert join == "stolik join kierki"
    script = f"{host} > report.txt 2> host.log &\nuntil grep -q port host.log; do sleep 0.1; done\n"
    script += f"for window in 1 2 3 4; do {bot} > $window.txt & done\n"
    ends(0, f"{script}until grep -q TOTAL report.txt; do sleep 0.1; done", folder)


TYPED: dict[tuple[str, str], Callable[[Block, Path], None]] = {
    ("README.md", "make run"): elsewhere("this test is run by make test; make run starts what the others start"),
    ("README.md", "export PATH"): elsewhere("it names the clone's own environment"),
    ("README.md", "stolik play othello"): run("Black to move", typed="f5\n", code=1),  # the game was not finished
    ("README.md", "stolik deal --seed 1"): a_hand_at_the_table,
    ("README.md", "python3 examples/kierki_client.py"): run("TOTAL", before=MATCH),
    ("README.md", "stolik check kierki-serwer"): elsewhere("tests/check"),
    ("README.md", 'echo \'{"name": "Ewa"'): run("House"),
    ("docs/index.md", "make run"): elsewhere("see README.md"),
    ("docs/adding-a-game.md", ""): elsewhere("tests/newcomers/test_new_game.py types its commands"),
    ("docs/analysis.md", "stolik solve"): run("(?s)exact.*exact|value"),
    ("docs/analysis.md", "stolik analyse"): analysed,
    ("docs/bot-tutorial.md", "# bot.py"): saved(
        "python bot.py", r"plays at http://localhost:8321/table/\w+\n(won|lost)"
    ),
    ("docs/bot-tutorial.md", "move = min"): avoids_corners,
    ("docs/bot-tutorial.md", "// bot.mjs"): saved(
        "node --experimental-websocket bot.mjs", r"plays at http://localhost:8321/table/\w+\n(won|lost)"
    ),
    ("docs/bot-tutorial.md", "# guest.py"): elsewhere("see below"),
    ("docs/commands.md", ""): elsewhere("tests/docs/test_commands_page.py compares what each command prints"),
    ("docs/library.md", ""): elsewhere("tests/docs/test_library_page.py compares what each example prints"),
    ("docs/checking.md", ""): elsewhere("tests/check and tests/cli/checking/test_check.py"),
    ("docs/grading.md", "program = "): is_rubric,
    ("docs/grading.md", ""): elsewhere("tests/check/grading grades a folder of submissions"),
    ("docs/checking-scenarios.md", ""): elsewhere("tests/check run the scenarios that it quotes"),
    ("docs/kierki.md", "stolik host kierki"): three_bots_and_a_person,
    ("docs/installation.md", ""): elsewhere(
        "it needs root, a container engine or the package registry: test_deploy.py, make package"
    ),
    ("docs/operations.md", "port = 8321"): is_config,
    ("docs/training.md", "python -m examples.training --rounds 2"): run(r"against steady: .* of 10 games\n210 \d"),
    ("docs/training.md", ""): elsewhere("two minutes: tests/end_to_end/test_training_example.py, in make soak"),
    ("docs/tournaments.md", "echo"): run("House"),
    ("docs/tournaments.md", "stolik tournament try"): run("House", before=CONTEST),
    ("docs/tournaments.md", "{"): is_json,
    ("docs/tournaments.md", "stolik tournament run --resume"): run("House", before=f"{CONTEST}{PLAYED}"),
    ("docs/tournaments.md", "pip install"): elsewhere("tests/end_to_end/test_cluster.py"),
}
"""How a block is tried, by its document and how its first line begins."""

LANGUAGE = re.compile(r"\.(pl|cs)\.md$")
BLOCKS = [block for document in documents() if not LANGUAGE.search(document) for block in blocks_of(document)]


def trial(block: Block) -> Callable[[Block, Path], None]:
    for (document, begin), check in TYPED.items():
        if block.document == document and block.first.startswith(begin):
            return check
    pytest.fail(f"no test runs what {block.document} shows: {block.first}")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.document}: {block.first[:40]}")
def test_a_snippet_does_what_the_document_says(block: Block, tmp_path: Path) -> None:
    if block.language == "js" and shutil.which("node") is None:
        pytest.skip("node is not installed: the program cannot be run")
    trial(block)(block, tmp_path)


@pytest.mark.parametrize("document", [document for document in documents() if LANGUAGE.search(document)])
def test_a_translation_shows_the_same_snippets(document: str) -> None:
    original = LANGUAGE.sub(".md", document)
    assert [block.text for block in blocks_of(document)] == [block.text for block in blocks_of(original)]


def test_the_guest_comes_back_after_the_service_was_restarted(tmp_path: Path) -> None:
    (guest,) = (block for block in blocks_of("docs/bot-tutorial.md") if block.first == "# guest.py")
    (tmp_path / "guest.py").write_text(guest.text)
    there = "until curl -s localhost:8321/metrics | grep -q '^stolik_lobby_players 1'; do sleep 0.1; done\n"
    script = f"{SERVED}python guest.py & guest=$!\n{there}kill %1; wait %1\n{SERVED}{there}kill -0 $guest && echo back"
    assert "back" in ends(0, script, tmp_path)
