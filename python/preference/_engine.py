"""Engine that takes further questions while it answers."""

from __future__ import annotations

import asyncio
import atexit
import collections
import concurrent.futures
import contextlib
import itertools
import json
import math
import os
import sys
import threading
import time
import weakref
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from types import TracebackType
from typing import TYPE_CHECKING, Any

from preference import _preference
from preference._ask import PreferenceError, error_of, line_of, thread_count
from preference._show import Answer

if TYPE_CHECKING:
    from preference._verbs import Question

__all__ = ["Engine"]

# Error of a cancelled question.
_CANCELLED = {"code": "cancelled", "message": "the question was cancelled"}

# Seconds that callbacks have to end before the interpreter ends.
_GRACE = 2.0

# Maximum seconds that a thread waits at once. A signal that arrives just before Python begins to wait does
# not wake it: Ctrl-C would be noticed only with the answer.
_PATIENCE = 0.5


class _Room:
    """Limited places for questions without an answer; further questions wait for one."""

    def __init__(self, places: int | None) -> None:
        self._lock = threading.Lock()
        self._free: float = places or math.inf
        self._waiting: collections.deque[Future[None]] = collections.deque()

    def enter(self, *, waits: bool) -> Future[None]:
        """Returns a future that is done as soon as there is a place; with waits=False it is done at once."""
        place: Future[None] = Future()
        with self._lock:
            if self._free <= 0 and waits:
                self._waiting.append(place)
                return place
            self._free -= 1
        place.set_result(None)
        return place

    def give_up(self, place: Future[None]) -> None:
        """Stops waiting for a place, or returns the place if it was given already."""
        if not place.cancel():
            self.leave()

    def leave(self) -> None:
        """Returns a place."""
        with self._lock:
            self._free += 1
            while self._free > 0 and self._waiting:
                place = self._waiting.popleft()
                if place.set_running_or_notify_cancel():
                    self._free -= 1
                    break
            else:
                return
        place.set_result(None)


class _Giving(threading.local):
    """Whether this thread is setting the results of futures."""

    now = False


class _Answered(Future[dict[str, Any]]):
    """Future of an answer; a callback of the same engine must not wait for it."""

    def __init__(self, giving: _Giving) -> None:
        super().__init__()
        self._giving = giving

    def result(self, timeout: float | None = None) -> dict[str, Any]:
        self._wait(timeout)
        return super().result(0)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        self._wait(timeout)
        return super().exception(0)

    def _wait(self, timeout: float | None) -> None:
        """Waits for the answer until the timeout.

        Raises PreferenceError if this thread is the one that sets results, which would wait for itself.
        """
        if self._giving.now and not self.done():
            raise PreferenceError(
                "a callback cannot wait for an answer of its own engine: use submit and add_done_callback"
            )
        until = math.inf if timeout is None else time.monotonic() + timeout
        while not self.done() and (rest := until - time.monotonic()) > 0:
            with contextlib.suppress(concurrent.futures.TimeoutError, concurrent.futures.CancelledError):
                super().exception(min(rest, _PATIENCE))


def _give(answer: dict[str, Any], future: Future[dict[str, Any]], room: _Room) -> None:
    """Sets the result of a future, which calls its callbacks."""
    room.leave()
    try:
        if not future.set_running_or_notify_cancel():
            return
        if "error" in answer:
            future.set_exception(error_of(answer["error"]))
        else:
            future.set_result(answer)
    except BaseException:
        # A callback that exits or interrupts must not end the thread that other futures need: its exception
        # is printed like that of any thread.
        threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


def _give_all(
    answers: Iterable[str],
    futures: dict[int, Future[dict[str, Any]]],
    lock: threading.Lock,
    room: _Room,
    giving: _Giving,
) -> None:
    """Sets the futures of an engine's answers; when the engine ends, the other futures are cancelled."""
    giving.now = True
    for line in answers:
        answer = Answer(json.loads(line))
        # The answer to an unreadable question has no id and belongs to an unknown future.
        number = answer.pop("id", None)
        with lock:
            taken = [futures.pop(number, None)] if number is not None else list(futures.values())
            if number is None:
                futures.clear()
        for future in taken:
            # The answer to a cancel has no future.
            if future is not None:
                _give(answer, future, room)
    with lock:
        left = list(futures.values())
        futures.clear()
    for future in left:
        _give({"error": _CANCELLED}, future, room)


# Engines that may be open when the interpreter ends.
_engines: weakref.WeakSet[Engine] = weakref.WeakSet()


def _close_at_exit(engine: Engine) -> None:
    """Registers an engine to be closed before the interpreter ends."""
    _engines.add(engine)
    # Register again for each engine: a child process may have dropped its parent's registration.
    atexit.unregister(_close_all)
    atexit.register(_close_all)


def _close_all() -> None:
    """Closes all engines at once; a running callback gets some time to end."""
    engines = list(_engines)
    for engine in engines:
        engine._leave()
    until = time.monotonic() + _GRACE
    # Ctrl-C ends the waiting.
    with contextlib.suppress(KeyboardInterrupt):
        for engine in engines:
            engine._ended(max(0.0, until - time.monotonic()))


class Engine:
    """Engine that answers questions on its own threads; results of one question speed up the next.

    threads: number of threads; by default PREFERENCE_THREADS, or one on each core.
    max_pending: maximum number of questions without an answer, at which submit waits; a callback of a future
        does not wait.

    Use it in a with statement, or close it, which ends its threads. An engine that is open when the script
    ends is closed at once; a running callback gets two seconds to end. After a fork the child needs its own
    engine.
    """

    def __init__(self, *, threads: int | None = None, max_pending: int | None = None) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._open: dict[int, Future[dict[str, Any]]] = {}
        self._numbers = itertools.count(1)
        self._closed = False
        self._room = _Room(max_pending)
        self._giving = _Giving()
        self._native, answers = _preference.engine(thread_count(threads))
        # The target is not a method, since the thread must not keep this object alive.
        self._giver = threading.Thread(
            target=_give_all,
            args=(answers, self._open, self._lock, self._room, self._giving),
            name="preference answers",
            daemon=True,
        )
        self._giver.start()
        _close_at_exit(self)

    def submit(self, question: Question | Mapping[str, Any]) -> Future[dict[str, Any]]:
        """Asks a question and returns the future of its answer, which may raise a QuestionError.

        Cancelling the future before it is done stops the work.
        """
        number, line = self._numbered(question)
        # Only the thread that sets results makes room: it must not wait for itself.
        place = self._room.enter(waits=not self._giving.now)
        try:
            place.result()
        except BaseException:
            self._room.give_up(place)
            raise
        return self._put(number, line)

    def _numbered(self, question: Question | Mapping[str, Any]) -> tuple[int, str]:
        if self._process != os.getpid():
            raise PreferenceError("this engine belongs to the process that made it: make one after the fork")
        if "id" in question:
            raise ValueError("id: the future tells which answer it is, leave it out")
        number = next(self._numbers)
        return number, line_of({**question, "id": number})

    def _put(self, number: int, line: str) -> Future[dict[str, Any]]:
        """Asks a question that has a place."""
        future = _Answered(self._giving)
        with self._lock:
            closed = self._closed
            if not closed:
                self._open[number] = future
        try:
            asked = not closed and self._native.ask(line)
        except BaseException:
            # Ctrl-C: the future was not returned, and nothing would answer it.
            self._cancelled(number, future)
            raise
        if not asked:
            # A question that was cancelled meanwhile has returned its place.
            with self._lock:
                waits = closed or self._open.pop(number, None) is not None
            if waits:
                self._room.leave()
            raise PreferenceError("the engine is closed")
        engine = weakref.ref(self)

        def cancelled(future: Future[dict[str, Any]]) -> None:
            # This reference on the engine's own thread may be the last one.
            this = engine() if future.cancelled() else None
            if this:
                this._cancelled(number, future)

        future.add_done_callback(cancelled)
        return future

    def _cancelled(self, number: int, future: Future[dict[str, Any]]) -> None:
        with self._lock:
            waits = self._open.pop(number, None) is not None
        if not waits:
            return
        self._room.leave()
        # Notifies waiters for several futures.
        future.set_running_or_notify_cancel()
        self._native.ask(json.dumps({"id": 0, "ask": "cancel", "cancel": number}))

    def ask(self, question: Question | Mapping[str, Any]) -> dict[str, Any]:
        """Returns the answer to a question; a callback of a future must not wait for it.

        Raises QuestionError if the question cannot be answered.
        """
        return self.submit(question).result()

    async def aask(self, question: Question | Mapping[str, Any]) -> dict[str, Any]:
        """Returns the answer to a question without blocking the event loop.

        Cancelling the task stops the work. Raises QuestionError if the question cannot be answered.
        """
        number, line = self._numbered(question)
        place = self._room.enter(waits=True)
        try:
            await asyncio.wrap_future(place)
        except BaseException:
            self._room.give_up(place)
            raise
        return await asyncio.wrap_future(self._put(number, line))

    def cancel(self) -> None:
        """Cancels all questions without an answer; their futures raise Cancelled."""
        with self._lock:
            futures = list(self._open.values())
            self._open.clear()
        if futures:
            self._native.ask(json.dumps({"id": 0, "ask": "cancel", "cancel": "all"}))
        for future in futures:
            _give({"error": _CANCELLED}, future, self._room)

    def close(self, *, wait: bool = True) -> None:
        """Ends the engine after all answers, or at once if wait is false.

        A callback of a future may close the engine too, and continues while it ends.
        """
        # In the child of a fork the lock may be held by a thread that does not exist there.
        if self._process != os.getpid():
            return
        with self._lock:
            self._closed = True
        if not wait:
            self.cancel()
            self._native.close(False)
        elif self._giving.now:
            try:
                threading.Thread(target=self.close).start()
            except RuntimeError:
                # The interpreter is ending and starts no threads.
                self._native.leave()
        else:
            # Ctrl-C ends this loop, but not a wait in the native part.
            with self._lock:
                futures = list(self._open.values())
            while concurrent.futures.wait(futures, _PATIENCE).not_done:
                pass
            self._native.close(True)

    def _leave(self) -> None:
        """Cancels everything without waiting."""
        if self._process == os.getpid():
            self._closed = True
            self._native.leave()

    def _ended(self, seconds: float) -> None:
        """Waits until all futures are done, at most this number of seconds."""
        if self._process == os.getpid() and self._giver is not threading.current_thread():
            self._giver.join(seconds)

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(wait=kind is None)
