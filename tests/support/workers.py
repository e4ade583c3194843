"""Workers for bots that are no processes: they start at once."""

from __future__ import annotations

import asyncio
from typing import Any

from stolik.service.bots.bot_worker import Answer, Desk, Question
from stolik.service.bots.worker_process import WorkerDied


class InThread:
    """Thinks as well as a process does, and cannot die."""

    def __init__(self) -> None:
        self.closed = False
        self._desk = Desk()

    async def ask(self, question: Question) -> Answer:
        """The player's answer."""
        return await asyncio.to_thread(self._desk.answer, question)

    def withdraw(self) -> None:
        """It answers soon enough."""

    def kill(self) -> None:
        """It answers soon enough."""

    async def close(self) -> None:
        """Remembers that it was not left behind."""
        self.closed = True


class Fragile(InThread):
    """Dies of every question, or of as many as are left to die of."""

    def __init__(self, deaths: list[int]) -> None:
        super().__init__()
        self._deaths = deaths

    async def ask(self, question: Question) -> Answer:
        """The player's answer, unless it dies."""
        if self._deaths and question.view is not None:
            self._deaths.pop()
            raise WorkerDied("dead")
        return await super().ask(question)


class Parrot(InThread):
    """Has one answer to everything."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self._answer = answer

    async def ask(self, question: Question) -> Answer:
        """Always the same."""
        return self._answer


class Absent(InThread):
    """The one worker that there is. It answers only what it is told to be quick about, and nobody hears that."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[Question] = []
        self.was_asked = asyncio.Event()
        self.withdrawn = 0
        self._stop = asyncio.Event()

    async def another(self) -> Absent:
        """Itself."""
        return self

    async def ask(self, question: Question) -> Answer:
        """Nothing of use."""
        if question.view is None:
            return Answer()
        self.questions.append(question)
        self.was_asked.set()
        self._stop.clear()
        await self._stop.wait()
        return Answer("what nobody hears")

    def withdraw(self) -> None:
        """Counts, and answers."""
        self.withdrawn += 1
        self._stop.set()

    def kill(self) -> None:
        """Answers at last."""
        self._stop.set()


class Made:
    """Where they come from, and which have come."""

    def __init__(self, kind: type[InThread] = InThread, *args: Any) -> None:
        self.workers: list[InThread] = []
        self._kind, self._args = kind, args

    async def another(self) -> InThread:
        """One more of the kind."""
        self.workers.append(self._kind(*self._args))
        return self.workers[-1]

    async def close(self) -> None:
        """None was left behind."""
        assert all(worker.closed for worker in self.workers)
