"""What `stolik check kierki-klient` plays, one file a topic."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from stolik.check.scenario import Suite
from stolik.games.kierki.check.client import arguments, ending, ignoring, person, playing, reporting, segments
from stolik.games.kierki.check.client.histories import KlientHistories
from stolik.games.kierki.check.quotes import DOCUMENT
from stolik.games.kierki.check.visitor import ClientStage

SUITE: Final = Suite(
    name="kierki-klient",
    title="Kierki: a client",
    document=DOCUMENT,
    document_language="pl",
    topics=(
        arguments.topic,
        playing.topic,
        ignoring.topic,
        segments.topic,
        ending.topic,
        reporting.topic,
        person.topic,
    ),
    stage=ClientStage,
    role="client",
    parameters="-h HOST -p PORT -N|-E|-S|-W [-a]",
    placeholders=ClientStage.placeholders,
    own=(sys.executable, "-c", "from stolik.games.kierki.programs.kierki_klient import main; main()"),
    words=Path(__file__).parent.parent,
    fuzz=KlientHistories(),
)
