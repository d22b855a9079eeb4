"""Questions as objects, their answers, and what is raised where there is none."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from preference import _preference

__all__ = ["Cancelled", "DealError", "PreferenceError", "QuestionError", "ask", "ask_many"]

# How many questions one call of the native part answers.
_CHUNK = 4096


class PreferenceError(Exception):
    """What this package raises."""


class QuestionError(PreferenceError):
    """A question that cannot be answered.

    code: what kind of mistake it is, from a closed list: bad-value for instance.
    field: the field that is wrong, if it is one; an element of a list as played[3].
    message: what is wrong, for people.
    """

    def __init__(self, code: str, message: str, field: str | None = None) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.code = code
        self.message = message
        self.field = field

    def __reduce__(self) -> tuple[type[QuestionError], tuple[str, str, str | None]]:
        return type(self), (self.code, self.message, self.field)


class DealError(QuestionError):
    """The deal is wrong."""


class Cancelled(QuestionError):
    """The question was cancelled."""


def error_of(error: Mapping[str, Any]) -> QuestionError:
    """The exception for the error of an answer."""
    kinds: dict[str, type[QuestionError]] = {"bad-deal": DealError, "cancelled": Cancelled}
    kind = kinds.get(error["code"], QuestionError)
    return kind(error["code"], error["message"], error.get("field"))


def line_of(question: Mapping[str, Any]) -> str:
    """A question as a line of JSON; fields that are None are left out."""
    fields = {name: value for name, value in question.items() if value is not None}
    try:
        return json.dumps(fields, ensure_ascii=False, default=list, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise QuestionError("bad-json", f"the question cannot be written as JSON: {error}") from error


def _threads(threads: int | None) -> int:
    return int(os.environ.get("PREFERENCE_THREADS", "0")) if threads is None else threads


def ask(question: Mapping[str, Any], *, threads: int | None = None) -> dict[str, Any]:
    """The answer to a question: an object that names a command in ask, and its fields.

    threads: how many work on it; all cores, or PREFERENCE_THREADS, if it is left out.

    Raises QuestionError if it cannot be answered.
    """
    [line] = _preference.answer([line_of(question)], _threads(threads))
    answer: dict[str, Any] = json.loads(line)
    if "error" in answer:
        raise error_of(answer["error"])
    return answer


def ask_many(
    questions: Iterable[Mapping[str, Any]],
    *,
    errors: Literal["raise", "return"] = "raise",
    threads: int | None = None,
    progress: bool | Callable[[int], object] = False,
) -> list[dict[str, Any]]:
    """The answers to questions, in their order, found on all cores.

    errors: "raise" raises the QuestionError of the first that cannot be answered; "return" gives an object
        with the key error in its place.
    threads: how many work; all cores, or PREFERENCE_THREADS, if it is left out.
    progress: shows a bar if tqdm is installed; or is called with the number of answers now and then.

    Ctrl-C ends it within a tenth of a second, if it is called by the main thread.
    """
    if errors not in ("raise", "return"):
        raise ValueError('errors: write "raise" or "return"')
    lines = [line_of(question) for question in questions]
    report, close = _report(progress, len(lines))
    answers: list[dict[str, Any]] = []
    try:
        for begin in range(0, len(lines), _CHUNK):
            chunk = lines[begin : begin + _CHUNK]
            told = (lambda done, begin=begin: report(begin + done)) if report else None
            for line in _preference.answer(chunk, _threads(threads), told):
                answer: dict[str, Any] = json.loads(line)
                if errors == "raise" and "error" in answer:
                    raise error_of(answer["error"])
                answers.append(answer)
            if report:
                report(len(answers))
    finally:
        close()
    return answers


def _report(
    progress: bool | Callable[[int], object], total: int
) -> tuple[Callable[[int], object] | None, Callable[[], object]]:
    """What is called with the number of answers, and what is called at the end."""
    if callable(progress):
        return progress, lambda: None
    if not progress:
        return None, lambda: None
    try:
        bar = importlib.import_module("tqdm.auto").tqdm(total=total)
    except ImportError:
        return None, lambda: None
    return (lambda done: bar.update(done - bar.n)), bar.close


def verb(ask_: str, fields: Mapping[str, Any], *, several: bool) -> Any:
    """The answer to the question ask_; a list of answers where there may be several."""
    answer = ask({"ask": ask_, **fields})
    if several:
        return answer.get("answers", [answer])
    return answer
