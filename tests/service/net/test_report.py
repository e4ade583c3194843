"""The report never stops a game: a reader may be slow, stop reading or leave, and a disk may be full."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from tests.support.loop import in_loop

from stolik.service.net import report as module
from stolik.service.net.report import Report

LINE = "x" * 1000
ROUTE = "[a,b,"


@in_loop
async def test_a_reader_that_reads_gets_every_line() -> None:
    reader, writer = os.pipe()
    with open(reader, "rb") as source, open(writer, "wb") as sink:
        report = Report(sink)
        for _ in range(20):
            report.add(ROUTE, ["hello"], "\r\n")
        await report.close()
        os.close(os.dup(sink.fileno()))
        assert os.read(source.fileno(), 100_000).count(b"] hello\r\n") == 20


@in_loop
async def test_a_reader_that_stops_reading_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LAST_WAIT", 0.05)
    said: list[str] = []
    reader, writer = os.pipe()
    with open(reader, "rb"), open(writer, "wb") as sink:
        report = Report(sink, said.append)
        for _ in range(300):  # more than a pipe holds
            report.add(ROUTE, [LINE], "\r\n")
            report.flush()
        assert said == []
        await report.close()
        assert len(said) == 1
        assert "nobody reads it" in said[0]
        report.add(ROUTE, [LINE], "\r\n")
        await report.close()
        assert len(said) == 1
    # The thread that writes hears of it and ends.


@in_loop
async def test_only_so_much_waits_for_a_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_UNREAD", 200_000)
    said: list[str] = []
    reader, writer = os.pipe()
    with open(reader, "rb"), open(writer, "wb") as sink:
        report = Report(sink, said.append)
        for _ in range(400):
            report.add(ROUTE, [LINE], "\r\n")
            report.flush()
        assert len(said) == 1
        assert "bytes wait already" in said[0]


@in_loop
async def test_a_reader_that_leaves_is_told_of_once() -> None:
    said: list[str] = []
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb", buffering=0) as sink:
        report = Report(sink, said.append)
        for _ in range(3):
            report.add(ROUTE, [LINE], "\r\n")
            await report.close()
    assert said == ["the report is not complete: Broken pipe; the game goes on without it"]


@in_loop
async def test_a_full_disk_is_told_of_once(capsys: pytest.CaptureFixture[str]) -> None:
    class Full(io.BytesIO):
        def write(self, _data: object) -> int:
            raise OSError(28, "No space left on device")

    report = Report(Full())
    for _ in range(3):
        report.add(ROUTE, [LINE], "\r\n")
        report.flush()
    why = "the report is not complete: No space left on device; the game goes on without it\n"
    assert capsys.readouterr().err == why


@in_loop
async def test_a_file_is_written_at_once(tmp_path: Path) -> None:
    with open(tmp_path / "report.txt", "wb") as file:
        report = Report(file)
        report.add(ROUTE, ["hello"], "\r\n")
        report.flush()
        assert (tmp_path / "report.txt").read_bytes().endswith(b"] hello\r\n")
