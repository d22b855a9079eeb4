"""Measures how fast many deals are answered in each way, and checks that all answers are equal.

Usage: python benches/throughput.py [--pref target/release/pref] [--deals 20000] [--rounds 3]
                                    [--rules american] [--tables FOLDER]

The bare solver's rate is that of `pref solve --format json`, whose output is discarded. Compared with it:
`pref batch` to JSONL, CSV and, in a program built with it, Parquet; if the package preference is installed,
ask_many and solve_many; and, if PySpark is, preference.spark in two processes, from Parquet to Parquet, without
the start of Spark. None of them has tables of endings, so that every round is alike; with --tables all use the
tables that `pref tables build` has put into the folder. Prints the median of the rounds as a share of the
solver's time in the same round.
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
        made = run(pref, "deal", "--count", str(args.deals), "--seed", "11", "--format", "json")
        deals = [json.loads(line)["deal"] for line in made.splitlines()]
        (folder / "deals.txt").write_text("\n".join(deals) + "\n")

        def solve() -> None:
            told = run(pref, "solve", "--rules", rules, "--format", "json", stdin=folder / "deals.txt")
            (folder / "solve.jsonl").write_text(told)

        def batch(ending: str) -> Callable[[], None]:
            output = str(folder / f"batch.{ending}")
            ask = [str(folder / "deals.txt"), "-o", output, "--overwrite", "--ask", "solve", "--rules", rules]

            def work() -> None:
                run(pref, "batch", *ask)

            return work

        ways: dict[str, Callable[[], None]] = {"solve": solve}
        ways |= {f"batch {ending}": batch(ending) for ending in ("jsonl", "csv", "parquet")}
        try:
            import preference
        except ImportError:
            print("not measured: Python, the package preference is not installed")
        else:
            questions = [{"ask": "solve", "deal": deal, "rules": rules} for deal in deals]
            answers: list[dict[str, Any]] = []
            ways["ask_many"] = lambda: answers.__setitem__(slice(None), preference.ask_many(questions))
            tables: list[Any] = []
            ways["solve_many"] = lambda: tables.append(preference.solve_many(deals, rules=rules))
            if spark := spark_way(deals, folder, rules):
                ways["spark"] = spark
        try:
            run(pref, "batch", "-", "-o", str(folder / "x.parquet"), "--ask", "solve")
        except subprocess.CalledProcessError:
            print("not measured: Parquet, the program is built without it")
            del ways["batch parquet"]
        times: dict[str, list[float]] = {way: [] for way in ways}
        for number in range(args.rounds):
            for way, work in ways.items():
                began = time.perf_counter()
                work()
                times[way].append(time.perf_counter() - began)
            print(f"round {number + 1}:", ", ".join(f"{way} {took[-1]:.2f} s" for way, took in times.items()))
        solved = (folder / "solve.jsonl").read_text()
        compare(solved, folder)
        if "ask_many" in ways:
            assert answers == [json.loads(line) for line in solved.splitlines()], "ask_many answers otherwise"
            known = tricks(solved)
            texts = [{name: str(cell) for name, cell in row.items() if name != "deal"} for row in tables[-1]]
            assert texts == known, "solve_many answers otherwise"
        if "spark" in ways:
            from pyarrow import parquet

            rows = (
                parquet.read_table(folder / "spark")
                .sort_by("n")
                .drop_columns(["n", "deal", "error_code", "error"])
            )
            assert [{name: str(cell) for name, cell in row.items()} for row in rows.to_pylist()] == known
    for way, took in times.items():
        shares = [one / alone for one, alone in zip(took, times["solve"], strict=True)]
        rate = len(deals) / statistics.median(took)
        print(f"{way:14} {rate:8.0f} deals a second, {statistics.median(shares):.3f} of the time of solve")


def spark_way(deals: list[str], folder: Path, rules: str) -> Callable[[], None] | None:
    """Returns a function that solves the deals with Spark, if PySpark is installed."""
    try:
        import pyarrow
        from pyarrow import parquet
        from pyspark.sql import SparkSession
    except ImportError:
        print("not measured: Spark, PySpark is not installed")
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
    """Returns the tricks of each deal by the names of their columns."""
    return [
        {
            f"{result['declarer']}_{result['contract']}": str(result["tricks"])
            for result in json.loads(line)["results"]
        }
        for line in solved.splitlines()
    ]


def compare(solved: str, folder: Path) -> None:
    """Checks that all outputs hold the answers of solve."""
    assert (folder / "batch.jsonl").read_text() == solved, "batch answers otherwise"
    known = tricks(solved)
    with (folder / "batch.csv").open(newline="") as table:
        rows = list(csv.DictReader(table))
    own = ("record", "id", "error_code", "error")
    assert [{name: cell for name, cell in row.items() if name not in own} for row in rows] == known
    if not (folder / "batch.parquet").exists():
        return
    try:
        from pyarrow import parquet
    except ImportError:
        print("not compared: Parquet, pyarrow is not installed")
        return
    table = parquet.read_table(folder / "batch.parquet").drop_columns(list(own)).to_pylist()
    assert [{name: str(cell) for name, cell in row.items()} for row in table] == known


def run(*command: str, stdin: Path | None = None) -> str:
    with open(stdin or os.devnull) as read:
        return subprocess.run(command, stdin=read, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
