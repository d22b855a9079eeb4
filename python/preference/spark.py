"""Many deals on a cluster: frames of Apache Spark with columns for answers.

This module needs PySpark 4, and on the workers pyarrow and this package. It uses only the interface of
frames, so that it works with Spark Connect, too.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from preference import __version__, _preference
from preference._ask import PreferenceError, line_of
from preference._table import RowQuestion

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

__all__ = ["ask", "solve", "write"]

# Work of a task in seconds of one thread.
_TASK_SECONDS = 2

# Second half, with the remedy, of the error for workers whose Python lacks the packages.
_REMEDY = (
    "cannot import preference and pyarrow: before the session begins, set PYSPARK_PYTHON to a Python that "
    f"can, such as {sys.executable} on this machine"
)


def solve(
    df: DataFrame,
    *,
    long: bool = False,
    columns: Mapping[str, str] | None = None,
    prefix: str = "",
    id: str | Sequence[str] | None = None,  # noqa: A002
    tasks: int | None = None,
    threads: int | None = None,
    **fields: Any,
) -> DataFrame:
    """The frame with a column for each declarer and contract, which has the result for each deal.

    df: frame with a column deal, or with sets of cards in the columns F, M, R and talon; it may be a stream.
        Its own columns are copied.
    id: columns whose hash decides which task gets a row; by default the columns that are read.
    tasks: number of tasks; by default spark.sql.shuffle.partitions. With 0, and always for a stream, the
        frame's own partitions are the tasks.
    threads: number of threads in a task; by default PREFERENCE_THREADS of the worker, else spark.task.cpus.

    The other arguments are the arguments of preference.solve_many. A row without an answer has the reason in
    error_code and error. The work begins when the frame is used, and is repeated whenever it is used again;
    to avoid that, write the frame to a file first.
    """
    return _with_answers(df, _arguments("solve", fields, columns, prefix, long), id, tasks, threads)


def ask(
    df: DataFrame,
    ask: str,
    *,
    columns: Mapping[str, str] | None = None,
    prefix: str = "",
    id: str | Sequence[str] | None = None,  # noqa: A002
    tasks: int | None = None,
    threads: int | None = None,
    **fields: Any,
) -> DataFrame:
    """The frame with columns for the answers to a question.

    Fields of the question are read from the columns that have their names.

    The arguments are the arguments of solve and of preference.ask_many.
    """
    return _with_answers(df, _arguments(ask, fields, columns, prefix, False), id, tasks, threads)


def write(
    df: DataFrame,
    output: str,
    *,
    id: str | Sequence[str],  # noqa: A002
    ask: str = "solve",
    slices: int = 16,
    long: bool = False,
    columns: Mapping[str, str] | None = None,
    prefix: str = "",
    tasks: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **fields: Any,
) -> int:
    """Writes the frame with its answers as Parquet and returns the number of slices that were written.

    A slice that an earlier run has finished is kept and not written again.

    output: folder, in which each slice gets a folder; spark.read.parquet(output) reads all of them.
    id: columns that identify rows; their hash decides the slice of a row.
    ask: command of the question.
    tasks: number of tasks for a slice; by default each takes some seconds.
    slices: number of slices. Each of them reads the whole input, so choose a number with which a slice takes
        some minutes.
    progress: called after each slice with its number, from 1, and the number of slices.

    The other arguments are the arguments of solve.

    Raises PreferenceError if the folder has slices for another question, or for an input with another number
    of rows.
    """
    from pyspark.sql import functions

    if "slice" in (name.lower() for name in df.columns):
        raise ValueError("the frame has a column 'slice', but the folders use this name: rename the column")
    keys = [id] if isinstance(id, str) else list(id)
    question_arguments = _arguments(ask, fields, columns, prefix, long)
    _schema(df, question_arguments)
    if df.isStreaming:
        raise ValueError("a stream has no end, and so no slices: use solve or ask, and df.writeStream")
    _check_workers(df.sparkSession)
    rows = df.count()
    run_question = {**question_arguments, "id": keys, "slices": slices, "rows": rows, "version": __version__}
    _record_question(df.sparkSession, f"{output}/_question", json.loads(line_of(run_question)))
    if tasks is None:
        tasks = _task_count(ask, math.ceil(rows / slices))
    done = 0
    for number in range(slices):
        path = f"{output}/slice={number}"
        if not _exists(df.sparkSession, f"{path}/_SUCCESS"):
            of_slice = functions.pmod(functions.xxhash64(*keys), functions.lit(slices)) == number
            part = _with_answers(df.where(of_slice), question_arguments, keys, tasks, threads)
            with _short_worker_errors():
                part.write.mode("overwrite").parquet(path)
            done += 1
        if progress:
            progress(number + 1, slices)
    return done


def _arguments(
    ask: str, fields: Mapping[str, Any], columns: Mapping[str, str] | None, prefix: str, long: bool
) -> dict[str, Any]:
    """The arguments with which a worker builds the question, as values that JSON can write."""
    question = json.loads(line_of({**fields, "ask": ask}))
    return {"question": question, "columns": dict(columns or {}), "prefix": prefix, "long": long}


def _task_count(ask: str, rows: int) -> int:
    return max(1, math.ceil(rows / (_TASK_SECONDS * _preference.questions_per_second(ask))))


def _with_answers(
    df: DataFrame,
    question_arguments: dict[str, Any],
    id: str | Sequence[str] | None,  # noqa: A002
    tasks: int | None,
    threads: int | None,
) -> DataFrame:
    schema = _schema(df, question_arguments)
    _check_workers(df.sparkSession)
    if df.isStreaming:
        # Repartitioning would make the stream stateful.
        tasks = 0
    elif tasks is None:
        tasks = int(df.sparkSession.conf.get("spark.sql.shuffle.partitions", "200") or 200)
    if tasks:
        keys = (
            [name for name, _ in RowQuestion(**question_arguments).native.fields_by_column(df.columns)]
            if id is None
            else [id]
            if isinstance(id, str)
            else list(id)
        )
        # The rows are distributed by a hash of these columns, so that a repeated task gets the same rows.
        df = df.repartition(tasks, *keys)
    large = df.sparkSession.conf.get("spark.sql.execution.arrow.useLargeVarTypes", "false") == "true"
    question_json = json.dumps(question_arguments)

    def work(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        # This import must run in the process of the worker.
        try:
            from preference.spark import answer
        except ImportError as error:
            import sys

            raise RuntimeError(f"the worker's Python, {sys.executable}, has no package preference") from error

        return answer(question_json, batches, threads, large)

    return df.mapInArrow(work, schema)


def _schema(df: DataFrame, question_arguments: dict[str, Any]) -> StructType:
    """The schema of the frame with its answers.

    Raises QuestionError or ValueError if the question cannot be asked about any row.
    """
    import pyarrow
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import StructType

    texts = [name for name, kind in df.dtypes if kind == "string"]
    empty = _preference.NativeTable.from_nulls(df.columns, texts)
    head = pyarrow.schema(RowQuestion(**question_arguments).native.empty_table(empty))
    schema = StructType(list(df.schema.fields))
    own = {name.lower() for name in df.columns}
    for field in list(head)[len(df.columns) :]:
        # Spark ignores case in the names of columns.
        if field.name.lower() in own:
            raise ValueError(
                f"the frame has a column '{field.name}' that differs only in upper and lower case: set prefix"
            )
        schema.add(field.name, from_arrow_type(field.type))
    return schema


def _check_workers(session: SparkSession) -> None:
    """Checks the Python interpreter of workers that are children of this process.

    Raises PreferenceError if it lacks a package that the workers need.
    """
    try:
        context = session.sparkContext
    except Exception:
        # Spark Connect reports nothing about its workers, so they are not checked.
        return
    local = re.match(r"local($|\[)", str(context.master))
    python = str(context.pythonExec)
    if local and shutil.which(python) != sys.executable and not _has_package(python):
        raise PreferenceError(f"the workers' Python, {python}, {_REMEDY}")


@functools.lru_cache
def _has_package(python: str) -> bool:
    """Whether a Python interpreter has the packages that a worker needs."""
    command = [python, "-c", "import preference, pyarrow"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@contextlib.contextmanager
def _short_worker_errors() -> Iterator[None]:
    """Replaces Spark's long error about a package that the workers lack by an error of one line."""
    from pyspark.errors import PySparkException

    try:
        yield
    except PySparkException as error:
        text = str(error)
        lacks = re.search(r"the worker's Python, (.*), has no package preference", text)
        if lacks or "No module named 'pyarrow'" in text or "No module named 'preference'" in text:
            python = f", {lacks[1]}," if lacks else ""
            raise PreferenceError(f"the workers' Python{python} {_REMEDY}") from None
        raise


def answer(
    question_json: str, batches: Iterable[pyarrow.RecordBatch], threads: int | None, large: bool
) -> Iterator[pyarrow.RecordBatch]:
    """Answers the batches of a task on a worker; yields them with their answers.

    question_json: the question as JSON.
    """
    import pyarrow

    if threads is None:
        # Spark sets OMP_NUM_THREADS to the number of cores that a task has.
        threads = int(os.environ.get("PREFERENCE_THREADS") or os.environ.get("OMP_NUM_THREADS") or 1)
    row_question = _worker_question(question_json, threads)
    # A batch is about a second of work, so that Spark never takes the task for idle.
    for batch in row_question.batches(batches, _preference.questions_per_second(row_question.ask)):
        if large:
            fields = [field.with_type(_large(field.type)) for field in batch.schema]
            batch = batch.cast(pyarrow.schema(fields))
        yield batch


def _large(kind: pyarrow.DataType) -> pyarrow.DataType:
    """The type with large texts in place of texts, also within lists, structs and maps."""
    import pyarrow

    if pyarrow.types.is_string(kind):
        return pyarrow.large_string()
    if pyarrow.types.is_list(kind):
        return pyarrow.list_(kind.value_field.with_type(_large(kind.value_type)))
    if pyarrow.types.is_struct(kind):
        return pyarrow.struct([field.with_type(_large(field.type)) for field in kind])
    if pyarrow.types.is_map(kind):
        return pyarrow.map_(_large(kind.key_type), _large(kind.item_type))
    return kind


@functools.lru_cache(maxsize=4)
def _worker_question(question_json: str, threads: int) -> RowQuestion:
    """The question on a worker; all tasks of the worker share it."""
    return RowQuestion(**json.loads(question_json), threads=threads)


def _exists(session: SparkSession, path: str) -> bool:
    from pyspark.errors import AnalysisException

    try:
        # Spark Connect looks for the path only when the schema is needed.
        _ = session.read.text(path).schema
    except AnalysisException as error:
        if error.getCondition() != "PATH_NOT_FOUND":
            raise
        return False
    return True


def _record_question(session: SparkSession, path: str, question: Mapping[str, Any]) -> None:
    """Writes the question of a run next to its answers, or compares it with the one written there before.

    Raises PreferenceError if the folder has answers to another question.
    """
    if not _exists(session, f"{path}/_SUCCESS"):
        session.createDataFrame([(json.dumps(question),)], "value string").coalesce(1).write.mode(
            "overwrite"
        ).text(path)
        return
    [row] = session.read.text(path).collect()
    before = json.loads(row[0])
    for name in question:
        if before.get(name) != question[name]:
            raise PreferenceError(
                f"{name}: the answers in this folder are for {json.dumps(before.get(name))}, "
                f"not for {json.dumps(question[name])}: name another folder, or remove this one"
            )


def main(arguments: Sequence[str] | None = None) -> None:
    """Answers the rows of a file or folder: the program that spark-submit runs."""
    parser = argparse.ArgumentParser(
        description="Answers the rows of Parquet or CSV files, or the deals of a text file; writes Parquet."
    )
    parser.add_argument(
        "input", help="a file or folder; its extension names the format: .parquet, .csv or .txt"
    )
    parser.add_argument(
        "output", help="the folder for the answers; a repeated run writes only the missing slices"
    )
    parser.add_argument("--ask", default="solve", help="the question [default: solve]")
    parser.add_argument("--fields", default="{}", help="""its fields as JSON: '{"contract":"S,H"}'""")
    parser.add_argument("--id", help="the columns that identify a row, separated by commas [default: all]")
    parser.add_argument(
        "--slices", type=int, default=16, help="number of parts, which are finished one by one [default: 16]"
    )
    parser.add_argument(
        "--tasks", type=int, help="number of tasks for a slice [default: some seconds of work each]"
    )
    parser.add_argument("--long", action="store_true", help="solve: a row for each declarer and contract")
    given = parser.parse_args(arguments)
    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("preference").getOrCreate()
    if given.input.rstrip("/").endswith(".csv"):
        df = session.read.csv(given.input, header=True, inferSchema=True)
    elif given.input.endswith((".txt", ".txt.gz")):
        df = session.read.text(given.input).withColumnRenamed("value", "deal")
    else:
        df = session.read.parquet(given.input)
    try:
        done = _write_answers(df, given)
    except (PreferenceError, ValueError) as error:
        raise SystemExit(f"preference.spark: {error}") from None
    print(f"{done} slices written, {given.slices - done} already present", file=sys.stderr)


def _write_answers(df: DataFrame, given: argparse.Namespace) -> int:
    """Answers the rows with the options of the command; returns the number of slices written."""
    return write(
        df,
        given.output.rstrip("/"),
        id=given.id.split(",") if given.id else df.columns,
        ask=given.ask,
        slices=given.slices,
        tasks=given.tasks,
        long=given.long,
        progress=lambda number, total: print(f"slice {number} of {total}", file=sys.stderr),
        **json.loads(given.fields),
    )


if __name__ == "__main__":
    main()
