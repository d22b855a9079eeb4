"""Tests of scripts that end or fail while an engine is open."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

START = """
import atexit, gc, multiprocessing, os, signal, sys, threading, time
import preference
LONG = {"ask": "evaluate", "deal": "F:AKQ.T9.87.AK7 ? ?", "layouts": 1000000}
SHORT = {"ask": "auction"}
"""

ENDINGS = {
    "short questions": ("engine = preference.Engine()\nfor _ in range(5000): engine.submit(SHORT)", 0),
    "one short question": ("engine = preference.Engine()\nengine.submit({'ask': 'version'})", 0),
    "long questions": ("engine = preference.Engine()\nfor _ in range(3): engine.submit(LONG)", 0),
    "several engines": ("engines = [preference.Engine() for _ in range(3)]\nengines[0].submit(LONG)", 0),
    "an engine in a reference cycle": (
        "engine = preference.Engine()\nengine.own = engine\nengine.submit(LONG)\n"
        "for _ in range(9): engine.submit(SHORT)",
        0,
    ),
    "a reference cycle through a callback": (
        "e = preference.Engine()\ne.submit(LONG).add_done_callback(lambda _, kept=e: kept)\ndel e",
        0,
    ),
    "sys.exit": ("engine = preference.Engine()\nengine.submit(LONG)\nsys.exit(7)", 7),
    "an engine in a thread": (
        "def work():\n"
        "    engine = preference.Engine()\n"
        "    for _ in range(999): engine.submit(SHORT)\n"
        "    engine.submit(LONG)\n"
        "threading.Thread(target=work).start()",
        0,
    ),
    "a daemon that waits": (
        "engine = preference.Engine()\n"
        "def work():\n"
        "    while True: engine.ask(SHORT)\n"
        "threading.Thread(target=work, daemon=True).start()\n"
        "time.sleep(0.1)",
        0,
    ),
    "a daemon that solves": (
        "deals = [deal['deal'] for deal in preference.deal(count=9000)]\n"
        "threading.Thread(target=preference.solve_many, args=(deals,), daemon=True).start()\n"
        "threading.Thread(target=preference.ask, args=(LONG,), daemon=True).start()\n"
        "time.sleep(0.1)",
        0,
    ),
    "an atexit function that joins a daemon": (
        "def work(): engine.ask(LONG)\n"
        "worker = threading.Thread(target=work, daemon=True)\n"
        "atexit.register(worker.join)\n"
        "engine = preference.Engine()\n"
        "worker.start()\n"
        "time.sleep(0.1)",
        0,
    ),
    "a callback that never ends": (
        "engine = preference.Engine()\nstarted = threading.Event()\n"
        "def call(_):\n"
        "    started.set()\n"
        "    threading.Event().wait()\n"
        "engine.submit(SHORT).add_done_callback(call)\nfor _ in range(99): engine.submit(SHORT)\n"
        "started.wait(1)",
        0,
    ),
    "an atexit callback that uses an engine": (
        "engine = preference.Engine()\nengine.submit(LONG)\n"
        "def last():\n"
        "    with preference.Engine() as other: assert other.ask(SHORT)['to_call'] == 'F'\n"
        "    globals()['left_open'] = preference.Engine()\n"
        "    left_open.submit(LONG)\n"
        "atexit._run_exitfuncs()\natexit.register(last)\natexit.unregister(preference._engine._close_all)",
        0,
    ),
    "an engine that nobody closes": (
        "engine = preference.Engine()\natexit._clear()\n"
        "for _ in range(999): engine.submit(SHORT)\nengine.submit(LONG)",
        0,
    ),
    "an unfinished stream": (
        "import pyarrow as pa\n"
        "deals = pa.table({'deal': [deal['deal'] for deal in preference.deal(count=100)]})\n"
        "answers = preference.solve_batches(deals.to_batches(), rows=10)\nnext(answers)",
        0,
    ),
    "an unfinished stream in a child": (
        "import pyarrow as pa\n"
        "deals = pa.table({'deal': [deal['deal'] for deal in preference.deal(count=100)]})\n"
        "answers = preference.solve_batches(deals.to_batches(), rows=10)\nnext(answers)\n"
        "if pid := os.fork(): sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
        "del answers\nsys.exit(5)",
        5,
    ),
    "an engine of the parent": (
        "engine = preference.Engine()\nfor _ in range(2000): engine.submit(SHORT)\n"
        "if pid := os.fork(): sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
        "engine.close()\nown = preference.Engine()\nassert own.ask(SHORT)['to_call'] == 'F'\n"
        "own.submit(LONG)\nsys.exit(5)",
        5,
    ),
    "a process of multiprocessing": (
        "def work():\n"
        "    global own\n"
        "    own = preference.Engine()\n"
        "    own.submit(LONG)\n"
        "    sys.exit(6)\n"
        "engine = preference.Engine()\nengine.submit(LONG)\n"
        "child = multiprocessing.get_context('fork').Process(target=work)\nchild.start()\nchild.join()\n"
        "sys.exit(child.exitcode)",
        6,
    ),
}


def run(code: str, timeout: float = 20) -> tuple[subprocess.CompletedProcess[str], float]:
    began = time.monotonic()
    command = [sys.executable, "-c", START + code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    return done, time.monotonic() - began


@pytest.mark.parametrize("name", ENDINGS)
def test_script_ends_with_its_own_exit_code(name: str) -> None:
    code, exit_code = ENDINGS[name]
    if "fork" in code and not hasattr(os, "fork"):
        pytest.skip("no fork")
    if "pyarrow" in code:
        pytest.importorskip("pyarrow")
    # The script runs three times, since a race may fail only sometimes.
    for _ in range(3):
        done, seconds = run(code)
        assert (done.returncode, done.stderr) == (exit_code, "")
        assert seconds < 10


@pytest.mark.parametrize("name", ["short questions", "long questions", "an engine in a thread"])
def test_script_fails_with_its_own_traceback(name: str) -> None:
    for _ in range(3):
        done, _ = run(f"{ENDINGS[name][0]}\nraise ValueError('own')")
        assert done.returncode == 1
        assert done.stderr.startswith("Traceback (most recent call last):\n")
        assert done.stderr.endswith("\nValueError: own\n")
        assert done.stderr.count("\n") == 3


WAITING_THREADS = {
    "a pool": "concurrent.futures.ThreadPoolExecutor(2).submit(engine.ask, LONG)",
    "a pool and its queue": (
        "pool = concurrent.futures.ThreadPoolExecutor(2)\nfor _ in range(9): pool.submit(engine.ask, LONG)"
    ),
    "a thread": "threading.Thread(target=engine.ask, args=(LONG,)).start()",
    "asyncio": (
        "async def begin():\n"
        "    asyncio.get_running_loop().run_in_executor(None, engine.ask, LONG)\n"
        "    await asyncio.sleep(0.1)\n"
        "asyncio.new_event_loop().run_until_complete(begin())"
    ),
}


@pytest.mark.parametrize("name", WAITING_THREADS)
def test_failing_script_does_not_wait_for_asking_threads(name: str) -> None:
    code = f"""
import asyncio, concurrent.futures
engine = preference.Engine()
{WAITING_THREADS[name]}
time.sleep(0.1)
raise ValueError('own')
"""
    done, seconds = run(code)
    assert done.returncode == 1
    assert "\nValueError: own\n" in done.stderr
    assert seconds < 10


def test_daemon_that_asks_prints_nothing_when_script_fails() -> None:
    code = """
engine = preference.Engine()
threading.Thread(target=engine.ask, args=(LONG,), daemon=True).start()
time.sleep(0.1)
raise ValueError('own')
"""
    for _ in range(3):
        done, _ = run(code)
        assert done.stderr.endswith("\nValueError: own\n")
        assert done.stderr.count("Traceback") == 1


def test_thread_gets_its_answers_after_end_of_main_thread() -> None:
    code = """
engine = preference.Engine()
def work():
    threading.main_thread().join()
    time.sleep(0.2)
    print(engine.ask(SHORT)["to_call"])
threading.Thread(target=work).start()
"""
    done, _ = run(code)
    assert (done.stdout, done.stderr) == ("F\n", "")


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    "wait", ["future.result()", "time.sleep(60)", "engine.close()", "preference.ask(LONG)"]
)
def test_ctrl_c_ends_script(wait: str) -> None:
    code = f"""
signal.signal(signal.SIGINT, signal.default_int_handler)
engine = preference.Engine()
future = engine.submit(LONG)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
{wait}
"""
    done, seconds = run(code)
    assert done.returncode == -signal.SIGINT
    assert done.stderr.endswith("\nKeyboardInterrupt\n")
    assert done.stderr.count("Traceback") == 1
    assert seconds < 5


def test_future_of_collected_engine_is_cancelled() -> None:
    code = """
future = preference.Engine().submit(LONG)
gc.collect()
try:
    future.result(10)
except preference.Cancelled:
    print("cancelled")
"""
    done, _ = run(code)
    assert (done.stdout, done.stderr) == ("cancelled\n", "")


def test_callback_ends_before_script() -> None:
    code = """
engine = preference.Engine()
def call(future):
    started.set()
    time.sleep(0.5)
    print(future.result()["to_call"], flush=True)
started = threading.Event()
engine.submit(SHORT).add_done_callback(call)
started.wait()
"""
    done, _ = run(code)
    assert (done.stdout, done.stderr) == ("F\n", "")


@pytest.mark.parametrize("error", ["ValueError('own')", "SystemExit(3)", "KeyboardInterrupt"])
def test_failing_callback_leaves_engine_open(error: str) -> None:
    code = f"""
def fail(_):
    # A future that is already done runs a callback in the thread that adds it.
    if threading.current_thread() is not threading.main_thread():
        raise {error}
engine = preference.Engine(max_pending=2)
futures = []
for _ in range(20):
    futures.append(engine.submit(SHORT))
    futures[-1].add_done_callback(fail)
if not all(future.result(5)["to_call"] == "F" for future in futures): sys.exit(1)
engine.submit(LONG)
engine.cancel()
print(engine.ask(SHORT)["to_call"])
"""
    done, _ = run(textwrap.dedent(code))
    assert (done.returncode, done.stdout) == (0, "F\n"), done.stderr


@pytest.mark.parametrize("wait", ["engine.ask(SHORT)", "long.result()", "long.exception(60)"])
def test_callback_cannot_wait_for_its_own_engine(wait: str) -> None:
    code = f"""
told = []
def call(future):
    try:
        assert future.result()["to_call"] == "F"
        {wait}
    except preference.PreferenceError as error:
        told.append(str(error))
    called.set()
called = threading.Event()
with preference.Engine() as engine:
    long = engine.submit(LONG)
    engine.submit(SHORT).add_done_callback(call)
    called.wait(10)
    long.cancel()
print(*told)
"""
    done, _ = run(code)
    assert "submit" in done.stdout, done.stderr
