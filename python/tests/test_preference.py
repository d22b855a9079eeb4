"""Tests of the package's public interface."""

from __future__ import annotations

import asyncio
import concurrent.futures
import importlib.util
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import preference
from preference import Cancelled, DealError, Engine, PreferenceError, QuestionError

HAND = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K"
OTHER = "F:KJ987.A.AJ7.T T.JT.KQT.KJ97 AQ.KQ987.8.AQ ..9.8"
ROOT = Path(__file__).parents[2]
PREF = os.environ.get("PREF", str(ROOT / "target/debug/pref"))


def run(code: str, timeout: float = 60, **more: Any) -> subprocess.CompletedProcess[str]:
    """Runs code in a new Python process."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False, **more)


needs_program = pytest.mark.skipif(not Path(PREF).exists(), reason="the program is not built: cargo build")


def program_output(*arguments: str) -> list[dict[str, Any]]:
    """The JSON objects that the program prints, one for each line."""
    environment = {**os.environ, "PREF_TABLES": "no-such-folder", "PREF_TABLES_LIMIT": "0"}
    told = subprocess.run(
        [PREF, *arguments, "--format", "json"], capture_output=True, text=True, check=True, env=environment
    )
    return [json.loads(line) for line in told.stdout.splitlines()]


@needs_program
def test_each_question_gets_same_answer_as_from_program() -> None:
    rows: list[tuple[Any, list[dict[str, Any]]]] = [
        (
            preference.solve(HAND, contract=["S", "misere"], goal="made"),
            program_output("solve", "-c", "S,misere", "--goal", "made", HAND),
        ),
        (preference.solve([HAND, OTHER], declarer="M"), program_output("solve", "-d", "M", HAND, OTHER)),
        (
            preference.talon(HAND, declarer="F", contract="D"),
            program_output("talon", "-d", "F", "-c", "D", HAND),
        ),
        (preference.talon(HAND, contract="D"), program_output("talon", "-c", "D", HAND)),
        (
            preference.cards(HAND, declarer="F", contract="S", played="SA"),
            program_output("cards", "-d", "F", "-c", "S", "--played", "SA", HAND),
        ),
        (
            preference.line(HAND, declarer="F", contract="S"),
            program_output("line", "-d", "F", "-c", "S", HAND),
        ),
        (
            preference.defend(HAND, declarer="F", contract="S", settle=True),
            program_output("defend", "-d", "F", "-c", "S", "--settle", HAND),
        ),
        (preference.par(HAND, model="tricks"), program_output("par", "--model", "tricks", HAND)),
        (
            preference.usurp(HAND, declarer="F", model="tricks"),
            program_output("usurp", "-d", "F", "--model", "tricks", HAND),
        ),
        (
            preference.evaluate("F:AKQ.T9.87.AK7 ? ?", layouts=9, contract="S"),
            program_output("evaluate", "--layouts", "9", "-c", "S", "F:AKQ.T9.87.AK7 ? ?"),
        ),
        (
            preference.advise("F:AKQ.T9.87.AK7 ? ?", layouts=9, contract="S", declarer="F", leader="F"),
            program_output(
                "advise", "--layouts", "9", "-c", "S", "-d", "F", "--leader", "F", "F:AKQ.T9.87.AK7 ? ?"
            ),
        ),
        (
            preference.advise(record=json.loads((ROOT / "docs/played.json").read_text()), by="made"),
            program_output("advise", "--by", "made", "--record", str(ROOT / "docs/played.json")),
        ),
        (
            preference.score(contract="S", declarer="F", tricks={"F": 6, "M": 2, "R": 2}),
            program_output("score", "-c", "S", "-d", "F", "--tricks", "F=6,M=2,R=2"),
        ),
        (
            preference.score(
                rules="russian", totals={"F": {"pool": 8}, "M": {"whists": {"F": 8.5}}, "R": {}}, whole=True
            ),
            program_output(
                "score",
                "--rules",
                "russian",
                "--whole",
                "--totals",
                '{"F":{"pool":8},"M":{"whists":{"F":8.5}},"R":{}}',
            ),
        ),
        (preference.auction(calls=["pass", "1"]), program_output("auction", "pass 1")),
        (preference.deal(count=3, seed=5), program_output("deal", "--count", "3", "--seed", "5")),
        (
            preference.deal(from_="F:AKQ.T9.87.AK7 ? ?", seed=1),
            program_output("deal", "--from", "F:AKQ.T9.87.AK7 ? ?"),
        ),
        (
            preference.puzzle(among=2000, kind="lead", contract="H", count=1),
            program_output("puzzle", "--among", "2000", "--kind", "lead", "-c", "H"),
        ),
    ]
    for own, program in rows:
        assert (own if isinstance(own, list) else [own]) == program
    record = json.loads((ROOT / "docs/hand.jsonl").read_text().splitlines()[0])
    record.pop("id")
    assert preference.review(record.pop("deal"), **record)["contract"] == "D"
    played = json.loads((ROOT / "docs/played.json").read_text())
    reviewed = program_output("review", "--model", "tricks", str(ROOT / "docs/played.json"))
    assert [preference.review(record=played, model="tricks")] == reviewed
    phases = [advice["phase"] for advice in preference.advise(record=played, at=[0, 4, 9], layouts=5)]
    assert phases == ["auction", "announcement", "play"]
    moments = preference.line(HAND, declarer="F", contract="S", played="SA ST", at=[0, 2])
    assert [len(moment["line"]) for moment in moments] == [30, 28]


def test_errors_have_code_and_field() -> None:
    with pytest.raises(DealError) as found:
        preference.solve("F:A")
    assert (found.value.code, found.value.field) == ("bad-deal", "deal")
    with pytest.raises(QuestionError, match="played") as illegal:
        preference.cards(HAND, declarer="F", contract="S", played="SA SA")
    again = pickle.loads(pickle.dumps(illegal.value))
    assert (again.code, again.field, str(again)) == ("illegal-card", "played[1]", str(illegal.value))
    with pytest.raises(QuestionError) as late:
        preference.par(HAND, rules="american", time_limit=0.001)
    assert late.value.code == "time"
    with pytest.raises(TypeError):
        preference.solve(HAND, no_such=1)  # type: ignore[call-overload]
    wrong_ones: list[dict[str, Any]] = [
        {"ask": "solve"},
        {"ask": "no"},
        {"deal": HAND},
        {"ask": "solve", "deal": 7},
        {"ask": "score", "tricks": {"F": float("nan")}},
    ]
    for wrong in wrong_ones:
        with pytest.raises(PreferenceError):
            preference.ask(wrong)


def test_ask_many_keeps_order() -> None:
    deals = [deal["deal"] for deal in preference.deal(count=60, seed=8)]
    questions = [{"id": n, "ask": "solve", "deal": deal, "contract": "S"} for n, deal in enumerate(deals)]
    told: list[int] = []
    answers = preference.ask_many(iter(questions), threads=2, progress=told.append)
    assert [answer["id"] for answer in answers] == list(range(60))
    assert [answer["deal"] for answer in answers] == deals
    assert told[-1] == 60
    assert answers == preference.ask_many(questions, threads=1)
    wrong: list[dict[str, Any]] = [*questions[:3], {"id": "x", "ask": "solve", "deal": "F:A"}]
    with pytest.raises(DealError):
        preference.ask_many(wrong)
    assert preference.ask_many(wrong, errors="return")[3]["error"]["code"] == "bad-deal"
    assert preference.ask_many([]) == []
    with pytest.raises(ValueError, match="errors"):
        preference.ask_many([], errors="no")  # type: ignore[call-overload]


def test_engine_answers_while_questions_arrive() -> None:
    with Engine(threads=2, max_pending=5) as engine:
        futures = [engine.submit({"ask": "solve", "deal": HAND, "contract": c}) for c in "SHDCN" * 6]
        assert [future.result()["results"][0]["contract"] for future in futures] == list("SHDCN" * 6)
        with pytest.raises(QuestionError):
            engine.ask({"ask": "solve"})
        with pytest.raises(ValueError, match="id"):
            engine.submit({"id": 3, "ask": "version"})

        async def several() -> list[dict[str, Any]]:
            questions = ({"ask": "solve", "deal": HAND, "contract": c} for c in "SH")
            return await asyncio.gather(*(engine.aask(question) for question in questions))

        assert [answer["results"][0]["contract"] for answer in asyncio.run(several())] == ["S", "H"]
    with pytest.raises(PreferenceError, match="closed"):
        engine.ask({"ask": "version"})


def test_cancelled_questions_end_early() -> None:
    long = {"ask": "evaluate", "deal": "F:AKQ.T9.87.AK7 ? ?", "layouts": 1_000_000}
    began = time.monotonic()
    with Engine(threads=2) as engine:
        one, other = engine.submit(long), engine.submit(long)
        short = engine.submit({"ask": "solve", "deal": HAND, "contract": "S"})
        assert one.cancel()
        engine.cancel()
        with pytest.raises(Cancelled):
            other.result(10)
        with pytest.raises(Cancelled):
            short.result(10)
        # The engine still answers after all its questions were cancelled.
        assert engine.ask({"ask": "auction", "calls": []}).get("to_call") == "F"
        engine.submit(long)
        engine.close(wait=False)
    assert time.monotonic() - began < 10


def test_cancelled_future_is_done_at_once() -> None:
    long = {"ask": "evaluate", "deal": "F:AKQ.T9.87.AK7 ? ?", "layouts": 1_000_000}
    with Engine(threads=1, max_pending=1) as engine:
        future = engine.submit(long)
        began = time.monotonic()
        assert future.cancel()
        assert concurrent.futures.wait([future], timeout=5).done == {future}
        # The cancelled question left the queue at once, and a callback may ask further questions.
        follow: list[Future[dict[str, Any]]] = []
        short = {"ask": "auction", "calls": []}
        first = engine.submit(short)
        first.add_done_callback(lambda _: follow.append(engine.submit(short)))
        assert first.result(5)["to_call"] == "F"
        while not follow:
            time.sleep(0.01)
        assert follow[0].result(5)["to_call"] == "F"
        assert time.monotonic() - began < 5
        nested: Any = 1
        for _ in range(200):
            nested = [nested]
        for wrong in (float("nan"), object()):
            with pytest.raises(QuestionError):
                engine.submit({"ask": "solve", "deal": HAND, "x_note": wrong}).result(5)
        assert engine.ask({**short, "x_note": nested})["x_note"] == nested


def test_question_waiting_for_queue_slot_can_be_cancelled() -> None:
    long = {"ask": "evaluate", "deal": "F:AKQ.T9.87.AK7 ? ?", "layouts": 1_000_000}
    short = {"ask": "auction", "calls": []}
    with Engine(threads=1, max_pending=1) as engine:
        future = engine.submit(long)

        async def give_up() -> None:
            waits = [asyncio.create_task(engine.aask(short)) for _ in range(100)]
            await asyncio.sleep(0.05)
            for task in waits[:99]:
                task.cancel()
            done = await asyncio.gather(*waits[:99], return_exceptions=True)
            assert {type(one) for one in done} == {asyncio.CancelledError}
            assert future.cancel()
            assert (await asyncio.wait_for(waits[99], 5))["to_call"] == "F"

        asyncio.run(give_up())
        # The cancelled questions were not asked, and none of them still has a place in the queue.
        assert engine.submit(short).result(5)["to_call"] == "F"
        assert engine._pending_limit._free == 1


def test_callback_may_submit_and_close() -> None:
    short = {"ask": "auction", "calls": []}
    for wait in (True, False):
        engine = Engine(threads=2, max_pending=1)
        more: list[Future[dict[str, Any]]] = []
        closed = threading.Event()

        def ask_more(
            _: object, engine: Engine = engine, more: Any = more, closed: Any = closed, wait: Any = wait
        ) -> None:
            more.extend(engine.submit(short) for _ in range(3))
            engine.close(wait=wait)
            closed.set()

        engine.submit(short).add_done_callback(ask_more)
        assert closed.wait(5)
        for future in more:
            try:
                assert future.result(5)["to_call"] == "F"
            except Cancelled:
                assert not wait
        with pytest.raises(PreferenceError, match="closed"):
            engine.ask(short)


def test_unclosed_engine_ends_when_collected() -> None:
    code = (
        "import preference, gc, weakref\n"
        "engine = preference.Engine(threads=2)\n"
        "engine.ask({'ask': 'version'})\n"
        "future = engine.submit({'ask': 'evaluate', 'deal': 'F:AKQ.T9.87.AK7 ? ?', 'layouts': 1000000})\n"
        "gone = weakref.ref(engine)\n"
        "del engine\n"
        "gc.collect()\n"
        "print(gone() is None)\n"
    )
    done = run(code)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_interrupts_work_once() -> None:
    code = (
        "import signal\n"
        # A background process starts with SIGINT ignored, so the script restores the handler.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import preference, time, os, threading\n"
        "handler = signal.getsignal(signal.SIGINT)\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "began = time.monotonic()\n"
        "caught = 0\n"
        "try:\n"
        "    preference.evaluate('F:AKQ.T9.87.AK7 ? ?', layouts=1000000)\n"
        "except KeyboardInterrupt:\n"
        "    caught += 1\n"
        "assert 0.4 < time.monotonic() - began < 1.5, time.monotonic() - began\n"
        "time.sleep(0.2)\n"
        "assert signal.getsignal(signal.SIGINT) is handler\n"
        "print(caught, preference.auction()['to_call'])\n"
    )
    done = run(code)
    assert (done.returncode, done.stdout) == (0, "1 F\n"), done.stderr


def test_import_starts_no_thread() -> None:
    code = "import preference, os; print(len(os.listdir('/proc/self/task')))"
    if not Path("/proc/self/task").exists():
        pytest.skip("no /proc")
    assert run(code).stdout == "1\n"


def _solve_in_child(deals: list[str]) -> list[int]:
    questions = [{"ask": "solve", "deal": deal, "contract": "S", "declarer": "F"} for deal in deals]
    return [answer["results"][0]["tricks"] for answer in preference.ask_many(questions)]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_children_answer_after_their_parent(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(method)
    deals = [deal["deal"] for deal in preference.deal(count=20, seed=3)]
    own = _solve_in_child(deals)
    engine = Engine()
    assert engine.ask({"ask": "auction", "calls": []}).get("to_call") == "F"
    with multiprocessing.get_context(method).Pool(2) as pool:
        results = pool.map_async(_solve_in_child, [deals, deals])
        assert results.get(60) == [own, own]
    engine.close()


def test_threads_can_ask_at_same_time() -> None:
    answers: list[object] = []

    def ask() -> None:
        results = preference.solve(HAND, declarer="F", contract="D")["results"]
        answers.append(results[0].get("tricks"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert answers == [6] * 8


@needs_program
def test_generated_types_match_schemas() -> None:
    schemas = subprocess.run([PREF, "schema"], capture_output=True, text=True, check=True).stdout
    generator = [sys.executable, str(ROOT / "python/generate.py")]
    written = subprocess.run(generator, input=schemas, capture_output=True, text=True, check=True).stdout
    assert written == (ROOT / "python/preference/_verbs.py").read_text(), "run python/generate.py again"


SETTINGS = str(ROOT / "python/pyproject.toml")
SOURCES = [str(Path(__file__).parent), str(ROOT / "python/examples")]


def checked_files() -> list[str]:
    """The files whose types are checked. The files about Spark are left out if pyspark is missing."""
    folders = [Path(preference.__file__).parent, *map(Path, SOURCES)]
    files = [str(file) for folder in folders for file in folder.glob("*.py")]
    return (
        files
        if importlib.util.find_spec("pyspark")
        else [file for file in files if "spark" not in Path(file).name]
    )


@pytest.fixture(scope="module")
def checking_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Not the folder of the sources, so that the installed package is checked; its cache is shared."""
    return tmp_path_factory.mktemp("types")


@pytest.mark.parametrize(
    "command",
    [
        ["mypy", "--strict", "--config-file", SETTINGS, "--package", "preference"],
        ["mypy", "--strict", "--config-file", SETTINGS, *SOURCES],
        [
            "mypy.stubtest",
            "--mypy-config-file",
            SETTINGS,
            "--ignore-disjoint-bases",
            "preference._preference",
        ],
        ["pyright", "--pythonpath", sys.executable, *checked_files()],
    ],
)
def test_type_checkers_find_nothing(command: list[str], checking_folder: Path) -> None:
    pytest.importorskip(command[0].split(".")[0])
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, check=False, cwd=checking_folder
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_examples_of_package_succeed() -> None:
    import doctest

    assert doctest.testmod(preference).attempted == 3
    assert doctest.testmod(preference).failed == 0


def test_examples_of_readme_succeed() -> None:
    page = (ROOT / "python/README.md").read_text()
    blocks = page.split("```python\n")[1:]
    assert len(blocks) == 10
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block.split("```")[0], names)
    assert len(names["answers"]) == 1000
    assert names["session"].is_over
    assert any(standing.gain for standing in names["session"].standings())
    assert all(names["table"].unwrapped.terminations.values())
    assert names["future"].result()["gains"]["F"] == preference.par(HAND)["gains"]["F"]


def test_import_changes_no_signal_handler() -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc")
    # Only signals below 32 are compared, since the C library uses the others for its threads.
    code = (
        "def caught():\n"
        "    lines = [line.split() for line in open('/proc/self/status')]\n"
        "    masks = {line[0]: line[1] for line in lines if line[1:]}\n"
        "    return [int(masks[name], 16) & 0x7FFFFFFF for name in ('SigCgt:', 'SigIgn:')]\n"
        "before = caught()\n"
        "import preference\n"
        "preference.auction()\n"
        "preference.Engine().close()\n"
        "print(caught() == before)\n"
    )
    assert run(code).stdout == "True\n"
