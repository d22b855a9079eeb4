"""Measures how fast many deals are solved by each interface, and checks that all answers are equal.

Usage: python benches/throughput.py [--pref target/release/pref] [--deals 20000] [--rounds 3]
                                    [--rules american] [--tables FOLDER]

The baseline is `pref solve --format json`. These interfaces are compared with it:

- `pref batch` to JSONL, CSV and, if the program was built with it, Parquet
- ask_many and solve_many, if the package preference is installed
- preference.spark with two workers, from Parquet to Parquet, without the start of Spark, if PySpark is
  installed

Without --tables, no interface uses endgame tables, so that all rounds do the same work. With --tables, all
use the tables that `pref tables build` has put into the folder. For each interface the script prints the
median rate in deals per second, and the median over the rounds of the interface's time divided by the time of
`pref solve` in the same round.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pref", default="target/release/pref")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rules", default="american")
    parser.add_argument("--tables", type=Path)
    args = parser.parse_args()
    pref, rules = str(Path(args.pref).resolve()), args.rules
    os.environ["PREF_TABLES_LIMIT"] = "0"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["PREF_TABLES"] = str((args.tables or folder / "tables").resolve())
        deal_lines = run(pref, "deal", "--count", str(args.deals), "--seed", "11", "--format", "json")
        deals = [json.loads(line)["deal"] for line in deal_lines.splitlines()]
        (folder / "deals.txt").write_text("\n".join(deals) + "\n")

        def solve() -> None:
            output = run(pref, "solve", "--rules", rules, "--format", "json", stdin=folder / "deals.txt")
            (folder / "solve.jsonl").write_text(output)

        def batch(ending: str) -> Callable[[], None]:
            output = str(folder / f"batch.{ending}")
            question = ["--ask", "solve", "--rules", rules]
            arguments = [str(folder / "deals.txt"), "-o", output, "--overwrite", *question]

            def work() -> None:
                run(pref, "batch", *arguments)

            return work

        methods: dict[str, Callable[[], None]] = {"solve": solve}
        methods |= {f"batch {ending}": batch(ending) for ending in ("jsonl", "csv", "parquet")}
        try:
            import preference
        except ImportError:
            print("Python is not measured: the package preference is not installed")
        else:
            questions = [{"ask": "solve", "deal": deal, "rules": rules} for deal in deals]
            answers: list[dict[str, Any]] = []
            methods["ask_many"] = lambda: answers.__setitem__(slice(None), preference.ask_many(questions))
            tables: list[Any] = []
            methods["solve_many"] = lambda: tables.append(preference.solve_many(deals, rules=rules))
            if spark := spark_method(deals, folder, rules):
                methods["spark"] = spark
        try:
            run(pref, "batch", "-", "-o", str(folder / "x.parquet"), "--ask", "solve")
        except subprocess.CalledProcessError:
            print("Parquet is not measured: the program was built without it")
            del methods["batch parquet"]
        times: dict[str, list[float]] = {method: [] for method in methods}
        for number in range(args.rounds):
            for method, work in methods.items():
                began = time.perf_counter()
                work()
                times[method].append(time.perf_counter() - began)
            print(
                f"round {number + 1}:",
                ", ".join(f"{method} {seconds[-1]:.2f} s" for method, seconds in times.items()),
            )
        solved = (folder / "solve.jsonl").read_text()
        compare(solved, folder)
        if "ask_many" in methods:
            expected_answers = [json.loads(line) for line in solved.splitlines()]
            assert answers == expected_answers, "the answers of ask_many differ"
            expected_rows = tricks(solved)
            texts = [{name: str(cell) for name, cell in row.items() if name != "deal"} for row in tables[-1]]
            assert texts == expected_rows, "the answers of solve_many differ"
        if "spark" in methods:
            from pyarrow import parquet

            rows = (
                parquet.read_table(folder / "spark")
                .sort_by("n")
                .drop_columns(["n", "deal", "error_code", "error"])
            )
            spark_rows = [{name: str(cell) for name, cell in row.items()} for row in rows.to_pylist()]
            assert spark_rows == expected_rows, "the answers of Spark differ"
    for method, seconds in times.items():
        ratios = [own / baseline for own, baseline in zip(seconds, times["solve"], strict=True)]
        rate = len(deals) / statistics.median(seconds)
        ratio = statistics.median(ratios)
        print(f"{method:14} {rate:8.0f} deals per second, {ratio:.3f} times the time of solve")


def spark_method(deals: list[str], folder: Path, rules: str) -> Callable[[], None] | None:
    """A function that solves the deals with Spark; None if PySpark is not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
        from pyspark.sql import SparkSession
    except ImportError:
        print("Spark is not measured: PySpark is not installed")
        return None
    from preference import spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    parquet.write_table(pyarrow.table({"n": range(len(deals)), "deal": deals}), folder / "deals.parquet")
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    quiet = {"spark.log.level": "OFF", "spark.ui.showConsoleProgress": "false"}
    session = builder.config(map=quiet).getOrCreate()

    def work() -> None:
        df = session.read.parquet(str(folder / "deals.parquet"))
        spark.solve(df, rules=rules, id="n").write.mode("overwrite").parquet(str(folder / "spark"))

    return work


def tricks(solved: str) -> list[dict[str, str]]:
    """The tricks of each deal in the lines `solved`, by column names such as `F_S`."""
    return [
        {
            f"{result['declarer']}_{result['contract']}": str(result["tricks"])
            for result in json.loads(line)["results"]
        }
        for line in solved.splitlines()
    ]


def compare(solved: str, folder: Path) -> None:
    """Checks that all outputs of `pref batch` have the answers `solved` of `pref solve`."""
    assert (folder / "batch.jsonl").read_text() == solved, "the answers of pref batch differ"
    expected_rows = tricks(solved)
    with (folder / "batch.csv").open(newline="") as table:
        rows = list(csv.DictReader(table))
    other_columns = ("record", "id", "error_code", "error")
    csv_rows = [{name: cell for name, cell in row.items() if name not in other_columns} for row in rows]
    assert csv_rows == expected_rows, "the rows of CSV differ"
    if not (folder / "batch.parquet").exists():
        return
    try:
        from pyarrow import parquet
    except ImportError:
        print("Parquet is not compared: pyarrow is not installed")
        return
    table = parquet.read_table(folder / "batch.parquet").drop_columns(list(other_columns)).to_pylist()
    assert [{name: str(cell) for name, cell in row.items()} for row in table] == expected_rows


def run(*command: str, stdin: Path | None = None) -> str:
    with open(stdin or os.devnull) as read:
        return subprocess.run(command, stdin=read, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
