"""Many questions at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, Unpack, overload

from preference import _preference
from preference._ask import QuestionError, error_of, line_of, reporter, thread_count
from preference._show import Answer, Answers
from preference._table import Asked, Table, answer_table, is_arrow

if TYPE_CHECKING:
    import pyarrow

    from preference._verbs import Question, SolveOptions

__all__ = ["ask_batches", "ask_many", "solve_batches", "solve_many"]

# How many questions one call of the native part answers.
_CHUNK = 4096

Errors = Literal["raise", "return"]
Progress = bool | Callable[[int], object]


class Arrow(Protocol):
    """What gives its rows by the C interface of Arrow: the frames of pandas, polars and pyarrow do."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


Frame = TypeVar("Frame", bound=Arrow)


def _returns(errors: str) -> bool:
    if errors not in ("raise", "return"):
        raise ValueError('errors: write "raise" or "return"')
    return errors == "return"


@overload
def ask_many(
    questions: Frame,
    *,
    ask: str,
    errors: Errors = "raise",
    columns: Mapping[str, str] | None = None,
    prefix: str = "",
    threads: int | None = None,
    progress: Progress = False,
    **fields: Any,
) -> Frame: ...
@overload
def ask_many(
    questions: Iterable[Question | Mapping[str, Any] | str],
    *,
    ask: str | None = None,
    errors: Errors = "raise",
    threads: int | None = None,
    progress: Progress = False,
    **fields: Any,
) -> list[dict[str, Any]]: ...
def ask_many(
    questions: Any,
    *,
    ask: str | None = None,
    errors: Errors = "raise",
    columns: Mapping[str, str] | None = None,
    prefix: str = "",
    threads: int | None = None,
    progress: Progress = False,
    **fields: Any,
) -> Any:
    """The answers to many questions, in their order, found on all cores.

    questions: objects, or deals, which give a list of answers; or a frame of pandas, polars or pyarrow, or
        anything with the C interface of Arrow, which gives such a frame with columns for the answers.
    ask: what is asked where a question does not say it, solve for instance; frames need it.
    fields: what is asked about where a question does not say it, as rules="american".
    errors: "raise" raises the QuestionError of the first that cannot be answered; "return" gives an object
        with the key error in its place, or fills the columns error_code and error.
    columns: the columns of a frame that are read as fields, if they have other names: {"deal": "cards"}.
        A column that has the name of a field is read; all others come back as they are.
    prefix: what stands before the names of the columns for answers. Without one, those for the rules, the
        declarer and the contract are left out where the frame has columns of these names that are read.
    threads: how many work; all cores, or PREFERENCE_THREADS, if it is left out.
    progress: shows a bar if tqdm is installed; or is called with the number of answers now and then.

    Ctrl-C ends it within a tenth of a second, if it is called by the main thread.
    """
    returns = _returns(errors)
    kind = type(questions).__module__.partition(".")[0]
    if kind in ("pandas", "numpy") or is_arrow(questions):
        if ask is None:
            raise ValueError('ask: say what is asked of each row, as ask="par"')
        form: dict[str, Any] = {"columns": columns, "prefix": prefix, "errors": returns, "threads": threads}
        return answer_table(questions, lambda **more: Asked({"ask": ask, **fields}, **form, **more), progress)
    usual = {"ask": ask, **fields}

    def line(question: Any) -> str:
        own = {"deal": question} if isinstance(question, str) else question
        if isinstance(own, Mapping):
            try:
                return line_of({**usual, **own})
            except QuestionError:
                if not returns:
                    raise
        elif not returns:
            raise QuestionError("bad-json", f"{type(own).__name__} is neither a question nor a deal")
        # What cannot be written has the error of a line that is no object.
        return "null"

    return _lines([line(question) for question in questions], returns, threads, progress)


def _lines(lines: list[str], returns: bool, threads: int | None, progress: Progress) -> Answers:
    report, close = reporter(progress, len(lines))
    answers = Answers()
    try:
        for begin in range(0, len(lines), _CHUNK):
            chunk = lines[begin : begin + _CHUNK]
            told = (lambda done, begin=begin: report(begin + done)) if report else None
            for line in _preference.answer(chunk, thread_count(threads), told):
                answer = Answer(json.loads(line))
                if not returns and "error" in answer:
                    raise error_of(answer["error"], len(answers))
                answers.append(answer)
            if report:
                report(len(answers))
    finally:
        close()
    return answers


@overload
def solve_many(
    deals: Frame,
    *,
    long: bool = False,
    errors: Errors = "raise",
    columns: Mapping[str, str] | None = None,
    prefix: str = "",
    threads: int | None = None,
    progress: Progress = False,
    **fields: Unpack[SolveOptions],
) -> Frame: ...
@overload
def solve_many(
    deals: Iterable[str],
    *,
    long: bool = False,
    errors: Errors = "raise",
    prefix: str = "",
    threads: int | None = None,
    progress: Progress = False,
    **fields: Unpack[SolveOptions],
) -> Table: ...
@overload
def solve_many(deals: object, **fields: Any) -> Any: ...
def solve_many(
    deals: Any,
    *,
    long: bool = False,
    errors: Errors = "raise",
    columns: Mapping[str, str] | None = None,
    prefix: str = "",
    threads: int | None = None,
    progress: Progress = False,
    **fields: Any,
) -> Any:
    """Which contracts does each hand of many deals make? A column for each declarer and contract.

    deals: a list or iterator of deals, or of objects as preference.deal gives them, which gives a Table; a
        frame of pandas, polars or pyarrow with a column deal, or anything with the C interface of Arrow,
        which gives such a frame with columns for the answers; or an array of numpy with three or four sets of
        cards a row, a bit a card. A frame may have such sets in columns F, M, R and talon, or in others:
        {"F": "first", "M": "second", "R": "third"}.
    long: gives a row for each declarer and contract instead.
    errors: "raise" raises the QuestionError of the first that cannot be solved; "return" fills the columns
        error_code and error.
    columns: the columns of a frame that are read as fields, if they have other names: {"deal": "cards"}.
        A column that has the name of a field, as rules or declarer, is read where its cell is not empty; all
        others come back as they are.
    prefix: what stands before the names of the columns for answers.
    threads: how many work; all cores, or PREFERENCE_THREADS, if it is left out.
    progress: shows a bar if tqdm is installed; or is called with the number of answers now and then.
    fields: those of solve: rules, declarer, contract, goal, leader, out.

    Ctrl-C ends it within a tenth of a second, if it is called by the main thread.
    """
    form: dict[str, Any] = {"columns": columns, "prefix": prefix, "long": long}
    form |= {"errors": _returns(errors), "threads": threads}
    return answer_table(deals, lambda **more: Asked({"ask": "solve", **fields}, **form, **more), progress)


def solve_batches(
    batches: Iterable[pyarrow.RecordBatch],
    *,
    long: bool = False,
    errors: Errors = "return",
    columns: Mapping[str, str] | None = None,
    prefix: str = "",
    threads: int | None = None,
    rows: int = 1000,
    **fields: Unpack[SolveOptions],
) -> Iterator[pyarrow.RecordBatch]:
    """The batches with columns for what each hand makes, in their order; it reads on as they are taken.

    It is made for whatever hands out batches and takes batches: Spark, Ray, Dask, a file of Parquet. A row
    that cannot be solved tells why in the columns error_code and error, unless errors is "raise". At most so
    many rows as rows says are solved at once. The other arguments are those of solve_many.
    """
    asked = Asked(
        {"ask": "solve", **fields},
        columns=columns,
        prefix=prefix,
        errors=_returns(errors),
        long=long,
        threads=threads,
    )
    return asked.batches(batches, rows)


def ask_batches(
    batches: Iterable[pyarrow.RecordBatch],
    *,
    ask: str,
    errors: Errors = "return",
    columns: Mapping[str, str] | None = None,
    prefix: str = "",
    threads: int | None = None,
    rows: int = 64,
    **fields: Any,
) -> Iterator[pyarrow.RecordBatch]:
    """The batches with columns for the answers to a question, in their order; it reads on as they are taken.

    The arguments are those of ask_many; at most so many rows as rows says are answered at once.
    """
    returns = _returns(errors)
    question = {"ask": ask, **fields}
    asked = Asked(question, columns=columns, prefix=prefix, errors=returns, threads=threads)
    return asked.batches(batches, rows)
