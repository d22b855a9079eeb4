"""Deals and answers in columns: tables of this package, and frames of other packages."""

from __future__ import annotations

import importlib
import json
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex, cast, overload

from preference import _preference
from preference._ask import error_of, line_of, reporter, thread_count
from preference._show import MAX_ROWS, table_html

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars
    import pyarrow

__all__ = ["Table"]

# Column types of numpy and of the module struct, for the types of the native part.
_NUMPY = {"Int8": "int8", "Int32": "int32", "Int64": "int64", "Float64": "float64", "Boolean": "bool"}
_MEMORY = {"Int8": "b", "Int32": "i", "Int64": "q", "Float64": "d", "Boolean": "?"}


class Table:
    """Table of named columns.

    It has the C interface of Arrow, so polars.DataFrame(table), pyarrow.table(table) and queries of DuckDB
    can read it.
    """

    def __init__(self, native: _preference.NativeTable) -> None:
        self._native = native

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return self._native.names()

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """An iterator over the rows, each a dictionary."""
        return map(json.loads, self._native.lines())

    @overload
    def __getitem__(self, column: str) -> list[Any]: ...
    @overload
    def __getitem__(self, column: SupportsIndex) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, column: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, column: str | SupportsIndex | slice) -> list[Any] | dict[str, Any]:
        """A column, a row or several rows.

        A name selects a column, whose values are returned as a list with None for missing values. A number
        selects a row, which is returned as a dictionary, and a slice such as [:3] a list of rows.
        """
        if isinstance(column, slice):
            places = range(len(self))[column]
            lines = self._native.lines(max(places, default=-1) + 1)
            return [json.loads(lines[place]) for place in places]
        if not isinstance(column, str):
            place = range(len(self))[column]
            row: dict[str, Any] = json.loads(self._native.lines(place + 1)[place])
            return row
        if column not in self.columns:
            raise KeyError(column)
        try:
            cells = self._native.column(column)
        except TypeError:
            # A column that was copied from the input may have a type that the native part does not unpack.
            return [row[column] for row in self]
        if isinstance(cells, list):
            return cells
        kind, values, present = cells
        numbers = struct.unpack(f"{len(present)}{_MEMORY[kind]}", values)
        return [number if known else None for number, known in zip(numbers, present, strict=True)]

    def __repr__(self) -> str:
        return f"<preference.Table of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        return table_html(self.columns, map(json.loads, self._native.lines(MAX_ROWS)), len(self))

    def __reduce__(self) -> tuple[Callable[[bytes], Table], tuple[bytes]]:
        return _from_bytes, (self._native.ipc(),)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def _array(self, name: str) -> numpy.ndarray[Any, Any] | None:
        """A column of numbers or texts as an array; None if the column has another type."""
        np = importlib.import_module("numpy")
        try:
            column = self._native.column(name)
        except TypeError:
            return None
        if isinstance(column, list):
            return cast("numpy.ndarray[Any, Any]", np.array(column, dtype=object))
        kind, values, present = column
        array: numpy.ndarray[Any, Any] = np.frombuffer(values, dtype=_NUMPY[kind]).copy()
        missing = np.logical_not(np.frombuffer(present, dtype="bool"))
        if missing.any():
            array = array.astype("float64" if kind != "Boolean" else "object")
            array[missing] = None if kind == "Boolean" else float("nan")
        return array

    def to_numpy(self) -> dict[str, numpy.ndarray[Any, Any]]:
        """A dictionary with an array for each column.

        Numbers with missing values become float64 with nan. Columns that were copied from the input may
        need pyarrow.
        """
        arrays = {name: self._array(name) for name in self.columns}
        return {
            name: self.to_pyarrow()[name].to_numpy() if array is None else array
            for name, array in arrays.items()
        }

    def to_pandas(self) -> pandas.DataFrame:
        """A frame of pandas with nullable columns: tricks are Int8, truth values boolean.

        Columns that were copied from the input may need pyarrow.
        """
        pd = importlib.import_module("pandas")
        frame: pandas.DataFrame = pd.DataFrame({name: self._series(pd, name) for name in self.columns})
        return frame

    def _series(self, pd: Any, name: str) -> Any:
        np = importlib.import_module("numpy")
        try:
            column = self._native.column(name)
        except TypeError:
            return self.to_pyarrow()[name].to_pandas()
        if isinstance(column, list):
            # Pandas 2 stores texts as objects.
            texts = "object" if pd.__version__.startswith("2.") else "str"
            return pd.Series(np.array(column, dtype=object), dtype=texts)
        kind, values, present = column
        array = np.frombuffer(values, dtype=_NUMPY[kind]).copy()
        missing = np.logical_not(np.frombuffer(present, dtype="bool"))
        if kind == "Float64":
            array[missing] = float("nan")
            return pd.Series(array)
        nullable = pd.arrays.BooleanArray if kind == "Boolean" else pd.arrays.IntegerArray
        return pd.Series(nullable(array, missing))

    def to_polars(self) -> polars.DataFrame:
        """A frame of polars."""
        frame: polars.DataFrame = importlib.import_module("polars").DataFrame(self)
        return frame

    def to_pyarrow(self) -> pyarrow.Table:
        """A table of pyarrow."""
        return importlib.import_module("pyarrow").table(self)


def _from_bytes(data: bytes) -> Table:
    return Table(_preference.NativeTable.from_ipc(data))


class RowQuestion:
    """Question that is asked about every row of a table."""

    def __init__(
        self,
        question: Mapping[str, Any],
        *,
        columns: Mapping[str, str] | None = None,
        prefix: str = "",
        errors: bool = True,
        copies_columns: bool = True,
        long: bool = False,
        threads: int | None = None,
    ) -> None:
        layout = {
            "columns": dict(columns or {}),
            "prefix": prefix,
            "errors": errors,
            "copies_columns": copies_columns,
        }
        self.ask: str = question["ask"]
        line, count = line_of(question), thread_count(threads)
        try:
            self.native = _preference.NativeRowQuestion(line, layout, long, count)
        except ValueError as error:
            raise error_of(json.loads(str(error))) from None

    def field_by_column(self, names: list[str], texts: list[str]) -> dict[str, str]:
        """Maps each column that the question reads to the field that it sets.

        texts: names of the columns that hold texts.

        Raises ValueError if no column has the deal, or if a column has the name of an answers' column.
        """
        self.native.empty_table(_preference.NativeTable.from_nulls(names, texts))
        return dict(self.native.fields_by_column(names))

    def table(
        self,
        native: _preference.NativeTable,
        report: Callable[[int], object] | None = None,
        before: int = 0,
    ) -> _preference.NativeTable:
        """The table with the columns of its answers.

        before: number of rows in earlier tables, which is added to the row number of an error.

        Raises the QuestionError of the first row that cannot be answered, unless errors are returned in
        columns.
        """
        answered, failed = self.native.answer(native, report)
        if failed:
            row, error = failed
            raise error_of(json.loads(error), before + row)
        return answered

    def schema(self, schema: pyarrow.Schema) -> pyarrow.Schema:
        """The schema of a table with this schema after columns for its answers have been added."""
        pa = importlib.import_module("pyarrow")
        empty = _preference.NativeTable.read(schema.empty_table())
        return pa.schema(self.native.empty_table(empty))

    def batches(self, batches: Iterable[pyarrow.RecordBatch], rows: int) -> Iterator[pyarrow.RecordBatch]:
        """Yields the batches with their answers, in order.

        rows: maximum number of rows that are answered at a time.
        """
        if rows < 1:
            raise ValueError("rows: write 1 or more")
        return self._batches(batches, rows)

    def _batches(self, batches: Iterable[pyarrow.RecordBatch], rows: int) -> Iterator[pyarrow.RecordBatch]:
        pa = importlib.import_module("pyarrow")
        before = 0
        for batch in batches:
            if batch.num_rows == 0:
                yield pa.RecordBatch.from_pylist([], self.schema(batch.schema))
            for begin in range(0, batch.num_rows, rows):
                native = _preference.NativeTable.read(batch.slice(begin, rows))
                yield from pa.RecordBatchReader.from_stream(self.table(native, before=before + begin))
            before += batch.num_rows


def is_arrow(questions: object) -> bool:
    """Whether an object has the C interface of Arrow."""
    return hasattr(questions, "__arrow_c_stream__") or hasattr(questions, "__arrow_c_array__")


def answer_table(
    questions: object, make_question: Callable[..., RowQuestion], progress: bool | Callable[[int], object]
) -> Any:
    """Answers each row of a frame and returns a frame of the same kind, or each deal and returns a Table.

    make_question: builds the question; for some kinds of frames it is called with further options.
    """
    kind = type(questions).__module__.partition(".")[0]
    if kind == "pandas":
        return _pandas(questions, make_question, progress)
    if kind == "polars" and hasattr(questions, "__arrow_c_stream__"):
        return _polars(questions, make_question, progress)
    if kind == "numpy":
        native = _masks(questions)
    elif isinstance(questions, str):
        native = _deals([questions])
    elif is_arrow(questions):
        native = _preference.NativeTable.read(questions)
    elif isinstance(questions, Iterable):
        native = _records(list(questions))
    else:
        native = _preference.NativeTable.read(questions)
    table = Table(_answer_native(native, make_question(), progress))
    if kind == "pyarrow":
        whole = table.to_pyarrow()
        if type(questions).__name__ != "RecordBatch":
            return whole
        pa = importlib.import_module("pyarrow")
        [batch] = whole.combine_chunks().to_batches() or [pa.RecordBatch.from_pylist([], whole.schema)]
        return batch
    return table


def _answer_native(
    native: _preference.NativeTable, question: RowQuestion, progress: bool | Callable[[int], object]
) -> _preference.NativeTable:
    report, close = reporter(progress, len(native))
    try:
        answered = question.table(native, report)
        if report:
            report(len(native))
    finally:
        close()
    return answered


def _masks(array: Any) -> _preference.NativeTable:
    """A table of the deals in an array. A deal is a text or a row of three or four sets of cards."""
    np = importlib.import_module("numpy")
    if array.ndim == 1 and array.dtype.kind in "OUT":
        return _deals(array)
    if array.ndim != 2 or array.shape[1] not in (3, 4) or array.dtype.kind not in "iu":
        raise ValueError(
            "an array of deals has three or four sets of cards in each row: those of F, M, R and the talon"
        )
    if len(array) and (array.min() < 0 or array.max() > 0xFFFFFFFF):
        raise ValueError("a set of cards is a 32-bit number")
    masks = np.ascontiguousarray(array, dtype=np.uint32)
    return _preference.NativeTable.from_masks(masks.tobytes(), array.shape[1])


def _deals(deals: Iterable[object], name: str = "deal") -> _preference.NativeTable:
    texts = [None if deal is None else str(deal) for deal in deals]
    try:
        return _preference.NativeTable.from_deals(texts, name)
    except UnicodeEncodeError:
        # A text with a lone surrogate cannot be encoded. It is not a deal, so the surrogate is replaced.
        return _preference.NativeTable.from_deals(
            [text and text.encode(errors="replace").decode() for text in texts], name
        )


def _records(records: list[Any]) -> _preference.NativeTable:
    """A table of deals, or of objects such as preference.deal returns, with a column for each key."""
    if not any(isinstance(record, Mapping) for record in records):
        return _deals(records)
    rows = [record if isinstance(record, Mapping) else {"deal": record} for record in records]
    names = list(dict.fromkeys(name for row in rows for name in row))
    return _preference.NativeTable.from_objects(names, [line_of(row) for row in rows])


def _polars(
    frame: Any, make_question: Callable[..., RowQuestion], progress: bool | Callable[[int], object]
) -> Any:
    """A frame of polars with the columns of the answers.

    Only the columns that are read are converted.
    """
    pl = importlib.import_module("polars")
    if isinstance(frame, pl.Series):
        frame = frame.to_frame("deal")
    reads = make_question().field_by_column(frame.columns, frame.select(pl.col(pl.String)).columns)
    # A column with nothing but nulls has a type that some readers refuse, so it is read as texts.
    read = frame.select(
        pl.col(name).cast(pl.String) if frame[name].dtype == pl.Null else name for name in reads
    )
    table = _preference.NativeTable
    native = table.read(read) if reads else table.from_nulls([], rows=len(frame))
    answers = Table(_answer_native(native, make_question(copies_columns=False), progress)).to_polars()
    rows = answers.get_column("row").to_list()
    own = frame if rows == list(range(len(frame))) else frame[rows]
    return own.hstack(answers.drop("row"))


def _pandas(
    frame: Any, make_question: Callable[..., RowQuestion], progress: bool | Callable[[int], object]
) -> Any:
    """A frame of pandas with the columns of the answers.

    The frame's index and the types of its columns are kept.
    """
    pd = importlib.import_module("pandas")
    if isinstance(frame, pd.Series):
        frame = frame.to_frame("deal")
    elif not isinstance(frame, pd.DataFrame):
        raise TypeError(f"{type(frame).__name__} is neither a list of deals nor a frame")
    names = [name if isinstance(name, str) else str(name) for name in frame.columns]
    texts = [name for name, kind in zip(names, frame.dtypes, strict=True) if kind.kind == "O"]
    reads = make_question().field_by_column(names, texts)
    read = frame[[column for column, name in zip(frame.columns, names, strict=True) if name in reads]]
    if not reads:
        native = _preference.NativeTable.from_nulls([], rows=len(frame))
    elif list(reads.values()) == ["deal"]:
        # If the deals are the only column that is read, pyarrow is not needed.
        [name] = reads
        native = _deals((None if pd.isna(deal) else deal for deal in read.iloc[:, 0]), name)
    else:
        pa = importlib.import_module("pyarrow")
        # Pandas stores whole numbers as floats if some are missing; they are converted back.
        for name, column in read.items():
            if column.dtype.kind == "f" and (column.dropna() % 1 == 0).all():
                read = read.assign(**{name: column.astype("Int64")})
        native = _preference.NativeTable.read(pa.Table.from_pandas(read, preserve_index=False))
    answers = Table(_answer_native(native, make_question(copies_columns=False), progress)).to_pandas()
    own = frame.iloc[answers.pop("row").to_numpy(dtype="int64")]
    return pd.concat([own, answers.set_axis(own.index)], axis=1)
