"""Functions that answer one question, or many at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, Unpack, overload

from preference import _preference
from preference._ask import QuestionError, answer_of, error_of, line_of, reporter, thread_count
from preference._show import Answer, Answers
from preference._table import RowQuestion, Table, answer_table, is_arrow
from preference._verbs import Question, SolveOptions, typed_ask

if TYPE_CHECKING:
    import pyarrow

__all__ = ["ask", "ask_batches", "ask_many", "solve_batches", "solve_many"]

# Number of questions that one call of the native part answers.
_CHUNK_SIZE = 4096

Errors = Literal["raise", "return"]
Progress = bool | Callable[[int], object]


class Arrow(Protocol):
    """Object with the C interface of Arrow, such as the frames of pandas, polars and pyarrow."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


Frame = TypeVar("Frame", bound=Arrow)


def _returns_errors(errors: str) -> bool:
    if errors not in ("raise", "return"):
        raise ValueError('errors: write "raise" or "return"')
    return errors == "return"


@typed_ask
def ask(question: Mapping[str, Any], *, threads: int | None = None) -> Answer:
    """The answer to a question. Its key ask names a command; its other keys are the command's fields.

    If the question has a list of deals, a list of moments in the play (at), or the field count, its answer is
    an object whose key answers holds a list.

    threads: number of threads; by default PREFERENCE_THREADS, or one on each core.

    Raises QuestionError if the question cannot be answered.
    """
    return answer_of(question, threads)


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
    """Answers many questions on all cores and returns the answers in their order.

    questions: a list of questions or deals, for a list of answers; or a frame of pandas, polars or pyarrow,
        or another object with the C interface of Arrow, for a frame of the same kind with columns for the
        answers.
    ask: default command of the questions, for instance solve. It must be given for a frame.
    fields: default fields of the questions, for instance rules="american".
    errors: "raise" raises the QuestionError of the first question that cannot be answered. "return" puts an
        object with the key error in the place of its answer, or fills the columns error_code and error.
    columns: columns of a frame whose names differ from the fields that are read from them: {"deal": "cards"}.
        A column that has the name of a field is read without being named here. All columns are copied.
    prefix: prefix of the names of the columns for answers. Without a prefix the answers have no column
        rules, declarer or contract if this field is read from a column of the same name.
    threads: number of threads; by default PREFERENCE_THREADS, or one on each core.
    progress: True shows a bar if tqdm is installed; a function is called with the number of answers so far.

    Ctrl-C stops the call within half a second if it was made on the main thread.
    """
    returns = _returns_errors(errors)
    kind = type(questions).__module__.partition(".")[0]
    if kind in ("pandas", "numpy") or is_arrow(questions):
        if ask is None:
            raise ValueError('ask: name the question about each row, such as ask="par"')
        form: dict[str, Any] = {"columns": columns, "prefix": prefix, "errors": returns, "threads": threads}
        return answer_table(
            questions, lambda **more: RowQuestion({"ask": ask, **fields}, **form, **more), progress
        )
    defaults = {"ask": ask, **fields}

    def line(question: Any) -> str:
        own = {"deal": question} if isinstance(question, str) else question
        if isinstance(own, Mapping):
            try:
                return line_of({**defaults, **own})
            except QuestionError:
                if not returns:
                    raise
        elif not returns:
            raise QuestionError("bad-json", f"{type(own).__name__} is neither a question nor a deal")
        # A question that cannot be written as JSON becomes null, which is not an object and so gets an error.
        return "null"

    return _answer_lines([line(question) for question in questions], returns, threads, progress)


def _answer_lines(lines: list[str], returns: bool, threads: int | None, progress: Progress) -> Answers:
    report, close = reporter(progress, len(lines))
    answers = Answers()
    try:
        for begin in range(0, len(lines), _CHUNK_SIZE):
            chunk = lines[begin : begin + _CHUNK_SIZE]
            report_chunk = (lambda done, begin=begin: report(begin + done)) if report else None
            for line in _preference.answer(chunk, thread_count(threads), report_chunk):
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
    """Solves many deals and returns a table with a column for each declarer and contract.

    deals: a list or iterator of deals, or of answers with a deal, such as the answers of preference.deal and
        preference.puzzle, or an array of numpy with three or four sets of cards in each row, one bit for each
        card, for a Table; or a frame of pandas, polars or pyarrow with a column deal, or another object with
        the C interface of Arrow, for a frame of the same kind with columns for the answers. A frame may have
        sets of cards in the columns F, M, R and talon instead, or in columns of other names that the
        argument columns lists: {"F": "first", "M": "second", "R": "third"}.
    long: whether the table has a row, and not a column, for each declarer and contract.
    errors: "raise" raises the QuestionError of the first deal that cannot be solved; "return" fills the
        columns error_code and error.
    columns: columns of a frame whose names differ from the fields that are read from them: {"deal": "cards"}.
        A column that has the name of a field, such as rules or declarer, is read without being named here;
        an empty cell leaves the field to its default. All columns are copied.
    prefix: prefix of the names of the columns for answers.
    threads: number of threads; by default PREFERENCE_THREADS, or one on each core.
    progress: True shows a bar if tqdm is installed; a function is called with the number of answers so far.
    fields: fields of solve: rules, declarer, contract, goal, leader, out.

    Ctrl-C stops the call within half a second if it was made on the main thread.
    """
    if isinstance(deals, Mapping) and isinstance(deals.get("deal"), str):
        deals = [deals]
    form: dict[str, Any] = {"columns": columns, "prefix": prefix, "long": long}
    form |= {"errors": _returns_errors(errors), "threads": threads}
    try:
        return answer_table(
            deals, lambda **more: RowQuestion({"ask": "solve", **fields}, **form, **more), progress
        )
    except QuestionError as error:
        own = _own_contract_error(error, deals) if fields.get("contract") is not None else error
        if own is error:
            raise
        raise own from None


def _own_contract_error(error: QuestionError, deals: Any) -> QuestionError:
    """The error that solve_many raises in place of this one.

    If an object among the deals, such as a puzzle, has a contract that the argument contract does not name,
    the message of the new error says how to solve the deal. Other errors are returned unchanged.
    """
    row = error.row
    if error.field != "contract" or row is None or not isinstance(deals, list | tuple):
        return error
    own = deals[row].get("contract") if isinstance(deals[row], Mapping) else None
    if own is None:
        return error
    message = (
        f"this object, such as a puzzle, has a contract of its own, {own}, which the argument contract "
        'lacks: leave the argument out, or solve only the deals: [one["deal"] for one in deals]'
    )
    return QuestionError(error.code, message, error.field, row)


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
    """Yields the batches with columns for the results of each deal, in order, reading one batch at a time.

    It is meant for Parquet files, and for programs that work on batches, such as Spark, Ray and Dask. A row
    that cannot be solved has the reason in the columns error_code and error, unless errors is "raise".

    rows: maximum number of rows that are solved at a time. Larger batches are divided.

    The other arguments are the arguments of solve_many.
    """
    asked = RowQuestion(
        {"ask": "solve", **fields},
        columns=columns,
        prefix=prefix,
        errors=_returns_errors(errors),
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
    """Yields the batches with columns for the answers to a question, in order, reading one batch at a time.

    rows: maximum number of rows that are answered at a time. Larger batches are divided.

    The other arguments are the arguments of ask_many.
    """
    returns = _returns_errors(errors)
    question = {"ask": ask, **fields}
    asked = RowQuestion(question, columns=columns, prefix=prefix, errors=returns, threads=threads)
    return asked.batches(batches, rows)
