"""Workers for bots that are not processes: they start at once."""

from __future__ import annotations

import asyncio
from typing import Any

from stolik.service.bots.bot_worker import BotWorker, ChosenMove, Question
from stolik.service.bots.worker_process import WorkerDied


class InThread:
    """Answers as a worker process does, but in a thread, so it cannot die."""

    def __init__(self) -> None:
        self.closed = False
        self._worker = BotWorker()

    async def ask(self, question: Question) -> ChosenMove:
        """The player's answer."""
        return await asyncio.to_thread(self._worker.answer, question)

    def cancel(self) -> None:
        """It answers soon enough."""

    def kill(self) -> None:
        """It answers soon enough."""

    async def close(self) -> None:
        """Remembers that it was closed."""
        self.closed = True


class Fragile(InThread):
    """Dies when it is asked, as long as `deaths` is not empty."""

    def __init__(self, deaths: list[int]) -> None:
        super().__init__()
        self._deaths = deaths

    async def ask(self, question: Question) -> ChosenMove:
        """The player's answer, unless it dies."""
        if self._deaths and question.view is not None:
            self._deaths.pop()
            raise WorkerDied("dead")
        return await super().ask(question)


class Parrot(InThread):
    """Has one answer to everything."""

    def __init__(self, answer: ChosenMove) -> None:
        super().__init__()
        self._answer = answer

    async def ask(self, question: Question) -> ChosenMove:
        """Always the same."""
        return self._answer


class Absent(InThread):
    """A source with one worker, itself. It answers a question only when the question is cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[Question] = []
        self.was_asked = asyncio.Event()
        self.cancelled = 0
        self._stop = asyncio.Event()

    async def new_worker(self) -> Absent:
        """Itself."""
        return self

    async def ask(self, question: Question) -> ChosenMove:
        """Waits until the question is cancelled."""
        if question.view is None:
            return ChosenMove()
        self.questions.append(question)
        self.was_asked.set()
        self._stop.clear()
        await self._stop.wait()
        return ChosenMove("ignored")

    def cancel(self) -> None:
        """Counts, and answers."""
        self.cancelled += 1
        self._stop.set()

    def kill(self) -> None:
        """Answers at last."""
        self._stop.set()


class Made:
    """Makes workers of one kind, and keeps them."""

    def __init__(self, kind: type[InThread] = InThread, *args: Any) -> None:
        self.workers: list[InThread] = []
        self._kind, self._args = kind, args

    async def new_worker(self) -> InThread:
        """One more of the kind."""
        self.workers.append(self._kind(*self._args))
        return self.workers[-1]

    async def close(self) -> None:
        """Checks that all workers were closed."""
        assert all(worker.closed for worker in self.workers)
