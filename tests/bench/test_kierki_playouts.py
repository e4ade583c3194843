from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

pytest.importorskip("numba")

from bench.kierki_playouts import FIELDS, main


def test_the_kernels_are_far_faster_than_the_plain_rules() -> None:
    printed = CliRunner().invoke(main, ["--seconds", "0.1", "--json"], catch_exceptions=False).output
    rates = json.loads(printed)
    assert [tuple(rate["players"]) for rate in rates] == list(FIELDS)
    assert all(rate["kernels"] > 20 * rate["plain"] for rate in rates)


def test_the_command_prints_a_table() -> None:
    printed = CliRunner().invoke(main, ["--seconds", "0.01"], catch_exceptions=False).output
    assert "plain rules" in printed
