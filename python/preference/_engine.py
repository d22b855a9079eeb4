"""An engine that goes on taking questions while it answers."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from types import TracebackType
from typing import Any

from preference import _preference
from preference._ask import Cancelled, PreferenceError, _threads, error_of, line_of

__all__ = ["Engine"]


class Engine:
    """Answers questions on threads of its own; what it learns from one serves the next.

    threads: how many work; all cores, or PREFERENCE_THREADS, if it is left out.
    max_pending: submit waits while so many questions have no answer.

    Use it in a with statement, or close it: its threads end with that. After a fork the child needs an
    engine of its own.
    """

    def __init__(self, *, threads: int | None = None, max_pending: int | None = None) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._open: dict[int, Future[dict[str, Any]]] = {}
        self._numbers = itertools.count(1)
        self._closed = False
        # Not a method: the engine's threads must not keep this object alive.
        futures, lock = self._open, self._lock

        def take(line: str) -> None:
            answer = json.loads(line)
            with lock:
                future = futures.pop(answer.pop("id"), None)
            # Nobody waits for the answer to a cancel.
            if future is None or not future.set_running_or_notify_cancel():
                return
            if "error" in answer:
                future.set_exception(error_of(answer["error"]))
            else:
                future.set_result(answer)

        self._native = _preference.NativeEngine(take, _threads(threads), max_pending)

    def submit(self, question: Mapping[str, Any]) -> Future[dict[str, Any]]:
        """Asks a question; the future gives its answer, or raises its QuestionError.

        Cancelling the future before it is answered breaks off the work.
        """
        if self._process != os.getpid():
            raise PreferenceError("this engine belongs to the process that made it: make one after the fork")
        if "id" in question:
            raise ValueError("id: the future tells which answer it is, leave it out")
        number = next(self._numbers)
        future: Future[dict[str, Any]] = Future()
        with self._lock:
            if self._closed:
                raise PreferenceError("the engine is closed")
            self._open[number] = future
        future.add_done_callback(lambda future: self._cancelled(number) if future.cancelled() else None)
        if not self._native.ask(line_of({**question, "id": number})):
            with self._lock:
                self._open.pop(number, None)
            raise PreferenceError("the engine is closed")
        return future

    def _cancelled(self, number: int) -> None:
        with self._lock:
            waits = self._open.pop(number, None) is not None and not self._closed
        if waits:
            self._native.ask(json.dumps({"id": -number, "ask": "cancel", "cancel": number}))

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question.

        Raises QuestionError if it cannot be answered.
        """
        return self.submit(question).result()

    async def aask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question, without blocking the event loop.

        Cancelling the task breaks off the work. Raises QuestionError if it cannot be answered.
        """
        return await asyncio.wrap_future(self.submit(question))

    def cancel(self) -> None:
        """Breaks off all questions that are not answered; their futures raise Cancelled."""
        with self._lock:
            futures = list(self._open.values())
            self._open.clear()
        if futures:
            self._native.ask(json.dumps({"id": 0, "ask": "cancel", "cancel": "all"}))
        for future in futures:
            if future.set_running_or_notify_cancel():
                future.set_exception(Cancelled("cancelled", "the question was cancelled"))

    def close(self, *, wait: bool = True) -> None:
        """Ends the engine, after all answers; or, if wait is false, at once."""
        with self._lock:
            self._closed = True
        if self._process != os.getpid():
            return
        if not wait:
            self.cancel()
        self._native.close(wait)

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(wait=kind is None)
