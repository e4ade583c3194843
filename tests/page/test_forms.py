"""What an operator did wrong in the form of a contest has words in every language: no sentence of ours is forgotten."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from stolik.web.contests.new_contest import ContestError, NewContest, drawn

NODE = shutil.which("node")
HERE = Path(__file__).parent
PAGE = """
import { speak } from '../../src/stolik/web/static/js/i18n.js';
import { inWords } from '../../src/stolik/web/static/js/forms.js';
await speak('pl');
console.log(JSON.stringify(JSON.parse(process.argv[1]).map(inWords)));
"""
RANDOM = '{{"name": "{0}", "builtin": "random"}}'
TWO = "\n".join(map(RANDOM.format, ("Ada", "Bob")))


@dataclass
class Wrong:
    """A form that is filled in wrongly, and what must be left of the English sentence in no other language."""

    english: str
    players: str = TWO
    game: str = "krazki"
    more: dict[str, Any] = field(default_factory=dict)


WRONG = [
    Wrong("not JSON", "Ada, random"),
    Wrong("not a JSON object", "[1]"),
    Wrong("Object missing", "{}"),
    Wrong("Expected", '{"name": 1}'),
    Wrong("is empty", '{"name": " ", "builtin": "random"}'),
    Wrong("needs a program", '{"name": "Ada"}'),
    Wrong("a second player", f"{TWO}\n{RANDOM.format('Ada')}"),
    Wrong("there is no folder", '{"name": "Ada", "program": "sh", "cwd": "none"}'),
    Wrong("there is no program", '{"name": "Ada", "program": "none/at/all"}'),
    Wrong("to show to", '{"name": "Ada", "program": "sh", "paths": ["none"]}'),
    Wrong("no player of", '{"name": "Ada", "builtin": "nobody"}'),
    Wrong("is played by", RANDOM.format("Ada")),
    Wrong("of a Swiss tournament", more={"format": "swiss", "rounds": 9}),
    Wrong("is not a number of rounds", more={"rounds": 0}),
    Wrong("is not a number of seconds", more={"move_time": 0.0}),
    Wrong("cannot be given together", more={"size": (1,), "positions": "c |c|b|"}),
    Wrong("cannot move", more={"positions": "c ||||||||||"}),
    Wrong("there is no position", more={"positions": "\n \n."}),
    Wrong("one size only", game="othello", more={"size": (8,)}),
]


def sentence(wrong: Wrong) -> str:
    with pytest.raises(ContestError) as refused:
        drawn(NewContest(wrong.game, wrong.players, **wrong.more))
    return str(refused.value)


@pytest.mark.skipif(NODE is None, reason="node is not installed: the page's modules cannot be run")
def test_every_refusal_of_a_contest_is_told_in_the_readers_language() -> None:
    said = [sentence(wrong) for wrong in WRONG]
    command = [str(NODE), "--import", (HERE / "house.js").as_uri(), "--input-type=module", "-e", PAGE, json.dumps(said)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert [text for wrong, text in zip(WRONG, told, strict=True) if wrong.english in text] == []
    assert [(before, after) for before, after in zip(said, told, strict=True) if before == after] == []
