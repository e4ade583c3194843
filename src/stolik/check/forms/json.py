"""A check as one JSON object."""

from __future__ import annotations

import msgspec

from stolik.check.telling import Checked


def as_json(checked: Checked) -> bytes:
    """The whole check, in one line."""
    return msgspec.json.encode(checked) + b"\n"
