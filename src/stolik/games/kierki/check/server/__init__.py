"""What `stolik check kierki-serwer` plays, one file a topic."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from stolik.check.scenario import Suite
from stolik.games.kierki.check.quotes import DOCUMENT
from stolik.games.kierki.check.server import (
    addresses,
    arguments,
    busy,
    dealing,
    ending,
    greeting,
    hostile,
    reporting,
    returning,
    scoring,
    segments,
    timing,
    wrong,
)
from stolik.games.kierki.check.server.histories import KierkiHistories
from stolik.games.kierki.check.table import ServerStage

SUITE: Final = Suite(
    name="kierki-serwer",
    title="Kierki: a server",
    document=DOCUMENT,
    document_language="pl",
    topics=(
        arguments.topic,
        greeting.topic,
        busy.topic,
        dealing.topic,
        wrong.topic,
        scoring.topic,
        segments.topic,
        timing.topic,
        returning.topic,
        hostile.topic,
        addresses.topic,
        reporting.topic,
        ending.topic,
    ),
    stage=ServerStage,
    role="server",
    parameters="-p PORT -f FILE -t SECONDS",
    placeholders=ServerStage.placeholders,
    own=(sys.executable, "-c", "from stolik.games.kierki.programs.kierki_serwer import main; main()"),
    words=Path(__file__).parent.parent,
    fuzz=KierkiHistories(),
)
