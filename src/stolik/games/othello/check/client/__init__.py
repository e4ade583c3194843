"""What `stolik check othello-client` plays, one file a topic."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from stolik.check.scenario import Suite
from stolik.games.othello.check.client import hostile, inviting, login, playing, returning, segments
from stolik.games.othello.check.client.histories import ClientHistories
from stolik.games.othello.check.client_stage import ClientStage
from stolik.games.othello.check.quotes import DOCUMENT

SUITE: Final = Suite(
    name="othello-client",
    title="Othello: a client",
    document=DOCUMENT,
    document_language="cs",
    topics=(login.topic, inviting.topic, playing.topic, returning.topic, segments.topic, hostile.topic),
    stage=ClientStage,
    role="client",
    parameters="--host HOST --port PORT --name NAME",
    placeholders=ClientStage.placeholders,
    own=(sys.executable, "-m", "stolik", "join", "othello"),
    words=Path(__file__).parent.parent,
    fuzz=ClientHistories(),
)
