"""Held while a game is played; programs start and leave outside it."""

from __future__ import annotations

from contextlib import AbstractContextManager

Gate = AbstractContextManager[object]
