"""Programs that differ from ours where the documents leave it open: no scenario may call them wrong."""

from __future__ import annotations
