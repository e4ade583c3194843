"""What `stolik check othello-server` plays, one file a topic."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from stolik.check.scenario import Suite
from stolik.games.othello.check.quotes import DOCUMENT
from stolik.games.othello.check.server import ending, hostile, inviting, leaving, login, playing, segments, wrong
from stolik.games.othello.check.server.histories import OthelloHistories
from stolik.games.othello.check.server_stage import ServerStage

SUITE: Final = Suite(
    name="othello-server",
    title="Othello: a server",
    document=DOCUMENT,
    document_language="cs",
    topics=(
        login.topic,
        wrong.topic,
        inviting.topic,
        playing.topic,
        ending.topic,
        leaving.topic,
        segments.topic,
        hostile.topic,
    ),
    stage=ServerStage,
    role="server",
    parameters="none: PORT and CLIENTS are typed on its standard input, as the document says",
    placeholders=ServerStage.placeholders,
    own=(
        *(sys.executable, "-m", "stolik", "host", "othello"),
        *("--port", "{port}", "--max-clients", "{clients}", "--grace", "{grace}"),
    ),
    words=Path(__file__).parent.parent,
    fuzz=OthelloHistories(),
)
