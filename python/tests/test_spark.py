"""Tests of Spark frames: in one process, with killed workers, and with a shipped environment."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import preference
from preference import PreferenceError, QuestionError

pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")
if not shutil.which("java"):
    pytest.skip("Spark needs Java: apt install openjdk-17-jre-headless", allow_module_level=True)

ROOT = Path(__file__).parents[2]
PREF = os.environ.get("PREF", str(ROOT / "target/debug/pref"))
COUNT = 900
DEALS: list[str] = [deal["deal"] for deal in preference.deal(count=COUNT, seed=11)]
SOLVE: dict[str, Any] = {"contract": "S,H,run6", "rules": "illustrated-run6"}
LOCAL = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4", "spark.driver.memory": "1g"}


def start(master: str, **more: str) -> Any:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("test")
    for name, value in {**LOCAL, **more}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    session = start("local[2,4]")
    yield session
    session.stop()


def frame(session: Any) -> Any:
    """A frame with the deals and their numbers; the deals of the last two rows are wrong."""
    rows = [*enumerate(DEALS), (COUNT, "F:A"), (COUNT + 1, None)]
    return session.createDataFrame(rows, "n bigint not null, deal string")


def expected_rows() -> list[tuple[Any, ...]]:
    """The rows that the frame should have with its answers."""
    table = preference.solve_many([*DEALS, "F:A", None], errors="return", **SOLVE)
    return [(n, *row.values()) for n, row in enumerate(table)]


def sorted_rows(df: Any) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in df.orderBy("n").collect()]


def test_frame_gets_columns(session: Any) -> None:
    from preference import spark

    solved = spark.solve(frame(session), id="n", **SOLVE)
    names = [(field.name, field.dataType.simpleString(), field.nullable) for field in solved.schema]
    assert names[:5] == [
        ("n", "bigint", False),
        ("deal", "string", True),
        ("F_S", "tinyint", True),
        ("F_H", "tinyint", True),
        ("F_run6", "boolean", True),
    ]
    assert names[-2:] == [("error_code", "string", True), ("error", "string", True)]
    assert sorted_rows(solved) == expected_rows()
    # This run uses the frame's own partitions, several threads, and other column names.
    again = spark.solve(frame(session), tasks=0, threads=2, prefix="x_", **SOLVE)
    assert again.columns[2] == "x_F_S"
    assert sorted_rows(again) == expected_rows()
    with pytest.raises(ValueError, match="F_S"):
        spark.solve(solved, **SOLVE)
    with pytest.raises(QuestionError):
        spark.solve(frame(session), rules="no")
    none = frame(session).where("n < 0")
    assert sorted_rows(spark.solve(none, **SOLVE)) == []
    assert sorted_rows(spark.solve(none.repartition(3), tasks=0, **SOLVE)) == []


def test_large_texts_are_read(session: Any) -> None:
    from preference import spark

    session.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        assert sorted_rows(spark.solve(frame(session), **SOLVE)) == expected_rows()
    finally:
        session.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "false")


def test_ask_reads_fields_of_each_row(session: Any) -> None:
    from preference import spark

    names = ["austrian", "american", "no"]
    rows = [(n, DEALS[n], names[n % 3]) for n in range(9)]
    df = session.createDataFrame(rows, "n int, deal string, rules string")
    found = spark.ask(df, "par", id="n").orderBy("n").collect()
    for n, deal, rules in rows:
        if rules == "no":
            assert found[n].error_code == "bad-rules"
            continue
        par = preference.par(deal, rules=rules)
        assert (found[n].declarer, list(found[n].calls)) == (par["declarer"], par["calls"])
        gains = found[n].gains.asDict()
        assert {seat: gain for seat, gain in gains.items() if gain is not None} == par["gains"]
    masks = [(n, *preference.Deal(DEALS[n]).masks) for n in range(5)]
    df = session.createDataFrame(masks, "n int, F bigint, M bigint, R bigint, talon bigint")
    solved = sorted_rows(spark.solve(df, **SOLVE))
    assert [row[5:-2] for row in solved] == [row[2:-2] for row in expected_rows()[:5]]


def test_column_of_records_is_enough(session: Any) -> None:
    from preference import spark

    actions = ["6D", "pass", "pass", "discard H9 C7", "play 6D", "pass", "whist", "open", "DA", "DJ", "D8"]
    deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K"
    records: list[dict[str, Any]] = [
        {"rules": "russian", "deal": deal, "actions": actions[:count]} for count in (9, 10, 11)
    ]
    texts = [(n, json.dumps(record)) for n, record in enumerate(records)]
    structs = [(n, tuple(record.values())) for n, record in enumerate(records)]
    kind = "struct<rules:string,deal:string,actions:array<string>>"
    for rows, schema in ((texts, "string"), (structs, kind)):
        df = session.createDataFrame(rows, f"n bigint, record {schema}")
        for ask in ("act", "review"):
            options: dict[str, Any] = {"player": "beginner"} if ask == "act" else {}
            found = spark.ask(df, ask, id="n", **options).orderBy("n").collect()
            expected: list[Any] = [preference.ask({"ask": ask, "record": one, **options}) for one in records]
            assert [row.error for row in found] == [None] * len(records)
            if ask == "act":
                assert [row.action for row in found] == [one["action"] for one in expected]
            else:
                assert [row.contract for row in found] == ["6D"] * len(records)
                lost = [[card.tricks_lost for card in row.cards] for row in found]
                assert lost == [[card["tricks_lost"] for card in one["cards"]] for one in expected]
    damaged = [(0, json.dumps({**records[0], "actions": [*actions[:8], "DX"]})), (1, None)]
    df = session.createDataFrame(damaged, "n bigint, record string")
    wrong = spark.ask(df, "review", id="n").orderBy("n").collect()
    assert "actions[8]" in wrong[0].error
    assert wrong[1].error_code is not None


RESUMED = """
import json, shutil, sys
import preference
from preference import spark
from pyspark.sql import SparkSession

kind, output = sys.argv[1:]
builder = SparkSession.builder
builder = builder.remote("local[1]") if kind == "connect" else builder.master("local[1]")
for name, value in {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "1"}.items():
    builder = builder.config(name, value)
session = builder.getOrCreate()
deals = [deal["deal"] for deal in preference.deal(count=40, seed=11)]
df = session.createDataFrame(list(enumerate(deals)), "n bigint, deal string")
told = [type(df).__module__.split(".")[2], spark.write(df, output, id="n", slices=2, contract="S")]
shutil.rmtree(f"{output}/slice=1")
told.append(spark.write(df, output, id="n", slices=2, contract="S"))
rows = session.read.parquet(output).orderBy("n").collect()
told.append([row.F_S for row in rows] == preference.solve_many(deals, contract="S")["F_S"])
try:
    spark.solve(df.withColumnRenamed("deal", "cards"))
except ValueError as error:
    told.append(str(error))
print(json.dumps(told))
"""


@pytest.mark.parametrize("kind", [pytest.param("classic", marks=pytest.mark.slow), "connect"])
def test_missing_slices_are_written(kind: str, tmp_path: Path) -> None:
    """Runs the session in a process of its own, since a process can have only one kind of session."""
    if kind == "connect":
        pytest.importorskip("grpc_status")
    command = [sys.executable, "-c", RESUMED, kind, str(tmp_path / "out")]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-5000:]
    interface, first, second, same, refused = json.loads(done.stdout.splitlines()[-1])
    assert interface == kind
    assert (first, second, same) == (2, 1, True)
    assert "no column 'deal'; there are: n, cards; columns={'deal': 'cards'}" in refused


def test_nothing_runs_before_frame_is_used(session: Any) -> None:
    from preference import spark

    touched = session.sparkContext.accumulator(0)

    def count(batches: Any) -> Any:
        for batch in batches:
            touched.add(batch.num_rows)
            yield batch

    rows = session.createDataFrame(list(enumerate(DEALS[:8])), "n bigint, deal string")
    counted = rows.mapInArrow(count, rows.schema)
    solved = spark.solve(counted, contract="S", declarer="F")
    pars = spark.ask(counted, "par")
    with pytest.raises(ValueError, match="no column 'deal'; there are: n, cards"):
        spark.solve(counted.withColumnRenamed("deal", "cards"))
    with pytest.raises(ValueError, match="no column 'deal'"):
        spark.ask(counted.drop("deal"), "par")
    assert touched.value == 0
    found = solved.orderBy("n").collect()
    assert [row.F_S for row in found] == preference.solve_many(DEALS[:8], contract="S")["F_S"]
    assert touched.value == 8
    assert "gains" in pars.columns


def test_solve_reads_rules_of_each_row(session: Any) -> None:
    from preference import spark

    names = ["austrian", "american", "illustrated"] * 4
    rows: list[Any] = [(n, DEALS[n], names[n], "FMR"[n % 2]) for n in range(12)]
    df = session.createDataFrame(rows, "n int, deal string, rules string, declarer string")
    found = spark.solve(df, contract="H").orderBy("n").collect()
    for n, deal, rules, declarer in rows:
        answer: Any = preference.solve(deal, rules=rules, declarer=declarer, contract="H")
        own = {f"{seat}_H": None for seat in "FMR"}
        own[f"{declarer}_H"] = answer["results"][0]["tricks"]
        assert {name: found[n][name] for name in own} == own


def test_stream_is_solved(session: Any, tmp_path: Path) -> None:
    from preference import spark

    source = tmp_path / "in"
    source.mkdir()
    (source / "deals.txt").write_text("\n".join(DEALS[:20]))
    stream = session.readStream.text(str(source)).withColumnRenamed("value", "deal")
    solved = spark.solve(stream, contract="S", declarer="F")
    query = solved.writeStream.format("memory").queryName("solved").trigger(availableNow=True).start()
    assert query.awaitTermination(60)
    found = {row.deal: row.F_S for row in session.table("solved").collect()}
    own = preference.solve_many(DEALS[:20], contract="S", declarer="F")
    assert found == dict(zip(DEALS[:20], own["F_S"], strict=True))
    with pytest.raises(ValueError, match="stream"):
        spark.write(stream, str(tmp_path / "out"), id="deal")


def test_worker_without_package_is_reported(session: Any, tmp_path: Path) -> None:
    from preference import spark

    # An interpreter of the same version without packages, such as a search of PATH might find.
    bare = tmp_path / "python3"
    bare.write_text(f'#!/bin/sh\nunset PYTHONPATH\nexec {sys.executable} -I -S "$@"\n')
    bare.chmod(0o755)
    context, before = session.sparkContext, session.sparkContext.pythonExec
    wanted = "PYSPARK_PYTHON.*" + re.escape(sys.executable)
    try:
        for python in (str(bare), str(tmp_path / "none")):
            context.pythonExec = python
            with pytest.raises(PreferenceError, match=wanted) as found:
                spark.solve(frame(session))
            assert python in str(found.value)
            assert "\n" not in str(found.value)
    finally:
        context.pythonExec = before


def workers() -> list[int]:
    """The ids of the processes of Spark's workers, the newest last."""
    parents, commands = {}, {}
    for entry in Path("/proc").iterdir():
        try:
            number = int(entry.name)
            parents[number] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            commands[number] = (entry / "cmdline").read_bytes()
        except (ValueError, OSError):
            continue
    daemons = {number for number, command in commands.items() if b"pyspark.daemon" in command}
    return sorted(number for number in daemons if parents[number] in daemons)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
def test_killed_worker_changes_no_answer(session: Any) -> None:
    from preference import spark

    killed: list[int] = []
    done = threading.Event()

    def kill() -> None:
        # Three workers are killed, one per second, unless the run ends earlier.
        while not done.wait(1.0) and len(killed) < 3:
            if alive := workers():
                os.kill(alive[-1], signal.SIGKILL)
                killed.append(alive[-1])

    many = session.createDataFrame([(n, DEALS[n % COUNT]) for n in range(4 * COUNT)], "n bigint, deal string")
    thread = threading.Thread(target=kill)
    thread.start()
    try:
        found = spark.solve(many, tasks=12, rules="illustrated-run6").orderBy("n").collect()
    finally:
        done.set()
        thread.join()
    assert killed
    own = preference.solve_many(DEALS, rules="illustrated-run6")
    assert [row.F_S for row in found] == own["F_S"] * 4
    assert [row.R_run6 for row in found] == own["R_run6"] * 4
    assert {row.error for row in found} == {None}


def test_slices_are_written_once(session: Any, tmp_path: Path) -> None:
    from preference import spark

    output = str(tmp_path / "answers")
    reported: list[tuple[int, int]] = []

    def stop_after_two(number: int, total: int) -> None:
        reported.append((number, total))
        if number == 2:
            raise KeyboardInterrupt

    asked: dict[str, Any] = {"id": "n", "slices": 4, **SOLVE}
    with pytest.raises(KeyboardInterrupt):
        spark.write(frame(session), output, progress=stop_after_two, **asked)
    # An interrupted slice has files, but no _SUCCESS file.
    Path(output, "slice=2").mkdir()
    Path(output, "slice=2/part-junk.parquet").write_text("junk")
    before = {path: path.stat().st_mtime_ns for path in Path(output).glob("slice=[01]/*")}
    assert len(before) >= 4
    assert spark.write(frame(session), output, **asked) == 2
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert spark.write(frame(session), output, **asked) == 0
    assert reported == [(1, 4), (2, 4)]
    read = session.read.parquet(output)
    assert sorted_rows(read.drop("slice")) == expected_rows()
    for other in ({**asked, "contract": "S"}, {**asked, "slices": 5}, {**asked, "prefix": "x"}):
        with pytest.raises(PreferenceError, match="another folder"):
            spark.write(frame(session), output, **other)
    with pytest.raises(PreferenceError, match="rows"):
        spark.write(frame(session).limit(7), output, **asked)


@pytest.mark.skipif(not Path(PREF).exists(), reason="the program is not built: cargo build")
def test_answers_equal_parquet_of_program(session: Any, tmp_path: Path) -> None:
    from preference import spark

    source, output = tmp_path / "deals.txt", tmp_path / "batch.parquet"
    source.write_text("\n".join([*DEALS, "F:A"]) + "\n")
    flags = ["--contract", SOLVE["contract"], "--rules", SOLVE["rules"], "--no-tables"]
    command = [PREF, "batch", str(source), "-o", str(output), "--ask", "solve", *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Parquet" in done.stderr:
        pytest.skip("the program is built without Parquet")
    assert done.returncode == 3, done.stderr
    batch = session.read.parquet(str(output)).drop("id")
    df = frame(session).where("deal is not null").selectExpr("cast(n + 1 as int) as record", "deal")
    own = spark.solve(df, **SOLVE).drop("deal")
    types = [(field.name, field.dataType) for field in batch.schema]
    assert types == [(field.name, field.dataType) for field in own.schema]
    assert batch.count() == own.count() == COUNT + 1
    assert batch.exceptAll(own).count() == 0
    assert own.exceptAll(batch).count() == 0


def test_command_writes_slices(tmp_path: Path) -> None:
    source, output = tmp_path / "deals.txt", tmp_path / "out"
    source.write_text("\n".join(DEALS[:50]))
    command = [sys.executable, "-m", "preference.spark", str(source), str(output)]
    more = ["--slices", "2", "--fields", json.dumps({"contract": "S", "declarer": "F"})]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    environment["PYSPARK_SUBMIT_ARGS"] = "--master local[2] --conf spark.ui.enabled=false pyspark-shell"
    done = subprocess.run([*command, *more], capture_output=True, text=True, env=environment, check=False)
    assert "2 slices written, 0 already present" in done.stderr, done.stderr
    import pyarrow.parquet as pq

    table = pq.read_table(output)
    own = preference.solve_many(DEALS[:50], contract="S", declarer="F")
    pairs = zip(table["deal"].to_pylist(), table["F_S"].to_pylist(), strict=True)
    assert sorted(pairs) == sorted(zip(DEALS[:50], own["F_S"], strict=True))


@pytest.mark.slow
def test_examples_of_cluster_page_succeed(
    session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow
    import pyarrow.parquet as pq

    monkeypatch.chdir(tmp_path)
    pq.write_table(pyarrow.table({"n": range(30), "deal": DEALS[:30]}), "deals.parquet")
    blocks = (ROOT / "docs/cluster.md").read_text().split("```python\n")[1:]
    run = []
    for block in blocks:
        # Spark's process runs in another folder, so it needs absolute paths.
        code = re.sub(r'"(deals\.parquet|solved)"', rf'"{tmp_path}/\1"', block.split("```")[0])
        package = next(
            name
            for name in ("pyspark", "ray", "dask", "polars", "pyarrow")
            if f"import {name}" in code or f"from {name}" in code
        )
        if importlib.util.find_spec(package):
            exec(code, {})
            run.append(package)
    assert {"pyspark", "polars", "pyarrow"} <= set(run)
    known = preference.solve_many(DEALS[:30], contract="S,H", rules="american")["F_S"]
    # All frameworks that were run must have written the same answers.
    for output in {"solved", "answers.parquet", "ray", "dask"} & set(os.listdir(".")):
        assert pq.read_table(output).sort_by("n")["F_S"].to_pylist() == known


SHIPPED = """
import os, sys
from pyspark.sql import SparkSession
from preference import spark

session = SparkSession.builder.getOrCreate()
df = session.read.parquet(sys.argv[1])

def where(batches):
    import preference, pyarrow
    for batch in batches:
        yield pyarrow.RecordBatch.from_pydict({"file": [preference.__file__], "python": [sys.executable]})

places = df.mapInArrow(where, "file string, python string").distinct().collect()
# The package comes from the archive, not from the machine that starts the job.
assert places and all("/environment/" in row.file for row in places), places
spark.solve(df, id="n", tasks=4, contract="S").write.parquet(sys.argv[2])
print("done")
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tar") is None, reason="no tar")
def test_environment_is_shipped(session: Any, tmp_path: Path) -> None:
    """Runs a job on local-cluster, whose workers are processes with folders of their own."""
    session.stop()
    import pyarrow
    import pyarrow.parquet as pq

    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    pip = [str(environment / "bin/python"), "-m", "pip", "install", "--quiet"]
    # Reusing a wheel that is already built saves minutes.
    package = os.environ.get("PREF_WHEEL", str(ROOT / "python"))
    subprocess.run([*pip, package, f"pyarrow=={pyarrow.__version__}"], check=True)
    archive = tmp_path / "environment.tar.gz"
    subprocess.run(["tar", "-czf", str(archive), "-C", str(environment), "."], check=True)
    shutil.rmtree(environment)
    pq.write_table(pyarrow.table({"n": range(COUNT), "deal": DEALS}), tmp_path / "deals.parquet")
    script, output = tmp_path / "job.py", tmp_path / "answers"
    script.write_text(SHIPPED)
    from pyspark.find_spark_home import _find_spark_home

    home = _find_spark_home()
    command = [
        f"{home}/bin/spark-submit",
        *["--master", "local-cluster[2,1,1024]", "--archives", f"{archive}#environment"],
        *["--conf", "spark.executorEnv.PYSPARK_PYTHON=./environment/bin/python"],
        *["--conf", "spark.pyspark.driver.python=" + sys.executable],
        *["--conf", "spark.pyspark.python=./environment/bin/python"],
        *["--conf", "spark.ui.enabled=false"],
        *[str(script), str(tmp_path / "deals.parquet"), str(output)],
    ]
    variables = {
        name: value for name, value in os.environ.items() if name not in ("PYSPARK_PYTHON", "PYTHONPATH")
    }
    variables["SPARK_HOME"] = home
    variables["SPARK_WORKER_DIR"] = str(tmp_path / "work")
    variables["SPARK_LOCAL_DIRS"] = str(tmp_path / "local")
    began = time.monotonic()
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=variables, cwd=tmp_path, timeout=300
    )
    assert "done" in done.stdout, f"{time.monotonic() - began}: {done.stdout}{done.stderr[-5000:]}"
    table = pq.read_table(output).sort_by("n")
    assert table["F_S"].to_pylist() == preference.solve_many(DEALS, contract="S")["F_S"]
