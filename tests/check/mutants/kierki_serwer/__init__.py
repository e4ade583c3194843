"""Mutants of `kierki-serwer`, one file a topic."""

from __future__ import annotations

from tests.check.mutants import joined

from stolik.games.kierki.programs import kierki_serwer

mutants = joined(__name__, "scoring", "playing", "greeting", "segments", "returning", "running", "hostile")
main = kierki_serwer.main
