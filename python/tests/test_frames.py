"""Tests of many deals in lists, arrays and frames."""

from __future__ import annotations

import csv
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import preference
from preference import Deal, DealError, QuestionError, Table, ask_batches, ask_many, solve_batches, solve_many

DEALS: list[str] = [deal["deal"] for deal in preference.deal(count=40, seed=5)]
ROOT = Path(__file__).parents[2]
PREF = os.environ.get("PREF", str(ROOT / "target/debug/pref"))


def tricks(contract: str = "S", **fields: Any) -> dict[str, list[int]]:
    """The results of solve: for each column's name the values for all deals."""
    columns: dict[str, list[int]] = {}
    for answer in ask_many(DEALS, ask="solve", contract=contract, **fields):
        for result in answer["results"]:
            columns.setdefault(f"{result['declarer']}_{result['contract']}", []).append(result["tricks"])
    return columns


def test_lists_become_tables() -> None:
    known = tricks("S,misere")
    for deals in (DEALS, tuple(DEALS), iter(DEALS), [Deal(deal) for deal in DEALS]):
        table = solve_many(deals, contract="S,misere")
        assert table.columns == ["deal", *(f"{seat}_{c}" for seat in "FMR" for c in ("S", "misere"))]
        assert len(table) == len(DEALS)
        assert table["deal"] == DEALS
        assert {name: table[name] for name in known} == known
    first = next(iter(table))
    assert first == {"deal": DEALS[0], **{name: column[0] for name, column in known.items()}}
    with pytest.raises(KeyError):
        table["F_X"]
    assert "_S" in table._repr_html_()
    assert "<script" not in table._repr_html_()
    empty = solve_many([])
    assert (len(empty), list(empty), empty["F_S"]) == (0, [], [])
    assert solve_many(DEALS[0], contract="S")["F_S"] == known["F_S"][:1]


def test_rows_without_answer_are_reported() -> None:
    deals = [*DEALS[:2], "F:A", None, "ünknown \x00 <b>"]
    with pytest.raises(DealError) as found:
        solve_many(deals, contract="S")
    assert (found.value.row, found.value.field, found.value.code) == (2, "deal", "bad-deal")
    assert str(found.value).startswith("row 2: deal: ")
    table = solve_many(deals, contract="S", errors="return")
    assert table["error_code"] == [None, None, "bad-deal", "missing", "bad-deal"]
    assert table["F_S"][2:] == [None, None, None]
    assert "<b>" not in table._repr_html_()
    with pytest.raises(QuestionError, match="row 1"):
        ask_many([{"ask": "auction"}, {"ask": "solve"}])
    # A mistake in the question is reported even if there are no deals.
    for wrong in ({"rules": "no"}, {"contract": "X"}, {"declarer": "Q"}):
        with pytest.raises(QuestionError):
            solve_many([], **wrong)
    with pytest.raises(TypeError, match="neither a list of deals nor a frame"):
        solve_many(7)
    with pytest.raises(ValueError, match="errors"):
        solve_many(DEALS, errors="no")


def test_objects_use_defaults_unless_they_set_fields() -> None:
    questions: list[Any] = [{"deal": DEALS[0]}, {"deal": DEALS[0], "contract": "H"}, DEALS[0]]
    answers = ask_many(questions, ask="solve", contract="S", declarer="F")
    assert [answer["results"][0]["contract"] for answer in answers] == ["S", "H", "S"]


def test_arrays_of_card_sets_are_solved() -> None:
    np = pytest.importorskip("numpy")
    masks = np.array([Deal(deal).masks for deal in DEALS], dtype=np.uint32)
    known = tricks()
    for array in (masks, masks[:, :3], masks.astype(np.int64), np.asfortranarray(masks), masks[::-1][::-1]):
        table = solve_many(array, contract="S")
        assert table["deal"] == DEALS
        assert {name: table[name] for name in known} == known
    arrays = table.to_numpy()
    assert arrays["F_S"].dtype == np.int8
    assert arrays["F_S"].tolist() == known["F_S"]
    assert solve_many(np.array(DEALS), contract="S")["F_S"] == known["F_S"]
    lost = solve_many(masks[:2] * 0, contract="S", errors="return")
    assert lost["error_code"] == ["bad-deal"] * 2
    assert np.isnan(lost.to_numpy()["F_S"]).all()
    for wrong in (masks[:, :2], masks.astype(float), masks.astype(np.int64) - 2**33):
        with pytest.raises(ValueError, match="sets? of cards"):
            solve_many(wrong)


def test_pandas_frames_get_columns() -> None:
    pd = pytest.importorskip("pandas")
    known = tricks()
    own = {"name": pd.Categorical([f"n{n % 3}" for n in range(40)]), "deal": DEALS, 7: range(40)}
    frame = pd.DataFrame(own, index=[f"i{n}" for n in range(40)])
    found = solve_many(frame, contract="S")
    assert isinstance(found, pd.DataFrame)
    assert list(found.columns) == ["name", "deal", 7, "F_S", "M_S", "R_S"]
    pd.testing.assert_frame_equal(found[["name", "deal", 7]], frame)
    assert {name: found[name].tolist() for name in known} == known
    assert found["F_S"].dtype == "Int8"
    series = solve_many(frame["deal"], contract="S")
    assert series.index.equals(frame.index)
    # A long result has several rows for each deal, and each of them has the columns of the deal.
    long = solve_many(frame, contract="S", long=True)
    assert long.index.tolist() == [f"i{n}" for n in range(40) for _ in range(3)]
    assert long["tricks"].tolist() == [known[f"{seat}_S"][n] for n in range(40) for seat in "FMR"]
    assert (long["name"].iloc[::3].tolist(), long["name"].dtype) == (list(own["name"]), "category")
    renamed = frame.rename(columns={"deal": "cards"})
    assert solve_many(renamed, contract="S", columns={"deal": "cards"})["F_S"].tolist() == known["F_S"]
    wrong = frame.copy()
    wrong["deal"] = [None, float("nan"), *DEALS[2:]]
    lost = solve_many(wrong, contract="S", errors="return")
    assert lost["error_code"].tolist()[:2] == ["missing"] * 2
    with pytest.raises(ValueError, match="has a column 'F_S' already.*prefix"):
        solve_many(found, contract="S")
    assert solve_many(found, contract="S", prefix="again_")["again_F_S"].tolist() == known["F_S"]
    with pytest.raises(ValueError, match="no column 'hands'"):
        solve_many(frame, columns={"deal": "hands"})
    with pytest.raises(ValueError, match="'cards' is not a field"):
        solve_many(frame, columns={"cards": "deal"})


def test_ask_many_reads_fields_of_each_row() -> None:
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    # An auction takes its time.
    deals, names = DEALS[:6], ["austrian", "american"] * 3
    frame = pd.DataFrame({"deal": deals, "rules": names, "x": 1})
    with pytest.raises(ValueError, match="ask: name"):
        ask_many(frame)
    found = ask_many(frame, ask="par")
    assert list(found.columns[:3]) == ["deal", "rules", "x"]
    single = [preference.par(deal, rules=rules) for deal, rules in zip(deals, names, strict=True)]
    assert found["declarer"].tolist() == [answer["declarer"] for answer in single]
    gains = [{seat: gain for seat, gain in row.items() if gain is not None} for row in found["gains"]]
    assert gains == [answer["gains"] for answer in single]
    assert [list(calls) for calls in found["calls"]] == [answer["calls"] for answer in single]
    played = pd.DataFrame({"deal": DEALS[:2], "at": [[0, 1], [0, 3]], "declarer": "F", "contract": "S"})
    lines = [preference.line(deal, declarer="F", contract="S")["line"] for deal in DEALS[:2]]
    played["played"] = lines
    moments = ask_many(played, ask="cards")
    assert moments.index.tolist() == [0, 0, 1, 1]
    assert [len(cards) for cards in moments["cards"].iloc[::2]] == [10, 10]


def test_polars_frames_get_columns() -> None:
    pl = pytest.importorskip("polars")
    known = tricks()
    whole = pl.DataFrame({"deal": DEALS, "n": range(40), "kind": pl.Series(DEALS, dtype=pl.Categorical)})
    for frame in (
        whole,
        whole.with_columns(pl.col("deal").cast(pl.Categorical)),
        whole.rechunk()[::-1][::-1],
    ):
        found = solve_many(frame, contract="S")
        assert isinstance(found, pl.DataFrame)
        assert found.select(frame.columns).equals(frame)
        assert {name: found[name].to_list() for name in known} == known
    parts = pl.concat([whole[:13], whole[13:]], rechunk=False)
    assert solve_many(parts, contract="S")["F_S"].to_list() == known["F_S"]
    assert solve_many(whole["deal"], contract="S")["F_S"].to_list() == known["F_S"]
    masks = pl.DataFrame([Deal(deal).masks for deal in DEALS], schema=["F", "M", "R", "talon"], orient="row")
    assert solve_many(masks, contract="S")["F_S"].to_list() == known["F_S"]
    without = solve_many(masks.cast(pl.UInt32).drop("talon"), contract="S")
    assert without["F_S"].to_list() == known["F_S"]
    assert solve_many(whole.clear(), contract="S").schema["F_S"] == pl.Int8


def test_pyarrow_tables_get_columns() -> None:
    pa = pytest.importorskip("pyarrow")
    known = tricks()
    kinds = [
        pa.array(DEALS),
        pa.array(DEALS, pa.large_string()),
        pa.array(DEALS, pa.string_view()),
        pa.array(DEALS).dictionary_encode(),
        pa.array(DEALS, pa.large_string()).dictionary_encode(),
        pa.chunked_array([DEALS[:7], [], DEALS[7:]]),
    ]
    table = pa.table({})
    for deals in kinds:
        table = pa.table({"k": range(40), "deal": deals}, metadata={"from": "here"})
        found = solve_many(table, contract="S")
        assert isinstance(found, pa.Table)
        assert found.select(["k", "deal"]).equals(table)
        assert found.schema.metadata[b"from"] == b"here"
        assert {name: found[name].to_pylist() for name in known} == known
        assert [found.schema.field(name).type for name in known] == [pa.int8()] * 3
        alone = solve_many(deals, contract="S")
        assert alone["F_S"].to_pylist() == known["F_S"]
    [batch] = table.combine_chunks().to_batches()
    assert isinstance(solve_many(batch, contract="S"), pa.RecordBatch)
    assert solve_many(batch.slice(3, 5), contract="S")["F_S"].to_pylist() == known["F_S"][3:8]
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
    assert solve_many(reader, contract="S")["F_S"].to_pylist() == known["F_S"]
    unions = pa.table({"deal": DEALS, "span": pa.array([1] * 40, pa.duration("s"))})
    assert solve_many(unions, contract="S").select(["deal", "span"]).equals(unions)

    def fails() -> Any:
        yield from table.to_batches()
        raise RuntimeError("no more")

    with pytest.raises((RuntimeError, ValueError), match="no more"):
        solve_many(pa.RecordBatchReader.from_batches(table.schema, fails()), contract="S")


def test_duckdb_queries_are_read() -> None:
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    known = tricks()
    deals = pa.table({"deal": DEALS, "n": range(40)})
    found = solve_many(duckdb.sql("select deal, n from deals where n < 9 order by n"), contract="S")
    assert isinstance(found, Table)
    assert found["F_S"] == known["F_S"][:9]
    again = duckdb.from_arrow(found).sum("F_S").fetchall()
    answers = ask_many(duckdb.sql("select deal from deals where n < 3 order by n"), ask="par")
    read = duckdb.from_arrow(answers).query("answers", "select calls[1], gains.F, game.contract from answers")
    right = [preference.par(deal) for deal in DEALS[:3]]
    assert read.fetchall() == [
        (par["calls"][0], par["gains"]["F"], par.get("game", {}).get("contract")) for par in right
    ]
    assert again == [(sum(known["F_S"][:9]),)]
    assert deals.num_rows == 40


def test_batches_are_answered_one_by_one() -> None:
    pa = pytest.importorskip("pyarrow")
    known = tricks()
    table = pa.table({"n": range(40), "deal": [*DEALS[:39], None]})
    taken: list[int] = []

    def batches() -> Any:
        for batch in table.to_batches(max_chunksize=15):
            taken.append(batch.num_rows)
            yield batch

    found = solve_batches(batches(), contract="S", rows=4)
    first = next(found)
    assert (first.num_rows, taken) == (4, [15])
    whole = pa.Table.from_batches([first, *found])
    assert whole["n"].to_pylist() == list(range(40))
    assert whole["F_S"].to_pylist() == [*known["F_S"][:39], None]
    assert whole["error_code"].to_pylist() == [None] * 39 + ["missing"]
    assert list(solve_batches(iter(()))) == []
    none = table.schema.empty_table().to_batches()
    assert sum(batch.num_rows for batch in solve_batches(none)) == 0
    [par] = ask_batches(table.slice(0, 2).to_batches(), ask="par", rules="american")
    assert par["declarer"].to_pylist() == [preference.par(d, rules="american")["declarer"] for d in DEALS[:2]]
    with pytest.raises(QuestionError) as last:
        list(solve_batches(table.to_batches(max_chunksize=15), contract="S", errors="raise", rows=4))
    assert (last.value.row, last.value.code) == (39, "missing")
    with pytest.raises(ValueError, match="rows"):
        solve_batches(table.to_batches(), rows=-1)
    [empty] = solve_batches([table.to_batches()[0].slice(0, 0)], contract="S")
    assert (empty.num_rows, empty.schema) == (0, first.schema)


@pytest.mark.skipif(not Path(PREF).exists(), reason="the program is not built: cargo build")
@pytest.mark.parametrize(
    ("ask", "deal_count", "flags", "fields"),
    [
        ("solve", 10, ["--contract", "S,run6"], {"contract": "S,run6"}),
        ("solve", 10, ["--goal", "made"], {"goal": "made"}),
        ("talon", 10, ["--declarer", "M"], {"declarer": "M"}),
        ("par", 2, ["--rules", "american"], {"rules": "american"}),
    ],
)
def test_columns_equal_columns_of_program(
    tmp_path: Path, ask: str, deal_count: int, flags: list[str], fields: dict[str, Any]
) -> None:
    pa = pytest.importorskip("pyarrow")
    source, output = tmp_path / "deals.txt", tmp_path / "answers.csv"
    deals = [*DEALS[:deal_count], "F:A"]
    source.write_text("\n".join(deals))
    command = [PREF, "batch", str(source), "-o", str(output), "--ask", ask, *flags]
    environment = {**os.environ, "PREF_TABLES": str(tmp_path)}
    assert subprocess.run(command, capture_output=True, check=False, env=environment).returncode == 3
    with output.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    table = ask_many(
        pa.table({"x": deals}), ask=ask, errors="return", columns={"deal": "x"}, prefix="_", **fields
    )

    def without_nulls(value: Any) -> Any:
        """A value without null fields. Maps, which are lists of pairs, become objects."""
        if isinstance(value, list) and value and all(isinstance(one, tuple) for one in value):
            value = dict(value)
        if isinstance(value, dict):
            return {name: without_nulls(one) for name, one in value.items() if one is not None}
        return [without_nulls(one) for one in value] if isinstance(value, list) else value

    def text(value: Any) -> Any:
        if isinstance(value, dict | list):
            return without_nulls(value)
        return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

    found = [
        {name[1:]: text(value) for name, value in row.items() if name != "x"} for row in table.to_pylist()
    ]
    known = [
        {
            name: without_nulls(json.loads(cell)) if cell[:1] in ("[", "{") else cell
            for name, cell in row.items()
            if name not in ("record", "id")
        }
        for row in rows
    ]
    # The program repeats the deal in its answer; the table has it only in the column of the question.
    for row in known:
        row.pop("deal", None)
    assert found == known


def test_progress_counts_rows() -> None:
    told: list[int] = []
    solve_many(DEALS * 3, contract="S", progress=told.append)
    assert told[-1] == 120
    assert told == sorted(told)
    tqdm = pytest.importorskip("tqdm.auto")
    assert tqdm
    code = f"import preference; preference.solve_many({DEALS[:3]!r}, contract='S', progress=True)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, "3/3" in done.stderr) == ("", True)


def _raise(_: int) -> None:
    raise LookupError("enough")


def test_error_in_progress_callback_ends_solve_many() -> None:
    deals = [deal["deal"] for deal in preference.deal(count=20_000, seed=1)]
    began = time.monotonic()
    with pytest.raises(LookupError):
        solve_many(deals, progress=_raise)
    assert time.monotonic() - began < 5


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_solve_many_at_any_moment() -> None:
    deals = [deal["deal"] for deal in preference.deal(count=20_000, seed=1)]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for wait in (0.06, 0.2, 0.45):
            # Python handles SIGINT only when the main thread next checks for signals, which may be some time
            # after the signal.
            timer = threading.Timer(wait, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            began = time.monotonic()
            with pytest.raises(KeyboardInterrupt):
                solve_many(deals)
            assert time.monotonic() - began < wait + 1
            timer.join()
            assert solve_many(DEALS[:1], contract="S")["F_S"] == tricks()["F_S"][:1]
    finally:
        signal.signal(signal.SIGINT, before)


def test_worked_example_counts_made_deals() -> None:
    example = ROOT / "python/examples/bettel.py"
    done = subprocess.run([sys.executable, str(example), "80"], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout.splitlines()[-1])
    deals = [deal["deal"] for deal in preference.deal(count=80, seed=2026)]
    known: dict[str, Any] = {"rules": "illustrated", "contract": "misere", "declarer": "F"}
    solved: list[Any] = [preference.solve(deal, goal="made", **known) for deal in deals]
    without = [answer["results"][0]["made"] for answer in solved]
    talon: list[Any] = [preference.talon(deal, goal="made", **known) for deal in deals]
    taken = [any(one["results"][0]["made"] for one in answer["discards"]) for answer in talon]
    assert told == {"count": 80, "with": sum(taken), "without": sum(without)}
    assert sum(taken) > 0


def test_no_row_is_lost() -> None:
    pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    for kind in (pd.DataFrame, pl.DataFrame, pa.table):
        misnamed = kind({"cards": DEALS})
        assert len(solve_many(misnamed, contract="S", columns={"deal": "cards"})) == 40
        assert len(ask_many(kind({"x": [1, 2, 3]}), ask="auction", calls="pass")) == 3
        seeds = ask_many(kind({"seed": [1, 2]}), ask="deal", prefix="a_")
        assert list(seeds["a_deal"])[0] != list(seeds["a_deal"])[1]
        calls = ask_many(kind({"calls": [["pass", "1"], ["pass"]]}), ask="auction")
        assert [str(seat) for seat in calls["to_call"]] == ["R", "M"]
    gaps = pd.DataFrame({"deal": DEALS[:2], "pot": [10.0, None]})
    assert ask_many(gaps, ask="par", rules="austrian", errors="return")["error_code"].isna().all()
    twice = pa.table([DEALS, ["junk"] * 40], names=["deal", "deal"])
    with pytest.raises(ValueError, match="two columns have the name 'deal'"):
        solve_many(twice)


def test_unused_columns_may_have_any_type() -> None:
    pl = pytest.importorskip("polars")
    thing = object()
    frame = pl.DataFrame({"deal": DEALS[:2], "null": [None, None], "lists": [[], []]})
    wide = pl.Series("wide", [1, 2**100], dtype=pl.Int128)
    frame = frame.with_columns(wide, pl.Series("thing", [thing, thing], dtype=pl.Object))
    found = solve_many(frame, contract="S")
    assert found["F_S"].to_list() == tricks()["F_S"][:2]
    assert found["thing"].to_list() == [thing, thing]
    assert found["wide"].to_list() == [1, 2**100]
    nothing = solve_many(pl.DataFrame({"deal": [None, None]}), errors="return")
    assert nothing["error_code"].to_list() == ["missing"] * 2


def test_default_for_empty_cell_appears_in_answer_column() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"deal": DEALS[:2], "rules": ["american", None]})
    plain = ask_many(frame, ask="par")
    assert plain["rules"].to_list() == ["american", None]
    assert ask_many(frame, ask="par", prefix="p_")["p_rules"].to_list() == ["american", "austrian"]
    renamed = ask_many(frame.rename({"rules": "sort"}), ask="par", columns={"rules": "sort"})
    assert renamed["rules"].to_list() == ["american", "austrian"]
    whose = pl.DataFrame({"deal": DEALS[:2], "who": ["M", None]})
    results = solve_many(whose, columns={"declarer": "who"}, contract="S", long=True)
    assert results["declarer"].to_list() == ["M", "F", "M", "R"]


def test_card_sets_are_read_from_renamed_columns() -> None:
    pd = pytest.importorskip("pandas")
    masks = [Deal(deal).masks for deal in DEALS[:3]]
    names = ["one", "two", "three", "rest"]
    frame = pd.DataFrame(masks, columns=names)
    columns = dict(zip(["F", "M", "R", "talon"], names, strict=True))
    assert solve_many(frame, columns=columns, contract="S")["F_S"].tolist() == tricks()["F_S"][:3]
    # Columns that the argument `columns` names take precedence over a column of deals.
    frame["deal"] = DEALS[3:6]
    columns.pop("talon")
    assert solve_many(frame, columns=columns, contract="S")["F_S"].tolist() == tricks()["F_S"][:3]
    with pytest.raises(ValueError, match="needs columns for F, M and R"):
        solve_many(frame, columns={"F": "one"})
    with pytest.raises(ValueError, match="'F' is not a field"):
        ask_many(frame, ask="auction", columns={"F": "one"})


def test_tables_keep_types_and_survive_pickling() -> None:
    pd, pa = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    days = pa.array([18_000, None], pa.date32())
    prices = pa.array([1, 2], pa.decimal128(5, 2))
    batch = pa.record_batch({"deal": DEALS[:2], "day": days, "price": prices, "one": ["a", None]})

    class Query:
        def __arrow_c_array__(self, _: object = None) -> object:
            return batch.__arrow_c_array__()

    table = solve_many(Query(), contract="S")
    assert isinstance(table, Table)
    frame = table.to_pandas()
    pd.testing.assert_series_equal(frame["day"], batch["day"].to_pandas(), check_names=False)
    assert [str(price) for price in table.to_numpy()["price"]] == ["1.00", "2.00"]
    again = pickle.loads(pickle.dumps(table))
    assert isinstance(again, Table)
    assert again.to_pyarrow().equals(table.to_pyarrow())
    assert list(again) == list(table)
    assert list(pickle.loads(pickle.dumps(solve_many([])))) == []


def test_wrong_card_sets_are_reported() -> None:
    pa = pytest.importorskip("pyarrow")
    masks = [Deal(deal).masks for deal in DEALS[:3]]
    columns: dict[str, list[int | None]] = {
        name: [mask[n] for mask in masks] for n, name in enumerate(("F", "M", "R", "talon"))
    }
    columns["talon"][0], columns["F"][1], columns["M"][2] = 2**40, -1, None
    table = pa.table({name: pa.array(column, pa.int64()) for name, column in columns.items()})
    found = solve_many(table, contract="S", errors="return")
    assert found["error_code"].to_pylist() == ["bad-deal", "bad-deal", "missing"]
    assert str(2**40) in found["error"][0].as_py()


def test_stream_producer_may_use_interpreter_in_thread() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"deal": DEALS})

    def batches() -> Any:
        # As with a file system written in Python, another thread does the work while this one waits.
        for batch in table.to_batches(max_chunksize=10):
            taken: list[Any] = []
            thread = threading.Thread(target=lambda taken=taken, batch=batch: taken.append(batch))
            thread.start()
            thread.join(10)
            yield taken[0]

    reader = pa.RecordBatchReader.from_batches(table.schema, batches())
    assert solve_many(reader, contract="S")["F_S"].to_pylist() == tricks()["F_S"]


def test_wrong_question_leaves_other_answers_intact() -> None:
    np = pytest.importorskip("numpy")
    wrong: list[Any] = [DEALS[0], None, {"deal": "\udcff"}, {"deal": DEALS[0], "pot": float("nan")}]
    answers = ask_many(wrong, ask="par", errors="return")
    assert [one.get("error", {}).get("code") for one in answers] == [None, "bad-json", "bad-json", "bad-json"]
    with pytest.raises(QuestionError):
        ask_many(wrong, ask="par")
    with pytest.raises(DealError):
        solve_many(["\udcff"])
    assert len(preference.deal(count=np.int64(2))) == 2
    with pytest.raises(QuestionError, match="contrct"):
        solve_many([], contrct="S")
    for threads in (-1, 2**40, "x"):
        with pytest.raises(ValueError, match="threads"):
            solve_many(DEALS, threads=threads)
    assert {Deal(DEALS[0]).masks: 1}
