"""Engine that accepts further questions while it answers earlier ones."""

from __future__ import annotations

import asyncio
import atexit
import collections
import concurrent.futures
import concurrent.futures.thread
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
from typing import Any

from preference import _preference
from preference._ask import PreferenceError, error_of, line_of, thread_count
from preference._show import Answer
from preference._verbs import typed_aask, typed_engine_ask, typed_submit

__all__ = ["Engine"]

# Error with which the future of a cancelled question ends.
_CANCELLED = {"code": "cancelled", "message": "the question was cancelled"}

# Seconds that running callbacks get to end before the interpreter ends.
_GRACE_SECONDS = 2.0

# Maximum seconds that a thread waits at a time. A signal that arrives just before Python begins to wait does
# not wake it: without this limit Ctrl-C would be noticed only when the answer comes.
_MAX_WAIT_SECONDS = 0.5


class _PendingLimit:
    """Limits the number of unanswered questions: each needs a place, and waits while all places are taken."""

    def __init__(self, places: int | None) -> None:
        self._lock = threading.Lock()
        self._free: float = places or math.inf
        self._waiting: collections.deque[Future[None]] = collections.deque()

    def enter(self, *, waits: bool) -> Future[None]:
        """A future that is done as soon as a place is free.

        With waits=False it is done at once, even if no place is free.
        """
        place: Future[None] = Future()
        with self._lock:
            if self._free <= 0 and waits:
                self._waiting.append(place)
                return place
            self._free -= 1
        place.set_result(None)
        return place

    def give_up(self, place: Future[None]) -> None:
        """Stops waiting for a place, or frees the place if it was given already."""
        if not place.cancel():
            self.leave()

    def leave(self) -> None:
        """Frees a place, which goes to the question that has waited longest."""
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


class _CallbackThreadFlag(threading.local):
    """Records for each thread whether it is the one that sets the results of an engine's futures."""

    now = False


class _AnswerThread(threading.Thread):
    """Thread that sets the results of an engine's futures."""


# Set when the engines are closed because the interpreter ends.
_exiting = threading.Event()


def _halt_daemon() -> None:
    """Ends a daemon thread if the interpreter is ending.

    Such a thread gets no more answers. It is ended by SystemExit, since Python would print any other
    exception. Its finally blocks run, so that functions of atexit that wait for the thread or for its locks
    end too. A thread that runs callbacks goes on, since other callbacks wait for it.
    """
    thread = threading.current_thread()
    if _exiting.is_set() and thread.daemon and not isinstance(thread, _AnswerThread):
        raise SystemExit


class _AnswerFuture(Future[dict[str, Any]]):
    """Future of an answer.

    A callback of the same engine must not wait for the answer: the thread that runs the engine's callbacks
    also sets its answers.
    """

    def __init__(self, in_callback_thread: _CallbackThreadFlag) -> None:
        super().__init__()
        self._in_callback_thread = in_callback_thread

    def result(self, timeout: float | None = None) -> dict[str, Any]:
        self._wait(timeout)
        return super().result(0)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        self._wait(timeout)
        return super().exception(0)

    def _wait(self, timeout: float | None) -> None:
        """Waits for the answer, at most timeout seconds.

        Raises PreferenceError in the thread that sets results, because that thread would wait for itself.
        """
        if self._in_callback_thread.now and not self.done():
            raise PreferenceError(
                "a callback cannot wait for an answer of its own engine: use submit and add_done_callback"
            )
        until = math.inf if timeout is None else time.monotonic() + timeout
        while not self.done() and (rest := until - time.monotonic()) > 0:
            with contextlib.suppress(concurrent.futures.TimeoutError, concurrent.futures.CancelledError):
                super().exception(min(rest, _MAX_WAIT_SECONDS))
        _halt_daemon()


def _set_result(answer: dict[str, Any], future: Future[dict[str, Any]], pending_limit: _PendingLimit) -> None:
    pending_limit.leave()
    try:
        if not future.set_running_or_notify_cancel():
            return
        if "error" in answer:
            future.set_exception(error_of(answer["error"]))
        else:
            future.set_result(answer)
    except BaseException:
        # A callback that exits or interrupts must not end this thread, which other futures need. Its
        # exception is printed like an uncaught exception of any thread.
        threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


def _set_results(
    answers: Iterable[str],
    futures: dict[int, Future[dict[str, Any]]],
    lock: threading.Lock,
    pending_limit: _PendingLimit,
    in_callback_thread: _CallbackThreadFlag,
) -> None:
    """Sets the results of an engine's futures.

    When the engine ends, the futures without an answer get the exception Cancelled.
    """
    in_callback_thread.now = True
    for line in answers:
        answer = Answer(json.loads(line))
        # The answer to an unreadable question has no id. It may belong to any open future, so all of them get
        # it.
        number = answer.pop("id", None)
        with lock:
            taken = [futures.pop(number, None)] if number is not None else list(futures.values())
            if number is None:
                futures.clear()
        for future in taken:
            # A command to cancel is answered, too, but has no future.
            if future is not None:
                _set_result(answer, future, pending_limit)
    with lock:
        left = list(futures.values())
        futures.clear()
    for future in left:
        _set_result({"error": _CANCELLED}, future, pending_limit)


# Engines that may still be open when the interpreter ends.
_engines: weakref.WeakSet[Engine] = weakref.WeakSet()


def _close_at_exit(engine: Engine) -> None:
    _engines.add(engine)
    # The function is registered again for each engine, because a child process may have dropped the
    # registration of its parent.
    atexit.unregister(_close_all)
    atexit.register(_close_all)


def _close_all() -> None:
    """Closes all engines at once; running callbacks get some time to end."""
    _exiting.set()
    engines = list(_engines)
    for engine in engines:
        engine._abandon()
    until = time.monotonic() + _GRACE_SECONDS
    # Ctrl-C ends the waiting, not the interpreter's exit.
    with contextlib.suppress(KeyboardInterrupt):
        for engine in engines:
            engine._join(max(0.0, until - time.monotonic()))


def _close_after_failure() -> None:
    """Closes all engines if the main thread has ended with an uncaught exception other than SystemExit.

    After a normal end the interpreter first waits for all threads, which may go on using their engines.
    """
    if getattr(sys, "last_value", None) is not None:
        _close_all()


# The interpreter joins threads before it runs the functions of atexit. A thread that waits for a long answer
# would keep a script that has failed from ending. The functions registered here run before it joins them, the
# latest first; the function that joins the threads of pools is registered when concurrent.futures.thread is
# imported.
_register = getattr(threading, "_register_atexit", None)
if _register is not None:
    # It is too late to register a function if the package is imported while the interpreter ends.
    with contextlib.suppress(RuntimeError):
        _register(_close_after_failure)


class Engine:
    """Engine that answers questions on threads of its own. Results of one question speed up the next.

    threads: number of threads; by default PREFERENCE_THREADS, or one on each core.
    max_pending: maximum number of unanswered questions; at this number submit waits until one is answered,
        except in a callback of a future.

    Use the engine in a with statement, or close it, which ends its threads. If it is still open when the
    script ends, it is closed at once, and a running callback gets two seconds to end. A script first waits
    for its threads, except daemon threads, if it ends normally or by sys.exit; if it ends with any other
    uncaught exception, the threads that wait for an answer get Cancelled. After a fork the child process
    needs an engine of its own.
    """

    def __init__(self, *, threads: int | None = None, max_pending: int | None = None) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._open: dict[int, Future[dict[str, Any]]] = {}
        self._numbers = itertools.count(1)
        self._closed = False
        self._pending_limit = _PendingLimit(max_pending)
        self._in_callback_thread = _CallbackThreadFlag()
        self._native, answers = _preference.engine(thread_count(threads))
        # The thread runs a function and not a method: a method would keep this object alive.
        self._answer_thread = _AnswerThread(
            target=_set_results,
            args=(answers, self._open, self._lock, self._pending_limit, self._in_callback_thread),
            name="preference answers",
            daemon=True,
        )
        self._answer_thread.start()
        _close_at_exit(self)

    @typed_submit
    def submit(self, question: Mapping[str, Any]) -> Future[dict[str, Any]]:
        """Asks a question and returns the future of its answer, whose result may raise a QuestionError.

        Cancelling the future before it is done stops the work on the question.
        """
        number, line = self._number_question(question)
        # Places are freed by the thread that sets results. It must not wait for a place, which would be
        # waiting for itself.
        place = self._pending_limit.enter(waits=not self._in_callback_thread.now)
        try:
            place.result()
        except BaseException:
            self._pending_limit.give_up(place)
            raise
        return self._send(number, line)

    def _number_question(self, question: Mapping[str, Any]) -> tuple[int, str]:
        if self._process != os.getpid():
            raise PreferenceError("this engine belongs to the process that made it: make one after the fork")
        if "id" in question:
            raise ValueError("id: leave it out, since the future identifies the answer")
        number = next(self._numbers)
        return number, line_of({**question, "id": number})

    def _send(self, number: int, line: str) -> Future[dict[str, Any]]:
        future = _AnswerFuture(self._in_callback_thread)
        with self._lock:
            closed = self._closed
            if not closed:
                self._open[number] = future
        try:
            asked = not closed and self._native.ask(line)
        except BaseException:
            # Ctrl-C: the future was not returned to the caller, so the question is cancelled.
            self._drop_cancelled(number, future)
            raise
        if not asked:
            # A question that was cancelled meanwhile has freed its place already.
            with self._lock:
                is_open = closed or self._open.pop(number, None) is not None
            if is_open:
                self._pending_limit.leave()
            _halt_daemon()
            raise PreferenceError("the engine is closed")
        engine = weakref.ref(self)

        def drop_if_cancelled(future: Future[dict[str, Any]]) -> None:
            # The variable `this` may become the last reference to the engine, which would then end on its own
            # thread. So the reference is made only for a cancelled future.
            this = engine() if future.cancelled() else None
            if this:
                this._drop_cancelled(number, future)

        future.add_done_callback(drop_if_cancelled)
        return future

    def _drop_cancelled(self, number: int, future: Future[dict[str, Any]]) -> None:
        with self._lock:
            is_open = self._open.pop(number, None) is not None
        if not is_open:
            return
        self._pending_limit.leave()
        # The future must be marked as cancelled to wake threads that wait for several futures.
        future.set_running_or_notify_cancel()
        self._native.ask(json.dumps({"id": 0, "ask": "cancel", "cancel": number}))

    @typed_engine_ask
    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question.

        A callback of a future must not call this: it would wait for an answer that its own thread has to
        set.

        Raises QuestionError if the question cannot be answered.
        """
        return self.submit(question).result()

    @typed_aask
    async def aask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question without blocking the event loop.

        Cancelling the task stops the work. Raises QuestionError if the question cannot be answered.
        """
        number, line = self._number_question(question)
        place = self._pending_limit.enter(waits=True)
        try:
            await asyncio.wrap_future(place)
        except BaseException:
            self._pending_limit.give_up(place)
            raise
        try:
            return await asyncio.wrap_future(self._send(number, line))
        except PreferenceError:
            _halt_daemon()
            raise

    def cancel(self) -> None:
        """Cancels all unanswered questions; their futures raise Cancelled."""
        with self._lock:
            futures = list(self._open.values())
            self._open.clear()
        if futures:
            self._native.ask(json.dumps({"id": 0, "ask": "cancel", "cancel": "all"}))
        for future in futures:
            _set_result({"error": _CANCELLED}, future, self._pending_limit)

    def close(self, *, wait: bool = True) -> None:
        """Ends the engine once all questions are answered. If wait is false, cancels the unanswered questions
        and ends the engine at once.

        A callback of a future may close the engine, too. The call then returns at once, and the engine ends
        later.
        """
        # In the child of a fork, a thread that does not exist there may hold the lock.
        if self._process != os.getpid():
            return
        with self._lock:
            self._closed = True
        if not wait:
            self.cancel()
            self._native.close(False)
        elif self._in_callback_thread.now:
            try:
                threading.Thread(target=self.close).start()
            except RuntimeError:
                # The interpreter is ending and cannot start threads any more.
                self._native.abandon()
        else:
            # Ctrl-C can end this loop, but not the waiting inside the native part, so this loop comes first.
            with self._lock:
                futures = list(self._open.values())
            while concurrent.futures.wait(futures, _MAX_WAIT_SECONDS).not_done:
                pass
            self._native.close(True)

    def _abandon(self) -> None:
        if self._process == os.getpid():
            self._closed = True
            self._native.abandon()

    def _join(self, seconds: float) -> None:
        """Waits until all futures are done and their callbacks have ended, at most this number of seconds."""
        if self._process == os.getpid() and self._answer_thread is not threading.current_thread():
            self._answer_thread.join(seconds)

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(wait=kind is None)
