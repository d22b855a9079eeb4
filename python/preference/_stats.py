"""Statistics over many answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from preference import _preference
from preference._ask import QuestionError, error_of, line_of
from preference._inputs import Rules
from preference._many import Arrow
from preference._show import Answer
from preference._table import Table, is_arrow
from preference._verbs import Statistics

__all__ = ["stats"]

# Number of answers that are passed to the native part together.
_CHUNK_SIZE = 4096


def stats(
    answers: Iterable[Mapping[str, object] | Arrow] | Mapping[str, object] | Arrow,
    *,
    rules: Rules | Mapping[str, object] | str | None = None,
    hand: bool = False,
) -> Statistics:
    """Returns statistics over many answers, as the program prints them with pref stats --format json.

    They say how often each contract is made, by declarer and by the declarer's cards, how many tricks the
    declarer gains by the talon and the defenders lose by rules of thumb, and what the seats gain. Answers
    without any of these values are skipped.

    >>> table = solve_many(deal(count=50, seed=1), contract="S")
    >>> row = stats(table, rules="austrian")["contracts"][0]
    >>> row["contract"], row["hands"], row["chance"]["mean"]
    ('S', 150, 0.146667)

    answers: answers, as solve, ask_many and Engine return them, or rows of a table of answers; or such a
        table: a Table, a frame of pandas, polars or pyarrow, or another object with the C interface of Arrow;
        or several such tables, as solve_batches yields them. An iterator is read in parts.
    rules: rules that decide which contracts of a table with numbers of tricks are made, if the table has no
        column rules; or the house rules whose name is in that column.
    hand: whether the contracts of a table without a column hand were played from the hand.

    Raises QuestionError if an answer has a wrong deal, if it is not known under which rules a table was made,
    or if no answer has anything to count. The error's row is the number of the answer, from 0.
    """
    try:
        counter = _preference.NativeCounter(line_of({"rules": rules}), bool(hand))
    except ValueError as error:
        raise error_of(json.loads(str(error))) from None
    table = _table(answers)
    try:
        if table is not None:
            counter.add_table(table)
        elif isinstance(answers, Mapping):
            counter.add([line_of(cast("Mapping[str, object]", answers))])
        elif isinstance(answers, Iterable):
            _add_all(counter, answers)
        else:
            raise TypeError(f"{type(answers).__name__} is neither a list of answers nor a table")
        return cast(Statistics, Answer(json.loads(counter.finish())))
    except _preference.CountError as error:
        found = json.loads(str(error))
        raise error_of(found["error"], found["row"]) from None


def _add_all(counter: _preference.NativeCounter, answers: Iterable[Any]) -> None:
    lines: list[str] = []
    for answer in answers:
        if isinstance(answer, Mapping):
            lines.append(line_of(answer))
            if len(lines) == _CHUNK_SIZE:
                counter.add(lines)
                lines = []
            continue
        counter.add(lines)
        lines = []
        table = _table(answer)
        if table is None:
            message = f"{type(answer).__name__} is neither an answer nor a table"
            raise QuestionError("bad-json", message, row=len(counter))
        counter.add_table(table)
    counter.add(lines)


def _table(answers: object) -> _preference.NativeTable | None:
    """The native table of a table or frame; None if the object is neither."""
    if isinstance(answers, Table):
        return answers._native
    if is_arrow(answers):
        return _preference.NativeTable.read(answers)
    return None
