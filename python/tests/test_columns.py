"""Tests of the columns of frames: read, missing and renamed columns, and the types of answer columns."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import preference
from preference import Deal, Hand, QuestionError, ask_batches, ask_many, solve_batches, solve_many

DEALS: list[str] = [deal["deal"] for deal in preference.deal(count=12, seed=9)]
RULES = ["austrian", "american", "illustrated"] * 4
SEATS = ["F", "M", "R", None] * 3


def frames(columns: dict[str, Any]) -> list[Any]:
    """Returns frames with these columns, one of each kind that is installed."""
    made = []
    for name, kind in (("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "table")):
        try:
            made.append(getattr(__import__(name), kind)(columns))
        except ImportError:
            continue
    return made


def cells(frame: Any, name: str) -> list[Any]:
    """The cells of a column, with None for missing values."""
    column = frame[name]
    if hasattr(column, "isna"):
        column = column.astype(object).where(column.notna(), None)
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


def test_solve_many_reads_rules_and_declarer_of_each_row() -> None:
    single: dict[str, list[int | None]] = {f"{seat}_S": [] for seat in "FMR"}
    rows: list[Any] = list(zip(DEALS, RULES, SEATS, strict=True))
    for deal, rules, declarer in rows:
        answer: Any = preference.solve(deal, rules=rules, declarer=declarer, contract="S")
        tricks = {result["declarer"]: result["tricks"] for result in answer["results"]}
        for seat in "FMR":
            single[f"{seat}_S"].append(tricks.get(seat))
    assert any(single["F_S"][n] is None for n in range(12))
    columns = {"deal": DEALS, "rules": RULES, "declarer": SEATS}
    for frame in frames(columns):
        solved = solve_many(frame, contract="S")
        assert {name: cells(solved, name) for name in single} == single, type(frame)
    objects = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    table = solve_many(objects, contract="S")
    assert {name: table[name] for name in single} == single
    pa = pytest.importorskip("pyarrow")
    [batch] = solve_batches(pa.table(columns).to_batches(), contract="S")
    assert {name: batch[name].to_pylist() for name in single} == single


def test_long_rows_name_declarer_unless_frame_has_column() -> None:
    for frame in frames({"deal": DEALS[:4], "declarer": SEATS[:4]}):
        with pytest.raises(ValueError, match="column 'declarer' already.*prefix"):
            solve_many(frame, contract="S", long=True)
        found = solve_many(frame, contract="S,H", long=True, prefix="a_")
        assert cells(found, "a_declarer") == ["F", "F", "M", "M", "R", "R", "F", "F", "M", "M", "R", "R"]


def test_missing_deal_column_is_reported_with_columns_and_remedy() -> None:
    known = solve_many(DEALS, contract="S")["F_S"]
    for frame in frames({"n": list(range(12)), "x": DEALS}):
        for errors in ("raise", "return"):
            wanted = r"no column 'deal'; there are: n, x; columns={'deal': 'x'}"
            with pytest.raises(ValueError, match=wanted):
                solve_many(frame, errors=errors)
            with pytest.raises(ValueError, match=wanted):
                ask_many(frame, ask="par", errors=errors)
        assert cells(solve_many(frame, contract="S", columns={"deal": "x"}), "F_S") == known
        # Without a column of deals all rows have the deal of the question.
        assert len(ask_many(frame, ask="cards", deal=DEALS[0], declarer="F", contract="S")) == 12
    pa = pytest.importorskip("pyarrow")
    batches = pa.table({"a": DEALS, "b": DEALS}).to_batches()
    for answers in (solve_batches(batches), ask_batches(batches, ask="talon")):
        with pytest.raises(ValueError, match="no column 'deal'; there are: a, b; columns={'deal': NAME}"):
            next(answers)


def test_column_of_records_is_enough() -> None:
    generator = random.Random(7)
    hands = [Hand(deal, "russian") for deal in DEALS]
    for hand in hands:
        for _ in range(generator.randrange(60)):
            if not hand.is_over:
                hand.push(generator.choice(hand.legal_actions()))
    hands = [hand for hand in hands if not hand.is_over and hand.contract][:4]
    assert len(hands) == 4
    expected = [hand.review() for hand in hands]
    records = [hand.record() for hand in hands]
    texts = [json.dumps(record) for record in records]
    for frame in [*frames({"record": texts}), *frames({"record": records})]:
        answers = ask_many(frame, ask="review", model="selfish")
        assert cells(answers, "contract") == [review["contract"] for review in expected], type(frame)
        assert [len(cards) for cards in cells(answers, "cards")] == [len(one["cards"]) for one in expected]
        assert cells(ask_many(frame, ask="act", player="beginner"), "action") == [
            hand.act("beginner") for hand in hands
        ]
    for frame in frames({"view": [hand.view(hand.player).to_json() for hand in hands if hand.player]}):
        assert cells(ask_many(frame, ask="act", player="beginner"), "phase") == [hand.phase for hand in hands]
    for frame in frames({"record": [texts[0], texts[1].replace("actions", "action"), None]}):
        lost = ask_many(frame, ask="review", errors="return")
        assert cells(lost, "error_code")[0] is None
        assert all(cells(lost, "error_code")[1:]), cells(lost, "error")


def test_answers_of_deal_are_accepted_as_deals() -> None:
    dealt: list[Any] = preference.deal(count=12, seed=9)
    known = solve_many(DEALS, contract="S")["F_S"]
    for deals in (dealt, tuple(dealt), iter(dealt), [*dealt[:6], *DEALS[6:]]):
        table = solve_many(deals, contract="S")
        assert (table.columns[0], table["deal"], table["F_S"]) == ("deal", DEALS, known)
    for frame in frames({"deal": [deal["deal"] for deal in dealt]}):
        assert cells(solve_many(frame, contract="S"), "F_S") == known
    assert [par["deal"] for par in ask_many(dealt, ask="par")] == DEALS
    puzzles: list[Any] = preference.puzzle(among=500, kind="lead", contract="H", count=2)
    solved = solve_many(puzzles, contract="H")
    assert solved["solution"] == [puzzle["solution"] for puzzle in puzzles]
    for puzzle, row in zip(puzzles, solved, strict=True):
        assert row[f"{puzzle['declarer']}_H"] is not None
    with pytest.raises(QuestionError, match="row 1"):
        solve_many([dealt[0], {"deal": "F:A"}])
    lost = solve_many([dealt[0], None, {"deal": None}], contract="S", errors="return")
    assert lost["error_code"] == [None, "missing", "missing"]


@pytest.mark.parametrize("errors", ["raise", "return"])
def test_columns_of_pandas_are_nullable(errors: Any) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"deal": DEALS}, index=[f"i{n}" for n in range(12)])
    found = solve_many(frame, contract="S,run6", errors=errors)
    assert [str(found[name].dtype) for name in ("F_S", "R_run6")] == ["Int8", "boolean"]
    wrong = frame.assign(deal=[*DEALS[:11], "F:A"])
    lost = solve_many(wrong, contract="S,run6", errors="return")
    assert [str(lost[name].dtype) for name in ("F_S", "R_run6")] == ["Int8", "boolean"]
    assert lost["F_S"].iloc[11] is pd.NA
    assert lost["F_S"].tolist()[:11] == found["F_S"].tolist()[:11]
    assert str(solve_many(DEALS, contract="S").to_pandas()["M_S"].dtype) == "Int8"
    empty = solve_many(frame.iloc[:0], contract="S", goal="made")
    assert (len(empty), str(empty["F_S"].dtype)) == (0, "boolean")


def test_picture_is_written_only_as_svg(tmp_path: Path) -> None:
    deal = Deal(DEALS[0])
    for name in ("d.png", "d", "svg"):
        with pytest.raises(ValueError, match=r"\.svg"):
            deal.save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []
    deal.save(str(tmp_path / "d.SVG"))
    assert (tmp_path / "d.SVG").read_text(encoding="utf-8") == deal.svg()


def test_rows_are_indexed_by_number_and_slice() -> None:
    table = solve_many(DEALS, contract="S,misere", declarer="F")
    rows = list(table)
    assert [table[n] for n in range(-len(rows), len(rows))] == rows + rows
    for part in (slice(3), slice(2, 5), slice(-4, None), slice(5, 2), slice(3, 1000), slice(None, None, -2)):
        assert table[part] == rows[part]
    with pytest.raises(IndexError):
        table[len(rows)]


def test_row_is_indexed_by_numpy_integer() -> None:
    np = pytest.importorskip("numpy")
    table = solve_many(DEALS, contract="S")
    tricks = table.to_numpy()["F_S"]
    best = np.argmax(tricks)
    assert table[best]["F_S"] == tricks.max()
    with pytest.raises(TypeError):
        table[1.5]  # type: ignore[call-overload] # pyright: ignore[reportArgumentType, reportCallIssue]
    with pytest.raises(KeyError):
        table["no such column"]
