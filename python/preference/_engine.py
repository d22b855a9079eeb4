"""An engine that goes on taking questions while it answers."""

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

# The error of a question that has been broken off.
_CANCELLED = {"code": "cancelled", "message": "the question was cancelled"}

# The seconds that callbacks have to end before the interpreter ends.
_GRACE = 2.0

# The longest that a thread waits at once, in seconds. A signal that arrives just before Python begins to wait
# does not wake it: Ctrl-C would be seen only when the answer is there.
_PATIENCE = 0.5


class _Room:
    """Places for questions that have no answer yet; who finds none waits for one."""

    def __init__(self, places: int | None) -> None:
        self._lock = threading.Lock()
        self._free: float = places or math.inf
        self._waiting: collections.deque[Future[None]] = collections.deque()

    def enter(self, *, waits: bool) -> Future[None]:
        """A future that is done as soon as there is a place; at once if it does not wait."""
        place: Future[None] = Future()
        with self._lock:
            if self._free <= 0 and waits:
                self._waiting.append(place)
                return place
            self._free -= 1
        place.set_result(None)
        return place

    def give_up(self, place: Future[None]) -> None:
        """Waits no longer for a place, or gives it back if it was there already."""
        if not place.cancel():
            self.leave()

    def leave(self) -> None:
        """Gives a place back."""
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
    """Whether this thread gives answers to futures just now."""

    now = False


class _Answered(Future[dict[str, Any]]):
    """The future of an answer, for which a callback of the same engine does not wait."""

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
        """Waits until the answer is there or the time is over.

        Raises PreferenceError if nobody would give the answer while this thread waits for it.
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
    """Gives an answer to its future, which calls its callbacks."""
    room.leave()
    try:
        if not future.set_running_or_notify_cancel():
            return
        if "error" in answer:
            future.set_exception(error_of(answer["error"]))
        else:
            future.set_result(answer)
    except BaseException:
        # A callback that exits or interrupts must not end the thread that others wait for: it is shown as
        # that of any thread.
        threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


def _give_all(
    answers: Iterable[str],
    futures: dict[int, Future[dict[str, Any]]],
    lock: threading.Lock,
    room: _Room,
    giving: _Giving,
) -> None:
    """Gives the answers of an engine to their futures; when it ends, the others are cancelled."""
    giving.now = True
    for line in answers:
        answer = Answer(json.loads(line))
        # A question that cannot be read has no id: nobody knows whose answer it is.
        number = answer.pop("id", None)
        with lock:
            taken = [futures.pop(number, None)] if number is not None else list(futures.values())
            if number is None:
                futures.clear()
        for future in taken:
            # Nobody waits for the answer to a cancel.
            if future is not None:
                _give(answer, future, room)
    with lock:
        left = list(futures.values())
        futures.clear()
    for future in left:
        _give({"error": _CANCELLED}, future, room)


# The engines that may be open when the interpreter ends.
_engines: weakref.WeakSet[Engine] = weakref.WeakSet()


def _close_at_exit(engine: Engine) -> None:
    """Has an engine closed before the interpreter ends."""
    _engines.add(engine)
    # Registered for each engine: a child process may have dropped what its parent registered.
    atexit.unregister(_close_all)
    atexit.register(_close_all)


def _close_all() -> None:
    """Closes all engines at once; a callback that is running gets some time to end."""
    engines = list(_engines)
    for engine in engines:
        engine._leave()
    until = time.monotonic() + _GRACE
    # Whoever presses Ctrl-C now does not want to wait.
    with contextlib.suppress(KeyboardInterrupt):
        for engine in engines:
            engine._ended(max(0.0, until - time.monotonic()))


class Engine:
    """Answers questions on threads of its own; what it learns from one serves the next.

    threads: how many work; all cores, or PREFERENCE_THREADS, if it is left out.
    max_pending: submit waits while so many questions have no answer; a callback of a future does not wait.

    Use it in a with statement, or close it: its threads end with that. One that is open when the script ends
    is closed then, at once; a callback that is running gets two seconds to end. After a fork the child needs
    an engine of its own.
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
        # Not a method: the thread must not keep this object alive.
        self._giver = threading.Thread(
            target=_give_all,
            args=(answers, self._open, self._lock, self._room, self._giving),
            name="preference answers",
            daemon=True,
        )
        self._giver.start()
        _close_at_exit(self)

    def submit(self, question: Question | Mapping[str, Any]) -> Future[dict[str, Any]]:
        """Asks a question; the future gives its answer, or raises its QuestionError.

        Cancelling the future before it is answered breaks off the work.
        """
        number, line = self._numbered(question)
        # Only the thread that gives answers makes room: it must not wait for itself.
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
        """Asks what has a place."""
        future = _Answered(self._giving)
        with self._lock:
            closed = self._closed
            if not closed:
                self._open[number] = future
        try:
            asked = not closed and self._native.ask(line)
        except BaseException:
            # Ctrl-C: nobody has the future, and nothing would answer it.
            self._cancelled(number, future)
            raise
        if not asked:
            # What was broken off meanwhile has given its place back.
            with self._lock:
                waits = closed or self._open.pop(number, None) is not None
            if waits:
                self._room.leave()
            raise PreferenceError("the engine is closed")
        engine = weakref.ref(self)

        def cancelled(future: Future[dict[str, Any]]) -> None:
            # Whoever holds the engine on its own thread may be the last to let go of it.
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
        # Whoever waits for several futures is told.
        future.set_running_or_notify_cancel()
        self._native.ask(json.dumps({"id": 0, "ask": "cancel", "cancel": number}))

    def ask(self, question: Question | Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question; not in a callback of a future, which would wait for itself.

        Raises QuestionError if it cannot be answered.
        """
        return self.submit(question).result()

    async def aask(self, question: Question | Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question, without blocking the event loop.

        Cancelling the task breaks off the work. Raises QuestionError if it cannot be answered.
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
        """Breaks off all questions that are not answered; their futures raise Cancelled."""
        with self._lock:
            futures = list(self._open.values())
            self._open.clear()
        if futures:
            self._native.ask(json.dumps({"id": 0, "ask": "cancel", "cancel": "all"}))
        for future in futures:
            _give({"error": _CANCELLED}, future, self._room)

    def close(self, *, wait: bool = True) -> None:
        """Ends the engine, after all answers; or, if wait is false, at once.

        A callback of a future may close it too, and goes on while it ends.
        """
        # In the child of a fork the lock may be that of a thread which does not exist.
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
                # The interpreter ends, and starts no threads any more.
                self._native.leave()
        else:
            # Ctrl-C ends this waiting, but none in the native part.
            with self._lock:
                futures = list(self._open.values())
            while concurrent.futures.wait(futures, _PATIENCE).not_done:
                pass
            self._native.close(True)

    def _leave(self) -> None:
        """Breaks everything off, and does not wait."""
        if self._process == os.getpid():
            self._closed = True
            self._native.leave()

    def _ended(self, seconds: float) -> None:
        """Waits until all futures are done, if that takes no longer."""
        if self._process == os.getpid() and self._giver is not threading.current_thread():
            self._giver.join(seconds)

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(wait=kind is None)
